/**
 * Runs functions in threads of their own, as Lambda runs them on machines of their own: with their own environment
 * variables, with their output collected as log lines, and without delaying the gateway or the emulators.
 */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { JobLine, Log, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { queueTrigger } from "../../cloud/triggers.ts";
import { type Call, createCallLimit, type LocalFunction } from "./lambda-function.ts";

export interface FunctionThreads {
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

/**
 * Megabytes of a thread for new objects. Without a limit, each thread soon keeps 48 megabytes for them, whether or not it has
 * much to do. The limit is that of the functions in the cloud whose rows are garbage soon: three spaces of eight megabytes.
 */
const maxYoungGenerationSizeMb = 24;

type Pending = Map<number, PromiseWithResolvers<string>>;

interface Thread {
  worker: Worker;
  loaded: Promise<void>;
  /** The calls that run, and the function that was called last. */
  pending: Pending;
  name?: string;
}

/**
 * Resolves when every handler is loaded, and rejects when one cannot be loaded. `handlers` has module addresses by function
 * name. When a thread dies later (an uncaught error in a function), its running calls fail and the next call has a new one,
 * as Lambda replaces a machine.
 *
 * Without `idleMilliseconds`, all functions share a thread. With it, no function shares a thread with another one that runs,
 * because one that computes for minutes must not delay the others. A thread ends when it had nothing to do for this time.
 */
export async function startFunctionThreads(
  handlers: Readonly<Record<string, URL>>,
  environment: Readonly<Record<string, string>>,
  log: Log,
  idleMilliseconds?: number,
): Promise<FunctionThreads> {
  let calls = 0;
  let stopping = false;
  const threads = new Set<Thread>();
  await startThread().loaded;

  function startThread(): Thread {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: Object.fromEntries(Object.entries(handlers).map(([name, url]) => [name, url.href])),
      env: { ...environment },
      stdout: true,
      stderr: true,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    const loaded = Promise.withResolvers<void>();
    // The start, or the call, reports a failure. A new thread that fails must not end the process.
    loaded.promise.catch(() => {});
    const thread: Thread = { worker, loaded: loaded.promise, pending: new Map() };
    const { pending } = thread;
    threads.add(thread);
    let idle: NodeJS.Timeout | undefined;
    const endIfIdle = (): void => {
      if (pending.size > 0) return;
      threads.delete(thread);
      void worker.terminate();
    };
    let death = new Error("the thread of the functions ended");
    worker.on("message", (message: ReplyMessage) => {
      clearTimeout(idle);
      if (idleMilliseconds !== undefined) idle = setTimeout(endIfIdle, idleMilliseconds).unref();
      if (message === "loaded") loaded.resolve();
      else finishCall(pending, message);
    });
    worker.on("error", (error) => {
      death = error instanceof Error ? error : new Error(String(error));
      log({ level: "error", event: "function.died", fault: { name: death.name, message: death.message } });
    });
    worker.on("exit", () => {
      threads.delete(thread);
      loaded.reject(death);
      for (const { reject } of pending.values()) reject(death);
    });
    forwardLines(worker.stdout, log);
    forwardLines(worker.stderr, log);
    return thread;
  }

  function threadFor(name: string): Thread {
    if (stopping) throw new Error("the functions have been stopped");
    const free = [...threads].filter((thread) => idleMilliseconds === undefined || thread.pending.size === 0);
    const own = [...threads].find((thread) => thread.name === name);
    return own ?? free[0] ?? startThread();
  }

  /** A thread that still loads its handlers keeps the call until then. */
  async function run(name: string, event: string, call: Call): Promise<string> {
    const id = calls++;
    const thread = threadFor(name);
    thread.name = name;
    const reply = Promise.withResolvers<string>();
    thread.pending.set(id, reply);
    thread.worker.postMessage({ id, name, event, call } satisfies CallMessage);
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
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
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
