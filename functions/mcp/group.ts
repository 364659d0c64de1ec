/** The declaration of the group for programs that speak the Model Context Protocol. */
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";
import { jsonRpcError, mcpAnswer, mcpBody, mcpQuery } from "./schemas.ts";

export const routeGroup = {
  name: "mcp",
  title: "Model Context Protocol",
  description:
    "The same API for language models: a server of the [Model Context Protocol](https://modelcontextprotocol.io) with a tool for each " +
    "operation that API keys may call, named as the operation. The arguments of a tool are its path and query parameters and the fields " +
    "of its body, side by side; `fields` chooses what results show of contacts. Fields that are null are left out. A call of a tool counts in " +
    "the rate limit as two requests, because it makes one of its own. Files are sent to the import and picture routes, not to tools.",
  resources: ["/mcp"],
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 780,
  grants: { settings: ["PUBLIC_URL", "APP_VERSION"] },
  rows: {
    sendMcpMessage: {
      access: "integration",
      rateLimit: "default",
      method: "POST",
      path: "/mcp",
      summary: "Send a message of the Model Context Protocol (streamable HTTP, answered in JSON, without sessions)",
      query: mcpQuery,
      body: mcpBody,
      example: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "listContacts", arguments: { search: "harbour", limit: 5 } },
      },
      errorBody: jsonRpcError,
      accountData: false,
      location: false,
      answers: { 200: mcpAnswer, 202: "none", 400: mcpAnswer },
    },
  },
} as const satisfies GroupDeclaration;
