/** Data that an earlier version of the service kept with DynamoDB Local come into the database that serves the folder now. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimDynamoDbLocalFolder } from "./dynamodb-local.ts";
import { tableNames } from "./function-environment.ts";
import { callDynamoDb, type TableHost } from "./tables.ts";

/** What BatchWriteItem takes. */
const itemsAtOnce = 25;

/**
 * Copies every item, as DynamoDB Local keeps it in its SQLite file, and then gives that file another name. Killed before that, the next start
 * copies all of it again, over the same items: nobody has written in between, as the API opens its port afterwards. Without such a file there
 * is nothing to do. Throws `DataFolderInUseError` while DynamoDB Local serves the folder.
 */
export async function carryOver(folder: string, host: TableHost): Promise<void> {
  const file = join(folder, `${host.accessKeyId}_${host.region}.db`);
  if (!existsSync(file)) return;
  const claim = await claimDynamoDbLocalFolder(folder);
  const stored = new DatabaseSync(file);
  let count = 0;
  for (const name of Object.values(tableNames)) {
    for (const items of storedItems(stored, name)) {
      await putItems(host, name, items);
      count += items.length;
    }
  }
  stored.close();
  const kept = `${file}.carried-over`;
  renameSync(file, kept);
  claim.release();
  console.log(`Carried over ${count} items from DynamoDB Local; the former file is kept as ${kept}.`);
}

/** In the form of the service's own protocol, which DynamoDB Local stores as text. */
function* storedItems(stored: DatabaseSync, table: string): Generator<object[], void> {
  if (!stored.prepare("SELECT 1 FROM dm WHERE TableName = ?").get(table)) return;
  let items: object[] = [];
  for (const { ObjectJSON } of stored.prepare(`SELECT ObjectJSON FROM "${table}"`).iterate()) {
    items.push(JSON.parse(Buffer.from(ObjectJSON as Uint8Array).toString("utf8")));
    if (items.length < itemsAtOnce) continue;
    yield items;
    items = [];
  }
  if (items.length > 0) yield items;
}

async function putItems(host: TableHost, table: string, items: readonly object[]): Promise<void> {
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems = {} } = await callDynamoDb<{ UnprocessedItems?: object }>(host, "BatchWriteItem", {
    RequestItems: { [table]: puts },
  });
  if (Object.keys(UnprocessedItems).length > 0) throw new Error(`The database at ${host.endpoint} refused items.`);
}
