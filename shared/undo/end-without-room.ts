/** The end of an undo in a full account, and what such an undo keeps. */
import type { AccountHead } from "../account/store/account.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../account/store/account-write.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { readPart } from "./selected-changes.ts";
import { getUndo, maxKept, putUndo, readKept, type UndoRecord } from "./store/undo-record.ts";
import { keepAll } from "./subject-plan.ts";
import type { KeptChange } from "./take-back.ts";
import { planRelease } from "./undo-jobs.ts";

/** Ends an undo in an account that has no room for its next write. This write makes nothing larger, and the rest is kept. */
export async function endWithoutRoom(
  { store, now, retry }: { store: Store; now: () => Date; retry?: RetryPolicy },
  { accountId, id }: UndoRecord,
): Promise<void> {
  const plan = async (head: AccountHead): Promise<WritePlan<undefined>> => {
    const time = now();
    const record = await getUndo(store, accountId, id, time);
    if (record?.status !== "running") return { actions: [], head, result: undefined };
    const { subjects } = await readPart(store, record, record.position);
    const first = subjects[record.index];
    const release =
      first?.subject === "import" ? await planRelease(store, accountId, { id: first.id, undoId: id }, time) : [];
    const end = { author: null, status: "full", endedAt: time.toISOString(), inSubject: "" } as const;
    const actions = [...putUndo(store, { ...record, ...end }), ...release];
    return { actions, head: { ...head, undoId: null }, result: undefined };
  };
  await writeAccount(store, accountId, plan, retry);
}

/** The first changes that an undo kept. */
export async function keptBy(store: Store, record: UndoRecord): Promise<KeptChange[]> {
  const kept = record.keptCount === 0 ? [] : await readKept(store, record);
  let { position, index }: { position: string | null; index: number } = record;
  while (record.status === "full" && position !== null && kept.length < maxKept) {
    const { subjects, next } = await readPart(store, record, position);
    kept.push(...subjects.slice(index).flatMap(({ newestFirst }) => keepAll(newestFirst, "not_undoable").kept));
    [position, index] = [next, 0];
  }
  return kept.slice(0, maxKept);
}
