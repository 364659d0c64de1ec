/** The script of the canary against a test server. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, it } from "vitest";

const { handler } = createRequire(import.meta.url)("../../infra/cloud/monitoring/check-health.cjs") as {
  handler: () => Promise<void>;
};

let answers: Record<string, { status: number; body: string }>;
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  const { status, body } = answers[path] ?? { status: 404, body: "" };
  response.writeHead(status).end(body);
});

beforeEach(async () => {
  answers = {
    "/prod/health/live": { status: 200, body: '{"status":"ok"}' },
    "/prod/health/ready": { status: 200, body: '{"status":"ok"}' },
  };
  asked.length = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  process.env.API_URL = `http://127.0.0.1:${address.port}/prod`;
});

afterEach(async () => {
  delete process.env.API_URL;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it("passes if both routes report success", async () => {
  await handler();
  expect(asked).toEqual(["/prod/health/live", "/prod/health/ready"]);
});

it.each([
  ["is unhealthy", { status: 503, body: '{"status":"unhealthy"}' }],
  ["is degraded", { status: 200, body: '{"status":"degraded"}' }],
  ["is something else", { status: 200, body: "<html>" }],
])("fails when the service %s", async (_, answer) => {
  answers["/prod/health/ready"] = answer;
  await expect(handler()).rejects.toThrow();
});
