/**
 * Writes to an account: one transaction that replaces the account head on the condition that the head's `txid` is still
 * the one that was read. So all writes of an account have one order, nothing is half written, and a plan that read after
 * the head is never out of date when it commits. The `txid` that a plan sets on its items is the order of commits.
 * infra/decisions/0003-table-and-indexes.md says why the head is not just incremented.
 */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { KeyedQueue } from "../../platform/dynamodb/keyed-queue.ts";
import { nextReplayEntry, type ReplayEntry } from "../../platform/dynamodb/replay-log.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { AppError, unavailable } from "../../platform/http/errors.ts";
import type { Change } from "../change.ts";
import type { WebhookEvent } from "../events.ts";
import { type AccountHead, accountHeadKey, accountHeadToItem, getAccountHead } from "./account.ts";
import { planHistory, putLongValues } from "./history.ts";
import { planLabelLog } from "./label-changes.ts";
import { planOutbox } from "./outbox.ts";

/** The number of actions in one transaction (DynamoDB's quota). */
export const maxActions = 100;
/** The number of actions and changes in a plan. The write adds the actions of the head, the outbox and the replay log of a request. */
export const maxPlanActions = maxActions - 3;

/** The bytes of the items of a plan as JSON; DynamoDB takes 4 MB. */
export const maxPlanBytes = 3.5 * 1000 * 1000;

/** The first items that fit into one transaction beside `common` actions, at least one. */
export function firstFitting<Item extends { actions: number; bytes: number }>(
  items: Iterable<Item>,
  common: number,
): Item[] {
  const fitting: Item[] = [];
  let [actions, bytes] = [common, 0];
  for (const item of items) {
    actions += item.actions;
    bytes += item.bytes;
    if (fitting.length > 0 && (actions > maxPlanActions || bytes > maxPlanBytes)) break;
    fitting.push(item);
  }
  return fitting;
}

/** A part of a plan, as the planner of one subject returns it. A planner that combines parts keeps the events and changes of all of them. */
export interface PlanPart {
  actions: WriteAction[];
  /** The new head; the write sets its `txid` and `writtenAt`. */
  head: AccountHead;
  /** The events that the actions cause, in the order in which they are sent. */
  events: readonly WebhookEvent[];
  /** What the actions change, for the history. Each takes an action of the transaction. */
  changes: readonly Change[];
}

/**
 * All actions of a write. The write itself adds the head, the outbox and the replay log. Without actions, without events to which a webhook
 * subscribes, and with the same head, nothing is written and `txid` stays.
 */
export interface WritePlan<Result>
  extends Omit<PlanPart, "events" | "changes">,
    Partial<Pick<PlanPart, "events" | "changes">> {
  result: Result;
}

/** A write that must commit before the requested write can be planned. */
export interface FirstWrite {
  first: Omit<WritePlan<unknown>, "result">;
}

type Plan<Result> = (
  head: AccountHead,
  txid: number,
) => Promise<WritePlan<Result> | FirstWrite> | WritePlan<Result> | FirstWrite;

/** How a write waits between attempts. It is a parameter so that tests control time and chance. */
export interface RetryPolicy {
  now: () => number;
  random: () => number;
  pause: (milliseconds: number) => Promise<void>;
  /**
   * Milliseconds after which a write fails if other writes keep coming between. First writes have the same limit, once
   * more.
   */
  timeLimit: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  now: Date.now,
  random: Math.random,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  timeLimit: 10_000,
};

/** The policy of a write that may take `milliseconds` with its first writes. */
export function withTimeLimit(milliseconds: number, retry: RetryPolicy = defaultRetryPolicy): RetryPolicy {
  return { ...retry, timeLimit: Math.min(retry.timeLimit, milliseconds / 2) };
}

export interface Written<Result> {
  result: Result;
  /** The account's `txid` after the write, or the current one if there was nothing to write. */
  txid: string;
}

/**
 * Plans and commits a write. `plan` gets a consistently read head and the `txid` to set on its items. It may read
 * (consistently) and may throw an AppError. It is called again when another write came between, and after each first
 * write that it returns; a first write must bring the plan nearer to its end and is not part of the request's replay log.
 *
 * Throws `service_unavailable` when other writes keep coming between, or when first writes take longer than the time
 * limit (one is always made). If an earlier attempt of the same request has committed the write, its result is returned
 * and nothing is written (see replay-log.ts). Throws `idempotency_conflict` when a later attempt has taken over.
 */
export async function writeAccount<Result>(
  store: Store,
  accountId: string,
  plan: Plan<Result>,
  retry: RetryPolicy = defaultRetryPolicy,
): Promise<Written<Result>> {
  const entry = nextReplayEntry();
  const committed = entry && (await entry.find());
  if (committed) return committed as Written<Result>;
  return inQueue(store, accountId, () => planAndCommit(store, accountId, plan, retry, entry));
}

async function planAndCommit<Result>(
  store: Store,
  accountId: string,
  plan: Plan<Result>,
  retry: RetryPolicy,
  entry: ReplayEntry | undefined,
): Promise<Written<Result>> {
  let deadline = retry.now() + retry.timeLimit;
  const firstWritesDeadline = deadline;
  let hasFirst = false;
  for (let attempts = 0; ; attempts++) {
    const head = await getAccountHead(store, accountId);
    const txid = head.txid + 1;
    const planned = await planUnlessOvertaken(store, head, () => plan(head, txid));
    if (!planned) {
      await waitForNextAttempt(retry, attempts, deadline);
      continue;
    }
    if ("first" in planned) {
      if (hasFirst && retry.now() > firstWritesDeadline) throw unavailable(new Error("first writes take too long"));
      const first = completed(store, head, planned.first, retry.now());
      if (await commitWithHistory(store, first, planned.first.changes)) {
        deadline = retry.now() + retry.timeLimit;
        attempts = -1;
        hasFirst = true;
      } else {
        await waitForNextAttempt(retry, attempts, deadline);
      }
      continue;
    }
    const change = completed(store, head, planned, retry.now());
    if (change.actions.length === 0 && planned.head === head) {
      return { result: planned.result, txid: String(head.txid) };
    }
    const written = { result: planned.result, txid: String(txid) };
    const replayAction = await entry?.record(written);
    if (await commitWithHistory(store, { ...change, replayAction }, planned.changes)) return written;
    await waitForNextAttempt(retry, attempts, deadline);
  }
}

