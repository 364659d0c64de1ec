/** Makes the tables of a local database from their definitions. */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ResourceInUseException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import type { IndexDefinition, TableDefinition } from "../../../shared/platform/dynamodb/definition.ts";

/** The address of an engine. Engines check no signature; DynamoDB Local has separate tables for every access key and region. */
export interface TableHost {
  endpoint: string;
  /** Letters and digits only. */
  accessKeyId: string;
  region: string;
}

/**
 * Makes the table if it is missing, billed on demand, and without its stream (see stack/webhooks.ts). A table that exists stays
 * as it is. Throws `OtherTableError` when its keys or indexes differ from the definition, because queries would then miss items
 * without an error.
 */
export async function createTable(host: TableHost, name: string, definition: TableDefinition): Promise<void> {
  const { endpoint, region, accessKeyId } = host;
  const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey: "local" } });
  const input = createTableInput(name, definition);
  try {
    await client.send(new CreateTableCommand(input));
    if (definition.expiryAttribute === undefined) return;
    // The engine deletes expired items within seconds, except items without the keys of every index and items that expired
    // years ago. Readers check the time themselves, because AWS takes days.
    const TimeToLiveSpecification = { AttributeName: definition.expiryAttribute, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (indexShapes(Table) !== indexShapes(input)) throw new OtherTableError(name);
  } finally {
    client.destroy();
  }
}

/** A table that another version of the service made. */
class OtherTableError extends Error {
  override readonly name = "OtherTableError";

  constructor(table: string) {
    super(
      `The table ${table} was made by another version of the service, with other keys or indexes. ` +
        "Use another data folder, or go back to that version.",
    );
  }
}

/** The keys of the table, then keys and projection of each index, in the order of their names. */
export function indexShapes(table: CreateTableCommandInput | TableDescription): string {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
  const shapes = indexes.map(({ IndexName, KeySchema = [], Projection }) => {
    const attributes = [...(Projection?.NonKeyAttributes ?? [])].sort();
    return JSON.stringify([
      IndexName,
      KeySchema.map((key) => key.AttributeName),
      Projection?.ProjectionType,
      attributes,
    ]);
  });
  return [JSON.stringify(table.KeySchema?.map((key) => key.AttributeName)), ...shapes.sort()].join("\n");
}

/** The request of CreateTable. Every key is a string. */
export function createTableInput(name: string, definition: TableDefinition): CreateTableCommandInput {
  const { partitionKey, sortKey, localIndexes, globalIndexes } = definition;
  const indexes = [...localIndexes, ...globalIndexes];
  const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  const attributes = new Set(keys.filter((key) => key !== undefined));
  const describe = (index: IndexDefinition) => describeIndex(index, partitionKey);
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: keySchema(partitionKey, sortKey),
    ...(localIndexes.length > 0 && { LocalSecondaryIndexes: localIndexes.map(describe) }),
    ...(globalIndexes.length > 0 && { GlobalSecondaryIndexes: globalIndexes.map(describe) }),
  };
}

function describeIndex({ name, partitionKey, sortKey, projection }: IndexDefinition, tablePartitionKey: string) {
  return {
    IndexName: name,
    KeySchema: keySchema(partitionKey ?? tablePartitionKey, sortKey),
    Projection:
      typeof projection === "string"
        ? { ProjectionType: projection }
        : { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...projection] },
  };
}

function keySchema(partitionKey: string, sortKey: string | undefined): KeySchemaElement[] {
  const partition = { AttributeName: partitionKey, KeyType: "HASH" } as const;
  return sortKey === undefined ? [partition] : [partition, { AttributeName: sortKey, KeyType: "RANGE" }];
}
