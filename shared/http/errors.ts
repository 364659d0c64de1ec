/**
 * The catalogue of every error that a caller may see, and the one class that carries a code to the error mapper.
 * The documentation pages under `/docs/errors/{code}` are written from `title` and `remedy`.
 */

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "authorization_error"
  | "not_found_error"
  | "conflict_error"
  | "rate_limit_error"
  | "api_error"
  | "service_unavailable_error";

export interface CatalogueEntry {
  status: number;
  type: ErrorType;
  /** The default message: one sentence that says what happened. */
  message: string;
  /** What the reader of the error page can do about it. */
  remedy: string;
}

export const errorCatalogue = {
  validation_error: {
    status: 400,
    type: "invalid_request_error",
    message: "The request is not valid.",
    remedy: "Read `details`: it lists every fault with its path. Mend them all and send the request again.",
  },
  contact_location_incomplete: {
    status: 400,
    type: "invalid_request_error",
    message: "Latitude and longitude travel together.",
    remedy: "Send both `latitude` and `longitude`, or neither. Null in both clears the location.",
  },
  contact_ids_only_myself: {
    status: 400,
    type: "invalid_request_error",
    message: "The only contact named is the account's own, which cannot be deleted.",
    remedy: "Name at least one other contact.",
  },
  contact_merge_same_contact: {
    status: 400,
    type: "invalid_request_error",
    message: "A contact cannot be merged with itself.",
    remedy: "Name two different contacts.",
  },
  relationship_self_forbidden: {
    status: 400,
    type: "invalid_request_error",
    message: "A contact cannot be related to itself.",
    remedy: "Name two different contacts.",
  },
  invalid_api_key: {
    status: 401,
    type: "authentication_error",
    message: "The API key is not valid.",
    remedy: "Check that the whole key was copied, and that it was not deleted. Create a new one if in doubt.",
  },
  auth_required: {
    status: 401,
    type: "authentication_error",
    message: "This route needs a valid session token or API key.",
    remedy: "Send `Authorization: Bearer <token>` with a fresh session token or an API key.",
  },
  api_key_route_forbidden: {
    status: 403,
    type: "authorization_error",
    message: "This route is not open to API keys.",
    remedy: "Use a session token: routes of the account itself are for its owner only.",
  },
  api_key_method_forbidden: {
    status: 403,
    type: "authorization_error",
    message: "This API key may only read.",
    remedy: "Create a key with full permission for writing and for imports.",
  },
  contact_delete_self_forbidden: {
    status: 403,
    type: "authorization_error",
    message: "The account's own contact cannot be deleted.",
    remedy: "Delete the account instead, or leave this contact out.",
  },
  origin_not_allowed: {
    status: 403,
    type: "authorization_error",
    message: "A request that is signed in by cookie must come from an allowed origin.",
    remedy: "Send the request from an allowed web origin, or use the `Authorization` header.",
  },
  not_found: {
    status: 404,
    type: "not_found_error",
    message: "There is nothing at this address.",
    remedy: "Check the path against the API description at `/docs`.",
  },
  contact_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such contact.",
    remedy: "Check the id: the contact may have been deleted, or belong to another account.",
  },
  group_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such group.",
    remedy: "List the groups to see the ids that exist.",
  },
  tag_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such tag.",
    remedy: "List the tags to see the ids that exist.",
  },
  interaction_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such interaction.",
    remedy: "List the interactions to see the ids that exist.",
  },
  relationship_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such relationship.",
    remedy: "List the contact's relationships to see the ids that exist.",
  },
  api_key_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such API key.",
    remedy: "List the keys to see the ids that exist; a deleted key is gone at once.",
  },
  import_not_found: {
    status: 404,
    type: "not_found_error",
    message: "This account has no such import.",
    remedy: "Imports and their files are kept for a day. Parse the file again.",
  },
  method_not_allowed: {
    status: 405,
    type: "invalid_request_error",
    message: "This address does not answer that method.",
    remedy: "The `Allow` header lists the methods that it answers.",
  },
  payload_too_large: {
    status: 413,
    type: "invalid_request_error",
    message: "The body is too large.",
    remedy: "A JSON body may have 1 MB; that of an import's commit, and a file sent through the API, 4 MB.",
  },
  unsupported_media_type: {
    status: 415,
    type: "invalid_request_error",
    message: "The body has another media type than this route takes.",
    remedy:
      "Send `Content-Type: application/json`, in UTF-8, or `multipart/form-data` where a file is due. Do not compress it.",
  },
  api_key_limit_exceeded: {
    status: 409,
    type: "conflict_error",
    message: "The account has as many API keys as it may have.",
    remedy: "Delete a key that is no longer used, then create the new one.",
  },
  important_date_duplicate: {
    status: 409,
    type: "conflict_error",
    message: "The contact would have the same important date twice.",
    remedy: "A contact has at most one birthday and one nameday, and no date twice with the same type and note.",
  },
  relationship_already_exists: {
    status: 409,
    type: "conflict_error",
    message: "These contacts already have this relationship.",
    remedy: "Change the existing relationship instead.",
  },
  conflict: {
    status: 409,
    type: "conflict_error",
    message: "The change collides with what is already there.",
    remedy: "Read the current state, then decide.",
  },
  contact_limit_reached: {
    status: 409,
    type: "conflict_error",
    message: "The account has as many contacts as it may have: 100,000.",
    remedy: "Delete contacts that are no longer needed, then create the new ones.",
  },
  storage_limit_reached: {
    status: 409,
    type: "conflict_error",
    message: "The account takes up all the storage that it may have: 10 GB.",
    remedy: "Delete contacts or interactions that are no longer needed, then try again.",
  },
  idempotency_conflict: {
    status: 409,
    type: "conflict_error",
    message: "This idempotency key was used with another body, or its first request still runs.",
    remedy:
      "Use a new key for every new request. Where there is a `Retry-After`, the first request still runs: repeat the same " +
      "request after it, and it is answered as the first one was.",
  },
  precondition_failed: {
    status: 412,
    type: "invalid_request_error",
    message: "The resource was changed since it was read.",
    remedy: "Read it again, merge your change, and send it with the new `ETag` in `If-Match`.",
  },
  rate_limit_exceeded: {
    status: 429,
    type: "rate_limit_error",
    message: "Too many requests.",
    remedy: "Wait for the seconds in `Retry-After`. The `RateLimit` headers show what is left.",
  },
  internal_server_error: {
    status: 500,
    type: "api_error",
    message: "Something went wrong on our side.",
    remedy: "Try again. If it stays, tell us the `request_id`: the cause is in our log under it.",
  },
  service_unavailable: {
    status: 503,
    type: "service_unavailable_error",
    message: "The service cannot do this right now.",
    remedy: "Try again after the seconds in `Retry-After`.",
  },
  timeout: {
    status: 504,
    type: "service_unavailable_error",
    message: "The answer took too long.",
    remedy: "Try again; a write may have happened, so read before writing again.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One fault of a request; `path` starts with `body`, `query`, `params` or `headers`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  message?: string;
  details?: ErrorDetail[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that may reach the caller, thrown where the fault is known. Everything else becomes a 500. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.headers = options.headers ?? {};
  }
}

