import { createServer, type ServerResponse } from "node:http";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { closeServer, listenOnLoopback } from "../../infra/local/loopback.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import { createDocumentClient } from "../../shared/table/client.ts";

/** A stand-in for the database, and a client that speaks with it. */
async function startDatabase(
  answer: (action: string, input: Record<string, unknown>, response: ServerResponse) => void,
) {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    answer(String(request.headers["x-amz-target"]).split(".").at(-1) ?? "", input, response);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server, "The stand-in")}`;
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = createDocumentClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  return { client, [Symbol.asyncDispose]: () => closeServer(server) };
}

afterEach(() => {
  vi.useRealTimers();
});

const table = { TableName: "contacts" };

describe("the client of the table", () => {
  it("adds what every call consumes to the request's sum, reads and writes apart", async () => {
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

  it("gives up a call that is not answered, instead of waiting for ever", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const arrived = Promise.withResolvers<void>();
    await using database = await startDatabase(() => arrived.resolve());
    const failed = database.client
      .send(new GetCommand({ ...table, Key: { pk: "a" } }))
      .catch((error: unknown) => error);
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failed).toMatchObject({ name: "TimeoutError" });
  });
});
