/**
 * Takes the changes of an undo back, transaction by transaction. Each goes on where the one before has ended, so the work can be
 * interrupted at any call, and two processes that work on it do nothing twice.
 *
 * 1. The chosen changes are read newest first, some thousand at a time, and put together by subject (selected-changes.ts).
 * 2. A transaction takes back all changes of one subject, or of as many contacts as fit: what each subject should be is decided
 *    without storage (take-back.ts), and written as every other change of it is.
 * 3. It also has the progress and what was kept (store/undo-record.ts), and its changes are in the history, by the author who asked.
 */
import type { Change } from "../account/change.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../account/store/account-write.ts";
import { historyTime } from "../account/store/history.ts";
import { afterPendingWork } from "../interaction/store/pending-work.ts";
import type { RemoveAvatars } from "../picture/remove-avatars.ts";
import { withAuthor } from "../platform/http/author.ts";
import { readOwn, readPart, type UndoPart, type UndoSubject } from "./selected-changes.ts";
import { getUndo, putUndo, type UndoRecord } from "./store/undo-record.ts";
import { keepAll, type SubjectPlan, type UndoStep } from "./subject-plan.ts";
import type { KeptReason } from "./take-back.ts";
import { contactsAtOnce, undoContacts } from "./undo-contacts.ts";
import { type ImportRuns, planRelease, undoBulk, undoImported, undoMerge } from "./undo-jobs.ts";
import { undoLabel, undoMembers } from "./undo-labels.ts";
import { undoInteraction, undoRelationship } from "./undo-references.ts";

export interface UndoParts extends Pick<UndoStep, "store" | "files" | "findPlace"> {
  now: () => Date;
  newId: () => string;
  removeAvatars: RemoveAvatars;
  retry?: RetryPolicy;
}

/** Gives other writers their turn, and ends the work when its time is over. */
export interface UndoPace {
  /** Throws when the time is over. It is called before every transaction. */
  requireTime: () => void;
  /** It is called after every transaction, with the number of changes that it took back. */
  rest: (undone: number) => Promise<void>;
}

/** After so much trouble without progress, a subject is kept, so that it does not stop the others. */
const maxAttempts = 6;

/** Resolves when everything is taken back. Throws what `requireTime` throws, and `service_unavailable` like every write. */
export async function undoChanges(parts: UndoParts, record: UndoRecord, pace: UndoPace): Promise<void> {
  const { store, now, retry, removeAvatars } = parts;
  const { accountId, author } = record;
  if (!author) return;
  const memory: UndoMemory = { imports: new Map() };
  await withAuthor(author, async () => {
    for (let isDone = false; !isDone; ) {
      pace.requireTime();
      const plan = afterPendingWork({ store, now }, (head, txid) => planStep(parts, record, memory, { head, txid }));
      const { result } = await writeAccount(store, accountId, plan, retry);
      result.onCommit?.();
      await removeAvatars(accountId, result.pictures ?? []);
      ({ isDone } = result);
      if (!isDone) await pace.rest(result.undone);
    }
  });
}

/** What one transaction leaves to the next one in the same process. */
interface UndoMemory {
  imports: ImportRuns;
  /** The part that was read last. */
  known?: { position: string; part: UndoPart };
  isOwn?: UndoStep["isOwn"];
}

async function planStep(
  { store, files, findPlace, now, newId }: UndoParts,
  { accountId, id }: UndoRecord,
  memory: UndoMemory,
  { head, txid }: Pick<UndoStep, "head" | "txid">,
): Promise<WritePlan<SubjectPlan & { isDone: boolean }>> {
  const time = now();
  const record = await getUndo(store, accountId, id, time);
  if (record?.status !== "running") return { actions: [], head, result: { isDone: true, undone: 0, kept: [] } };
  const { position } = record;
  if (memory.known?.position !== position) {
    memory.known = { position, part: await readPart(store, record, position) };
  }
  const { subjects, next } = memory.known.part;
  memory.isOwn ??= await readOwn(store, record);
  const step = { store, head, txid, now: time, findPlace, files, record, isOwn: memory.isOwn };
  const left = subjects.slice(record.index, record.index + contactsAtOnce);
  const plan = await planSubjects(step, left, { newId, imports: memory.imports });
  const { actions = [], events = [], changes = [], undone, kept, inSubject = "" } = plan;
  const { head: changed = head, count = inSubject === "" ? 1 : 0 } = plan;
  const index = record.index + count;
  const isPartDone = index >= subjects.length;
  const isDone = isPartDone && next === null;
  const after: UndoRecord = {
    ...record,
    ...(isPartDone && next !== null ? { position: next, index: 0 } : { index }),
    ...(isDone && { status: "done", endedAt: time.toISOString() }),
    ...{ inSubject, undone: record.undone + undone, attempts: 1 },
  };
  return {
    actions: [...actions, ...putUndo(store, after, { kept })],
    head: isDone ? { ...changed, undoId: null } : changed,
    events,
    changes: changes.map((change) => asUndone(change, id)),
    result: { ...plan, isDone },
  };
}

/** A change of the undo, which can be undone as well. */
function asUndone(change: Change, id: string): Change {
  const kinds: Partial<Record<Change["kind"], Change["kind"]>> = { created: "restored", updated: "undone" };
  return { ...change, kind: kinds[change.kind] ?? change.kind, via: { kind: "undo", id } };
}

/** What can't be taken back. */
const refusals: Partial<Record<UndoSubject["subject"], KeptReason>> = { share: "mail_sent", account: "not_undoable" };

/** Takes the first of these subjects back, or several contacts. */
async function planSubjects(
  step: UndoStep,
  subjects: readonly UndoSubject[],
  more: { newId: () => string; imports: ImportRuns },
): Promise<SubjectPlan> {
  const [first] = subjects;
  if (!first) return { undone: 0, kept: [] };
  const { record } = step;
  const { subject, newestFirst } = first;
  const expired = new Date(Date.parse(record.startedAt) - historyTime).toISOString();
  const isExpired = newestFirst.some(({ at }) => at < expired);
  const refusal = isExpired ? "expired" : record.attempts > maxAttempts ? "not_undoable" : refusals[subject];
  if (refusal) {
    const receipt = { id: first.id, undoId: record.id };
    const actions = subject === "import" ? await planRelease(step.store, step.head.accountId, receipt, step.now) : [];
    return { ...keepAll(newestFirst, refusal), actions };
  }
  switch (subject) {
    case "contact": {
      // The second part of a contact that comes back and then goes is planned after the first is written.
      const isRepeated = ({ id }: UndoSubject, at: number) => subjects.findIndex((each) => each.id === id) < at;
      const end = subjects.findIndex((each, at) => each.subject !== "contact" || isRepeated(each, at));
      return undoContacts(step, end < 0 ? subjects : subjects.slice(0, end));
    }
    case "interaction":
      return undoInteraction(step, first);
    case "relationship":
      return undoRelationship(step, first);
    case "group":
    case "tag":
      return undoLabel(step, subject, first);
    case "members":
      return undoMembers(step, first, record.inSubject);
    case "job":
      return undoBulk(step, first);
    case "merge":
      return undoMerge(step, first);
    case "import":
      return undoImported({ ...step, ...more }, first);
    default:
      return keepAll(newestFirst, "not_undoable");
  }
}
