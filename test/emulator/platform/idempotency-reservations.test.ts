/** Reservations of idempotency keys: which request runs, which answer is repeated, and for how long. */
import { randomBytes, randomUUID } from "node:crypto";
import { ScanCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import {
  createReservation,
  newReservation,
  noteAction,
  putAnswer,
  type ReservationItem,
  readReservation,
  releaseReservation,
  takeOver,
} from "../../../shared/platform/http/idempotency/idempotency-items.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import { type Clock, dieHere, type KeyedProcess, keyedProcess, runTime } from "../../support/account/keyed.ts";
import { anotherProcess, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const day = 24 * 3600 * 1000;
const { cache, host } = await freshTable();

async function setUp() {
  const accountId = randomUUID();
  const clock: Clock = { time: start };
  let count = 0;
  const run = async (): Promise<Answer> =>
    ({ status: 200, txid: "7", headers: { etag: '"v1"' }, body: { run: ++count } }) as never;
  return { accountId, clock, run, runs: () => count, process: keyedProcess(cache, clock, accountId) };
}

const bodyOf = ({ rendered }: { rendered: { body: string } }) => JSON.parse(rendered.body) as unknown;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof AppError ? [error.code, error.retryAfter] : error),
  );

const running = ["idempotency_conflict", 1];

/** Sends the same request to all processes. The one that runs answers after the others were refused. */
async function atOnce(processes: readonly KeyedProcess[], run: () => Promise<Answer>) {
  const refusals: unknown[] = [];
  const othersRefused = Promise.withResolvers<void>();
  const waiting = async () => {
    await othersRefused.promise;
    return run();
  };
  const sent = processes.map((process) =>
    process.send({}, waiting).then(bodyOf, (error: AppError) => {
      refusals.push([error.code, error.retryAfter]);
      if (refusals.length === processes.length - 1) othersRefused.resolve();
    }),
  );
  const answers = (await Promise.all(sent)).filter((body) => body !== undefined);
  return { answers, refusals };
}

describe("a key", () => {
  it("repeats the answer of its first request in any process", async () => {
    const { accountId, clock, run, runs, process } = await setUp();
    const first = await process.send({}, run);
    const again = await keyedProcess(cache, clock, accountId).send({}, run);
    expect(first.replayed).toBe(false);
    expect(again).toEqual({ ...first, replayed: true });
    expect(first.rendered).toMatchObject({
      statusCode: 200,
      headers: { "x-txid": "7", etag: '"v1"' },
      body: '{"run":1}',
    });
    expect(runs()).toBe(1);
  });

  it("lets exactly one of many simultaneous requests run, and refuses the others", async () => {
    const { accountId, clock, run, runs } = await setUp();
    const processes = Array.from({ length: 20 }, () => keyedProcess(cache, clock, accountId));
    expect(await atOnce(processes, run)).toEqual({ answers: [{ run: 1 }], refusals: Array(19).fill(running) });
    expect(runs()).toBe(1);
  });

  it("belongs to one account and one request", async () => {
    const { clock, run, process } = await setUp();
    await process.send({}, run);
    expect(bodyOf(await keyedProcess(cache, clock, randomUUID()).send({}, run))).toEqual({ run: 2 });
    expect(bodyOf(await process.send({ key: "other" }, run))).toEqual({ run: 3 });
    expect(await refusalOf(process.send({ digest: "other" }, run))).toEqual(["idempotency_conflict", undefined]);
  });

  it("can be used again after a day, even if the table has not deleted it yet", async () => {
    const { clock, run, process } = await setUp();
    await process.send({}, run);
    clock.time = start + day - 1;
    expect(await process.send({}, run)).toMatchObject({ replayed: true });
    clock.time = start + day;
    expect(bodyOf(await process.send({ digest: "other" }, run))).toEqual({ run: 2 });
    expect(bodyOf(await process.send({ digest: "other" }, run))).toEqual({ run: 2 });
  });

  it("can be used again by the same request after a fault", async () => {
    const { run, process } = await setUp();
    const fail = () => Promise.reject(new AppError("service_unavailable"));
    expect(await refusalOf(process.send({}, fail))).toEqual(["service_unavailable", undefined]);
    expect(await refusalOf(process.send({ digest: "other" }, run))).toEqual(["idempotency_conflict", undefined]);
    expect(bodyOf(await process.send({}, run))).toEqual({ run: 1 });
  });

  it("can be used again after its process died, when the lease is over", async () => {
    const { clock, run, runs, process } = await setUp();
    const begun = Promise.withResolvers<void>();
    void process.send({}, () => {
      begun.resolve();
      return dieHere();
    });
    await begun.promise;
    clock.time = start + runTime - 1;
    expect(await refusalOf(process.send({}, run))).toEqual(running);
    clock.time = start + runTime;
    expect(await atOnce(Array(5).fill(process), run)).toEqual({
      answers: [{ run: 1 }],
      refusals: Array(4).fill(running),
    });
    expect(runs()).toBe(1);
  });

  it("repeats the answer of the attempt that holds it, and not of one that lost it", async () => {
    const { clock, run, process } = await setUp();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = process.send({}, async () => {
      begun.resolve();
      await gate.promise;
      return { status: 200, body: { run: "slow" } } as never;
    });
    await begun.promise;
    clock.time = start + runTime;
    await process.send({}, run);
    gate.resolve();
    await slow;
    expect(bodyOf(await process.send({}, run))).toEqual({ run: 1 });
  });
});

