import type { S3Event } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BackgroundFunction } from "../../../infra/cloud/triggers.ts";
import type { Call, LocalFunction } from "../../../infra/local/lambda/lambda-function.ts";
import { bucketListener, type Schedule, startSchedule } from "../../../infra/local/stack/background.ts";
import { bucketNames } from "../../../infra/local/stack/function-environment.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";

interface Run {
  name: string;
  event: unknown;
  call: Call;
}

let runs: Run[];
let lines: (RequestLine | JobLine)[];
/** What a run comes to. */
let outcome: () => Promise<void>;
const log = (line: RequestLine | JobLine): void => void lines.push(line);

beforeEach(() => {
  runs = [];
  lines = [];
  outcome = async () => {};
});

function functionNamed(name: string): LocalFunction {
  return {
    name,
    run: async (event, call) => {
      runs.push({ name, event: JSON.parse(event), call });
      await outcome();
      return "null";
    },
  };
}

describe("objects that are created", () => {
  const listener = bucketListener({ functionOf: async (name: BackgroundFunction) => functionNamed(name), log });
  const created = (bucket: string, key: string) =>
    ({ Records: [{ s3: { bucket: { name: bucket }, object: { key } } }] }) as S3Event;

  it.each([
    [bucketNames.imports, "uploads/a/b/0", "import-parser"],
    [bucketNames.accounts, "deletions/a/b", "deletion-worker"],
    [bucketNames.accounts, "closings/a/b", "account-deletion-worker"],
  ])("in %s as %s start %s, with the event's request id and Lambda's longest time limit", async (bucket, key, name) => {
    const event = created(bucket, key);
    await listener.onObjectCreated?.(event, "the-request");
    expect(runs).toEqual([{ name, event, call: { requestId: "the-request", timeoutMilliseconds: 900_000 } }]);
  });

  it.each([
    [bucketNames.imports, "rows/a/b/c/0"],
    [bucketNames.imports, "deletions/a/b"],
    [bucketNames.accounts, "search/a"],
    [bucketNames.pictures, "uploads/a/b/0"],
  ])("in %s as %s start nothing", async (bucket, key) => {
    await listener.onObjectCreated?.(created(bucket, key), "the-request");
    expect(runs).toEqual([]);
  });

  it("are tried again when the function fails, and logged when it always fails", async () => {
    const fault = new TypeError("no way");
    outcome = () => Promise.reject(fault);
    const event = created(bucketNames.accounts, "deletions/a/b");
    await expect(listener.onObjectCreated?.(event, "the-request")).rejects.toBe(fault);
    listener.onDeadLetter?.(event, fault);
    const about = { function: "deletion-worker", keys: ["deletions/a/b"], fault: "TypeError: no way" };
    expect(lines).toEqual([{ level: "error", event: "function.deadLetter", ...about }]);
  });
});

describe("a schedule", () => {
  let schedule: Schedule;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 2, 9, 15, 0, 250), toFake: ["setInterval", "clearInterval", "Date"] });
    schedule = startSchedule([functionNamed("deletion-worker")], 60_000, log);
  });
  afterEach(() => {
    schedule.stop();
    vi.useRealTimers();
  });

  it("starts the function at once and after every interval, until it is stopped", async () => {
    expect(runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(runs).toHaveLength(4);
    schedule.stop();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(runs).toHaveLength(4);
  });

  it.each([
    ["one function after the other", 60_000, ["import-worker"]],
    ["the next function soon, while one has much to do", 1, ["import-worker", "reminder-sender"]],
  ])("starts %s", async (_, turnMilliseconds, started) => {
    schedule.stop();
    const first = Promise.withResolvers<void>();
    outcome = () => first.promise;
    const names = () => runs.slice(1).map(({ name }) => name);
    const targets = (["import-worker", "reminder-sender"] as const).map(functionNamed);
    schedule = startSchedule(targets, 60_000, log, turnMilliseconds);
    await expect.poll(names).toEqual(started);
    first.resolve();
    await expect.poll(names).toEqual(["import-worker", "reminder-sender"]);
  });

  it("continues after a failed run, and logs it", async () => {
    outcome = () => Promise.reject(new Error("no way"));
    await vi.advanceTimersByTimeAsync(120_000);
    const line = {
      level: "error",
      event: "function.scheduleFailed",
      function: "deletion-worker",
      fault: "Error: no way",
    };
    expect(lines).toEqual([line, line]);
  });

  it("logs no failure of a run that ends because the stack stops", async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    outcome = () => promise;
    await vi.advanceTimersByTimeAsync(60_000);
    schedule.stop();
    reject(new Error("the thread of the functions ended"));
    await vi.advanceTimersByTimeAsync(0);
    expect([runs.length, lines]).toEqual([2, []]);
  });
});
