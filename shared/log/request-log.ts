/** Logs as one JSON line; what a line may hold is closed by its type: no token, key, name or address of a person. */

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
  /** Name and place of an unexpected fault; never its data. */
  fault?: { name: string; message: string; stack?: string };
}

export interface JobLine {
  level: "info" | "warn" | "error";
  event: string;
  [detail: string]: unknown;
}

export type Log = (line: RequestLine | JobLine) => void;

/** One line to standard output, which is where a Lambda function's log is read from. */
export const logToStandardOutput: Log = (line) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};
