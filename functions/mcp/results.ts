/** Writes what an operation answered as the result of a tool: short, because it fills the context of a language model. */
import { ApiError } from "../../shared/client/api-error.ts";

export interface ToolResult {
  content: [{ type: "text"; text: string }];
  /** The same as the text, for programs. */
  structuredContent?: object;
  isError?: true;
  [field: string]: unknown;
}

/** About 25,000 tokens. */
const maxCharacters = 100_000;

/** The fields of each contact that lists show, unless the call names `fields`. */
export const listedFields = "firstName,lastName,headline,location,lastInteraction";

/** JSON without nulls, or the text of an answer that is no JSON. A result that is too long is an error. */
export function resultOf(body: unknown): ToolResult {
  const isText = typeof body === "string";
  const text = isText ? body : JSON.stringify(body ?? {}, withoutNull);
  if (text.length <= maxCharacters) {
    return { content: [{ type: "text", text }], ...(!isText && { structuredContent: JSON.parse(text) }) };
  }
  return errorResult(
    `The operation is done, but its answer has ${text.length} characters, more than the ${maxCharacters} of a result. ` +
      "Ask for less, with `limit` or `fields`.",
  );
}

export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The error of the API, with every fault of the call once, or that an argument of the path is missing. Other errors are thrown. */
export function resultOfError(error: unknown): ToolResult {
  if (error instanceof TypeError) return errorResult(`validation_error: ${error.message}`);
  if (!(error instanceof ApiError)) throw error;
  const { code, message, details, retryAfter } = error;
  const [first] = details;
  const faults = details.map((detail) => `${detail.path}: ${detail.message}`);
  // The message of a refused call mostly repeats its first fault.
  const said = first && message.includes(first.message) ? [] : [message];
  const again = retryAfter === undefined ? [] : [`Try again after ${retryAfter} seconds.`];
  return errorResult(`${code}: ${[...said, ...faults, ...again].join("\n")}`);
}

/** Replaces the contacts of an answer by the chosen fields of them. Unknown names choose nothing. */
export function pickFields(body: unknown, chosen: string): unknown {
  const names = new Set(["id", ...chosen.split(",").map((name) => name.trim())]);
  const pick = (contact: unknown) =>
    Object.fromEntries(Object.entries(contact as object).filter(([name]) => names.has(name)));
  const { contact, contacts, changes, ...others } = body as Record<string, unknown>;
  return {
    ...(contact !== undefined && { contact: contact && pick(contact) }),
    ...(Array.isArray(contacts) && { contacts: contacts.map(pick) }),
    ...(Array.isArray(changes) && { changes: changes.map((change) => pickFields(change, chosen)) }),
    ...others,
  };
}

/** Empty lists stay, so that a program that reads the result finds the list that it asked for. */
function withoutNull(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}
