/**
 * What contacts that are gone leave behind in interactions, noted in two kinds of journals. While `D#` names a contact,
 * interactions may still name it, and whoever shows interactions sees to that first (forget-departed.ts). While `Q#`
 * names it, there may be entries of it (participation.ts), which nobody reads: they go when there is time
 * (departed-entries.ts). Contacts themselves depend on neither. The head counts both.
 */
import type { AccountHead } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { mapInParallel } from "./parallel.ts";
import { participationsOf } from "./participation.ts";
import { keysFrom, queryItems } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

/** `named`: interactions may name the contacts; `entries`: only their entries are left. */
export type DepartureKind = "named" | "entries";

export interface Departure {
  /** The `txid` of the write that left it. */
  txid: number;
  contactIds: readonly string[];
}

const keyStarts: Readonly<Record<DepartureKind, string>> = { named: "D#", entries: "Q#" };
const txidDigits = 15;

/** Takes the place of one with the same `txid`; nobody left removes it. */
export function departureAction(
  { tableName: TableName }: Store,
  accountId: string,
  kind: DepartureKind,
  { txid, contactIds }: Departure,
): WriteAction {
  const sk = `${keyStarts[kind]}${String(txid).padStart(txidDigits, "0")}`;
  const Key = { pk: accountPartition(accountId), sk };
  return contactIds.length === 0
    ? { Delete: { TableName, Key } }
    : { Put: { TableName, Item: { ...Key, contactIds } } };
}

/** The oldest so many. Consistent. */
export async function readDepartures(
  store: Store,
  accountId: string,
  kind: DepartureKind,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<Departure[]> {
  const query = { ...keysFrom(accountId, keyStarts[kind]), ...(limit < Number.POSITIVE_INFINITY && { Limit: limit }) };
  const found: Departure[] = [];
  for await (const { sk, contactIds } of queryItems(store, query)) {
    found.push({ txid: Number(String(sk).slice(2)), contactIds: contactIds as string[] });
    if (found.length === limit) break;
  }
  return found;
}

/**
 * Contacts that are gone, and that interactions may still name: read it behind the head, and interactions behind it,
 * since a journal goes as soon as none names its contacts.
 */
export async function departedContacts(store: Store, head: AccountHead): Promise<ReadonlySet<string>> {
  if (head.departures === 0) return new Set();
  return new Set((await readDepartures(store, head.accountId, "named")).flatMap(({ contactIds }) => contactIds));
}

/** Actions of `planFarewell` at most. */
export function farewellActions({ interactionCount }: AccountHead): number {
  return interactionCount === 0 ? 0 : 1;
}

/** Queries under way at once. */
const parallelQueries = 16;

/**
 * Notes that these contacts, which go with this write, still stand in interactions, if any of them does. The account
 * is settled, so that their entries are all there.
 */
export async function planFarewell(
  store: Store,
  head: AccountHead,
  ids: readonly string[],
  txid: number,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  if (head.interactionCount === 0) return { actions: [], head };
  const found = await mapInParallel(ids, parallelQueries, (id) => participationsOf(store, head.accountId, id, 1));
  const contactIds = found.flat().map(({ contactId }) => contactId);
  if (contactIds.length === 0) return { actions: [], head };
  return {
    actions: [departureAction(store, head.accountId, "named", { txid, contactIds })],
    head: { ...head, departures: head.departures + 1 },
  };
}
