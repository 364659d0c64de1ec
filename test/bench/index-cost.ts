/**
 * What the indexes of the table cost and save, in capacity units, which are the same on every machine: `node test/bench/index-cost.ts`.
 *
 * Reads are as DynamoDB Local reports them. Its figures for transactions are wrong, so the actions of a write are carried out one by one, which it
 * counts rightly by table and index; a transaction costs the table's share twice and each index entry once (AWS's guide, "Transactions").
 */
import { BatchGetCommand, DeleteCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { startDynamoDbLocal } from "../../infra/local/dynamodb-local.ts";
import { createTable } from "../../infra/local/tables.ts";
import { applyPatch } from "../../shared/contact/apply.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/table/account.ts";
import type { WriteAction } from "../../shared/table/account-write.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { contactKey, contactToItem, contactWriteActions } from "../../shared/table/contact.ts";
import { mainTable, type TableDefinition } from "../../shared/table/definition.ts";
import { accountPartition, type Store } from "../../shared/table/store.ts";
import { recordOf } from "../support/contact-calls.ts";
import { realisticBody } from "../support/realistic-contact.ts";

const contactCount = 1_000;
const pageSize = 50;
/** Writes are averaged over so many contacts. */
const sampleSize = 200;

/** The road not taken: the same indexes without the contacts in them. */
const keysOnlyTable: TableDefinition = {
  ...mainTable,
  localIndexes: mainTable.localIndexes.map((index) => ({ ...index, projection: "KEYS_ONLY" })),
};

const database = await startDynamoDbLocal();
try {
  const host = { endpoint: database.endpoint, region: "us-east-1", accessKeyId: "bench" };
  const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
  const client = createDocumentClient({ endpoint: host.endpoint, region: host.region, credentials });
  const whole = { client, tableName: "whole" };
  const keysOnly = { client, tableName: "keys-only" };
  await createTable(host, whole.tableName, mainTable);
  await createTable(host, keysOnly.tableName, keysOnlyTable);

  const accountId = newUuid();
  const head = accountHeadToItem(newAccountHead(accountId, null, new Date()));
  const contacts = Array.from({ length: contactCount }, (_, n) => recordOf(accountId, realisticBody(n), n + 2));
  const sizes = contacts.map((contact) => itemBytes(contactToItem(contact)));
  const fuller = contacts.map((contact) => itemBytes({ ...contact, ...contactToItem(contact) }));
  console.log(
    `${contactCount} contacts: ${mean(sizes)} bytes a contact's item (${Math.min(...sizes)} to ${Math.max(...sizes)}); ` +
      `${mean(fuller)} if empty fields were kept\n`,
  );

  const writes = [];
  for (const store of [whole, keysOnly]) writes.push(await measureWrites(store, head, contacts));
  const reads = [await measureWholePage(whole, accountId), await measureKeysPage(keysOnly, accountId)];
  console.table({
    "indexes carry the contact": { ...writes[0], ...reads[0] },
    "indexes carry keys only": { ...writes[1], ...reads[1] },
    "floor: the bytes themselves": floors(sizes),
  });
} finally {
  await database.stop();
}

async function measureWrites(store: Store, head: Record<string, unknown>, contacts: readonly ContactRecord[]) {
  const context = { now: new Date(), newId: () => newUuid(), defaults: { timezone: "UTC", language: "en" } };
  const headCost = await unitsOf(store, [{ Put: { TableName: store.tableName, Item: head } }]);
  const units = { create: 0, "patch of notes": 0, "patch of the name": 0, delete: 0 };
  for (const [n, contact] of contacts.entries()) {
    const create = await unitsOf(store, contactWriteActions(store, null, contact));
    if (n >= sampleSize) continue;
    const noted = {
      ...applyPatch(contact, { notes: "A new note, a little longer than nothing." }, context),
      version: 5_000,
    };
    const renamed = { ...applyPatch(noted, { firstName: "Renamed" }, context), version: 5_001 };
    units.create += create;
    units["patch of notes"] += await unitsOf(store, contactWriteActions(store, contact, noted));
    units["patch of the name"] += await unitsOf(store, contactWriteActions(store, noted, renamed));
    units.delete += await unitsOf(store, contactWriteActions(store, renamed, null));
    await unitsOf(store, contactWriteActions(store, null, contact));
  }
  return Object.fromEntries(
    Object.entries(units).map(([name, sum]) => [`${name} (write)`, round(sum / sampleSize + headCost)]),
  );
}

/** Units of these actions in one transaction. */
async function unitsOf({ client }: Store, actions: readonly WriteAction[]): Promise<number> {
  let units = 0;
  for (const { Put, Delete } of actions) {
    const detail = { ReturnConsumedCapacity: "INDEXES" } as const;
    const { ConsumedCapacity } = Put
      ? await client.send(new PutCommand({ TableName: Put.TableName, Item: Put.Item, ...detail }))
      : await client.send(new DeleteCommand({ TableName: Delete?.TableName, Key: Delete?.Key, ...detail }));
    const { Table, LocalSecondaryIndexes = {}, GlobalSecondaryIndexes = {} } = ConsumedCapacity ?? {};
    units += 2 * (Table?.CapacityUnits ?? 0);
    for (const { CapacityUnits = 0 } of Object.values(LocalSecondaryIndexes)) units += CapacityUnits;
    for (const { CapacityUnits = 0 } of Object.values(GlobalSecondaryIndexes)) units += CapacityUnits;
  }
  return units;
}

function firstPage(store: Store, accountId: string) {
  return new QueryCommand({
    TableName: store.tableName,
    IndexName: "byName",
    KeyConditionExpression: "pk = :pk AND begins_with(nameKey, :contacts)",
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":contacts": "C#" },
    ConsistentRead: true,
    Limit: pageSize,
    ReturnConsumedCapacity: "TOTAL",
  });
}

async function measureWholePage(store: Store, accountId: string) {
  const { ConsumedCapacity } = await store.client.send(firstPage(store, accountId));
  return { "page of 50 by name (read)": ConsumedCapacity?.CapacityUnits };
}

async function measureKeysPage(store: Store, accountId: string) {
  const { Items = [], ConsumedCapacity } = await store.client.send(firstPage(store, accountId));
  const Keys = Items.map(({ sk }) => contactKey(accountId, String(sk).slice(2)));
  const { ConsumedCapacity: got = [] } = await store.client.send(
    new BatchGetCommand({
      RequestItems: { [store.tableName]: { Keys, ConsistentRead: true } },
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  const gets = got.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  return { "page of 50 by name (read)": (ConsumedCapacity?.CapacityUnits ?? 0) + gets };
}

/** A consistent read unit carries 4 KB, a transaction's write two units for each KB. */
function floors(sizes: readonly number[]) {
  const write = round((2 * sizes.reduce((sum, bytes) => sum + Math.ceil(bytes / 1024), 0)) / sizes.length);
  return {
    "create (write)": write,
    "patch of notes (write)": write,
    "patch of the name (write)": write,
    "delete (write)": write,
    "page of 50 by name (read)": round((pageSize * mean(sizes)) / 4096),
  };
}

/** As DynamoDB counts an item ("Item sizes and formats" in AWS's guide). */
function itemBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return 1 + Math.ceil(String(value).replace(/\D/g, "").length / 2);
  if (value === null || typeof value !== "object") return 1;
  const entries = Array.isArray(value) ? value.map((item) => ["", item] as const) : Object.entries(value);
  return entries.reduce((sum, [name, item]) => sum + Buffer.byteLength(name) + itemBytes(item) + 1, 3);
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
