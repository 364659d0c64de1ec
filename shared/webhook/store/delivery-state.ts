/**
 * Storage of what the sender knows about a webhook between two runs: how far it has read the outbox, which events are still to
 * be delivered, and when it goes on. A run holds a lease on it, so that the events of a contact stay in order. It is no part
 * of the account's data, so it is written without the head and changes no `txid`.
 */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { WebhookEvent } from "../../account/events.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";

/** An event that was read from the outbox and is not delivered yet. All times are in milliseconds since the epoch. */
export interface OpenEvent {
  txid: number;
  /** Its position in the write. */
  index: number;
  /** The time of the write, ISO 8601 in UTC. */
  at: string;
  event: WebhookEvent;
  /** The number of attempts, all of which failed. */
  attempts: number;
  /** When the last attempt ended, and when the next one is due; 0 before the first one. */
  attemptedAt: number;
  dueAt: number;
  /** It failed again although another delivery succeeded meanwhile, so it says nothing about the others. */
  failsAlone: boolean;
}

export interface DeliveryState {
  /** Every event up to this `txid` is delivered, has failed for good, or is in `open`. */
  cursor: number;
  /** In the order of the writes. */
  open: readonly OpenEvent[];
  /** The number of runs in a row in which everything failed. */
  failures: number;
  /** Until when nothing is sent, because everything failed; 0 for no pause. */
  pausedUntil: number;
  /** The first of these failures; 0 if the last delivery succeeded. */
  failingSince: number;
  /** The address that the pause and the failures are of; null before the first run. */
  url: string | null;
  /** When an attempt last ended, and when one last succeeded; 0 for never. */
  attemptedAt: number;
  succeededAt: number;
  /** The number of quick attempts in a row after which the webhook returns to the quick lane; 0 if it is there. */
  quickAttemptsNeeded: number;
  /** When the message arrives that wakes the sender for this webhook again; 0 for none. */
  wakeAt: number;
  /** The time at which the service switched the webhook off, ISO 8601 in UTC, once its owner was notified; null before. */
  ownerNotifiedOf: string | null;
}

export interface DeliveryStateLocation {
  accountId: string;
  webhookId: string;
}

/** The right to deliver the events of a webhook, which ends by itself. */
export interface DeliveryLease extends DeliveryStateLocation {
  /** Unique for each run. */
  holder: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Another run holds the lease, because this one took too long. */
class DeliveryLeaseLostError extends Error {
  override readonly name = "DeliveryLeaseLostError";
}

/** Seconds after the last write of a state. The outbox has nothing older, so a new state continues where an expired one ended. */
const lifetime = 90 * 24 * 3600;

/** The state of a webhook that delivers the events after this `txid`. */
export function newDeliveryState(cursor: number): DeliveryState {
  return {
    ...{ cursor, open: [], failures: 0, pausedUntil: 0 },
    ...{ failingSince: 0, url: null, attemptedAt: 0, succeededAt: 0 },
    ...{ quickAttemptsNeeded: 0, wakeAt: 0, ownerNotifiedOf: null },
  };
}

/** A new address is tried at once, and the failures of the one before say nothing about it. */
export function stateForUrl<State extends DeliveryState>(state: State, url: string): State {
  return state.url === url ? state : { ...state, url, pausedUntil: 0, failingSince: 0 };
}

function deliveryStateKey({ accountId, webhookId }: DeliveryStateLocation) {
  return { pk: accountPartition(accountId), sk: `WS#${webhookId}` };
}

/** Consistently read. A webhook that has had no run yet has an empty state. */
export async function readDeliveryState(
  { client, tableName }: Store,
  at: DeliveryStateLocation,
): Promise<DeliveryState & { leasedUntil: number }> {
  const command = new GetCommand({ TableName: tableName, Key: deliveryStateKey(at), ConsistentRead: true });
  const { Item = {} } = await client.send(command);
  return { ...stateFromItem(Item), leasedUntil: Number(Item.leaseUntil ?? 0) };
}

/**
 * Begins a run, which may take over the lease of the holder `passedOn`. Undefined if another run holds the lease: that run then
 * has to look for new events once more before it ends, so that no event waits for the next message.
 */
export async function takeDeliveryLease(
  { client, tableName }: Store,
  { holder, until, ...at }: DeliveryLease,
  now: number,
  passedOn = holder,
): Promise<DeliveryState | undefined> {
  const key = { TableName: tableName, Key: deliveryStateKey(at) };
  for (;;) {
    const take = new UpdateCommand({
      ...key,
      UpdateExpression: "SET leaseHolder = :holder, leaseUntil = :until REMOVE mustRunAgain",
      ConditionExpression: "attribute_not_exists(leaseUntil) OR leaseUntil <= :now OR leaseHolder = :passedOn",
      ExpressionAttributeValues: { ":holder": holder, ":until": until, ":now": now, ":passedOn": passedOn },
      ReturnValues: "ALL_NEW",
    });
    const taken = await unlessRefused(client.send(take));
    if (taken) return stateFromItem(taken.Attributes ?? {});
    const ask = new UpdateCommand({
      ...key,
      UpdateExpression: "SET mustRunAgain = :true",
      ConditionExpression: "leaseUntil > :now",
      ExpressionAttributeValues: { ":true": true, ":now": now },
    });
    if (await unlessRefused(client.send(ask))) return undefined;
  }
}

/** Writes the state and keeps the lease. Throws `DeliveryLeaseLostError`. */
export async function saveDeliveryState(
  store: Store,
  lease: DeliveryLease,
  state: DeliveryState,
  now: number,
): Promise<void> {
  const kept = { ...state, leaseHolder: lease.holder, leaseUntil: lease.until };
  if (await put(store, lease, kept, now)) return;
  throw new DeliveryLeaseLostError("another run has the lease");
}

/** Writes the state and ends the lease. False if a message came meanwhile: the run must look for new events once more. */
export function releaseDeliveryState(
  store: Store,
  lease: DeliveryLease,
  state: DeliveryState,
  now: number,
): Promise<boolean> {
  return put(store, lease, state, now, " AND attribute_not_exists(mustRunAgain)");
}

/** Forgets the state of a webhook that does not exist any more. */
export async function deleteDeliveryState({ client, tableName }: Store, at: DeliveryStateLocation): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: deliveryStateKey(at) }));
}

async function put(
  { client, tableName }: Store,
  lease: DeliveryLease,
  attributes: object,
  now: number,
  condition = "",
): Promise<boolean> {
  const expiresAt = Math.ceil(now / 1000) + lifetime;
  const command = new PutCommand({
    TableName: tableName,
    Item: { ...deliveryStateKey(lease), ...attributes, expiresAt },
    ConditionExpression: `leaseHolder = :holder${condition}`,
    ExpressionAttributeValues: { ":holder": lease.holder },
  });
  return (await unlessRefused(client.send(command))) !== undefined;
}

function stateFromItem(item: Record<string, unknown>): DeliveryState {
  const empty = newDeliveryState(0);
  const names = Object.keys(empty) as (keyof DeliveryState)[];
  return { ...empty, ...Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : []))) };
}
