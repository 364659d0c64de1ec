import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { chosenEngine } from "../../../infra/local/database/database.ts";
import { requireJava } from "../../../infra/local/database/dynamodb-local.ts";
import { isAlive } from "../../../infra/local/database/process-file.ts";
import { listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { chooseFreePort, isFree } from "../../../infra/local/stack/data-folder.ts";
import { printableToken } from "../../../infra/local/token.ts";
import type { ImportUpload } from "../../../shared/client/types.ts";
import { filesOf, sendUpload } from "../../support/import/import-calls.ts";
import { isFull } from "../../support/seed.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** An empty folder, which is removed when the test has ended. */
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "start-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Copy {
  child: ChildProcess;
  /** Exit code and both outputs. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
  /** What it says once it is ready; rejects when it ends before. */
  ready: Promise<string>;
}

/** It ends with the test. */
function start(environment: Record<string, string>, ...options: string[]): Copy {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, ["infra/local/start.ts", ...options], {
    cwd: root,
    env: { PATH, ...environment },
  });
  const errors = text(child.stderr);
  let output = "";
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.includes("Stop with Ctrl-C")) ready.resolve(output);
  });
  const ended = once(child, "close").then(async ([code]) => {
    ready.reject(new Error(`ended before it was ready: ${await errors}`));
    return { code, output, errors: await errors };
  });
  ready.promise.catch(() => {});
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, ready: ready.promise };
}

/** Milliseconds. A start takes two seconds on a quiet machine. */
const readyLimit = 20_000;
const stopLimit = 5_000;

function databaseProcess(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "dynamodb", `${chosenEngine()}.pid`), "utf8").split(" ")[0]);
}

/** Calls the contacts of Alice, whose token the copy itself makes. */
async function aliceAt(port: number) {
  const token = await printableToken("alice@example.com", String(port));
  return async <Body>(path: string, json?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = json && { method: "POST", body: JSON.stringify(json) };
    const answer = await fetch(`http://localhost:${port}/contacts${path}`, { headers, ...body });
    return (await answer.json()) as Body;
  };
}

// Two starts and a parse, on a machine whose processors the other tests keep busy.
it("serves soon, has every acknowledged write after a kill and goes on with its imports, and stops within five seconds with all it started", {
  timeout: 150_000,
}, async () => {
  const folder = freshFolder();
  const port = await chooseFreePort();
  const url = `http://localhost:${port}`;
  const environment = { PORT: String(port), DATA_DIR: folder };
  const begin = performance.now();
  const first = start(environment);
  const banner = await first.ready;
  expect(performance.now() - begin).toBeLessThan(readyLimit);
  expect(banner).toMatch(new RegExp(`^\\s*Starting.*\\s+App +${url}/app\nAPI +${url}$`, "m"));
  for (const path of ["/docs", "/docs/mail"]) {
    expect(banner).toMatch(new RegExp(`^\\w+ +${url}${path}$`, "m"));
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  }
  expect(banner).toContain(`PORT=${port} npm run --silent token -- alice@example.com\n`);
  expect(banner.length).toBeLessThan(700);
  expect(await (await fetch(`${url}/health/live`)).json()).toMatchObject({ status: "ok", version: expect.any(String) });
  expect(statSync(join(folder, "api-key-pepper")).mode & 0o777).toBe(0o600);

  const call = await aliceAt(port);
  const { content } = filesOf.vcard(Array.from({ length: 10_000 }, (_, index) => index));
  const upload = { fileName: "many.vcf", size: Buffer.byteLength(content) };
  const prepared = await call<ImportUpload>("/import/vcard/uploads", upload);
  const status = async () => (await call<{ status: string }>(`/import/vcard/${prepared.importId}`)).status;
  expect((await sendUpload(prepared, content)).ok).toBe(true);
  await expect.poll(status, { interval: 20 }).toBe("parsing");
  const { contact } = await call<{ contact: { id: string } }>("", { firstName: "Grete" });
  first.child.kill("SIGKILL");
  await first.ended;

  const second = start(environment);
  expect(await second.ready).toBe(banner);
  expect(await call(`/${contact.id}`)).toMatchObject({ contact: { firstName: "Grete" } });
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe("parsed");
  // Addresses that were signed before stay valid.
  expect((await call<ImportUpload>("/import/vcard/uploads", upload)).upload.url).toBe(prepared.upload.url);

  const database = databaseProcess(folder);
  expect(isAlive(database)).toBe(true);
  const stopping = performance.now();
  second.child.kill("SIGTERM");
  // Nothing but the banner: log lines come on request, and a token would fill the screen.
  expect(await second.ended).toEqual({ code: 0, errors: "", output: banner });
  expect(performance.now() - stopping).toBeLessThan(stopLimit);
  expect(isAlive(database)).toBe(false);
  expect(await isFree(port)).toBe(true);
});

