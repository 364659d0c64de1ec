import { expect, it, vi } from "vitest";
import { mcpOperations } from "../../../functions/mcp/operations.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { startServer } from "../../support/process/loopback-server.ts";

/** The text of the result of `listGroups` at an API. */
async function listGroups(apiUrl: string, remainingTime = 20_000): Promise<string> {
  const { sendMcpMessage } = mcpOperations({ groups: routeGroups, version: "1", apiUrl });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listGroups", arguments: {} } };
  const input = { body: message, query: { tools: "all" }, headers: { authorization: "Bearer key", cookie: "a=b" } };
  const { body } = await sendMcpMessage({ ...input, remainingTime: () => remainingTime } as never);
  const content = body?.result?.content as { text: string }[] | undefined;
  return String(content?.[0]?.text);
}

it("credentials do not follow a redirect to another host", async () => {
  let requests = 0;
  await using other = await startServer((_request, response) => {
    requests++;
    response.end("{}");
  });
  await using api = await startServer((_request, response) => response.writeHead(302, { location: other.url }).end());
  expect(await listGroups(api.url)).toBe("connection_failed: The connection failed.");
  expect(requests).toBe(0);
});

it("an operation that takes too long ends before the function does, with a result that says so", async () => {
  await using api = await startServer(() => undefined);
  expect(await listGroups(api.url, 1_001)).toBe(
    "The operation took too long. It may still be done, so check before you repeat it.",
  );
});

it("the SDK logs nothing about a message", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const { sendMcpMessage } = mcpOperations({ groups: routeGroups, version: "1", apiUrl: "http://localhost" });
  const method = "tools/list";
  const revision = "2026-07-28";
  const meta = { protocolVersion: revision, clientInfo: { name: "test", version: "1" }, clientCapabilities: {} };
  const _meta = Object.fromEntries(
    Object.entries(meta).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]),
  );
  const message = { jsonrpc: "2.0", id: 1, method, params: { _meta } };
  const headers = { "mcp-protocol-version": revision, "mcp-method": method };
  const answer = await sendMcpMessage({ body: message, query: { tools: "all" }, headers } as never);
  expect(answer).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } });
  expect(warned).not.toHaveBeenCalled();
});
