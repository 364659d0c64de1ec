/** The accounts that are measured. Their ids, times and contacts are the same in every run and on every machine. */
import { createHash } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as uuidV7 } from "uuid";
import { placesFile } from "../../infra/places/places-file.ts";
import {
  type AccountHead,
  accountHeadToItem,
  countContacts,
  newAccountHead,
} from "../../shared/account/store/account.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { ContactPatch } from "../../shared/contact/schema.ts";
import { contactToItem } from "../../shared/contact/store/contact.ts";
import type { FindPlace } from "../../shared/place/find-place.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";
import { mapInParallel } from "../../shared/platform/dynamodb/parallel.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { type Item, itemBytes, transactionUnits } from "../support/capacity/write-units.ts";
import { newContact } from "../support/contact/new-contact.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import { contactChanges, contactItems, trashChange } from "./floor.ts";

/** The time of all measurements, in milliseconds since the epoch. */
export const benchTime = Date.UTC(2026, 5, 1, 12);
/** The accounts are as old as this; their contacts were created evenly since then. */
const openingTime = Date.UTC(2018, 0, 1);

export interface BenchAccount {
  accountId: string;
  size: number;
  contacts: BenchContact[];
}

/** What the measurements need to know about a contact in the table. */
export interface BenchContact {
  id: string;
  /** Of the contact's own item. */
  bytes: number;
  keepInTouch: boolean;
  /** The cost of deleting it in a transaction, and the number of actions that this takes. */
  deletion: { units: number; actions: number };
}

/** Ids of version 7 without chance: the same ids for the same `seed`, in ascending order. */
export function createIds(seed: string, time: number): () => string {
  let count = 0;
  return () => {
    count++;
    const random = createHash("sha256").update(`${seed} ${count}`).digest().subarray(0, 16);
    return uuidV7({ msecs: time + count, seq: 0, random });
  };
}

/** The place finder of the service, which puts most contacts on the map. It opens its file when it is first used. */
export const findPlace: FindPlace = (query) => {
  finder ??= createPlaceFinder(placesFile());
  return finder(query);
};
let finder: FindPlace | undefined;

/** The contact with this number, as created at this time. `more` adds or replaces fields. */
export function benchContact(
  accountId: string,
  n: number,
  time: number,
  version: number,
  more: ContactPatch = {},
): ContactRecord {
  const newId = createIds(`contact ${n}`, time);
  const context = { id: newId(), now: new Date(time), newId, findPlace };
  return { ...newContact(accountId, { ...realisticBody(n), ...more }, context), version };
}

/** The quota of one call. */
const batchSize = 25;
const parallelCalls = 8;

/**
 * Writes an account with `size` contacts directly into the table, with all items derived from them except the search log. Without
 * `accountId`, nobody can sign in to it.
 */
export async function loadAccount(
  store: Store,
  size: number,
  accountId = createIds(`account of ${size}`, openingTime - 1_000)(),
): Promise<BenchAccount> {
  const step = Math.floor((benchTime - openingTime) / (size + 1));
  const contacts: BenchContact[] = [];
  const creationTimes: string[] = [];
  let lastContactId = "";
  for (let start = 0; start < size; start += 1_000) {
    const count = Math.min(1_000, size - start);
    const records = Array.from({ length: count }, (_, n) =>
      benchContact(accountId, start + n, openingTime + (start + n) * step, start + n + 2),
    );
    await putItems(
      store,
      records.flatMap((record) => [...contactItems(store, record).values()]),
    );
    contacts.push(...records.map((record) => describe(store, record)));
    creationTimes.push(...records.map(({ createdAt }) => createdAt));
    lastContactId = records.at(-1)?.id ?? lastContactId;
  }
  const txid = size + 1;
  const empty = newAccountHead(accountId, "bench@example.com", new Date(openingTime));
  const head: AccountHead = {
    ...countContacts(empty, creationTimes, 1),
    txid,
    lastContactId,
    searchTxid: txid,
    keepTxid: txid,
  };
  const myself = newContact(accountId, { firstName: "Me" }, { id: accountId, now: new Date(openingTime) });
  await putItems(store, [accountHeadToItem(head), contactToItem({ ...myself, version: 1 })]);
  return { accountId, size, contacts };
}

function describe(store: Store, record: ContactRecord): BenchContact {
  const changes = [...contactChanges(store, record, undefined), trashChange(store, record)];
  return {
    id: record.id,
    bytes: itemBytes(contactToItem(record)),
    keepInTouch: record.keepFrequencyDays !== null,
    // The history of the contact has a change that no index has.
    deletion: { units: transactionUnits(mainTable, changes) + 2, actions: changes.length + 1 },
  };
}

/** Writes items directly into the table. */
export async function putItems({ client, tableName }: Store, items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );
  await mapInParallel(batches, parallelCalls, async (batch) => {
    const RequestItems = { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) };
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error("the database refused items");
  });
}
