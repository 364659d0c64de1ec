import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Checks, describeChecks } from "../../../functions/health/checks.ts";
import { assertReady } from "../../../functions/health/gate.ts";
import { checkServices } from "../../../functions/health/operations.ts";
import { type MailCatcher, startMailCatcher } from "../../../infra/local/mail/catcher.ts";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { createProbes, type Probe, type ProbeFactory } from "../../../shared/platform/health/probes.ts";
import { freshTable } from "../../support/process/stack.ts";

const buckets = {
  IMPORT_BUCKET: "health-imports",
  PICTURE_BUCKET: "health-pictures",
  ACCOUNT_BUCKET: "health-accounts",
};

let folder: string;
let s3: S3Emulator;
let mail: MailCatcher;
let probes: ProbeFactory;
let environment: Record<"TABLE_NAME" | "CACHE_TABLE_NAME" | keyof typeof buckets | "MAIL_SENDER", string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "health-probes-"));
  const { store, cache, host } = await freshTable();
  s3 = await startS3Emulator({
    dataDir: join(folder, "s3"),
    buckets: Object.values(buckets),
    accessKeyId: host.accessKeyId,
    secretAccessKey: "local",
  });
  mail = await startMailCatcher({ dataDir: join(folder, "mail") });
  Object.assign(process.env, {
    AWS_REGION: host.region,
    AWS_ACCESS_KEY_ID: host.accessKeyId,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: host.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ENDPOINT_URL_SES: mail.endpoint,
  });
  environment = {
    TABLE_NAME: store.tableName,
    CACHE_TABLE_NAME: cache.tableName,
    ...buckets,
    MAIL_SENDER: "crm@example.com",
  };
  probes = createProbes();
});

afterAll(async () => {
  await Promise.all([s3?.stop(), mail?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** The name of the probe's error; undefined if the service answered. */
async function faultOf(probe: Probe): Promise<string | undefined> {
  return probe({}).then(
    () => undefined,
    (error: Error) => error.name,
  );
}

/** Replaces the time limits, because a cold client on a busy machine may be slower. `health.test.ts` tests them. */
function withPatience(checks: Checks): Checks {
  const patient = Object.entries(checks).map(([name, check]) => [name, { ...check, timeLimit: 20_000 }]);
  return Object.fromEntries(patient) as Checks;
}

describe("the probes", () => {
  it("pass if all services answer, also the mail service", async () => {
    const checks = withPatience(describeChecks(environment, probes));
    const { status, services } = await checkServices({ checks, now: () => 0, log: () => {} });
    expect([status, services.smtp]).toEqual(["ok", { ok: true, configured: true }]);
  });

  it("fail on a table that is missing, and on one with other keys", async () => {
    expect(await faultOf(probes.table("no-such-table", { pk: "x" }))).toBe("ResourceNotFoundException");
    expect(await faultOf(probes.table(environment.TABLE_NAME, { pk: "x" }))).toBe("ValidationException");
  });

  it("fail when one bucket of several is missing", async () => {
    expect(await faultOf(probes.buckets([...Object.values(buckets), "no-such-bucket"]))).toBe("NotFound");
  });

  it("fail without the mail service, which is degraded and not unhealthy", async () => {
    const { endpoint } = mail;
    process.env.AWS_ENDPOINT_URL_SES = "http://127.0.0.1:1";
    const checks = withPatience(describeChecks(environment, createProbes()));
    const verdict = await checkServices({ checks, now: () => 0, log: () => {} });
    process.env.AWS_ENDPOINT_URL_SES = endpoint;
    expect([verdict.status, verdict.services.smtp]).toEqual(["degraded", { ok: false, configured: true }]);
  });
});

describe("the gate", () => {
  it("opens when all services of the environment answer, and not when a table is missing", async () => {
    const log = () => {};
    // On a busy machine, the first call may be too slow, because the clients are not loaded yet.
    await assertReady(environment, log).catch(() => assertReady(environment, log));
    await expect(assertReady({ ...environment, CACHE_TABLE_NAME: "no-such-table" }, log)).rejects.toThrow(
      "not ready: no good answer from cache",
    );
    await expect(assertReady({}, log)).rejects.toThrow("TABLE_NAME is missing");
  });
});
