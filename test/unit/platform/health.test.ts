import { describe, expect, it, vi } from "vitest";
import { type Checks, describeChecks } from "../../../functions/health/checks.ts";
import { requireHealthy } from "../../../functions/health/gate.ts";
import { healthOperations } from "../../../functions/health/operations.ts";
import { readyAnswer } from "../../../functions/health/schemas.ts";
import type { Probe, ProbeFactory } from "../../../shared/platform/health/probes.ts";
import type { JobLine, Log } from "../../../shared/platform/log/request-log.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const fine: Probe = async () => {};
const broken: Probe = async () => {
  throw new TypeError("connect to 10.0.0.7 as admin:hunter2 failed");
};

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
  const parts = { checks, now: () => clock.time, log, version: "1.2.3", gitSha: "abc1234" };
  const { checkReadiness } = healthOperations(parts);
  const ready = async () => {
    const { status, body } = await checkReadiness({} as never);
    expect(status).toBe(body.status === "unhealthy" ? 503 : 200);
    return body;
  };
  return { clock, lines, ready };
}

describe("readiness", () => {
  it("is ok when every service answers, and lists those that are not configured", async () => {
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
    expect(readyAnswer().safeParse(verdict).success).toBe(true);
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

  it("logs the service that failed, without the message of the error", async () => {
    const { ready, lines } = setUp(checksWith({ database: { probe: broken, timeLimit: 1_000 } }));
    const verdict = await ready();
    expect(lines).toEqual([
      { level: "warn", event: "health.checkFailed", service: "database", fault: "TypeError" } satisfies JobLine,
    ]);
    expect(JSON.stringify([verdict, lines])).not.toContain("hunter2");
  });

  it("measures the latency of each service", async () => {
    const slow: Probe = async () => {
      clock.time += 40;
    };
    const { clock, ready } = setUp(checksWith({ cache: { probe: slow, timeLimit: 9 } }));
    expect((await ready()).services.cache.latencyMs).toBe(40);
  });

  it("aborts the call of a service that does not answer in time", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const probe: Probe = ({ abortSignal }) => {
      signals.push(abortSignal);
      return new Promise(() => {});
    };
    const { ready, lines } = setUp(checksWith({ storage: { probe, timeLimit: 20 } }));
    const { status, services } = await ready();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect([status, services.storage.ok, services.database.ok]).toEqual(["unhealthy", false, true]);
    expect(lines).toEqual([expect.objectContaining({ service: "storage", fault: "TimeoutError" })]);
  });

  it("checks all services in parallel", async () => {
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

describe("the cache", () => {
  function counting(probe: Probe) {
    const counted = vi.fn(probe);
    return { probe: counted, checks: checksWith({ database: { probe: counted, timeLimit: 1_000 } }) };
  }

  it("keeps a result for one minute", async () => {
    const { probe, checks } = counting(fine);
    const { ready, clock } = setUp(checks);
    const first = await ready();
    clock.time += 59_999;
    expect(await ready()).toEqual({ ...first, cached: true });
    clock.time += 1;
    expect(await ready()).toMatchObject({ cached: false, timestamp: "2026-03-01T12:01:00.000Z" });
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it("also keeps a bad result", async () => {
    const { probe, checks } = counting(broken);
    const { ready } = setUp(checks);
    await ready();
    expect(await ready()).toMatchObject({ status: "unhealthy", cached: true });
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it("checks once for requests at the same time", async () => {
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

describe("the gate", () => {
  const log: Log = () => {};

  it("passes a healthy or degraded version", async () => {
    await requireHealthy(checksWith(), log);
    await requireHealthy(checksWith({ smtp: { probe: broken, timeLimit: 1_000 } }), log);
  });

  it("stops an unhealthy version, and names the services that failed", async () => {
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

  it("include both tables and every bucket, and mail only if there is a sender", async () => {
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
      ["table", "cache-table", { pk: expect.any(String), sk: expect.any(String) }],
    ]);
    expect(describeChecks({ ...environment, MAIL_SENDER: "crm@example.com" }, probes).smtp.probe).toBeDefined();
  });
});
