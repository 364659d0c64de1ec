/**
 * Leases on mails. Before a mail is sent, its lease lists the occurrences in it, so that no other run sends it. Afterwards the
 * lease has the result. Leases are not account data, so they are written without the account's head, each step under a
 * condition. An account has at most one lease that has not ended, and it is the last by its key (`W#<day>` or
 * `W#<day>#<number>`).
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { prefixQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { updateOf } from "../../platform/dynamodb/update.ts";
import type { LeaseName } from "./lease-name.ts";

export interface LeasedOccurrence {
  contactId: string;
  dateId: string;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

/**
 * - `claimed`: an attempt is running, or its result is unknown.
 * - `released`: the mail was surely not sent; the next attempt may begin at once.
 * - `accepted`: SES accepted the mail, and the dates are not marked yet.
 * - `refused`: SES does not accept the mail.
 * - `settled`: the dates are marked.
 */
export type LeaseState = "claimed" | "released" | "accepted" | "refused" | "settled";

/** The fault of a mail that SES had accepted. */
export type LeaseFault = "rejected" | "bounced" | "complained";

export interface MailLease extends LeaseName {
  state: LeaseState;
  /** At least one, the same for every attempt. */
  occurrences: LeasedOccurrence[];
  attempts: number;
  /** When the last attempt began, ISO 8601 in UTC. */
  attemptedAt: string;
  /** When SES accepted the mail; null if that is not known. */
  acceptedAt: string | null;
  fault: LeaseFault | null;
}

/** Seconds for which a lease is kept, for late events and for questions about a mail. */
const keptFor = 60 * 24 * 3600;

function leaseKey({ accountId, day, number }: LeaseName) {
  // The numbers have four digits, because keys are sorted as text.
  const suffix = number === 1 ? "" : `#${String(number).padStart(4, "0")}`;
  return { pk: accountPartition(accountId), sk: `W#${day}${suffix}` };
}

/** The account's last lease, consistently read; undefined when it has none. */
export async function findLastLease({ client, tableName }: Store, accountId: string): Promise<MailLease | undefined> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      ...prefixQuery(accountId, "W#"),
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] && leaseFromItem(accountId, Items[0]);
}

/** Consistently read; undefined if the lease does not exist or has expired. */
export async function getLease({ client, tableName }: Store, name: LeaseName): Promise<MailLease | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: leaseKey(name), ConsistentRead: true }),
  );
  return Item && leaseFromItem(name.accountId, Item);
}

/** Begins the first attempt. Undefined if another run has this lease. */
export async function leaseMail(
  { client, tableName }: Store,
  name: LeaseName,
  occurrences: readonly LeasedOccurrence[],
  now: Date,
): Promise<MailLease | undefined> {
  const attemptedAt = now.toISOString();
  const Item = {
    ...leaseKey(name),
    state: "claimed" satisfies LeaseState,
    occurrences: occurrences.map(({ contactId, dateId, occurrence }) => `${contactId} ${dateId} ${occurrence}`),
    attempts: 1,
    attemptedAt,
    expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
  };
  const put = new PutCommand({ TableName: tableName, Item, ConditionExpression: "attribute_not_exists(pk)" });
  return (await isDone(client.send(put))) ? leaseFromItem(name.accountId, Item) : undefined;
}

/** Begins another attempt. Undefined if another run or an event has changed the lease. */
export async function renewLease(store: Store, lease: MailLease, now: Date): Promise<MailLease | undefined> {
  const attempt = { attempts: lease.attempts + 1, attemptedAt: now.toISOString() };
  const condition = "#state = :before AND attempts = :read";
  const values = { ":before": lease.state, ":read": lease.attempts };
  const isClaimed = await change(store, lease, { state: "claimed", ...attempt }, condition, values);
  return isClaimed ? { ...lease, state: "claimed", ...attempt } : undefined;
}

/**
 * Records that SES accepted the mail of this or an earlier attempt. The sender and events call it. False if this was recorded
 * before, or if there is no such lease.
 */
export function acceptLease(store: Store, name: LeaseName, acceptedAt: string, messageId: string): Promise<boolean> {
  const values = { ":claimed": "claimed", ":released": "released" };
  return change(store, name, { state: "accepted", acceptedAt, messageId }, "#state IN (:claimed, :released)", values);
}

/** Records that the mail of this attempt was surely not sent. False if another attempt has the lease. */
export function releaseLease(store: Store, lease: MailLease): Promise<boolean> {
  const values = { ":claimed": "claimed", ":attempts": lease.attempts };
  return change(store, lease, { state: "released" }, "#state = :claimed AND attempts = :attempts", values);
}

/** Ends the lease, or records the fault of its mail, in a transaction with the head. */
export function updateLeaseAction(
  { tableName: TableName }: Store,
  name: LeaseName,
  update: { state: "settled" | "refused" } | { fault: LeaseFault },
): WriteAction {
  const ConditionExpression = "attribute_exists(pk)";
  return { Update: { TableName, Key: leaseKey(name), ...updateOf(update), ConditionExpression } };
}

/** Sets these attributes under a condition, which has its own values. False if it does not hold. */
async function change(
  { client, tableName }: Store,
  name: LeaseName,
  attributes: Partial<MailLease> & { messageId?: string },
  ConditionExpression: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { ExpressionAttributeValues, ...update } = updateOf(attributes);
  const command = new UpdateCommand({
    TableName: tableName,
    Key: leaseKey(name),
    ...update,
    ConditionExpression,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
  });
  return isDone(client.send(command));
}

/** False if the condition does not hold. */
async function isDone(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function leaseFromItem(accountId: string, item: Record<string, unknown>): MailLease {
  const { sk, state, occurrences, attempts, attemptedAt, acceptedAt = null, fault = null } = item as unknown as Stored;
  const [, day = "", number = "1"] = sk.split("#");
  return {
    accountId,
    day,
    number: Number(number),
    state,
    occurrences: occurrences.map((text) => {
      const [contactId = "", dateId = "", occurrence = ""] = text.split(" ");
      return { contactId, dateId, occurrence };
    }),
    attempts,
    attemptedAt,
    acceptedAt,
    fault,
  };
}

/** Occurrences are stored as text, so that the 4,000 occurrences of the largest mail fit into an item of 400 KB. */
type Stored = Omit<MailLease, keyof LeaseName | "occurrences" | "acceptedAt" | "fault"> &
  Partial<Pick<MailLease, "acceptedAt" | "fault">> & { sk: string; occurrences: string[] };
