import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { createTable } from "../../../infra/local/database/tables.ts";
import { cacheTable, mainTable, type TableDefinition } from "../../../shared/platform/dynamodb/definition.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";

describe("the tables of the emulator", () => {
  let tables: FreshTable;
  beforeEach(async () => {
    tables = await freshTable();
  });

  const put = ({ cache }: FreshTable, item: Record<string, unknown>) =>
    cache.client.send(new PutCommand({ TableName: cache.tableName, Item: item }));
  const exists = async ({ cache }: FreshTable, pk: string) =>
    (await cache.client.send(new GetCommand({ TableName: cache.tableName, Key: { pk, sk: pk } }))).Item !== undefined;

  it("do not change when they are created again", async () => {
    await put(tables, { pk: "kept", sk: "kept" });
    await createTable(tables.host, tables.cache.tableName, cacheTable);
    expect(await exists(tables, "kept")).toBe(true);
  });

  it("with other keys or indexes are refused, because queries would miss items", async () => {
    const [first, ...others] = mainTable.globalIndexes;
    const fewer: TableDefinition = { ...mainTable, globalIndexes: [{ ...first, projection: ["id"] }, ...others] };
    await createTable(tables.host, "earlier", fewer);
    await createTable(tables.host, "earlier", fewer);
    for (const other of [mainTable, { ...fewer, sortKey: "other" }]) {
      await expect(createTable(tables.host, "earlier", other)).rejects.toThrow(
        /with other keys or indexes.*data folder/,
      );
    }
  });

  it("that cannot be created fail with the error of the service", async () => {
    await expect(createTable(tables.host, "no", cacheTable)).rejects.toMatchObject({ name: "ValidationException" });
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
