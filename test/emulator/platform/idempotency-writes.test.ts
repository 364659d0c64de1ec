/** Requests with idempotency keys write once, also if their processes die or answers of the database are lost. */
import { randomBytes } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { accountOperations } from "../../../functions/account/operations.ts";
import { apiKeyOperations } from "../../../functions/api-keys/operations.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { cacheTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import { type Clock, dieHere, keyedProcess, runTime } from "../../support/account/keyed.ts";
import { singleUnits, transactionUnits } from "../../support/capacity/write-units.ts";
import { contactCalls, fullestBody, largestBody, seedAccount } from "../../support/contact/contact-calls.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { parsedContact } from "../../support/import/imports.ts";
import { anotherProcess, type Fate, onCommit, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

async function setUp() {
  const { store, cache, host } = await freshTable();
  const accountId = await seedAccount(store);
  const clock: Clock = { time: start };
  return {
    store,
    cache,
    host,
    accountId,
    clock,
    calls: contactCalls(store, accountId),
    process: keyedProcess(cache, clock, accountId),
  };
}

/** Runs an attempt whose process dies before it answers. Returns the lost answer. */
async function killedAfter(
  { process, clock }: Pick<Awaited<ReturnType<typeof setUp>>, "process" | "clock">,
  run: () => Promise<unknown>,
): Promise<Answer> {
  const reached = Promise.withResolvers<Answer>();
  void process.send({}, async () => {
    await run().then((answer) => reached.resolve(answer as Answer), reached.reject);
    return dieHere();
  });
  const answer = await reached.promise;
  clock.time += runTime;
  return answer;
}

const bodyOf = ({ rendered }: { rendered: { body: string } }) => JSON.parse(rendered.body) as unknown;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("a contact", () => {
  it.each([
    ["small", { firstName: "Ada" }],
    ["as large as possible", largestBody()],
  ])(
    "%s is created once if the process dies between the write and the answer, and the answer is the same",
    async (_, body) => {
      const around = await setUp();
      const { calls, process, store, accountId } = around;
      const lost = await killedAfter(around, () => calls.create(body));
      const again = await process.send({}, async () => (await calls.create(body)) as never);
      expect(bodyOf(again)).toEqual(JSON.parse(JSON.stringify(lost.body)));
      expect(again.rendered.headers).toMatchObject({ ...lost.headers, "x-txid": "2" });
      expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 1, txid: 2 });
      expect(await process.send({}, dieHere)).toMatchObject({ replayed: true, rendered: again.rendered });
    },
  );

  it("costs two units more for its recorded result, and two for reservation and answer", async () => {
    const around = await setUp();
    const { calls, process, cache } = around;
    const reservationOf = async () => {
      const { Items = [] } = await cache.client.send(new ScanCommand({ TableName: cache.tableName }));
      expect(Items).toHaveLength(1);
      return Items[0] ?? {};
    };
    const body = { firstName: "Ada", lastName: "Okonkwo", emails: [{ value: "ada@example.org" }], notes: "Bridges" };
    await killedAfter(around, () => calls.create(body));
    const noted = await reservationOf();
    await process.send({}, async () => (await calls.create(body)) as never);
    const answered = await reservationOf();
    const { notes: _notes, ...reserved } = noted;
    expect([
      singleUnits(cacheTable, { before: undefined, after: reserved }),
      transactionUnits(cacheTable, [{ before: reserved, after: noted }]),
      singleUnits(cacheTable, { before: noted, after: answered }),
    ]).toEqual([1, 2, 1]);
  });
});

describe("an API key", () => {
  it("is created once if its first answer is lost, and its secret is not shown again", async () => {
    const around = await setUp();
    const { process, store, accountId } = around;
    const operations = apiKeyOperations({
      store,
      now: () => new Date(start),
      randomBytes,
      readPepper: async () => "a pepper of more than 32 characters",
    });
    const input = {
      caller: { kind: "session", accountId },
      body: { label: "x", permission: "full" },
      baseUrl: "https://api.example",
    };
    const create = () => operations.createApiKey(input as never);
    const lost = await killedAfter(around, create);
    const { secret, ...shown } = lost.body as unknown as Record<string, unknown>;
    expect(secret).toMatch(/^service_key_/);
    const again = await process.send({}, async () => (await create()) as never);
    expect(bodyOf(again)).toEqual(shown);
    expect(again.rendered.headers.location).toBe(`https://api.example/me/api-keys/${shown.id}`);
    expect((await getAccountHead(store, accountId)).apiKeyIds).toEqual([shown.id]);
  });
});

it("the address of a calendar feed whose first answer is lost is not shown again, and no other one is shown", async () => {
  const around = await setUp();
  const operations = accountOperations({ store: around.store, randomBytes, now: () => new Date(start) } as never);
  const create = () => operations.createCalendarToken(sessionInput(around.accountId));
  expect((await killedAfter(around, create)).body).toEqual({ url: expect.stringContaining("/calendar/") });
  expect(bodyOf(await around.process.send({}, async () => (await create()) as never))).toEqual({});
});

describe("a commit of many rows", () => {
  /** Each row needs 37 actions or more, so a transaction has at most two. */
  const rows = [..."abcdefg"].map((mark) =>
    parsedContact({ tempId: mark, ...(fullestBody(mark) as Partial<ParsedContact>) }),
  );

  async function commitAll(store: Store, accountId: string): Promise<Answer> {
    const { results } = await commit(store, accountId, rows);
    return { status: 200, body: { results } } as never;
  }

  it("continues after its process died, and answers for all rows", async () => {
    const { process, clock, host, store, accountId } = await setUp();
    const [second, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit === 2) {
        begun.resolve();
        await second.promise;
        return { cancelled: ["ValidationError"] };
      }
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const dying = anotherProcess(host, store.tableName, proxy.endpoint);
    const first = codeOf(process.send({}, () => commitAll(dying, accountId)));
    await begun.promise;
    const before = (await getAccountHead(store, accountId)).contactCount;
    expect(before).toBeGreaterThan(0);
    clock.time += runTime;
    const again = await process.send({}, () => commitAll(store, accountId));
    second.resolve();
    await first;
    const { results } = bodyOf(again) as { results: { status: string; contactId: string }[] };
    expect(results.map(({ status }) => status)).toEqual(rows.map(() => "imported"));
    expect(new Set(results.map(({ contactId }) => contactId)).size).toBe(rows.length);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(rows.length);
  });
});
