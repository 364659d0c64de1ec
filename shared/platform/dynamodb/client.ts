/**
 * The only DynamoDB client: a document client with time limits, which adds the capacity that each call consumes to the
 * request's sum.
 */
import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { addUnits } from "../log/capacity.ts";
import { readItemsInOneWalk } from "./item-reader.ts";

/** Region, credentials and, locally, the endpoint come from the environment. */
export function createDocumentClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 4,
    // Without the flag, the SDK only logs a late answer and keeps waiting. Waiting for a free socket counts as connecting.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
    ...config,
  });
  meter(client);
  readItemsInOneWalk(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

const readCommands = /^(GetItem|BatchGetItem|Query|Scan|TransactGetItems)Command$/;

function meter(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as { ReturnConsumedCapacity?: string };
      const metered = { ReturnConsumedCapacity: "TOTAL", ...input };
      const result = await next({ ...args, input: metered } as typeof args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const kind = readCommands.test(context.commandName ?? "") ? "read" : "write";
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) addUnits(kind, CapacityUnits);
      return result;
    },
    { step: "initialize", name: "meterCapacity" },
  );
}

interface Consumed {
  CapacityUnits?: number;
}
