/** Log lines in JSON. No line has a token, an API key, a name or an address of a person. */
import { readEnvironment } from "../config/environment.ts";
import { metricsOf } from "./metrics.ts";

/** The line of a request. It has no other fields than these. */
export interface RequestLine {
  level: "info" | "warn" | "error";
  event: "request";
  requestId: string;
  route: string;
  method: string;
  accountId?: string;
  status: number;
  durationMs: number;
  readUnits: number;
  writeUnits: number;
  errorCode?: string;
  /** Whether the answer is the one to an earlier request with the same idempotency key. */
  replayed?: true;
  /** The request is the first one of its process, so its caller also waited for the start. */
  coldStart?: 1;
  /** The name and the stack of an unexpected fault, without its data. */
  fault?: LoggedFault;
}

/** Any other line. */
export interface JobLine {
  level: "info" | "warn" | "error";
  /** The subject and, after a dot, what happened, both in camel case. */
  event: string;
  [detail: string]: unknown;
}

export type Log = (line: RequestLine | JobLine) => void;

export interface LoggedFault {
  name: string;
  /** Empty if it may quote data. */
  message: string;
  stack?: string;
}

/**
 * What the log may hold about a fault: where it happened, without the data. Messages of our own errors hold no data of a
 * person; messages of parsers and clients may quote their input.
 */
export function faultOf(cause: unknown): LoggedFault {
  if (!(cause instanceof Error)) return { name: typeof cause, message: "" };
  const isOwn = cause.constructor === Error || cause.constructor === TypeError;
  return { name: cause.name, message: isOwn ? cause.message : "", ...stackOf(cause) };
}

/** Like `faultOf`, without the message: for code that reads a user's file, where even an Error of the runtime may quote the file. */
export function faultWithoutMessage(cause: unknown): LoggedFault {
  return { ...faultOf(cause), message: "" };
}

/** The name alone, for faults whose other texts may quote data. */
export function faultName(fault: unknown): string {
  return fault instanceof Error ? fault.name : typeof fault;
}

function stackOf({ stack, message }: Error): Pick<LoggedFault, "stack"> {
  if (stack === undefined) return {};
  // A stack starts with the message, and a line of the message may look like a frame.
  const lines = stack.replace(message, () => "").split("\n");
  return { stack: lines.filter((line) => line.startsWith("    at ")).join("\n") };
}

const { METRICS_NAMESPACE, METRICS_BY_ROUTE } = readEnvironment(process.env, "METRICS_NAMESPACE", "METRICS_BY_ROUTE");
const metricSettings = { namespace: METRICS_NAMESPACE, byRoute: METRICS_BY_ROUTE };

/** Writes one line to standard output, from which Lambda fills the function's log, and CloudWatch its metrics. */
export const logToStandardOutput: Log = (line) => {
  const now = new Date();
  const written = { time: now.toISOString(), ...line, ...metricsOf(line, metricSettings, now.getTime()) };
  process.stdout.write(`${JSON.stringify(written)}\n`);
};
