/**
 * Serves the Model Context Protocol with its SDK. A tool calls the operation over HTTP with the credentials of the caller, so
 * that access, limits and checks are those of the API itself.
 */
import { createHash } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createClient } from "../../shared/client/client.ts";
import { once } from "../../shared/platform/config/once.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import { errorResult, listedFields, pickFields, resultOf, resultOfError, type ToolResult } from "./results.ts";
import { type ApiTool, type ToolGroup, toolsOf } from "./tools.ts";

export interface McpParts {
  /** This is a parameter because importing the route table here would be circular. */
  groups: readonly ToolGroup[];
  version: string;
  /** The address of the API. It is no part of the request, because the caller's credentials are sent to it. */
  apiUrl: string;
  fetch?: typeof globalThis.fetch;
}

type McpInput = Input<typeof routeGroup.rows.sendMcpMessage>;
type Arguments = Record<string, unknown>;
type CallTool = (tool: ApiTool, given: Arguments) => Promise<ToolResult>;

export function mcpOperations(parts: McpParts): Operations<typeof routeGroup.rows> {
  const { groups, version, apiUrl } = parts;
  const tools = { read: once(() => toolsOf(groups, true)), all: once(() => toolsOf(groups, false)) };
  return {
    async sendMcpMessage(input) {
      const { body, query, headers } = input;
      const call = caller(parts, input);
      const factory = () => createServer(tools[query.tools](), version, call);
      const request = new Request(`${apiUrl}/mcp`, { method: "POST", headers: transportHeaders(headers) });
      const response = (await isLegacyRequest(request, body))
        ? await serveLegacy(factory(), request, body)
        : await createMcpHandler(factory, modern).fetch(request, { parsedBody: body });
      const text = await response.text();
      if (text === "") return { status: 202 };
      return { status: response.ok ? 200 : 400, body: JSON.parse(text) };
    },
  };
}

/** Nothing is streamed, because the gateway sends an answer when it is whole. */
const modern = { legacy: "reject", responseMode: "json", maxSubscriptions: 0 } as const;

/** Revisions of the protocol before 2026-07-28, which begin with `initialize`. */
async function serveLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  // Without a generator of ids there are no sessions, so that any process can answer any message.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Clients that accept anything, or only JSON, are served as well. */
function transportHeaders(headers: McpInput["headers"]): Headers {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  return new Headers([...own, ["accept", "application/json, text/event-stream"], ["content-type", "application/json"]]);
}

const instructions =
  "Contacts of one person, with groups, tags, interactions and imports. Fields that are empty are left out of results. " +
  "Lists show a few fields of each contact: choose others by `fields`, and read one contact for all of them.";

function createServer(tools: readonly ApiTool[], version: string, call: CallTool): Server {
  const server = new Server({ name: "contacts", version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ definition }) => definition as Tool) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool) return call(tool, params.arguments ?? {});
    return errorResult(
      `There is no tool ${params.name} here. With \`?tools=read\` there are only tools that change nothing.`,
    );
  });
  return server;
}

function caller({ apiUrl, fetch = globalThis.fetch }: McpParts, { headers }: McpInput): CallTool {
  const forwarded = ["authorization", "cookie", "origin"].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  return async ({ name, shows }, given) => {
    const client = createClient({
      baseUrl: apiUrl,
      retry: { attempts: 2, longestPause: 2_000 },
      newKey: () => operationKey(headers["idempotency-key"], name, given),
      fetch: (address, init) => {
        const all = new Headers(init?.headers);
        for (const [header, value] of forwarded) all.set(header, value);
        return fetch(address, { ...init, headers: all });
      },
    }) as unknown as Record<string, (input: Arguments) => Promise<unknown>>;
    const { fields, ...others } = given;
    const chosen =
      shows && (typeof fields === "string" ? fields : shows.contacts === "many" ? listedFields : undefined);
    const input = chosen !== undefined && shows?.own ? { ...others, fields: chosen } : shows ? others : given;
    try {
      const body = await client[name]?.(input);
      return resultOf(chosen !== undefined && !shows?.own ? pickFields(body, chosen) : body);
    } catch (error) {
      return resultOfError(error);
    }
  };
}

/** A repeated message with the same idempotency key calls the operation with the same key, too. */
function operationKey(key: string | undefined, name: string, given: Arguments): string {
  if (key === undefined) return crypto.randomUUID();
  return createHash("sha256")
    .update(JSON.stringify([key, name, given]))
    .digest("base64url");
}