describe("an answer", () => {
  it.each([
    ["nothing", { status: 204 }],
    ["text in every script", { status: 200, body: { text: "Zoë 漢字 🧑‍🚀 \u0000 \ud800" } }],
    [
      "four megabytes that do not shrink",
      { status: 200, body: { text: randomBytes(3 * 1024 * 1024).toString("base64") } },
    ],
  ])("of %s is repeated byte for byte", async (_what, answer) => {
    const { process } = await setUp();
    const first = await process.send({}, async () => answer as never);
    const again = await process.send({}, () => Promise.reject(new Error("ran again")));
    expect(again.rendered.statusCode).toBe(first.rendered.statusCode);
    expect(again.rendered.headers).toEqual(first.rendered.headers);
    expect(again.rendered.body === first.rendered.body).toBe(true);
    expect(process.lines).toEqual([]);
  });

  it("that is an error is repeated with all its fields", async () => {
    const { run, process } = await setUp();
    const details = Array.from({ length: 1_000 }, (_, index) => ({ path: `body.${index}`, message: "Wrong." }));
    const refusal = new AppError("validation_error", { message: "All wrong.", details, headers: { etag: '"v2"' } });
    await refusalOf(process.send({}, () => Promise.reject(refusal)));
    const again = await process.send({}, run).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(AppError);
    expect({ ...(again as AppError) }).toEqual({ ...refusal });
    expect((again as AppError).message).toBe("All wrong.");
  });
});

it("an attempt takes over a reservation only as it was read, and the one before can't change it any more", async () => {
  const accountId = randomUUID();
  const table = { ...cache, options: { abortSignal: AbortSignal.timeout(20_000) } };
  const requestOf = (runId: string) => ({ accountId, key: "k", digest: "d", runId, endsAt: start + runTime });
  const first = newReservation(requestOf("first"), start);
  expect(await createReservation(table, first, start)).toBe(true);
  const second = (await takeOver(table, first, requestOf("second"))) as ReservationItem;
  expect(second).toMatchObject({ runId: "second" });
  expect(await takeOver(table, first, requestOf("third"))).toBe(undefined);
  await releaseReservation(table, first, "forgotten");
  const note = noteAction(cache.tableName, first, 0, Buffer.from("x"));
  const noted = cache.client.send(new TransactWriteCommand({ TransactItems: [note] }));
  await expect(noted).rejects.toThrow("ConditionalCheckFailed");
  expect(await readReservation(table, first)).toEqual(second);
  await putAnswer(table, second, Buffer.from("answer"));
  // The third attempt has read the reservation before the answer was stored.
  expect(await takeOver(table, second, requestOf("third"))).toBe(undefined);
});

describe("the table", () => {
  it("has a hash instead of the key, and only items that expire", async () => {
    const { cache } = await freshTable();
    const process = keyedProcess(cache, { time: start }, randomUUID());
    const long = { text: randomBytes(600_000).toString("hex") };
    await process.send({ key: "order of Ada Okonkwo" }, async () => ({ status: 200, body: long }) as never);
    const { Items = [] } = await cache.client.send(new ScanCommand({ TableName: cache.tableName }));
    expect(Items.length).toBeGreaterThan(2);
    expect(JSON.stringify(Items)).not.toContain("Ada");
    expect(new Set(Items.map(({ expiresAt }) => expiresAt))).toEqual(new Set([(start + day) / 1000]));
  });

  it("must be reachable before a request runs", async () => {
    const { accountId, clock, run, runs } = await setUp();
    const lost: Store = { ...cache, tableName: "no-such-table" };
    expect(await refusalOf(keyedProcess(lost, clock, accountId).send({}, run))).toEqual(["service_unavailable", 1]);
    expect(runs()).toBe(0);
  });

  it("may be unreachable after the request, which is answered anyway", async () => {
    const { accountId, clock, run, runs } = await setUp();
    let calls = 0;
    await using proxy = await startDatabaseProxy(host, () => (++calls === 1 ? "pass" : { cancelled: [] }));
    const process = keyedProcess(anotherProcess(host, cache.tableName, proxy.endpoint), clock, accountId);
    expect(bodyOf(await process.send({}, run))).toEqual({ run: 1 });
    expect(process.lines.map(({ event }) => event)).toEqual(["idempotency.notKept"]);
    expect(runs()).toBe(1);
  });

  it.each(["PutItem", "UpdateItem"])(
    "may have reserved the key although its answer to a %s was lost",
    async (action) => {
      const { accountId, clock, run, process } = await setUp();
      if (action === "UpdateItem") await refusalOf(process.send({}, () => Promise.reject(new Error("broken"))));
      let lost = false;
      const decide = (call: { action: string }) => {
        if (lost || call.action !== action) return "pass";
        lost = true;
        return "lose answer";
      };
      await using proxy = await startDatabaseProxy(host, decide);
      const behind = keyedProcess(anotherProcess(host, cache.tableName, proxy.endpoint), clock, accountId);
      expect(bodyOf(await behind.send({}, run))).toEqual({ run: 1 });
      expect(lost).toBe(true);
    },
  );
});