it.runIf(isFull)(
  "runs side by side with a copy on another port and folder, refuses a folder in use, shows errors unasked, and leaves nothing behind however it ends",
  async () => {
    const folder = freshFolder();
    const [one, other] = [join(folder, "one"), join(folder, "other")];
    const [port, otherPort] = [await chooseFreePort(), await chooseFreePort()];
    const copy = start({ PORT: String(port), DATA_DIR: one }, "--logs");
    const otherCopy = start({ PORT: String(otherPort), DATA_DIR: other });
    await Promise.all([copy.ready, otherCopy.ready]);
    for (const each of [port, otherPort]) {
      expect((await fetch(`http://127.0.0.1:${each}/api/health/live`)).status).toBe(200);
    }
    const intruder = await start({ PORT: "0", DATA_DIR: one }).ended;
    expect(intruder.code).toBe(1);
    expect(intruder.errors).toMatch(/^process \d+ serves this data folder already .*\n$/);
    expect(await (await aliceAt(port))("")).toMatchObject({ contacts: [] });

    const databases = [databaseProcess(one), databaseProcess(other)];
    const call = await aliceAt(otherPort);
    process.kill(databaseProcess(other), "SIGKILL");
    expect(await call("")).toMatchObject({ error: { code: "service_unavailable" } });
    // Ctrl-C twice: the second does not wait.
    copy.child.kill("SIGINT");
    copy.child.kill("SIGINT");
    otherCopy.child.kill("SIGKILL");
    const { code, output } = await copy.ended;
    expect([0, 130]).toContain(code);
    expect(output).toContain('"route":"listContacts"');
    expect((await otherCopy.ended).output).toContain('"level":"error"');
    await expect.poll(() => databases.filter(isAlive)).toEqual([]);
  },
);

it.runIf(isFull)(
  "does not open its port when a service named in the environment does not answer, and says which",
  async () => {
    const nobody = `http://127.0.0.1:${await chooseFreePort()}`;
    const [database, storage] = await Promise.all(
      ["DYNAMODB", "S3"].map(async (service) => {
        const place = { PORT: String(await chooseFreePort()), DATA_DIR: freshFolder() };
        return start({ ...place, [`AWS_ENDPOINT_URL_${service}`]: nobody }).ended;
      }),
    );
    expect([database?.code, storage?.code]).toEqual([1, 1]);
    expect(database?.errors).toMatch(new RegExp(`^The database at ${nobody} .*\\n$`));
    expect(storage?.errors).toMatch(/^The API does not start: not ready: .*storage\n$/);
  },
);

it.runIf(isFull)("says in one sentence what it can't start with", async () => {
  const other = createServer();
  const port = String(await listenOnLoopback(other, "The other program"));
  const java = { PATH: "/nonexistent", PORT: "0", DATABASE_ENGINE: "dynamodb-local" };
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: port }, new RegExp(`^The API cannot use port ${port}: .*\\n$`)],
    [{ PORT: "70000" }, /^PORT must be a number .*\n$/],
    [java, /^DynamoDB Local, .*needs Java 17 or newer: .*\n$/],
  ];
  for (const [environment, message] of cases) {
    const { code, errors } = await start({ DATA_DIR: freshFolder(), ...environment }).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
  }
  other.close();
});

const hasJava = await requireJava().then(
  () => true,
  () => false,
);

it.runIf(isFull && hasJava)("serves on DynamoDB Local where that is asked for, and says so", async () => {
  const port = await chooseFreePort();
  const copy = start({ PORT: String(port), DATA_DIR: freshFolder(), DATABASE_ENGINE: "dynamodb-local" });
  expect(await copy.ready).toContain("The database is DynamoDB Local");
  expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200);
});
