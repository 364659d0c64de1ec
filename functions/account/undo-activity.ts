/** Starts an undo of changes, whose worker does the rest, or tries it on a draft of the account. */
import { type AccountHead, getRecentAccountHead } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { importWorkKey } from "../../shared/import/store/import-work.ts";
import { draftStore } from "../../shared/platform/dynamodb/draft-store.ts";
import { withoutReplayLog } from "../../shared/platform/dynamodb/replay-log.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AppError, invalid, unavailable } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { keptBy } from "../../shared/undo/end-without-room.ts";
import { planStart, type UndoSelection } from "../../shared/undo/start-undo.ts";
import { getUndo, type UndoRecord } from "../../shared/undo/store/undo-record.ts";
import { undoChanges } from "../../shared/undo/undo-changes.ts";
import type { routeGroup } from "./group.ts";

export interface UndoActivityParts {
  store: Store;
  files: Pick<AccountFiles, "put" | "read" | "list">;
  newId: () => string;
  now: () => Date;
  retry?: RetryPolicy;
}

type Undos = Operations<Pick<typeof routeGroup.rows, "undoActivity" | "getUndo">>;

/** The changes that a dry run looks at: about ten seconds. */
const maxTried = 10_000;
/** The milliseconds that the answer of a dry run may take. */
const answerMargin = 2_000;

export function undoOperations(parts: UndoActivityParts): Undos {
  const { store, files, newId, now, retry } = parts;

  /** The undo is stored in one write, before which `prepare` is called. */
  const start = (own: Store, accountId: string, selection: UndoSelection, prepare: (record: UndoRecord) => unknown) => {
    const id = newId();
    const plan = async (head: AccountHead, txid: number) => {
      const { record, ...planned } = await planStart({ store: own, files }, head, selection, { id, txid, now: now() });
      await prepare(record);
      return { ...planned, result: record };
    };
    return writeAccount(own, accountId, plan, retry);
  };

  return {
    async undoActivity({ caller: { accountId }, body: { dryRun, ...selection }, baseUrl, remainingTime }) {
      if (Date.parse(selection.to ?? "") > now().getTime()) throw invalid("body.to", "Must not be in the future");
      if (dryRun) {
        const draft = draftStore(store);
        const left = () => remainingTime() - answerMargin;
        return withoutReplayLog(async () => {
          const { result } = await start(draft, accountId, selection, ({ total }) => requireFew(total));
          await tryUndo({ ...parts, store: draft }, result, left);
          const undo = await viewUndo(draft, (await getUndo(draft, accountId, result.id, now())) ?? result);
          const { txid } = await getRecentAccountHead(store, accountId);
          return { status: 200, txid: String(txid), body: { undo: { ...undo, id: null } } };
        });
      }
      // The request to the worker is sent before the write, so that the clock finds it, and after it.
      const send = ({ id }: UndoRecord) =>
        files.put(importWorkKey({ accountId, undoId: id, kind: "changes" }), new Uint8Array());
      const { result, txid } = await start(store, accountId, selection, (record) =>
        send(record).catch((fault: unknown) => {
          throw unavailable(fault);
        }),
      );
      await send(result).catch(() => undefined);
      const headers = { location: `${baseUrl}/me/activity/undos/${result.id}` };
      return { status: 202, txid, headers, body: { undo: await viewUndo(store, result) } };
    },

    async getUndo({ caller: { accountId }, params: { id } }) {
      const { txid } = await getRecentAccountHead(store, accountId);
      const record = await getUndo(store, accountId, id, now());
      if (!record) throw new AppError("undo_not_found");
      return { status: 200, txid: String(txid), body: { undo: await viewUndo(store, record) } };
    },
  };
}

function requireFew(total: number): void {
  if (total <= maxTried) return;
  throw invalid("body.dryRun", `There are ${total} changes, and a dry run takes ${maxTried}: choose a shorter time.`);
}

/** Places are not looked up, because no decision depends on them. */
async function tryUndo(own: UndoActivityParts, record: UndoRecord, left: () => number) {
  const parts = { ...own, findPlace: () => undefined, removeAvatars: async () => {} };
  const requireTime = () => {
    if (left() < 0) throw unavailable(new Error("the time is over"));
  };
  await undoChanges(parts, record, { requireTime, rest: async () => {} });
}

async function viewUndo(store: Store, record: UndoRecord) {
  const { id, total, undone, startedAt, endedAt } = record;
  const status = record.status === "running" ? ("running" as const) : ("done" as const);
  return { id, status, total, undone, kept: await keptBy(store, record), startedAt, endedAt };
}
