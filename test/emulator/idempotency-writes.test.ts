/** What requests under idempotency keys write, when their processes die or the database's answers are lost: once, in every case. */
import { randomBytes } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { apiKeyOperations } from "../../functions/api-keys/operations.ts";
import { AppError } from "../../shared/http/errors.ts";
import type { Answer } from "../../shared/http/route.ts";
import { commitRows } from "../../shared/imports/commit.ts";
import { readCommitRow } from "../../shared/imports/commit-row.ts";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { cacheTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { singleUnits, transactionUnits } from "../bench/write-units.ts";
import { namesOf } from "../support/contact-accounts.ts";
import { contactCalls, fullestBody, largestBody, seedAccount } from "../support/contact-calls.ts";
import { anotherProcess, type Fate, onCommit, startDatabaseProxy } from "../support/database-proxy.ts";
import { parsedContact } from "../support/imports.ts";
import { type Clock, dieHere, keyedProcess, runTime } from "../support/keyed.ts";
import { findNothing } from "../support/places.ts";
import { freshTable } from "../support/stack.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

async function setUp() {
  const { store, cache, host } = await freshTable();
  const accountId = await seedAccount(store);
  const clock: Clock = { time: start };
  const behind = (endpoint: string) => contactCalls(anotherProcess(host, store.tableName, endpoint), accountId);
  return {
    store,
    cache,
    host,
    accountId,
    clock,
    behind,
    calls: contactCalls(store, accountId),
    process: keyedProcess(cache, clock, accountId),
  };
}

/** Runs until `point` is reached in the first attempt, whose process then dies; gives the answer that it had. */
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
    ["with the most of everything", fullestBody("a")],
    ["as large as there can be", largestBody()],
  ])(
    "%s is created once when the process dies between the write and the answer, and answered as it would have been",
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

  it("is created once when every answer of the database to the write is lost", async () => {
    const { behind, calls, process, host, store, accountId } = await setUp();
    const commits: number[] = [];
    await using proxy = await startDatabaseProxy(
      host,
      onCommit((_call, commit) => {
        commits.push(commit);
        return "lose answer";
      }),
    );
    const unlucky = behind(proxy.endpoint);
    expect(await codeOf(process.send({}, async () => (await unlucky.create({ firstName: "Ada" })) as never))).not.toBe(
      "none",
    );
    expect(commits.length).toBeGreaterThan(1);
    const again = await process.send({}, async () => (await calls.create({ firstName: "Ada" })) as never);
    expect(again).toMatchObject({ replayed: false, rendered: { statusCode: 201 } });
    expect(await namesOf(store, accountId)).toEqual(["Ada"]);
  });

  it("is not created by a request whose key has passed to another while its write was under way", async () => {
    const { behind, calls, process, clock, host, store, accountId } = await setUp();
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit > 1) return "pass";
      held.resolve();
      await gate.promise;
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const slow = behind(proxy.endpoint);
    const first = process.send({}, async () => (await slow.create({ firstName: "Slow" })) as never);
    await held.promise;
    clock.time += runTime;
    const second = await process.send({}, async () => (await calls.create({ firstName: "Quick" })) as never);
    gate.resolve();
    expect(await codeOf(first)).toBe("idempotency_conflict");
    expect(await namesOf(store, accountId)).toEqual(["Quick"]);
    expect(await process.send({}, dieHere)).toMatchObject({ replayed: true, rendered: second.rendered });
  });

  it("is written as often as others come between, under one key", async () => {
    const { behind, calls, process, host, store, accountId } = await setUp();
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit === 1) await calls.create({ firstName: "Between" });
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const mine = behind(proxy.endpoint);
    const { rendered } = await process.send({}, async () => (await mine.create({ firstName: "Ada" })) as never);
    expect(rendered.headers["x-txid"]).toBe("3");
    expect(await namesOf(store, accountId)).toEqual(["Ada", "Between"]);
  });

  it("is created again by a request that failed before it wrote", async () => {
    const { calls, process, store, accountId } = await setUp();
    expect(await codeOf(process.send({}, () => Promise.reject(new AppError("service_unavailable"))))).toBe(
      "service_unavailable",
    );
    await process.send({}, async () => (await calls.create({ firstName: "Ada" })) as never);
    expect(await namesOf(store, accountId)).toEqual(["Ada"]);
  });

  it("costs two units more for its note, and two for claim and answer", async () => {
    const around = await setUp();
    const { calls, process, cache } = around;
    const claimOf = async () => {
      const { Items = [] } = await cache.client.send(new ScanCommand({ TableName: cache.tableName }));
      expect(Items).toHaveLength(1);
      return Items[0] ?? {};
    };
    const body = { firstName: "Ada", lastName: "Okonkwo", emails: [{ value: "ada@example.org" }], notes: "Bridges" };
    await killedAfter(around, () => calls.create(body));
    const noted = await claimOf();
    await process.send({}, async () => (await calls.create(body)) as never);
    const answered = await claimOf();
    const { notes: _notes, ...claimed } = noted;
    expect([
      singleUnits(cacheTable, { before: undefined, after: claimed }),
      transactionUnits(cacheTable, [{ before: claimed, after: noted }]),
      singleUnits(cacheTable, { before: noted, after: answered }),
    ]).toEqual([1, 2, 1]);
  });
});

describe("an API key", () => {
  it("is made once when its first answer is lost, and its secret is told to nobody", async () => {
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

describe("a commit of many rows", () => {
  /** Each takes 37 actions and more, so that three fit no transaction. */
  const rows = [..."abcdefg"].map((mark) =>
    parsedContact({ tempId: mark, ...(fullestBody(mark) as Partial<ParsedContact>) }),
  );

  async function commitAll(store: Store, accountId: string): Promise<Answer> {
    const now = () => new Date(start);
    const read = rows.map((row) => readCommitRow(row as never, now()));
    const { results } = await commitRows(
      { store, now, newId: () => newId(), findPlace: findNothing },
      accountId,
      "vcard",
      read,
    );
    return { status: 200, body: { results } } as never;
  }

  it("goes on where it was when its process died, and answers for all of them", async () => {
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
