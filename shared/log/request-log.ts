/** Logs as one JSON line each; none holds a token, a key, a name or an address of a person. */
import type { LoggedFault } from "./fault.ts";

/** What a request leaves: its fields are closed by this type. */
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
  /** The answer was that of an earlier request with the same idempotency key. */
  replayed?: true;
  /** Name and place of an unexpected fault; never its data. */
  fault?: LoggedFault;
}

/** Whatever else is worth a line. */
export interface JobLine {
  level: "info" | "warn" | "error";
  /** What it is about and, after a dot, what happened, each in camel case. */
  event: string;
  [detail: string]: unknown;
}

export type Log = (line: RequestLine | JobLine) => void;

/** What may be told of a fault whose text may quote what it was given. */
export function faultName(fault: unknown): string {
  return fault instanceof Error ? fault.name : typeof fault;
}

/** One line to standard output, which is where a Lambda function's log is read from. */
export const logToStandardOutput: Log = (line) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};
