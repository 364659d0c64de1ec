/** Errors with a code of the catalogue, and their envelope. */
import { type ErrorCode, errorCatalogue } from "./error-catalogue.ts";

/** One fault of a request. `path` starts with `body`, `query`, `params` or `headers`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  message?: string | undefined;
  details?: ErrorDetail[] | undefined;
  /** The seconds after which the caller should try again. */
  retryAfter?: number | undefined;
  headers?: Record<string, string> | undefined;
  cause?: unknown;
}

/** An error for the caller. Any other error becomes a 500. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.headers = options.headers ?? {};
  }
}

/** A 400 with one fault. */
export function invalid(path: string, message: string): AppError {
  return validationError([{ path, message }]);
}

/** The answer to a body with very many unknown keys must not be larger than the body. */
const maxDetails = 1_000;

/** A 400. The message counts all faults, and `details` has the first thousand. */
export function validationError(faults: readonly ErrorDetail[]): AppError {
  const details = faults.slice(0, maxDetails);
  const [first] = details;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new AppError("validation_error", {
    details,
    message: first ? `${first.path}: ${first.message}${more}` : errorCatalogue.validation_error.message,
  });
}

/** A 503 for a temporary fault. `retryAfter` is in seconds. */
export function unavailable(cause?: unknown, retryAfter = 1): AppError {
  return new AppError("service_unavailable", { retryAfter, cause });
}

/** The body of an error. `docsUrl` is the address of the error pages without a slash at its end. */
export function errorEnvelope(error: AppError, requestId: string, docsUrl: string) {
  const { type } = errorCatalogue[error.code];
  return {
    error: {
      code: error.code,
      type,
      message: error.message,
      request_id: requestId,
      doc_url: `${docsUrl}/${error.code}`,
      ...(error.details?.[0] && { param: error.details[0].path, details: error.details }),
      ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
    },
  };
}

/** The names of temporary faults of the AWS SDK and our storage functions. */
const transientFaults = new Set([
  "InternalServerError",
  "LimitExceededException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "TableBusyError",
  "ThrottlingException",
  "TimeoutError",
  "TransactionInProgressException",
]);

/** The items of an account share a partition, which with local indexes has at most 10 GB. */
const fullCollection = "ItemCollectionSizeLimitExceededException";

/** Maps any error to an AppError. The message of an unknown error is only logged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.name === fullCollection) {
    return new AppError("storage_limit_reached", { cause: error });
  }
  if (error instanceof Error && (transientFaults.has(error.name) || isConnectionFault(error))) {
    return unavailable(error);
  }
  return new AppError("internal_server_error", { cause: error });
}

function isConnectionFault(error: Error): boolean {
  return "code" in error && ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE"].includes(String(error.code));
}
