/**
 * The items of contacts with `keepFrequencyDays` (`K#`). Every write of such a contact updates its item in the same
 * transaction. No key has the account's time zone, so a change of it rewrites nothing.
 *
 * In byDue, the items are in the order in which mails include them: by the due instant in UTC. The head has the position
 * of the last one that a mail has included (`keptInTouchUntil`). An item that is written with an earlier due instant gets a
 * key just after that position, so that the next mail includes it.
 */
import type { ContactChange, ContactRecord } from "../../contact/record.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { updateOf } from "../../platform/dynamodb/update.ts";
import { longId, shortId } from "../../platform/text/short-id.ts";
import { dueDay, dueInstantInUtc, type TrackedContact, trackedContact } from "../tracked-contact.ts";

const keyPrefix = "K#";

/** A tracked contact with its position in byDue: an instant and its id. */
export type PositionedContact = TrackedContact & { position: string };

function trackedKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: keyPrefix + shortId(id) };
}

/** The contact at its position when it is written, while mails have included contacts up to `mailedUntil`. */
export function positioned(contact: TrackedContact, mailedUntil: string): PositionedContact {
  const instant = dueInstantInUtc(contact);
  return { ...contact, position: `${instant > mailedUntil ? instant : justAfter(mailedUntil)}#${contact.id}` };
}

function justAfter(position: string): string {
  const [instant = ""] = position.split("#");
  return new Date(Date.parse(instant) + 1).toISOString();
}

/** Creation time and last interaction are not both stored, because the due day follows from one of them. The key has the id. */
function itemFields({ id: _id, createdAt, lastInteraction, ...contact }: TrackedContact): Record<string, unknown> {
  return { ...contact, ...(lastInteraction === null ? { createdAt } : { lastInteraction }) };
}

function trackedFromItem(item: Record<string, unknown>): PositionedContact {
  const absent = { photoVersion: null, lastInteraction: null, createdAt: "" };
  const {
    pk: _pk,
    sk,
    dueKey,
    ...fields
  } = item as Stored<Omit<TrackedContact, "id"> & { dueKey: string }, keyof typeof absent>;
  const id = longId(sk.slice(keyPrefix.length));
  return { ...absent, ...fields, id, position: dueKey.slice(keyPrefix.length) };
}

/** The action, if any, that a change of a contact needs for its item. `mailedUntil` is the position of the head. */
export function keepInTouchActions(
  { tableName: TableName }: Pick<Store, "tableName">,
  before: ContactRecord | null,
  after: ContactRecord | null,
  mailedUntil: string,
): WriteAction[] {
  const [old, current] = [trackedContact(before), trackedContact(after)];
  if (!current || !after)
    return old && before ? [{ Delete: { TableName, Key: trackedKey(before.accountId, old.id) } }] : [];
  const Key = trackedKey(after.accountId, current.id);
  if (!old || isDueAnew(old, current)) {
    const fields = Object.entries(itemFields(current)).filter(([, value]) => value !== null);
    const dueKey = keyPrefix + positioned(current, mailedUntil).position;
    return [{ Put: { TableName, Item: { ...Key, ...Object.fromEntries(fields), dueKey } } }];
  }
  const { firstName, lastName, photoVersion } = current;
  const isSame = old.firstName === firstName && old.lastName === lastName && old.photoVersion === photoVersion;
  return isSame ? [] : [{ Update: { TableName, Key, ...updateOf({ firstName, lastName, photoVersion }) } }];
}

/** The consequences of a write for lists and for the reminder sender. */
export interface KeepInTouchChanges {
  /** Whether any item changes. */
  any: boolean;
  /** The first due day of the contacts that are due on another day than before. */
  dueDay: string | undefined;
}

export function keepInTouchChanges(changes: readonly ContactChange[], timeZone: string): KeepInTouchChanges {
  const any = changes.some(({ before, after }) => keepInTouchActions({ tableName: "" }, before, after, "").length > 0);
  const days = changes.flatMap(({ before, after }) => {
    const [old, current] = [trackedContact(before), trackedContact(after)];
    return current && (!old || isDueAnew(old, current)) ? [dueDay(current, timeZone)] : [];
  });
  return { any, dueDay: days.toSorted()[0] };
}

/** Consistently reads all tracked contacts, by id. */
export async function listTracked(store: Store, accountId: string): Promise<TrackedContact[]> {
  const contacts: TrackedContact[] = [];
  for await (const item of queryItems(store, prefixQuery(accountId, keyPrefix))) contacts.push(trackedFromItem(item));
  return contacts;
}

/** Consistently reads those of these contacts that are tracked, in no particular order. */
export async function getTracked(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<PositionedContact[]> {
  const items = await batchGet(
    store,
    ids.map((id) => trackedKey(accountId, id)),
  );
  return items.map(trackedFromItem);
}

/** The items in one read. Most accounts have one or two that are due. */
const pageSize = 50;

/**
 * Consistently reads the contacts after a position that are due up to `today` in the time zone, in the order of their
 * positions. The first one that is due later ends the list, so that everything up to the last position was listed. This
 * delays a contact by a day if its last interaction was in the hour beside midnight and the clock was changed after it.
 */
export async function* listDueTracked(
  store: Store,
  accountId: string,
  { after, today, timeZone }: { after: string; today: string; timeZone: string },
): AsyncGenerator<PositionedContact, void> {
  for await (const item of queryItems(store, { ...positionQuery(accountId, after, "~"), Limit: pageSize })) {
    const contact = trackedFromItem(item);
    if (dueDay(contact, timeZone) > today) return;
    yield contact;
  }
}

/** Consistently reads the contacts with positions after `from` and up to `to`. */
export async function* listTrackedBetween(
  store: Store,
  accountId: string,
  { from, to }: { from: string; to: string },
): AsyncGenerator<PositionedContact, void> {
  for await (const item of queryItems(store, positionQuery(accountId, from, to))) yield trackedFromItem(item);
}

/** The due day of the first contact after a position; undefined if there is none. Consistently read. */
export async function firstTrackedDay(
  store: Store,
  accountId: string,
  { after, timeZone }: { after: string; timeZone: string },
): Promise<string | undefined> {
  const first = await queryItems(store, { ...positionQuery(accountId, after, "~"), Limit: 1 }).next();
  return first.done ? undefined : dueDay(trackedFromItem(first.value), timeZone);
}

/** `!` comes after the end of a position and before the continuation of another one. */
function positionQuery(accountId: string, after: string, to: string) {
  return {
    IndexName: "byDue",
    KeyConditionExpression: "pk = :pk AND dueKey BETWEEN :after AND :to",
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":after": `${keyPrefix}${after}!`,
      ":to": `${keyPrefix}${to}`,
    },
    ConsistentRead: true,
  };
}

function isDueAnew(one: TrackedContact, other: TrackedContact): boolean {
  return one.lastInteraction !== other.lastInteraction || one.keepFrequencyDays !== other.keepFrequencyDays;
}
