import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { createRateCounter } from "../../../shared/platform/http/rate-limit/rate-limit.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const policy = { name: "default", quota: 3, windowSeconds: 60 };
const noon = Date.parse("2026-03-01T12:00:00.000Z");

const { cache } = await freshTable();

function setUp() {
  const clock = { time: noon + 15_000 };
  // DynamoDB Local is slow at first.
  const count = createRateCounter({ ...cache, now: () => clock.time, log: failLoudly, timeLimit: 20_000 });
  // Each test has subjects of its own.
  const run = randomUUID();
  const subject = (partition: string) => ({ partition: `${partition}#${run}`, name: "requests" });
  return { clock, count, run, subject };
}

/** A request that is not counted passes, which would look like a wrong count. */
const failLoudly: Log = (line) => {
  throw new Error(`not counted: ${JSON.stringify(line)}`);
};

describe("the rate counter", () => {
  it("lets only the quota pass until the next window starts", async () => {
    const { clock, count, subject } = setUp();
    const verdicts = [];
    for (let request = 0; request < 5; request += 1) verdicts.push(await count(subject("key#a"), policy));
    expect(verdicts).toEqual([
      { allowed: true, remaining: 2, resetSeconds: 45 },
      { allowed: true, remaining: 1, resetSeconds: 45 },
      { allowed: true, remaining: 0, resetSeconds: 45 },
      { allowed: false, remaining: 0, resetSeconds: 45 },
      { allowed: false, remaining: 0, resetSeconds: 45 },
    ]);
    clock.time = noon + 59_999;
    expect(await count(subject("key#a"), policy)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.time = noon + 60_000;
    expect(await count(subject("key#a"), policy)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  });

  it("counts each subject and each policy separately", async () => {
    const { count, subject } = setUp();
    for (let request = 0; request < 3; request += 1) await count(subject("key#a"), policy);
    expect(await count(subject("key#a"), policy)).toMatchObject({ allowed: false });
    expect(await count(subject("key#b"), policy)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await count(subject("key#a"), { ...policy, name: "probe" })).toMatchObject({ allowed: true, remaining: 2 });
  });

  it("counts all of many simultaneous requests", async () => {
    const { count, subject } = setUp();
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, () => count(subject("account#a"), { ...policy, quota: 25 })),
    );
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(25);
    expect(verdicts.filter((verdict) => verdict && !verdict.allowed)).toHaveLength(15);
  });

  it("writes every second request of a process while half of the quota is left, and then each one", async () => {
    const { subject } = setUp();
    const writes: unknown[] = [];
    const { client } = watchedStore(cache, ({ input }, send) => {
      writes.push(input);
      return send();
    });
    const count = createRateCounter({ ...cache, client, now: () => noon, log: failLoudly, timeLimit: 20_000 });
    const wide = { ...policy, quota: 20 };
    const counted: number[] = [];
    const passed: boolean[] = [];
    for (let request = 1; request <= 22; request += 1) {
      passed.push((await count(subject("key#a"), wide))?.allowed ?? true);
      counted.push(writes.length);
    }
    expect(counted.slice(0, 12)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7]);
    expect(passed).toEqual([...Array(20).fill(true), false, false]);
  });

  it("never refuses a caller before the quota is used, in any number of processes", async () => {
    const { subject } = setUp();
    const processes = Array.from({ length: 4 }, () =>
      createRateCounter({ ...cache, now: () => noon, log: failLoudly, timeLimit: 20_000 }),
    );
    let passed = 0;
    for (let request = 0; request < 40; request += 1) {
      const verdict = await processes[request % 4]?.(subject("key#a"), { ...policy, quota: 20 });
      if (verdict?.allowed) passed += 1;
      else expect(passed).toBeGreaterThanOrEqual(20);
    }
    expect(passed).toBeLessThanOrEqual(24);
  });

  it("writes one item for each window, which expires with it", async () => {
    const { clock, count, run, subject } = setUp();
    for (let request = 0; request < 3; request += 1) await count(subject("ip#127.0.0.1"), policy);
    clock.time += 60_000;
    await count(subject("ip#127.0.0.1"), policy);
    const { Items = [] } = await cache.client.send(new ScanCommand({ TableName: cache.tableName }));
    const own = Items.filter((item) => JSON.stringify(item).includes(run));
    const rows = own.map(({ requests, expiresAt }) => ({ requests, expiresAt }));
    expect(rows.toSorted((a, b) => a.expiresAt - b.expiresAt)).toEqual([
      { requests: 3, expiresAt: (noon + 60_000) / 1000 },
      { requests: 1, expiresAt: (noon + 120_000) / 1000 },
    ]);
  });

  it("lets requests pass if the table is missing, and logs it", async () => {
    const { subject } = setUp();
    const lines: unknown[] = [];
    const log: Log = (line) => lines.push(line);
    const count = createRateCounter({ client: cache.client, tableName: "no-such-table", now: () => noon, log });
    expect(await count(subject("key#a"), policy)).toBeUndefined();
    const fault = "ResourceNotFoundException";
    expect(lines).toEqual([{ level: "warn", event: "rateLimit.notCounted", policy: "default", fault }]);
  });

  it("lets requests pass if the database does not answer in time, and aborts the call", async () => {
    const { subject } = setUp();
    const handle = vi.fn((_request: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
      const pending = Promise.withResolvers<never>();
      abortSignal?.addEventListener("abort", () => pending.reject(new DOMException("aborted", "AbortError")));
      return pending.promise;
    });
    const client = createDocumentClient({
      region: "us-east-1",
      credentials: { accessKeyId: "none", secretAccessKey: "none" },
      maxAttempts: 1,
      requestHandler: { handle } as never,
    });
    const count = createRateCounter({ client, tableName: "cache", now: () => noon, log: () => {}, timeLimit: 100 });
    expect(await count(subject("key#a"), policy)).toBeUndefined();
    expect(handle).toHaveBeenCalledTimes(1);
  });
});
