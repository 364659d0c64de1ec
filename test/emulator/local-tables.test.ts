import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { createTable, createTableInput, sweepExpired } from "../../infra/local/tables.ts";
import { cacheTable, mainTable, type TableDefinition } from "../../shared/table/definition.ts";
import { type FreshTable, freshTable } from "../support/stack.ts";

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;

describe("the tables of the emulator", () => {
  let tables: FreshTable;
  beforeEach(async () => {
    tables = await freshTable();
  });

  const put = ({ cache }: FreshTable, item: Record<string, unknown>) =>
    cache.client.send(new PutCommand({ TableName: cache.tableName, Item: item }));
  const exists = async ({ cache }: FreshTable, pk: string) =>
    (await cache.client.send(new GetCommand({ TableName: cache.tableName, Key: { pk } }))).Item !== undefined;

  it("stay as they are when they are made again", async () => {
    await put(tables, { pk: "kept" });
    await createTable(tables.host, tables.cache.tableName, cacheTable);
    expect(await exists(tables, "kept")).toBe(true);
  });

  it("are apart for every test", async () => {
    const others = await freshTable();
    await put(tables, { pk: "mine" });
    expect(await exists(others, "mine")).toBe(false);
  });

  it("lose what has expired, and nothing else", async () => {
    await Promise.all([
      put(tables, { pk: "expired", expiresAt: seconds - 1 }),
      put(tables, { pk: "still good", expiresAt: seconds }),
      put(tables, { pk: "for ever" }),
    ]);
    expect(await sweepExpired(tables.host, tables.cache.tableName, cacheTable, now)).toBe(1);
    expect(await exists(tables, "expired")).toBe(false);
    expect(await exists(tables, "still good")).toBe(true);
    expect(await exists(tables, "for ever")).toBe(true);
    expect(await sweepExpired(tables.host, tables.store.tableName, mainTable, now)).toBe(0);
  });

  it("can be swept over many pages", async () => {
    const padding = "x".repeat(300_000);
    for (let n = 0; n < 8; n++) await put(tables, { pk: `old ${n}`, expiresAt: 1, padding });
    expect(await sweepExpired(tables.host, tables.cache.tableName, cacheTable, now)).toBe(8);
  });

  it("that is not there is named so, as the service does", async () => {
    await expect(sweepExpired(tables.host, "none", cacheTable, now)).rejects.toMatchObject({
      type: "ResourceNotFoundException",
    });
  });
});

it("a definition becomes a request with every key declared once", () => {
  const definition: TableDefinition = {
    partitionKey: "pk",
    sortKey: "sk",
    localIndexes: [{ name: "byName", sortKey: "nameKey", projection: "KEYS_ONLY" }],
    globalIndexes: [{ name: "byOwner", partitionKey: "owner", sortKey: "sk", projection: ["a", "b"] }],
  };
  expect(createTableInput("things", definition)).toEqual({
    TableName: "things",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk", "nameKey", "owner"].map((AttributeName) => ({
      AttributeName,
      AttributeType: "S",
    })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: "byName",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "nameKey", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "byOwner",
        KeySchema: [
          { AttributeName: "owner", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["a", "b"] },
      },
    ],
  });
});
