/** Says in plain words why the API, or the way to it, refused the command. */
import { ApiError } from "../../../shared/client/api-error.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { ImportCommandError } from "./options.ts";

/** Undefined for a fault of the program itself, whose stack is needed. */
export function sentenceOf(fault: unknown, baseUrl: string): string | undefined {
  if (fault instanceof ImportCommandError) return fault.message;
  if (!(fault instanceof ApiError)) return undefined;
  if (fault.code === "connection_failed") return unreachable(baseUrl, systemCodeOf(fault));
  if (fault.code === "unexpected_answer") {
    if (fault.message.startsWith("The storage")) return fault.message;
    return `What answers at ${baseUrl} is not this API. Give its address with --url.`;
  }
  const { remedy } = errorCatalogue[fault.code];
  const faults = fault.details.map(({ message }) => message).join("\n");
  const sentence = sentences[fault.code] ?? (faults || `${fault.message} ${remedy}`);
  return fault.status >= 500 && fault.requestId ? `${sentence} The request was ${fault.requestId}.` : sentence;
}

/** Where the catalogue speaks to programs. */
const sentences: { [Code in ApiError["code"]]?: string } = {
  invalid_api_key: "The key is not valid. Check that it was copied whole, and that it was not deleted.",
  auth_required: "The key is neither an API key nor a session token that is still valid. Get a new one.",
  api_key_method_forbidden: "The key may only read. An import needs a key with full permission, or a session token.",
  receipt_not_found: "This account has no such receipt. Receipts are kept for 30 days, for the account that imported.",
};

function unreachable(baseUrl: string, code: string): string {
  if (code === "NotReadableError") return "The file was changed or removed while it was sent. Start again.";
  const { hostname } = new URL(baseUrl);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `There is no host ${hostname}, or no network to find it.`;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const remedy = isLocal ? "Start the service with npm start, or give another address with --url." : "Try again later.";
  return `Nothing answers at ${baseUrl}${code && ` (${code})`}. ${remedy}`;
}

/** The code of the system call that failed, which errors of fetch have as a cause of their cause; empty if there is no code. */
function systemCodeOf(fault: ApiError): string {
  for (let error = fault.cause; error instanceof Error; error = error.cause) {
    // An exception of the web platform has a name instead of a code.
    if ("code" in error) return error instanceof DOMException ? error.name : String(error.code);
  }
  return "";
}
