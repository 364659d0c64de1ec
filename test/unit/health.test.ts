import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Checks, describeChecks } from "../../functions/health/checks.ts";
import { requireHealthy } from "../../functions/health/gate.ts";
import { healthOperations } from "../../functions/health/operations.ts";
import { cacheLifetime, createReadiness } from "../../functions/health/readiness.ts";
import { readyAnswer } from "../../functions/health/schemas.ts";
import type { Probe, ProbeFactory } from "../../shared/health/probes.ts";
import type { JobLine, Log } from "../../shared/log/request-log.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const fine: Probe = async () => {};
const broken: Probe = async () => {
  throw new TypeError("connect to 10.0.0.7 as admin:hunter2 failed");
};
const silent: Probe = () => new Promise(() => {});

function checksWith(changes: Partial<Checks> = {}): Checks {
  const ok = { probe: fine, timeLimit: 1_000 };
  const absent = { timeLimit: 0 };
  return {
    database: ok,
    storage: ok,
    cache: ok,
    smtp: ok,
    ai_provider: absent,
    maps_provider: absent,
    payments_provider: absent,
    analytics_provider: absent,
    ...changes,
  };
}

function setUp(checks: Checks) {
  const clock = { time: start };
  const lines: unknown[] = [];
  const log: Log = (line) => lines.push(line);
  const parts = { checks, now: () => clock.time, log };
  return { clock, lines, parts, ready: createReadiness(parts) };
}

describe("readiness", () => {
  it("is ok when every service answers, and names those that are not configured", async () => {
    const { ready, lines } = setUp(checksWith());
    const verdict = await ready();
    expect(verdict).toEqual({
      status: "ok",
      timestamp: "2026-03-01T12:00:00.000Z",
      cached: false,
      cacheExpiresAt: "2026-03-01T12:01:00.000Z",
      services: {
        database: { ok: true, latencyMs: 0 },
        storage: { ok: true, latencyMs: 0 },
        cache: { ok: true, latencyMs: 0 },
        smtp: { ok: true, configured: true },
        ai_provider: { ok: true, configured: false },
        maps_provider: { ok: true, configured: false },
        payments_provider: { ok: true, configured: false },
        analytics_provider: { ok: true, configured: false },
      },
    });
    expect(readyAnswer.safeParse(verdict).success).toBe(true);
    expect(lines).toEqual([]);
  });

  it.each(["database", "storage", "cache"] as const)("is unhealthy without the %s", async (name) => {
    const verdict = await setUp(checksWith({ [name]: { probe: broken, timeLimit: 1_000 } })).ready();
    expect(verdict.status).toBe("unhealthy");
    expect(verdict.services[name].ok).toBe(false);
  });

  it("is degraded when the mail is configured and fails, ok when it is not configured", async () => {
    const failing = await setUp(checksWith({ smtp: { probe: broken, timeLimit: 1_000 } })).ready();
    expect([failing.status, failing.services.smtp]).toEqual(["degraded", { ok: false, configured: true }]);
    const absent = await setUp(checksWith({ smtp: { timeLimit: 1_000 } })).ready();
    expect([absent.status, absent.services.smtp]).toEqual(["ok", { ok: true, configured: false }]);
  });

  it("is unhealthy when both a critical and another service fail", async () => {
    const failing = { probe: broken, timeLimit: 1_000 };
    expect((await setUp(checksWith({ smtp: failing, cache: failing })).ready()).status).toBe("unhealthy");
  });

  it("tells the log which service failed, and nothing of what its error quotes", async () => {
    const { ready, lines } = setUp(checksWith({ database: { probe: broken, timeLimit: 1_000 } }));
    const verdict = await ready();
    expect(lines).toEqual([
      { level: "warn", event: "health.checkFailed", service: "database", fault: "TypeError" } satisfies JobLine,
    ]);
    expect(JSON.stringify([verdict, lines])).not.toContain("hunter2");
  });

  it("measures each service by itself", async () => {
    const { clock, parts } = setUp(checksWith());
    const slow: Probe = async () => {
      clock.time += 40;
    };
    const verdict = await createReadiness({ ...parts, checks: checksWith({ cache: { probe: slow, timeLimit: 9 } }) })();
    expect(verdict.services.cache.latencyMs).toBe(40);
  });

  it("asks all services at once", async () => {
    const begun: string[] = [];
    const gate = Promise.withResolvers<void>();
    const waiting = (name: string) => ({
      timeLimit: 1_000,
      probe: () => {
        begun.push(name);
        return gate.promise;
      },
    });
    const running = setUp(
      checksWith({ database: waiting("database"), storage: waiting("storage"), cache: waiting("cache") }),
    ).ready();
    expect(begun).toEqual(["database", "storage", "cache"]);
    gate.resolve();
    expect((await running).status).toBe("ok");
  });
});

