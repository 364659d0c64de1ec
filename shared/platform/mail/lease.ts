/**
 * Leases on mails, so that every mail is sent exactly once. Before a mail is sent, its lease is written, so that no other attempt
 * sends it. Afterwards the sender, or an event of SES, records the result in it. Each step is written under a condition, and
 * without the account's head unless a transaction needs both. What else the item of a lease has, and which key, is up to the
 * sender of the mails.
 */
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Store } from "../dynamodb/store.ts";
import { unlessRefused, updateOf } from "../dynamodb/update.ts";

/** The key of a lease in the main table. */
export interface LeaseKey {
  pk: string;
  sk: string;
}

/**
 * - `leased`: an attempt is running, or its result is unknown.
 * - `released`: the mail was surely not sent; the next attempt may begin at once.
 * - `accepted`: SES accepted the mail, and its sender has work left.
 * - `refused`: SES does not accept the mail.
 * - `done`: no work is left.
 */
export type LeaseState = "leased" | "released" | "accepted" | "refused" | "done";

export interface Lease {
  state: LeaseState;
  attempts: number;
  /** When the last attempt began, ISO 8601 in UTC. */
  attemptedAt: string;
}

/** Milliseconds after which a mail with an unknown result is sent again. Events of SES usually come within seconds. */
export const silenceLasts = 15 * 60_000;

/** Begins the first attempt. `attributes` are the sender's own. Undefined if another attempt has this lease. */
export async function createLease<Attributes extends { expiresAt: number }>(
  store: Store,
  key: LeaseKey,
  attributes: Attributes,
  now: Date,
): Promise<(Lease & LeaseKey & Attributes) | undefined> {
  const put = firstLease(store, key, attributes, now);
  return (await isDone(store.client.send(new PutCommand(put)))) ? put.Item : undefined;
}

/** The request that begins the first attempt, for a transaction with other items. */
export function firstLease<Attributes extends { expiresAt: number }>(
  { tableName: TableName }: Store,
  key: LeaseKey,
  attributes: Attributes,
  now: Date,
) {
  const first: Lease = { state: "leased", attempts: 1, attemptedAt: now.toISOString() };
  const Item = { ...key, ...first, ...attributes };
  return { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" };
}

/** Begins another attempt. Undefined if another attempt or an event has changed the lease. */
export async function renewLease<Read extends Lease>(
  store: Store,
  key: LeaseKey,
  lease: Read,
  now: Date,
): Promise<Read | undefined> {
  const attempt = { state: "leased", attempts: lease.attempts + 1, attemptedAt: now.toISOString() } as const;
  const condition = "#state = :before AND attempts = :read";
  const values = { ":before": lease.state, ":read": lease.attempts };
  return (await change(store, key, attempt, condition, values)) ? { ...lease, ...attempt } : undefined;
}

/**
 * Records that SES accepted the mail of this or an earlier attempt. The sender and events call it. False if this was recorded
 * before, or if there is no such lease.
 */
export function acceptLease(store: Store, key: LeaseKey, acceptedAt: string, messageId: string): Promise<boolean> {
  const values = { ":leased": "leased", ":released": "released" };
  return change(store, key, { state: "accepted", acceptedAt, messageId }, "#state IN (:leased, :released)", values);
}

/** Records that the mail of this attempt was surely not sent. False if another attempt has the lease. */
export function releaseLease(store: Store, key: LeaseKey, lease: Lease): Promise<boolean> {
  return endAttempt(store, key, lease, "released");
}

/** Records that SES will never accept the mail of this attempt. False if another attempt has the lease. */
export function refuseLease(store: Store, key: LeaseKey, lease: Lease): Promise<boolean> {
  return endAttempt(store, key, lease, "refused");
}

function endAttempt(store: Store, key: LeaseKey, { attempts }: Lease, state: LeaseState): Promise<boolean> {
  const values = { ":leased": "leased", ":attempts": attempts };
  return change(store, key, { state }, "#state = :leased AND attempts = :attempts", values);
}

/** Sets these attributes under a condition, which has its own values. False if it does not hold. */
async function change(
  { client, tableName }: Store,
  { pk, sk }: LeaseKey,
  attributes: Partial<Lease> & { acceptedAt?: string; messageId?: string },
  ConditionExpression: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { ExpressionAttributeValues, ...update } = updateOf(attributes);
  const command = new UpdateCommand({
    TableName: tableName,
    Key: { pk, sk },
    ...update,
    ConditionExpression,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
  });
  return isDone(client.send(command));
}

/** False if the condition does not hold. */
async function isDone(sending: Promise<unknown>): Promise<boolean> {
  return (await unlessRefused(sending)) !== undefined;
}
