/** Runs a handler as Lambda does: nothing but JSON goes in and out, with a context that knows the time left. */
import type { Context } from "aws-lambda";

/** Bytes of an event as JSON ("Lambda quotas", synchronous invocation payload). */
export const maxEventBytes = 6 * 1024 * 1024;
/** An answer may be a little longer than an event, as Lambda itself allows. */
const maxResultBytes = maxEventBytes + 100;

/** Handlers differ in their events; `never` lets each of them in, and what it is given is JSON of its own trigger. */
export type FunctionHandler = (event: never, context: Context) => Promise<unknown>;

/** One call; plain data, so that it can be sent to another thread. */
export interface Call {
  requestId: string;
  timeoutMilliseconds: number;
}

export interface LocalFunction {
  name: string;
  /** Event and answer as JSON; rejects as the handler does. */
  run: (eventJson: string, call: Call) => Promise<string>;
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
 * The function's answer as JSON leaves it. Rejects as the handler does, with an error when event or answer are too large, and with
 * FunctionTimeout when the time is over; the handler then runs on unheard, as it does behind a gateway.
 */
export async function invokeFunction(target: LocalFunction, event: object, call: Call): Promise<unknown> {
  const sent = JSON.stringify(event);
  if (Buffer.byteLength(sent) > maxEventBytes) throw new Error(`the event for ${target.name} is over 6 MB`);
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

/** What the managed runtime hands to a handler; the callbacks of old runtimes are gone since Node 24. */
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
