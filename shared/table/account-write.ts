/**
 * How account data are written: one transaction that replaces the account head under the condition that its `txid` is
 * still the one that was read. So writes of an account have one order, a plan that read after the head read is never
 * stale when it commits, nothing is half written, and the `txid` that a plan stamps on its items is the order of
 * commits. Why not a counter that is merely added to: see infra/decisions/0003-table-and-indexes.md.
 */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { AppError, unavailable } from "../http/errors.ts";
import { type AccountHead, accountHeadToItem, getAccountHead } from "./account.ts";
import type { Store } from "./store.ts";
import { Turns } from "./turns.ts";
import { type JournalEntry, nextEntry } from "./write-journal.ts";

export type WriteAction = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** Actions of one transaction, the head's included (DynamoDB's quota is 100). */
export const maxActions = 100;
/** The same of a write that a request with an idempotency key may make: a note of it goes along. */
export const maxNotedActions = maxActions - 1;

export interface WritePlan<Result> {
  /** Everything but the head; empty writes nothing and leaves the `txid`. */
  actions: WriteAction[];
  /** The head as it shall be; its `txid` and its time are set by the write. */
  head: AccountHead;
  result: Result;
}

/** A write that must be committed by itself before the one that is asked for can be planned at all. */
export interface FirstWrite {
  first: Pick<WritePlan<unknown>, "actions" | "head">;
}

type Plan<Result> = (
  head: AccountHead,
  txid: number,
) => Promise<WritePlan<Result> | FirstWrite> | WritePlan<Result> | FirstWrite;

/** How a write waits between attempts; handed in so that tests hold time and chance. */
export interface RetryPolicy {
  now: () => number;
  random: () => number;
  pause: (milliseconds: number) => Promise<void>;
  /**
   * Milliseconds after which a write that keeps meeting others is given up; and as long again for writes that it needs
   * first.
   */
  patience: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  now: Date.now,
  random: Math.random,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  patience: 10_000,
};

/** The same for a write that may take so many milliseconds as a whole. */
export function within(milliseconds: number, retry: RetryPolicy = defaultRetryPolicy): RetryPolicy {
  return { ...retry, patience: Math.min(retry.patience, milliseconds / 2) };
}

export interface Written<Result> {
  result: Result;
  /** The account's `txid` after the write, or as it was when there was nothing to write. */
  txid: string;
}

/**
 * Plans and commits. `plan` is called with a consistently read head and the `txid` that its items must be stamped with;
 * it may read (consistently), may throw an AppError, and is called again when another write came between, and after a
 * first write that it asked for; that one must bring it nearer to its end, and belongs to no request. Throws
 * `service_unavailable` when others keep coming between, or when first writes, of which one is always made, take longer
 * than the patience lasts. What an earlier attempt of the same request has committed is
 * answered again and not written (see write-journal.ts); `idempotency_conflict` when a later attempt has taken over.
 */
export async function writeAccount<Result>(
  store: Store,
  accountId: string,
  plan: Plan<Result>,
  retry: RetryPolicy = defaultRetryPolicy,
): Promise<Written<Result>> {
  const entry = nextEntry();
  const committed = entry && (await entry.find());
  if (committed) return committed as Written<Result>;
  return inTurn(store, accountId, () => attempt(store, accountId, plan, retry, entry));
}

async function attempt<Result>(
  store: Store,
  accountId: string,
  plan: Plan<Result>,
  retry: RetryPolicy,
  entry: JournalEntry | undefined,
): Promise<Written<Result>> {
  let deadline = retry.now() + retry.patience;
  const firstsUntil = deadline;
  let hasFirst = false;
  for (let attempts = 0; ; attempts++) {
    const head = await getAccountHead(store, accountId);
    const txid = head.txid + 1;
    const planned = await plan(head, txid);
    if ("first" in planned) {
      if (hasFirst && retry.now() > firstsUntil) throw unavailable(new Error("the account takes long to settle"));
      const { actions } = planned.first;
      const after = { ...planned.first.head, txid, writtenAt: retry.now() };
      if (await commit(store, { before: head, after, actions, note: undefined })) {
        deadline = retry.now() + retry.patience;
        attempts = -1;
        hasFirst = true;
      } else {
        await waitForNext(retry, attempts, deadline);
      }
      continue;
    }
    if (planned.actions.length === 0 && planned.head === head) {
      return { result: planned.result, txid: String(head.txid) };
    }
    const written = { result: planned.result, txid: String(txid) };
    const after = { ...planned.head, txid, writtenAt: retry.now() };
    const note = await entry?.note(written);
    if (await commit(store, { before: head, after, actions: planned.actions, note })) return written;
    await waitForNext(retry, attempts, deadline);
  }
}

/** Throws `service_unavailable` when there is no time for another attempt. */
async function waitForNext(retry: RetryPolicy, attempts: number, deadline: number): Promise<void> {
  const wait = retry.random() * Math.min(1_000, 10 * 2 ** attempts);
  if (retry.now() + wait > deadline) throw unavailable();
  await retry.pause(wait);
}

interface Commit {
  before: AccountHead;
  after: AccountHead;
  actions: readonly WriteAction[];
  note: WriteAction | undefined;
}

/** False: another write came between. */
async function commit(store: Store, { before, after, actions, note }: Commit): Promise<boolean> {
  const replaceHead: WriteAction = {
    Put: {
      TableName: store.tableName,
      Item: accountHeadToItem(after),
      ConditionExpression: "txid = :read",
      ExpressionAttributeValues: { ":read": before.txid },
    },
  };
  const all = [replaceHead, ...actions, ...(note ? [note] : [])];
  if (all.length > maxActions) throw new Error(`a write plans ${all.length} actions`);
  try {
    await store.client.send(new TransactWriteCommand({ TransactItems: all }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (note && error.CancellationReasons?.at(all.length - 1)?.Code === "ConditionalCheckFailed") throw overtaken();
    if (mayPass(error)) return false;
    const isFull = error.CancellationReasons?.some(({ Code }) => Code === "ItemCollectionSizeLimitExceeded");
    throw isFull ? new AppError("storage_limit_reached", { cause: error }) : error;
  }
}

function overtaken(): AppError {
  return new AppError("idempotency_conflict", {
    message: "Another request with this idempotency key has taken over.",
    retryAfter: 1,
  });
}

const passingReasons = new Set([
  "None",
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Another write came between, or the table was busy: worth another attempt. Anything else is a fault of the plan. */
export function mayPass(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).every(({ Code }) => passingReasons.has(Code ?? "None"));
}

/** By client: a process has one for its table. */
const queues = new WeakMap<Store["client"], Turns>();

/**
 * One write of an account at a time in this process: queueing costs less than colliding. Other processes are met by the
 * condition.
 */
function inTurn<T>({ client, tableName }: Store, accountId: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(client) ?? new Turns();
  queues.set(client, queue);
  return queue.take(`${tableName} ${accountId}`, work);
}
