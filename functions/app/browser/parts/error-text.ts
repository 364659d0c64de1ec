/** Errors in plain words. */
import { ApiError } from "../../../../shared/client/api-error.ts";

/** A sentence for people, from the API's own words, with the id of the request. Errors of the app itself are for the console. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return "This page has a fault. Load it again, and look whether the change was made.";
  }
  if (error.code === "connection_failed") return "You are offline, or the service can't be reached.";
  if (error.code === "auth_required") return "Your session has ended.";
  const details = error.details.map(({ message }) => message).join(" ");
  const wait = error.retryAfter === undefined ? "" : ` Try again in ${error.retryAfter} s.`;
  const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
  return `${details || error.message}${wait}${error.status >= 500 ? request : ""}`;
}

/** What an answer says about a field of the body, or about what the field contains. */
export function fieldFault(error: Pick<ApiError, "details"> | undefined, field: string): string | undefined {
  const path = `body.${field}`;
  const faults = error?.details.filter((detail) => `${detail.path}.`.startsWith(`${path}.`)) ?? [];
  return faults.length > 0 ? faults.map(({ message }) => message).join(" ") : undefined;
}
