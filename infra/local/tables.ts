/** Makes the tables of a local database from their definitions. */
import type { IndexDefinition, TableDefinition } from "../../shared/table/definition.ts";

/** How the engine is called. It checks no signature; DynamoDB Local keeps the tables of every access key and region apart. */
export interface TableHost {
  endpoint: string;
  /** Letters and digits only. */
  accessKeyId: string;
  region: string;
}

/**
 * Makes the table if it is missing, billed on demand. A table that is there stays as it is; throws `OtherTableError` when
 * its indexes are not those of the definition, for then queries would silently miss items.
 */
export async function createTable(host: TableHost, name: string, definition: TableDefinition): Promise<void> {
  const input = createTableInput(name, definition);
  try {
    await callDynamoDb(host, "CreateTable", input);
  } catch (error) {
    if (!(error instanceof DynamoDbError) || error.type !== "ResourceInUseException") throw error;
    const { Table } = await callDynamoDb<{ Table: IndexedTable }>(host, "DescribeTable", { TableName: name });
    const other = differingIndexes(input, Table);
    if (other.length > 0) throw new OtherTableError(name, other);
    return;
  }
  if (definition.expiryAttribute === undefined) return;
  // The emulator deletes what has expired within seconds; but of a table with indexes only items that have the keys of
  // all of them, and nothing that expired years ago. Readers look at the time themselves, as they must in the cloud,
  // where it takes days.
  const TimeToLiveSpecification = { AttributeName: definition.expiryAttribute, Enabled: true };
  await callDynamoDb(host, "UpdateTimeToLive", { TableName: name, TimeToLiveSpecification });
}

/** A table that another version of the service made. */
export class OtherTableError extends Error {
  override readonly name = "OtherTableError";

  constructor(table: string, indexes: readonly string[]) {
    super(
      `The table ${table} was made by another version of the service: its indexes differ (${indexes.join(", ")}). ` +
        "Use another data folder, or go back to that version.",
    );
  }
}

interface TableIndex {
  IndexName: string;
  KeySchema: { AttributeName: string }[];
  Projection: { ProjectionType: string; NonKeyAttributes?: readonly string[] };
}

interface IndexedTable {
  LocalSecondaryIndexes?: TableIndex[];
  GlobalSecondaryIndexes?: TableIndex[];
}

function differingIndexes(wanted: IndexedTable, found: IndexedTable): string[] {
  const [ours, theirs] = [wanted, found].map(
    ({ LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] }) =>
      new Map([...LocalSecondaryIndexes, ...GlobalSecondaryIndexes].map((index) => [index.IndexName, shapeOf(index)])),
  ) as [Map<string, string>, Map<string, string>];
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return [...names].filter((name) => ours.get(name) !== theirs.get(name));
}

function shapeOf({ KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }: TableIndex): string {
  return JSON.stringify([KeySchema.map((key) => key.AttributeName), ProjectionType, [...NonKeyAttributes].sort()]);
}

/** The request of CreateTable; every key is a string. */
export function createTableInput(name: string, definition: TableDefinition): IndexedTable & Record<string, unknown> {
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
        : { ProjectionType: "INCLUDE", NonKeyAttributes: projection },
  };
}

function keySchema(partitionKey: string, sortKey: string | undefined) {
  const partition = { AttributeName: partitionKey, KeyType: "HASH" };
  return sortKey === undefined ? [partition] : [partition, { AttributeName: sortKey, KeyType: "RANGE" }];
}

export class DynamoDbError extends Error {
  override readonly name = "DynamoDbError";
  /** The service's name for the fault, such as `ResourceInUseException`. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.type = type;
  }
}

/** The service's own protocol ("DynamoDB low-level API" in its developer guide), with a signature that names the key and signs nothing. */
export async function callDynamoDb<Answer>(host: TableHost, action: string, input: object): Promise<Answer> {
  const answer = await fetch(host.endpoint, {
    method: "POST",
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${host.accessKeyId}/20260101/${host.region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      "x-amz-date": "20260101T000000Z",
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${action}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await answer.json()) as { __type?: string; message?: string; Message?: string };
  if (answer.ok) return body as Answer;
  throw new DynamoDbError(body.__type?.split("#").at(-1) ?? String(answer.status), body.message ?? body.Message ?? "");
}
