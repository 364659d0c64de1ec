import type { ServerResponse } from "node:http";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { startServer } from "../../support/process/loopback-server.ts";

/** A server in place of the database, and a client that calls it. */
async function startDatabase(
  answer: (action: string, input: Record<string, unknown>, response: ServerResponse) => void,
) {
  const server = await startServer(async (request, response) => {
    const chunks = await request.toArray();
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    answer(String(request.headers["x-amz-target"]).split(".").at(-1) ?? "", input, response);
  });
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = createDocumentClient({ endpoint: server.url, region: "us-east-1", credentials, maxAttempts: 1 });
  return { ...server, client };
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
});
