/** Makes the tables in DynamoDB Local from their definitions, and sweeps out what it leaves. */
import type { IndexDefinition, TableDefinition } from "../../shared/table/definition.ts";

/** How the emulator is called. It checks no signature, but keeps the tables of every access key and region apart. */
export interface TableHost {
  endpoint: string;
  /** Letters and digits only. */
  accessKeyId: string;
  region: string;
}

/** Makes the table if it is missing, billed on demand. A table that is there stays as it is. */
export async function createTable(host: TableHost, name: string, definition: TableDefinition): Promise<void> {
  try {
    await callDynamoDb(host, "CreateTable", createTableInput(name, definition));
  } catch (error) {
    if (error instanceof DynamoDbError && error.type === "ResourceInUseException") return;
    throw error;
  }
  if (definition.expiryAttribute === undefined) return;
  const TimeToLiveSpecification = { AttributeName: definition.expiryAttribute, Enabled: true };
  await callDynamoDb(host, "UpdateTimeToLive", { TableName: name, TimeToLiveSpecification });
}

/**
 * Deletes what has expired. DynamoDB Local has a job of its own for that, which was seen to leave what expired long ago. `now` is in
 * milliseconds; gives the number of items deleted.
 */
export async function sweepExpired(
  host: TableHost,
  name: string,
  definition: TableDefinition,
  now: number,
): Promise<number> {
  const { expiryAttribute, partitionKey, sortKey } = definition;
  if (expiryAttribute === undefined) return 0;
  const names = { "#expiry": expiryAttribute, "#pk": partitionKey, ...(sortKey && { "#sk": sortKey }) };
  const expired = { "#expiry": expiryAttribute };
  const values = { ":now": { N: String(Math.floor(now / 1000)) } };
  let deleted = 0;
  let from: unknown;
  do {
    const page = await callDynamoDb<{ Items: Record<string, unknown>[]; LastEvaluatedKey?: unknown }>(host, "Scan", {
      TableName: name,
      FilterExpression: "#expiry < :now",
      ProjectionExpression: sortKey ? "#pk, #sk" : "#pk",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ...(from !== undefined && { ExclusiveStartKey: from }),
    });
    for (const Key of page.Items) {
      // An item that was renewed since the scan stays.
      const ConditionExpression = "#expiry < :now";
      const condition = { ConditionExpression, ExpressionAttributeNames: expired, ExpressionAttributeValues: values };
      deleted += await deleteUnlessRenewed(host, { TableName: name, Key, ...condition });
    }
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return deleted;
}

async function deleteUnlessRenewed(host: TableHost, input: object): Promise<0 | 1> {
  try {
    await callDynamoDb(host, "DeleteItem", input);
    return 1;
  } catch (error) {
    if (error instanceof DynamoDbError && error.type === "ConditionalCheckFailedException") return 0;
    throw error;
  }
}

/** The request of CreateTable; every key is a string. */
export function createTableInput(name: string, definition: TableDefinition): object {
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
async function callDynamoDb<Answer>(host: TableHost, action: string, input: object): Promise<Answer> {
  const answer = await fetch(host.endpoint, {
    method: "POST",
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${host.accessKeyId}/20260101/${host.region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${action}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await answer.json()) as { __type?: string; message?: string; Message?: string };
  if (!answer.ok) {
    throw new DynamoDbError(
      body.__type?.split("#").at(-1) ?? String(answer.status),
      body.message ?? body.Message ?? "",
    );
  }
  return body as Answer;
}
