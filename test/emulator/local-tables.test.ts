import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { createTable, createTableInput } from "../../infra/local/tables.ts";
import { cacheTable, mainTable, type TableDefinition } from "../../shared/table/definition.ts";
import { type FreshTable, freshTable } from "../support/stack.ts";

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

  it("of other indexes are refused by name, for their queries would miss items", async () => {
    const [first, ...others] = mainTable.globalIndexes;
    const fewer: TableDefinition = { ...mainTable, globalIndexes: [{ ...first, projection: ["id"] }, ...others] };
    await createTable(tables.host, "earlier", fewer);
    await createTable(tables.host, "earlier", fewer);
    await expect(createTable(tables.host, "earlier", mainTable)).rejects.toThrow(/differ \(contactPins\).*data folder/);
  });

  it("are apart for every test", async () => {
    const others = await freshTable();
    await put(tables, { pk: "mine" });
    expect(await exists(others, "mine")).toBe(false);
  });

  it("that can't be made tell why, as the service does", async () => {
    await expect(createTable(tables.host, "no", cacheTable)).rejects.toMatchObject({ type: "ValidationException" });
  });

  it("expire by the attribute that their definition names, where it names one", async () => {
    const { client } = tables.cache;
    const expiryOf = async (name: string, definition: TableDefinition) => {
      await createTable(tables.host, name, definition);
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
      return TimeToLiveDescription;
    };
    expect(await expiryOf("expiring", cacheTable)).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "expiresAt" });
    expect(await expiryOf("kept", { ...cacheTable, expiryAttribute: undefined })).toEqual({
      TimeToLiveStatus: "DISABLED",
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
