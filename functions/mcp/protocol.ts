/** Answers one message of the Model Context Protocol with its SDK, which makes a thousand schemas when it is loaded. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ToolResult } from "./results.ts";
import type { ApiTool } from "./tools.ts";

export type Arguments = Record<string, unknown>;
export type CallTool = (tool: ApiTool, toolInput: Arguments) => Promise<ToolResult>;

export interface Served {
  version: string;
  tools: readonly ApiTool[];
  call: CallTool;
}

/** `headers` have lower-case names. The body of the answer is empty for a notification. */
export async function answerMessage(
  message: object,
  headers: Readonly<Record<string, string>>,
  served: Served,
): Promise<Response> {
  // The address has no meaning here.
  const request = new Request("https://localhost/mcp", { method: "POST", headers: transportHeaders(headers) });
  if (await isLegacyRequest(request, message)) return answerLegacy(createServer(served), request, message);
  return createMcpHandler(() => createServer(served), unstreamed).fetch(request, { parsedBody: message });
}

/** Nothing is streamed, because the gateway sends an answer when it is whole, and no tool sends notifications. */
const unstreamed = { legacy: "reject", maxSubscriptions: 0 } as const;

/** Revisions of the protocol before 2026-07-28, which begin with `initialize`. */
async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  // Without a generator of ids there are no sessions, so any process can answer any message.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Clients that accept anything, or only JSON, are served as well. */
function transportHeaders(headers: Readonly<Record<string, string>>): Headers {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  return new Headers([...own, ["accept", "application/json, text/event-stream"], ["content-type", "application/json"]]);
}

const instructions =
  "Contacts of one person, with groups, tags, interactions and imports. Fields that are null are left out of results. " +
  "Lists show a few fields of each contact: choose others by `fields`, and read one contact for all of them.";

function createServer({ version, tools, call }: Served): Server {
  const server = new Server({ name: "contacts", version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ definition }) => definition as Tool) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool) return call(tool, params.arguments ?? {});
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool ${params.name} here. With \`?tools=read\` there are only tools that change nothing.`,
    );
  });
  return server;
}
