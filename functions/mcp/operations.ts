/**
 * The operation of the Model Context Protocol. A tool calls the API over HTTP with the credentials of the caller, so that
 * access, limits and checks are the same as for every call of the API.
 */
import { createHash } from "node:crypto";
import { createClient, type OperationName } from "../../shared/client/client.ts";
import { once } from "../../shared/platform/config/once.ts";
import { agentHeader } from "../../shared/platform/http/author.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import type { Arguments, CallTool } from "./protocol.ts";
import { errorResult, listedFields, pickFields, resultOf, resultOfError } from "./results.ts";
import { type ToolGroup, toolsOf } from "./tools.ts";

export interface McpParts {
  /** This is a parameter because importing the route table here would be circular. */
  groups: readonly ToolGroup[];
  version: string;
  /** The address of the API. It is no part of the request, because the caller's credentials are sent to it. */
  apiUrl: string;
}

type CallerHeaders = Input<typeof routeGroup.rows.sendMcpMessage>["headers"];

export function mcpOperations({ groups, version, apiUrl }: McpParts): Operations<typeof routeGroup.rows> {
  const tools = { read: once(() => toolsOf(groups, true)), all: once(() => toolsOf(groups, false)) };
  return {
    async sendMcpMessage({ body, query, headers, remainingTime }) {
      const { answerMessage } = await import("./protocol.ts");
      const served = { version, tools: tools[query.tools](), call: caller(apiUrl, headers, remainingTime) };
      const answer = await answerMessage(body, headers, served);
      const text = await answer.text();
      if (text === "") return { status: 202 };
      return { status: answer.ok ? 200 : 400, body: JSON.parse(text) };
    },
  };
}

/** Milliseconds that are left for the answer when an operation takes too long. */
const answerTime = 1_000;

function caller(apiUrl: string, headers: CallerHeaders, remainingTime: () => number): CallTool {
  const credentials = ["authorization", "cookie", "origin"].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return async ({ name, shows }, toolInput) => {
    const signal = AbortSignal.timeout(Math.max(0, remainingTime() - answerTime));
    const client: Record<OperationName, (input: never, options: object) => Promise<unknown>> = createClient({
      baseUrl: apiUrl,
      retry: { attempts: 2, longestPause: 2_000 },
      newKey: () => operationKey(headers["idempotency-key"], name, toolInput),
      fetch: (address, init) => {
        const all = new Headers(init?.headers);
        for (const [header, value] of credentials) all.set(header, value);
        all.set(agentHeader, "mcp");
        // No answer of a tool is a redirect, and the credentials must not reach another host.
        return fetch(address, { ...init, headers: all, redirect: "error" });
      },
    });
    const { fields: named, ...others } = toolInput;
    const usual = shows?.contacts === "many" ? listedFields : undefined;
    const fields = named === undefined || named === null ? usual : String(named);
    const isPicked = shows !== undefined && !shows.own;
    const input = shows ? { ...others, ...(!isPicked && { fields }) } : toolInput;
    try {
      const body = await client[name](input as never, { signal });
      return resultOf(isPicked && fields !== undefined ? pickFields(body, fields) : body);
    } catch (error) {
      if (signal.aborted)
        return errorResult("The operation took too long. It may still be done, so check before you repeat it.");
      return resultOfError(error);
    }
  };
}

/** A message that is repeated with its idempotency key calls the operation with the same key, too. */
function operationKey(key: string | undefined, name: string, toolInput: Arguments): string {
  if (key === undefined) return crypto.randomUUID();
  return createHash("sha256")
    .update(JSON.stringify([key, name, toolInput]))
    .digest("base64url");
}
