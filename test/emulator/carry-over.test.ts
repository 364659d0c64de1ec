import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { carryOver } from "../../infra/local/carry-over.ts";
import { startDynamoDbLocal } from "../../infra/local/dynamodb-local.ts";
import { tableNames } from "../../infra/local/function-environment.ts";
import { requireJava } from "../../infra/local/java.ts";
import { callDynamoDb, createTable, type TableHost } from "../../infra/local/tables.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { type FreshTable, freshTable } from "../support/stack.ts";

const items = Array.from({ length: 60 }, (_, at) => ({
  pk: { S: "ACCOUNT#1" },
  sk: { S: `C#${at}` },
  name: { S: "Zoë ☃ \u{1F600}" },
  count: { N: "12345678901234" },
  members: { B: Buffer.from([0, 1, 255]).toString("base64") },
  values: { L: [{ NULL: true }, { BOOL: false }, { M: { deep: { SS: ["a", "b"] } } }] },
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "carry-over-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The folder as DynamoDB Local leaves it, for machines without Java: its tables, with the columns that are read. */
async function writeFile({ accessKeyId, region }: TableHost): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = new DatabaseSync(join(folder, `${accessKeyId}_${region}.db`));
  file.exec(`CREATE TABLE dm (TableName TEXT); CREATE TABLE "${tableNames.main}" (hashKey TEXT, ObjectJSON BLOB)`);
  file.prepare("INSERT INTO dm VALUES (?)").run(tableNames.main);
  const insert = file.prepare(`INSERT INTO "${tableNames.main}" VALUES ('', ?)`);
  for (const item of items) insert.run(Buffer.from(JSON.stringify(item)));
  file.close();
}

async function writeByDynamoDbLocal(host: TableHost): Promise<void> {
  const engine = await startDynamoDbLocal(folder);
  const old = { ...host, endpoint: engine.endpoint };
  await createTable(old, tableNames.main, mainTable);
  for (const Item of items) await callDynamoDb(old, "PutItem", { TableName: tableNames.main, Item });
  await engine.stop();
}

const hasJava = await requireJava().then(
  () => true,
  () => false,
);
const writers = [writeFile, ...(hasJava ? [writeByDynamoDbLocal] : [])];

async function stored({ store }: FreshTable): Promise<unknown[]> {
  const { Items = [] } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
  return Items;
}

it.each(writers)("every item of DynamoDB Local is carried over once, and its file is kept (%o)", async (write) => {
  const [carried, expected] = [await freshTable(), await freshTable()];
  for (const Item of items) {
    await callDynamoDb(expected.host, "PutItem", { TableName: expected.store.tableName, Item });
  }
  await write(carried.host);
  await carryOver(folder, carried.host);
  expect(await stored(carried)).toEqual(await stored(expected));
  const file = join(folder, `${carried.host.accessKeyId}_${carried.host.region}.db`);
  expect([existsSync(file), existsSync(`${file}.carried-over`)]).toEqual([false, true]);

  // What has been written since stays: the file that was carried over is not read again.
  const changed = { ...items[0], name: { S: "Changed" } };
  await callDynamoDb(carried.host, "PutItem", { TableName: carried.store.tableName, Item: changed });
  await carryOver(folder, carried.host);
  expect(await stored(carried)).toContainEqual(expect.objectContaining({ name: "Changed" }));
});