/** Undefined if the plan broke over another write, which came between its reads. */
async function planUnlessOvertaken<Planned>(
  store: Store,
  head: AccountHead,
  plan: () => Promise<Planned> | Planned,
): Promise<Planned | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof AppError || (await getAccountHead(store, head.accountId)).txid === head.txid) throw error;
    return undefined;
  }
}

/**
 * Deletes the head in one transaction with the planned actions, so that every write that has read the head before fails. `plan`
 * gets a consistently read head, may throw an AppError, and is called again when another write came between. Returns the
 * deleted head. Throws `AccountClosedError` when there is none, and `service_unavailable` like `writeAccount`.
 */
export function deleteAccountHead(
  store: Store,
  accountId: string,
  plan: (head: AccountHead) => Promise<WriteAction[]>,
  retry: RetryPolicy = defaultRetryPolicy,
): Promise<AccountHead> {
  return inQueue(store, accountId, async () => {
    const deadline = retry.now() + retry.timeLimit;
    for (let attempts = 0; ; attempts++) {
      const head = await getAccountHead(store, accountId);
      const changeHead = { Delete: { ...ifUnchanged(store, head), Key: accountHeadKey(accountId) } };
      if (await commit(store, { changeHead, actions: await plan(head) })) return head;
      await waitForNextAttempt(retry, attempts, deadline);
    }
  });
}

/** Throws `service_unavailable` when there is no time for another attempt. */
async function waitForNextAttempt(retry: RetryPolicy, attempts: number, deadline: number): Promise<void> {
  const wait = retry.random() * Math.min(1_000, 10 * 2 ** attempts);
  if (retry.now() + wait > deadline) throw unavailable();
  await retry.pause(wait);
}

/** The plan with its outbox, its history and the new head. `now` is in milliseconds since the epoch. */
function completed(store: Store, before: AccountHead, plan: FirstWrite["first"], now: number): Commit {
  const txid = before.txid + 1;
  const history = planHistory(store, before, plan.changes ?? [], { txid, now });
  const count = plan.actions.length + history.actions.length;
  if (count > maxPlanActions) throw new Error(`a write plans ${count} actions`);
  const time = { txid, now: new Date(now) };
  const hasRoom = plan.head !== before && count < maxPlanActions;
  const log = planLabelLog(store, plan.head, hasRoom, time);
  const { actions, head } = planOutbox(store, log.head, plan.events ?? [], time);
  const Item = accountHeadToItem({ ...head, txid, writtenAt: now });
  const changeHead = { Put: { ...ifUnchanged(store, before), Item } };
  return { changeHead, actions: [...plan.actions, ...log.actions, ...actions], history };
}

/** A deletion is never refused for want of room: if the account is full, it is written without its history. */
async function commitWithHistory(store: Store, change: Commit, changes: readonly Change[] = []): Promise<boolean> {
  try {
    await putLongValues(store, change.history?.objects ?? []);
    return await commit(store, change);
  } catch (error) {
    const isFull = error instanceof AppError && error.code === "storage_limit_reached";
    const isDeletion = changes.length > 0 && changes.every(({ kind }) => kind === "deleted");
    if (!isFull || !isDeletion) throw error;
    return commit(store, { ...change, history: undefined });
  }
}

function ifUnchanged({ tableName: TableName }: Store, { txid }: AccountHead) {
  return { TableName, ConditionExpression: "txid = :read", ExpressionAttributeValues: { ":read": txid } };
}

interface Commit {
  changeHead: WriteAction;
  actions: readonly WriteAction[];
  history?: ReturnType<typeof planHistory> | undefined;
  replayAction?: WriteAction | undefined;
}

/** Returns false when another write came between. */
async function commit(store: Store, { changeHead, actions, history, replayAction }: Commit): Promise<boolean> {
  const all = [changeHead, ...actions, ...(history?.actions ?? []), ...(replayAction ? [replayAction] : [])];
  try {
    await store.client.send(new TransactWriteCommand({ TransactItems: all }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    if (replayAction && reasons.at(all.length - 1)?.Code === "ConditionalCheckFailed") {
      const message = "Another request with this idempotency key has taken over.";
      throw new AppError("idempotency_conflict", { message, retryAfter: 1 });
    }
    if (isRetryable(error)) return false;
    const isFull = reasons.some(({ Code }) => Code === "ItemCollectionSizeLimitExceeded");
    throw isFull ? new AppError("storage_limit_reached", { cause: error }) : error;
  }
}

const retryableReasons = new Set([
  "None",
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Whether another attempt may succeed, because another write came between or the table was busy. */
export function isRetryable(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).every(({ Code }) => retryableReasons.has(Code ?? "None"));
}

/** One queue for each client; a process has one client for its table. */
const queues = new WeakMap<Store["client"], KeyedQueue>();

/**
 * Runs one write of an account at a time in this process, because waiting costs less than a conflict. The condition on
 * `txid` covers writes of other processes.
 */
function inQueue<T>({ client, tableName }: Store, accountId: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(client) ?? new KeyedQueue();
  queues.set(client, queue);
  return queue.run(`${tableName} ${accountId}`, work);
}