/** A 400 about one place of the request. */
export function invalid(path: string, message: string): AppError {
  return validationError([{ path, message }]);
}

/**
 * Faults that are listed at most: a body of nothing but unknown keys must not make an answer that is larger than
 * itself.
 */
const maxDetails = 1_000;

/** The message counts every fault, `details` lists the first thousand. */
export function validationError(faults: readonly ErrorDetail[]): AppError {
  const details = faults.slice(0, maxDetails);
  const [first] = details;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new AppError("validation_error", {
    details,
    message: first ? `${first.path}: ${first.message}${more}` : errorCatalogue.validation_error.message,
  });
}

/** A 503 worth trying again at once: what is needed to answer can't be had right now. */
export function unavailable(cause?: unknown): AppError {
  return new AppError("service_unavailable", { retryAfter: 1, cause });
}

export interface ErrorEnvelope {
  error: {
    code: ErrorCode;
    type: ErrorType;
    message: string;
    request_id: string;
    doc_url: string;
    param?: string;
    details?: ErrorDetail[];
    retry_after?: number;
  };
}

/**
 * The body of an error answer. `docsUrl` is the address under which the error pages are served, without a slash at its
 * end.
 */
export function errorEnvelope(error: AppError, requestId: string, docsUrl: string): ErrorEnvelope {
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
