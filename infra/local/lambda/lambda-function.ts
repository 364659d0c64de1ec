/** Runs a handler as Lambda does: only JSON goes in and out, and the context knows the time that is left. */
import type { Context } from "aws-lambda";

/** Bytes of an event as JSON ("Lambda quotas", synchronous invocation payload). */
export const maxEventBytes = 6 * 1024 * 1024;
/** An answer may be a little longer than an event, as Lambda itself allows. */
const maxResultBytes = maxEventBytes + 100;

/** Handlers differ in their events; the type `never` fits each of them. */
export type FunctionHandler = (event: never, context: Context) => Promise<unknown>;

/** One call, as plain data that can be sent to another thread. */
export interface Call {
  requestId: string;
  timeoutMilliseconds: number;
}

export interface LocalFunction {
  name: string;
  /** Event and answer as JSON; rejects as the handler does. */
  run: (eventJson: string, call: Call) => Promise<string>;
  /** Without one, every call runs at once. */
  limit?: CallLimit;
}

/** Runs work when few enough other work runs. */
export type CallLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** At most `most` pieces of work run at once, in the order in which they came. */
export function createCallLimit(most: number): CallLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const start = waiting.shift();
      if (start) start();
      else running -= 1;
    }
  };
}

export class FunctionTimeout extends Error {
  override readonly name = "FunctionTimeout";
}

/** A function whose handler runs in this thread. `now` is in milliseconds since the epoch. */
export function functionInThread(name: string, handler: FunctionHandler, now: () => number): LocalFunction {
  return {
    name,
    run: async (eventJson, call) => {
      const answer = await handler(JSON.parse(eventJson) as never, createContext(name, call, now));
      return JSON.stringify(answer ?? null) ?? "null";
    },
  };
}

/**
 * The function's answer as JSON leaves it. Rejects as the handler does, with an error when the answer is too large,
 * and with `FunctionTimeout` when the time is over; the handler then continues without an effect on the answer. The time begins
 * with the run.
 */
export function invokeFunction(target: LocalFunction, event: object, call: Call): Promise<unknown> {
  const { limit = (work) => work() } = target;
  return limit(() => runInTime(target, JSON.stringify(event), call));
}

async function runInTime(target: LocalFunction, sent: string, call: Call): Promise<unknown> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new FunctionTimeout(`${target.name} took longer than ${call.timeoutMilliseconds} ms`)),
    call.timeoutMilliseconds,
  );
  try {
    const received = await Promise.race([target.run(sent, call), timeout.promise]);
    if (Buffer.byteLength(received) > maxResultBytes) throw new Error(`the answer of ${target.name} is over 6 MB`);
    return JSON.parse(received);
  } finally {
    clearTimeout(timer);
  }
}

/** The context of the managed runtime, without the callbacks that Node 24 no longer has. */
function createContext(name: string, { requestId, timeoutMilliseconds }: Call, now: () => number): Context {
  const deadline = now() + timeoutMilliseconds;
  const context: Omit<Context, "done" | "fail" | "succeed"> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: "1024",
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    getRemainingTimeInMillis: () => Math.max(0, deadline - now()),
  };
  return context as Context;
}

/** A fault as one line for the log. */
export function faultText(fault: unknown): string {
  return fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);
}
