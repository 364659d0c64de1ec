/** The accounts that are measured: the same ids, times and contacts in every run and on every machine. */
import { createHash } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as uuidV7 } from "uuid";
import { placesFile } from "../../infra/places/places-file.ts";
import { createContact } from "../../shared/contact/apply.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { type ContactPatch, contactCreateSchema } from "../../shared/contact/schema.ts";
import type { FindPlace } from "../../shared/places/find-place.ts";
import { createPlaceFinder } from "../../shared/places/read-gazetteer.ts";
import { type AccountHead, accountHeadToItem, countContacts, newAccountHead } from "../../shared/table/account.ts";
import { contactToItem } from "../../shared/table/contact.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { mapInParallel } from "../../shared/table/parallel.ts";
import type { Store } from "../../shared/table/store.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { contactChanges, contactItems } from "./floor.ts";
import { itemBytes } from "./item-size.ts";
import { type Item, transactionUnits } from "./write-units.ts";

/** When the measuring takes place, in milliseconds since the epoch. */
export const benchTime = Date.UTC(2026, 5, 1, 12);
/** When the accounts were opened; their contacts came evenly since then. */
const openingTime = Date.UTC(2018, 0, 1);

export interface BenchAccount {
  accountId: string;
  size: number;
  contacts: BenchContact[];
}

/** What has to be known of a contact that lies in the table. */
export interface BenchContact {
  id: string;
  /** Of its own item. */
  bytes: number;
  keepInTouch: boolean;
  /** What deleting it costs within a transaction, and how many of its 100 actions. */
  deletion: { units: number; actions: number };
}

/** Ids of version 7 that no chance is in: the same for the same `seed`, in the order of their numbers. */
export function createIds(seed: string, time: number): () => string {
  let count = 0;
  return () => {
    count++;
    const random = createHash("sha256").update(`${seed} ${count}`).digest().subarray(0, 16);
    return uuidV7({ msecs: time + count, seq: 0, random });
  };
}

/** The one of the service: most contacts are on the map by their town. Its file is asked for by who looks for a place. */
export const findPlace: FindPlace = (query) => {
  finder ??= createPlaceFinder(placesFile());
  return finder(query);
};
let finder: FindPlace | undefined;

/** The contact with this number, as creating it at this time makes it, with `more` fields than it has by itself. */
export function benchContact(
  accountId: string,
  n: number,
  time: number,
  version: number,
  more: ContactPatch = {},
): ContactRecord {
  const newId = createIds(`contact ${n}`, time);
  const context = { now: new Date(time), newId, defaults: { timezone: "UTC", language: "en" }, findPlace };
  const record = createContact(
    accountId,
    newId(),
    contactCreateSchema.parse({ ...realisticBody(n), ...more }),
    context,
  );
  return { ...record, version };
}

/** Items of one call (DynamoDB's quota), and calls that are under way at once. */
const itemsOfCall = 25;
const parallelCalls = 8;

/** Writes an account of so many contacts past the service, with all that is derived from them but the search log. */
export async function loadAccount(store: Store, size: number): Promise<BenchAccount> {
  const accountId = createIds(`account of ${size}`, openingTime - 1_000)();
  const step = Math.floor((benchTime - openingTime) / (size + 1));
  const contacts: BenchContact[] = [];
  const years: string[] = [];
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
    years.push(...records.map(({ createdAt }) => createdAt));
    lastContactId = records.at(-1)?.id ?? lastContactId;
  }
  const txid = size + 1;
  const empty = newAccountHead(accountId, "bench@example.com", new Date(openingTime));
  const head: AccountHead = { ...countContacts(empty, years, 1), txid, lastContactId, searchTxid: txid };
  const context = { now: new Date(openingTime), newId: () => accountId, defaults: head, findPlace };
  const myself = createContact(accountId, accountId, contactCreateSchema.parse({ firstName: "Me" }), context);
  await putItems(store, [accountHeadToItem(head), contactToItem({ ...myself, version: 1 })]);
  return { accountId, size, contacts };
}

function describe(store: Store, record: ContactRecord): BenchContact {
  const changes = contactChanges(store, record, undefined);
  return {
    id: record.id,
    bytes: itemBytes(contactToItem(record)),
    keepInTouch: record.keepFrequencyDays !== null,
    deletion: { units: transactionUnits(mainTable, changes), actions: changes.length },
  };
}

/** Past the service. */
export async function putItems({ client, tableName }: Store, items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / itemsOfCall) }, (_, index) =>
    items.slice(index * itemsOfCall, (index + 1) * itemsOfCall),
  );
  await mapInParallel(batches, parallelCalls, async (batch) => {
    const RequestItems = { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) };
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error("the emulator left items out");
  });
}
