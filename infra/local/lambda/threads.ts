/**
 * Runs functions in a thread of their own, as Lambda runs them on a machine of their own: with their own environment
 * variables, with their output collected as log lines, and without delaying the gateway or the emulators.
 */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { JobLine, Log, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { queueTrigger } from "../../cloud/triggers.ts";
import { type Call, createCallLimit, type LocalFunction } from "./lambda-function.ts";

export interface FunctionThread {
  function: (name: string) => LocalFunction;
  stop: () => Promise<void>;
}

export interface CallMessage {
  id: number;
  name: string;
  event: string;
  call: Call;
}

interface Fault {
  name: string;
  message: string;
  stack: string;
}

export type ReplyMessage = "loaded" | { id: number; answer: string } | { id: number; fault: Fault };

/**
 * Calls of a function at once. Lambda gives each call a machine; here they share a thread, and with hundreds at once, calls of
 * the database would end by their time limits only because the thread has so much else to do.
 */
export const maxCallsAtOnce = 16;

/** The webhook sender only waits for receivers, so it has as many calls as in the cloud, and two for new items and the clock. */
export function callsAtOnce(name: string): number {
  const { quick, slow } = queueTrigger.maxConcurrency;
  return name === queueTrigger.function ? quick + slow + 2 : maxCallsAtOnce;
}

type Pending = Map<number, PromiseWithResolvers<string>>;

/**
 * Resolves when every handler is loaded, and rejects when one cannot be loaded. `handlers` has module addresses by function
 * name. When the thread dies later (an uncaught error in a function), its running calls fail and a new thread replaces it,
 * as Lambda replaces a machine.
 */
export async function startFunctionThread(
  handlers: Readonly<Record<string, URL>>,
  environment: Readonly<Record<string, string>>,
  log: Log,
): Promise<FunctionThread> {
  let calls = 0;
  let stopping = false;
  let thread = startThread();
  await thread.loaded;

  function startThread() {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: Object.fromEntries(Object.entries(handlers).map(([name, url]) => [name, url.href])),
      env: { ...environment },
      stdout: true,
      stderr: true,
    });
    const pending: Pending = new Map();
    const loaded = Promise.withResolvers<void>();
    // The start, or the next call, reports a failure. A new thread that fails before any call must not end the process.
    loaded.promise.catch(() => {});
    let started = false;
    let death = new Error("the thread of the functions ended");
    worker.on("message", (message: ReplyMessage) => {
      if (message !== "loaded") return finishCall(pending, message);
      started = true;
      loaded.resolve();
    });
    worker.on("error", (error) => {
      death = error instanceof Error ? error : new Error(String(error));
      log({ level: "error", event: "function.died", fault: { name: death.name, message: death.message } });
    });
    worker.on("exit", () => {
      loaded.reject(death);
      for (const { reject } of pending.values()) reject(death);
      if (started && !stopping) thread = startThread();
    });
    forwardLines(worker.stdout, log);
    forwardLines(worker.stderr, log);
    return { worker, pending, loaded: loaded.promise };
  }

  async function run(name: string, event: string, call: Call): Promise<string> {
    const id = calls++;
    const { worker, pending, loaded } = thread;
    await loaded;
    const reply = Promise.withResolvers<string>();
    pending.set(id, reply);
    worker.postMessage({ id, name, event, call } satisfies CallMessage);
    return reply.promise;
  }

  return {
    function: (name) => ({
      name,
      run: (event, call) => run(name, event, call),
      limit: createCallLimit(callsAtOnce(name)),
    }),
    stop: async () => {
      stopping = true;
      await thread.worker.terminate();
    },
  };
}

function finishCall(pending: Pending, message: Exclude<ReplyMessage, "loaded">): void {
  const reply = pending.get(message.id);
  pending.delete(message.id);
  if ("answer" in message) reply?.resolve(message.answer);
  else reply?.reject(Object.assign(new Error(message.fault.message), message.fault));
}

/** The lines of a function's output are log lines of the service; a dependency may print others, which get an event name. */
function forwardLines(output: Readable, log: Log): void {
  createInterface({ input: output }).on("line", (text) => log(parseLine(text)));
}

function parseLine(text: string): RequestLine | JobLine {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null && "event" in line) return line as RequestLine | JobLine;
  } catch {
    // The line is no JSON, so the log of the service did not write it.
  }
  return { level: "warn", event: "output", text };
}