describe("time limits", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("gives up on a service that does not answer, ends its call, and waits for no other", async () => {
    const signals: AbortSignal[] = [];
    const probe: Probe = (signal) => {
      signals.push(signal);
      return silent(signal);
    };
    const { ready, lines } = setUp(checksWith({ storage: { probe, timeLimit: 2_000 } }));
    const running = ready();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const verdict = await running;
    expect(signals[0]?.aborted).toBe(true);
    expect([verdict.status, verdict.services.storage.ok, verdict.services.database.ok]).toEqual([
      "unhealthy",
      false,
      true,
    ]);
    expect(lines).toEqual([expect.objectContaining({ service: "storage", fault: "TimeoutError" })]);
  });

  it("leaves no timer behind when everyone answers", async () => {
    await setUp(checksWith()).ready();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the cache", () => {
  function counting(probe: Probe) {
    const counted = vi.fn(probe);
    return { probe: counted, checks: checksWith({ database: { probe: counted, timeLimit: 1_000 } }) };
  }

  it("keeps a verdict for one minute, and says so", async () => {
    const { probe, checks } = counting(fine);
    const { ready, clock } = setUp(checks);
    const first = await ready();
    clock.time += cacheLifetime - 1;
    expect(await ready()).toEqual({ ...first, cached: true });
    clock.time += 1;
    expect(await ready()).toMatchObject({ cached: false, timestamp: "2026-03-01T12:01:00.000Z" });
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it("keeps a bad verdict too", async () => {
    const { probe, checks } = counting(broken);
    const { ready } = setUp(checks);
    await ready();
    expect(await ready()).toMatchObject({ status: "unhealthy", cached: true });
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it("asks once for all who come while it is asking", async () => {
    const gate = Promise.withResolvers<void>();
    const { probe, checks } = counting(() => gate.promise);
    const { ready } = setUp(checks);
    const all = [ready(), ready(), ready()];
    gate.resolve();
    const verdicts = await Promise.all(all);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(verdicts.map(({ cached }) => cached)).toEqual([false, false, false]);
  });
});

describe("the routes", () => {
  const about = { version: "1.2.3", gitSha: "abc1234" };
  const input = {
    caller: undefined,
    params: {},
    query: {},
    body: undefined,
    headers: {},
    requestId: "r",
    clientAddress: "127.0.0.1",
    baseUrl: "http://localhost",
    remainingTime: () => 1_000,
  };

  it("live answers without asking anything", async () => {
    const probe = vi.fn(broken);
    const { parts } = setUp(checksWith({ database: { probe, timeLimit: 1_000 } }));
    expect(await healthOperations({ ...parts, ...about }).healthLive(input)).toEqual({
      status: 200,
      body: { status: "ok", timestamp: "2026-03-01T12:00:00.000Z", ...about },
    });
    expect(probe).not.toHaveBeenCalled();
  });

  it.each([
    ["ok", 200, {}],
    ["degraded", 200, { smtp: { probe: broken, timeLimit: 1_000 } }],
    ["unhealthy", 503, { storage: { probe: broken, timeLimit: 1_000 } }],
  ] as const)("ready answers %s with %i", async (status, code, changes) => {
    const { parts } = setUp(checksWith(changes));
    const answer = await healthOperations({ ...parts, ...about }).healthReady(input);
    expect([answer.status, answer.body.status]).toEqual([code, status]);
  });
});

describe("the gate", () => {
  const log: Log = () => {};

  it("lets an able version pass, also a degraded one", async () => {
    await requireHealthy(checksWith(), log);
    await requireHealthy(checksWith({ smtp: { probe: broken, timeLimit: 1_000 } }), log);
  });

  it("stops one that is not able, and names what failed", async () => {
    const failing = { probe: broken, timeLimit: 1_000 };
    await expect(requireHealthy(checksWith({ database: failing, cache: failing }), log)).rejects.toThrow(
      "not ready: no good answer from database, cache",
    );
  });
});

describe("the checks", () => {
  const environment = {
    TABLE_NAME: "main-table",
    CACHE_TABLE_NAME: "cache-table",
    IMPORT_BUCKET: "imports",
    PICTURE_BUCKET: "pictures",
    ACCOUNT_BUCKET: "accounts",
    MAIL_SENDER: undefined,
  };

  it("name both tables with their keys and every bucket; the mail only when there is a sender", async () => {
    const asked: unknown[] = [];
    const note =
      (what: string) =>
      (...args: unknown[]) => {
        asked.push([what, ...args]);
        return fine;
      };
    const probes: ProbeFactory = { table: note("table"), buckets: note("buckets"), mail: note("mail") };
    expect(describeChecks(environment, probes).smtp.probe).toBeUndefined();
    expect(asked).toEqual([
      ["table", "main-table", { pk: expect.any(String), sk: expect.any(String) }],
      ["buckets", ["imports", "pictures", "accounts"]],
      ["table", "cache-table", { pk: expect.any(String) }],
    ]);
    expect(describeChecks({ ...environment, MAIL_SENDER: "crm@example.com" }, probes).smtp.probe).toBeDefined();
  });
});
