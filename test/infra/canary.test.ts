/** The canary, and its script against a test server and against the local stack. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { Runtime } from "aws-cdk-lib/aws-synthetics";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { localStack } from "../support/process/stack.ts";
import { at, everySetting, find, listOf, resourcesOf, statementsOf, synthesise } from "./template.ts";

// The script reads it when it is loaded.
process.env.PAUSE_MILLISECONDS = "0";
afterAll(() => {
  delete process.env.PAUSE_MILLISECONDS;
});

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
  // It asks once more before it fails.
  expect(asked).toEqual(["/prod/health/live", "/prod/health/ready", "/prod/health/ready"]);
});

it("passes if the second call succeeds", async () => {
  const { "/prod/health/live": well = { status: 200, body: "" } } = answers;
  let calls = 0;
  Object.defineProperty(answers, "/prod/health/live", {
    get: () => (calls++ === 0 ? { status: 502, body: "" } : well),
  });
  await handler();
  expect(asked).toEqual(["/prod/health/live", "/prod/health/live", "/prod/health/ready"]);
});

it("passes against the stack", async () => {
  process.env.API_URL = (await localStack()).baseUrl;
  await handler();
});

it("runs every quarter of an hour by a runtime that can still be created, against the address of the API", () => {
  const { Code, RunConfig, RuntimeVersion, Schedule } = find(synthesise(everySetting), "Canary/Canary");
  expect(Code).toMatchObject({ Handler: "index.handler", Script: expect.stringContaining("/health/ready") });
  // Deprecated runtimes are listed in "Runtime versions support policy" (CloudWatch User Guide).
  const versionOf = (name: unknown) => Number(/^syn-nodejs-(\d+\.\d)$/.exec(String(name))?.[1] ?? 0);
  const ofLibrary = Object.values(Runtime).map((runtime) => versionOf((runtime as Partial<Runtime> | null)?.name));
  expect(Math.max(...ofLibrary)).toBeGreaterThanOrEqual(3.1);
  expect(versionOf(RuntimeVersion)).toBeGreaterThanOrEqual(Math.max(5.4, ...ofLibrary));
  expect(Schedule).toMatchObject({ Expression: "rate(15 minutes)" });
  expect(RunConfig).toMatchObject({
    TimeoutInSeconds: 60,
    EnvironmentVariables: { API_URL: expect.stringMatching(/^https:/) },
  });
});

it("writes reports and metrics, and no logs, which would be kept for ever in a group that outlives the stack", () => {
  const template = synthesise(everySetting);
  const role = "Canary/Canary/ServiceRole";
  const granted = statementsOf(template).filter((statement) => statement.role === role);
  const actions = ["cloudwatch:PutMetricData", "s3:GetBucketLocation", "s3:ListAllMyBuckets", "s3:PutObject"];
  expect(granted.flatMap((statement) => statement.actions).toSorted()).toEqual(actions);
  const statements = listOf(at(find(template, role).Policies, 0, "PolicyDocument", "Statement"));
  expect(statements.filter((statement) => at(statement, "Effect") === "Deny")).toMatchObject([
    { Action: ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"] },
  ]);
});

it("and its bucket are made after the API, which it calls at once", () => {
  const template = synthesise(everySetting);
  const [stage] = Object.keys(resourcesOf(template, "AWS::ApiGateway::Stage"));
  for (const path of ["Canary/Canary", "Canary/Reports"]) expect(template.resources[path]?.needs).toContain(stage);
});
