import { afterEach, expect, it } from "vitest";
import { queueTrigger } from "../../../infra/cloud/triggers.ts";
import { FunctionTimeout, invokeFunction } from "../../../infra/local/lambda/lambda-function.ts";
import {
  callsAtOnce,
  type FunctionThreads,
  maxCallsAtOnce,
  startFunctionThreads,
} from "../../../infra/local/lambda/threads.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";

let thread: FunctionThreads | undefined;
afterEach(() => thread?.stop());

const call = { requestId: "the-call", timeoutMilliseconds: 10_000 };

/** A thread whose only function has this body; `event` and `context` are in scope. */
async function start(body: string, environment: Record<string, string> = {}, name = "probe") {
  const lines: (RequestLine | JobLine)[] = [];
  const waiting = new Map<string, () => void>();
  const source = `export async function handler(event, context) { ${body} }`;
  const handlers = { [name]: new URL(`data:text/javascript,${encodeURIComponent(source)}`) };
  thread = await startFunctionThreads(handlers, environment, (line) => {
    lines.push(line);
    waiting.get(line.event)?.();
  });
  const target = thread.function(name);
  return {
    lines,
    logged: (event: string) =>
      new Promise<void>((done) => (lines.some((line) => line.event === event) ? done() : waiting.set(event, done))),
    invoke: (event: object, timeoutMilliseconds = 10_000) =>
      invokeFunction(target, event, { ...call, timeoutMilliseconds }),
  };
}

/** Two functions with this body, which run apart. */
async function startApart(body: string, idleMilliseconds = 1) {
  const url = new URL(`data:text/javascript,${encodeURIComponent(`export async function handler(event) { ${body} }`)}`);
  const threads = await startFunctionThreads({ one: url, two: url }, {}, () => {}, idleMilliseconds);
  thread = threads;
  const invoke = (name: string, event: object) => invokeFunction(threads.function(name), event, call);
  return { invoke, threadOf: (name: string) => invoke(name, {}) };
}

it("passes event and answer as JSON, with Lambda's context", async () => {
  const { invoke } = await start("return { event, id: context.awsRequestId, at: new Date(0), gone: undefined }");
  expect(await invoke({ a: [1, "é"] })).toEqual({
    event: { a: [1, "é"] },
    id: "the-call",
    at: "1970-01-01T00:00:00.000Z",
  });
});

it("functions have only the environment that was passed", async () => {
  process.env.ONLY_OUTSIDE = "yes";
  const { invoke } = await start("process.env.NEW = 'inside'; return { ...process.env }", { ONLY_INSIDE: "yes" });
  expect(await invoke({})).toEqual({ ONLY_INSIDE: "yes", NEW: "inside" });
  expect(process.env.NEW).toBeUndefined();
  delete process.env.ONLY_OUTSIDE;
});

it("collects log lines, and logs other output as such", async () => {
  const { invoke, lines, logged } = await start(
    `console.log(JSON.stringify({ level: "info", event: "counted", n: 1 })); console.error("careless"); return null`,
  );
  await invoke({});
  await Promise.all([logged("counted"), logged("output")]);
  expect(lines).toContainEqual({ level: "info", event: "counted", n: 1 });
  expect(lines).toContainEqual({ level: "warn", event: "output", text: "careless" });
});

it("rejects with the error of the function, by its name and message", async () => {
  const { invoke } = await start("throw new RangeError('too far')");
  await expect(invoke({})).rejects.toMatchObject({ name: "RangeError", message: "too far" });
});

it("times out for a function that never ends, without blocking the caller", async () => {
  const { invoke } = await start("for (;;) {}");
  await expect(invoke({}, 50)).rejects.toThrow(FunctionTimeout);
});

it("runs only few of many calls at once, so that none runs out of time because of the others", async () => {
  const { invoke } = await start(`
    const { counts = { running: 0, most: 0 } } = globalThis;
    globalThis.counts = counts;
    counts.most = Math.max(counts.most, ++counts.running);
    for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
    counts.running -= 1;
    return counts.most`);
  const most = await Promise.all(Array.from({ length: 320 }, () => invoke({})));
  expect(Math.max(...most.map(Number))).toBeLessThanOrEqual(maxCallsAtOnce);
});

it("runs as many calls of the webhook sender at once as its queues start in the cloud, and two more", async () => {
  const { quick, slow } = queueTrigger.maxConcurrency;
  const most = quick + slow + 2;
  const { invoke } = await start(
    `
    const { calls = { ...Promise.withResolvers(), running: 0 } } = globalThis;
    globalThis.calls = calls;
    if (++calls.running === event.most) calls.resolve();
    await calls.promise;
    return null`,
    {},
    queueTrigger.function,
  );
  await Promise.all(Array.from({ length: most }, () => invoke({ most })));
  expect(callsAtOnce(queueTrigger.function)).toBe(most);
});

it("runs further calls when the time of those before is over", async () => {
  const { invoke } = await start("return event.ends ? 'answered' : new Promise(() => {})");
  const endless = Array.from({ length: maxCallsAtOnce }, () => invoke({}, 50));
  const answer = invoke({ ends: true });
  expect(await Promise.allSettled(endless)).toMatchObject(endless.map(() => ({ reason: expect.any(FunctionTimeout) })));
  expect(await answer).toBe("answered");
});

it("replaces a thread that died: the call that killed it fails, the next one is answered", async () => {
  const { invoke, lines } = await start(
    "if (event.die) setImmediate(() => { throw new Error('uncaught') }); else return 'alive'; await new Promise(() => {})",
  );
  await expect(invoke({ die: true })).rejects.toThrow("uncaught");
  expect(await invoke({})).toBe("alive");
  expect(lines).toContainEqual(expect.objectContaining({ level: "error", event: "function.died" }));
});

it("has a thread for each function that runs, and ends threads that are idle, but none that is at work", async () => {
  const { threadOf, invoke } = await startApart(`
    const { threadId } = await import("node:worker_threads");
    globalThis.gate ??= Promise.withResolvers();
    if (event.opens) globalThis.gate.resolve();
    if (event.waits) await globalThis.gate.promise;
    return threadId`);
  const waiting = invoke("one", { waits: true });
  const other = await threadOf("two");
  // As long as this takes, the first thread has not answered, too.
  await expect.poll(() => threadOf("two")).not.toBe(other);
  const own = await threadOf("one");
  expect(own).not.toBe(other);
  expect(await invoke("one", { opens: true })).toBe(own);
  expect(await waiting).toBe(own);
});

it("runs a function in the thread of another one that has ended", async () => {
  const { threadOf } = await startApart(`return (await import("node:worker_threads")).threadId`, 60_000);
  expect(await threadOf("two")).toBe(await threadOf("one"));
});

it("does not start without its handlers", async () => {
  const missing = { probe: new URL("file:///nowhere/handler.ts") };
  await expect(startFunctionThreads(missing, {}, () => {})).rejects.toThrow(/handler\.ts/);
  const empty = { probe: new URL("data:text/javascript,export const other = 1") };
  await expect(startFunctionThreads(empty, {}, () => {})).rejects.toThrow("exports no handler");
});
