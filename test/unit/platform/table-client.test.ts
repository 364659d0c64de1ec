import type { ServerResponse } from "node:http";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { startServer } from "../../support/process/loopback-server.ts";
import { tries } from "../../support/seed.ts";

/** A server in place of the database, and a client that calls it. */
async function startDatabase(
  answer: (action: string, input: Record<string, unknown>, response: ServerResponse) => void,
  maxAttempts = 1,
) {
  const server = await startServer(async (request, response) => {
    const chunks = await request.toArray();
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    answer(String(request.headers["x-amz-target"]).split(".").at(-1) ?? "", input, response);
  });
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const config = { endpoint: server.url, region: "us-east-1", credentials, maxAttempts };
  return {
    ...server,
    client: createDocumentClient(config),
    plain: DynamoDBDocumentClient.from(new DynamoDBClient(config)),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

const table = { TableName: "contacts" };

describe("the DynamoDB client", () => {
  it("sums the capacity that the calls of a request consume, by reads and writes", async () => {
    const asked: unknown[] = [];
    await using database = await startDatabase((action, input, response) => {
      asked.push(input.ReturnConsumedCapacity);
      const ConsumedCapacity =
        action === "TransactWriteItems" ? [{ CapacityUnits: 8 }, { CapacityUnits: 2 }] : { CapacityUnits: 1.5 };
      response.setHeader("content-type", "application/x-amz-json-1.0").end(JSON.stringify({ ConsumedCapacity }));
    });
    const sum = await meterCapacity(async (units) => {
      await database.client.send(new GetCommand({ ...table, Key: { pk: "a" } }));
      await database.client.send(new GetCommand({ ...table, Key: { pk: "a" } }));
      await database.client.send(new PutCommand({ ...table, Item: { pk: "a" }, ReturnConsumedCapacity: "INDEXES" }));
      const TransactItems = [{ Put: { ...table, Item: { pk: "a" } } }];
      await database.client.send(new TransactWriteCommand({ TransactItems }));
      return units;
    });
    expect(sum).toEqual({ readUnits: 3, writeUnits: 11.5 });
    expect(asked).toEqual(["TOTAL", "TOTAL", "INDEXES", "TOTAL"]);
  });

  it("ends a call that gets no answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const isCalled = Promise.withResolvers<void>();
    await using database = await startDatabase(() => isCalled.resolve());
    const failed = database.client
      .send(new GetCommand({ ...table, Key: { pk: "a" } }))
      .catch((error: unknown) => error);
    await isCalled.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failed).toMatchObject({ name: "TimeoutError" });
  });

  it("returns items as the SDK's document client does", async () => {
    const { attributes } = fc.letrec((tie) => ({
      attribute: fc.oneof(
        fc.record({ S: fc.string({ unit: "grapheme" }) }),
        fc.record({ N: fc.oneof(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.bigInt()).map(String) }),
        fc.record({ B: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")) }),
        fc.record({ SS: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }) }),
        fc.constantFrom({ BOOL: true }, { BOOL: false }, { NULL: true }),
        fc.record({ L: fc.array(tie("attribute"), { maxLength: 3 }) }),
        fc.record({ M: tie("attributes") }),
      ),
      attributes: fc.dictionary(
        fc.string().filter((name) => name !== "__proto__"),
        tie("attribute"),
        { maxKeys: 5 },
      ),
    }));
    let answer: object = {};
    await using database = await startDatabase((_action, _input, response) => {
      response.setHeader("content-type", "application/x-amz-json-1.0").end(JSON.stringify(answer));
    });
    const { client, plain } = database;
    const Key = { pk: "a" };
    await fc.assert(
      fc.asyncProperty(attributes, attributes, async (one, other) => {
        const more = { ConsumedCapacity: { CapacityUnits: 1.5 }, LastEvaluatedKey: one };
        for (const [command, answered] of [
          [new GetCommand({ ...table, Key }), { Item: one }],
          [new QueryCommand(table), { Items: [one, other], Count: 2, ...more }],
          [new ScanCommand(table), { Items: [], Count: 0 }],
          [
            new BatchGetCommand({ RequestItems: { contacts: { Keys: [Key] } } }),
            { Responses: { contacts: [one, other] }, UnprocessedKeys: { contacts: { Keys: [other] } } },
          ],
        ] as const) {
          answer = answered;
          const expected = await plain.send(command as GetCommand);
          expect(await client.send(command as GetCommand)).toStrictEqual(expected);
        }
      }),
      { numRuns: tries(30, 300) },
    );
  });

  it("repeats a read whose answer breaks off", async () => {
    let calls = 0;
    await using database = await startDatabase((_action, _input, response) => {
      calls++;
      response.setHeader("content-length", 100).write('{"Item":{"pk":{"S":"a"}}');
      if (calls === 1) response.destroy();
      else response.end("}".padStart(76));
    }, 2);
    const { Item, $metadata } = await database.client.send(new GetCommand({ ...table, Key: { pk: "a" } }));
    expect([Item, $metadata.attempts]).toEqual([{ pk: "a" }, 2]);
  });

  it("throws the errors of the SDK", async () => {
    await using database = await startDatabase((_action, _input, response) => {
      const __type = "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException";
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify({ __type }));
    });
    const read = database.client.send(new GetCommand({ ...table, Key: { pk: "a" } }));
    await expect(read).rejects.toBeInstanceOf(ConditionalCheckFailedException);
  });
});
