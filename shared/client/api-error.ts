/** The errors of calls. */
import type { ErrorCode } from "./types.ts";

export interface ErrorDetail {
  /** Starts with `body`, `query`, `params` or `headers`. */
  path: string;
  message: string;
}

/** `connection_failed`: there is no answer, and `cause` says why. `unexpected_answer`: the answer does not come from the API. */
export type ClientErrorCode = "connection_failed" | "unexpected_answer";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode | ClientErrorCode;
  /** 0 without an answer. */
  readonly status: number;
  /** All faults of the request. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** The seconds after which to try again. */
  readonly retryAfter: number | undefined;
  /** How often the request was sent. An earlier attempt may have changed something, if its answer was lost. */
  attempts = 1;

  constructor(fault: Fault, cause?: unknown) {
    super(fault.message, { cause });
    this.code = fault.code;
    this.status = fault.status;
    this.details = fault.details ?? [];
    this.requestId = fault.requestId;
    this.retryAfter = fault.retryAfter;
  }
}

interface Fault {
  code: ApiError["code"];
  message: string;
  status: number;
  details?: readonly ErrorDetail[];
  requestId?: string | undefined;
  retryAfter?: number | undefined;
}

/** The error of a request without an answer. */
export function connectionFailed(cause?: unknown): ApiError {
  return new ApiError({ code: "connection_failed", status: 0, message: "The connection failed." }, cause);
}

/** The error of an answer. */
export function readError({ status, headers }: Response, text: string): ApiError {
  const seconds = headers.get("retry-after") ?? "";
  const fault = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    ...(/^\d+$/.test(seconds) && { retryAfter: Number(seconds) }),
  };
  const { error } = (parseJson(text) ?? {}) as {
    error?: { code: ErrorCode; message: string; details?: ErrorDetail[] };
  };
  if (typeof error?.code !== "string") {
    return new ApiError({ ...fault, code: "unexpected_answer", message: `The answer has the status ${status}.` });
  }
  return new ApiError({ ...fault, ...error });
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
