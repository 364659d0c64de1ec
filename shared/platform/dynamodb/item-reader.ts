/**
 * Reads the items of answers in one walk. The SDK walks through them by their schema, for a logger that is off, and twice
 * for the document client, which takes half of the processor time of a page. Errors, retries, time limits and all other
 * parts of an answer stay with the SDK.
 */
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

type Attributes = Record<string, unknown>;

/** The parts of an answer that have items. A batch has them by table. */
interface Items {
  Item?: Attributes;
  Items?: Attributes[];
  Responses?: Record<string, Attributes[]>;
}

const itemCommands = /^(GetItem|BatchGetItem|Query|Scan)Command$/;

/** Changes steps of the client, for which the SDK has its middleware stack. */
export function readItemsInOneWalk({ config, middlewareStack }: DynamoDBClient): void {
  middlewareStack.remove("loggerMiddleware");
  middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const response = result.response as { statusCode: number; body: unknown };
      if (response.statusCode !== 200 || !itemCommands.test(context.commandName ?? "")) return result;
      const body = Buffer.from(await config.streamCollector(response.body)).toString();
      const { Item, Items, Responses, ...others } = JSON.parse(body) as Items;
      for (const item of [Item ?? [], Items ?? [], ...Object.values(Responses ?? {})].flat()) readValues(item);
      context.items = { ...(Item && { Item }), ...(Items && { Items }), ...(Responses && { Responses }) };
      // The SDK's reader finds the other parts here, and would unmarshall the items again.
      response.body = Buffer.from(JSON.stringify(others));
      return result;
    },
    // The low priority is that of steps between the SDK's reader and the network.
    { name: "readItems", step: "deserialize", priority: "low" },
  );
  middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      Object.assign(result.output, context.items);
      return result;
    },
    { name: "addItems", step: "initialize" },
  );
}

/** In place, because filling a new object takes as long as all else here. */
function readValues(attributes: Attributes): Attributes {
  for (const name in attributes) attributes[name] = readValue(attributes[name] as Attributes);
  return attributes;
}

/**
 * The value as the document client returns it, by the type of the attribute ("AttributeValue", DynamoDB's API reference).
 * No item has sets of numbers or bytes. A table of functions would take half as long again.
 */
function readValue(attribute: Attributes): unknown {
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case "S":
      case "BOOL":
        return value;
      case "N":
        return readNumber(value as string);
      case "M":
        return readValues(value as Attributes);
      case "L":
        return (value as Attributes[]).map(readValue);
      case "SS":
        return new Set(value as string[]);
      case "NULL":
        return null;
      case "B":
        return readBinary(value as string);
    }
  }
  throw new Error(`no item has attributes of the type ${Object.keys(attribute)}`);
}

/** Exact also above the integers that a number can hold. */
function readNumber(text: string): number | bigint {
  const number = Number(text);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? BigInt(text) : number;
}

/** Without a copy, because allocating the bytes takes longer than decoding them. */
function readBinary(base64: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, "base64");
  return new Uint8Array(buffer, byteOffset, byteLength);
}
