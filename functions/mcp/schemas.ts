/** The messages of JSON-RPC 2.0, as far as the transport checks them. The SDK of the protocol checks the rest. */
import * as z from "zod";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import type { AppError } from "../../shared/platform/http/errors.ts";

export const mcpQuery = lazyObject(() => ({
  tools: z.enum(["read", "all"]).default("all").describe("`read` lists and runs only the tools that change nothing"),
}));

const id = once(() => z.union([z.string(), z.number(), z.null()]));
const jsonrpc = once(() => z.literal("2.0").describe("The version of JSON-RPC"));

const outcome = once(() => ({
  result: z
    .looseObject({})
    .optional()
    .describe("What the method answers. `isError` of a tool's result says that the call failed"),
  error: z
    .looseObject({ code: z.int().describe("A code of JSON-RPC"), message: z.string().describe("What is wrong") })
    .optional()
    .describe("Present when the message could not be handled"),
}));

const noMessage = "A message is one JSON object, because batches are not part of the protocol any more.";

/** A request, a notification, or the answer to a request. */
export const mcpBody = once(() =>
  z.strictObject(
    {
      jsonrpc: jsonrpc(),
      id: id().optional().describe("Identifies the request; a notification has none"),
      method: z.string().optional().describe("Such as `tools/list` and `tools/call`"),
      params: z.looseObject({}).optional().describe("The parameters of the method"),
      ...outcome(),
    },
    { error: ({ code }) => (code === "invalid_type" ? noMessage : undefined) },
  ),
);

export const mcpAnswer = lazyObject(() => ({
  jsonrpc: jsonrpc(),
  id: id().optional().describe("That of the request; null or absent when it could not be read"),
  ...outcome(),
}));

/** A body that is no message is answered in JSON-RPC: -32700 when it is no JSON, else -32600 (section 5.1 of JSON-RPC 2.0). */
export function jsonRpcError({ code, message, details = [] }: AppError): object | undefined {
  if (code !== "validation_error" || !details.every(({ path }) => path.startsWith("body"))) return undefined;
  const isJson = details.some((detail) => detail.path !== "body" || detail.message === noMessage);
  return { jsonrpc: "2.0", id: null, error: { code: isJson ? -32600 : -32700, message } };
}
