/** The event by which the gate tries a new version, for every function as it is deployed, against the emulators and against a cloud that refuses. */
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryOf, projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../../infra/cloud/functions.ts";
import { checksOf } from "../../../infra/cloud/rollout.ts";
import { type FunctionThreads, startFunctionThreads } from "../../../infra/local/lambda/threads.ts";
import { bucketNames, tableNames } from "../../../infra/local/stack/function-environment.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { GrantCheck, GrantFault } from "../../../shared/platform/health/self-check.ts";
import { createFileClient } from "../../../shared/platform/s3/client.ts";
import { localStack, stackEnvironment } from "../../support/process/stack.ts";

/** Below the project, so that the SDK is found, as it is in Lambda's runtime. */
mkdirSync(`${projectRoot}node_modules/.cache`, { recursive: true });
const folder = mkdtempSync(`${projectRoot}node_modules/.cache/self-check-`);

afterAll(() => rmSync(folder, { recursive: true }));

/** The files of a function as the stack deploys them. The handler is not bundled here. */
function deployedEntry(name: string): URL {
  const own = `${folder}/${name}`;
  mkdirSync(own);
  copyFileSync(`${projectRoot}infra/cloud/function/entry.mjs`, `${own}/entry.mjs`);
  const source = readFileSync(`${projectRoot}shared/platform/health/self-check.ts`, "utf8");
  writeFileSync(`${own}/self-check.mjs`, transformSync(source, { loader: "ts" }).code);
  writeFileSync(`${own}/index.mjs`, `export * from ${JSON.stringify(pathToFileURL(projectRoot + entryOf(name)))};`);
  return pathToFileURL(`${own}/entry.mjs`);
}

const entries = Object.fromEntries(functionNames.map((name) => [name, deployedEntry(name)]));

function only(name: string): Record<string, URL> {
  return { [name]: entries[name] as URL };
}

const call = { requestId: "5f0c1f0e-0000-4000-8000-000000000000", timeoutMilliseconds: 20_000 };

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Lambda and Secrets Manager are no part of the local stack. */
async function startService(answer: (request: IncomingMessage, body: string) => Reply | Promise<Reply>) {
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(request, await text(request));
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

async function startThread(changes: Record<string, string>, handlers = entries): Promise<FunctionThreads> {
  return startFunctionThreads(handlers, { ...(await stackEnvironment()), ...changes }, () => {});
}

async function faultsOf(thread: FunctionThreads, name: (typeof functionNames)[number]): Promise<GrantFault[]> {
  const event = JSON.stringify({ selfCheck: checksOf(name, true) });
  return JSON.parse(await thread.function(name).run(event, call)) as GrantFault[];
}

describe("a function with all of its permissions", () => {
  let thread: FunctionThreads;
  let secrets: Awaited<ReturnType<typeof startService>>;
  let lambda: Awaited<ReturnType<typeof startService>>;

  /** Lambda, with these functions as version 7. */
  async function invoke({ url = "" }: IncomingMessage, event: string): Promise<Reply> {
    const name = /function:([\w-]+):7\/invocations$/.exec(decodeURIComponent(url))?.[1] ?? "";
    try {
      return { status: 200, body: await thread.function(name).run(event, call) };
    } catch (fault) {
      const { name: errorType, message: errorMessage } = fault as Error;
      const headers = { "x-amz-function-error": "Unhandled" };
      return { status: 200, headers, body: JSON.stringify({ errorType, errorMessage }) };
    }
  }

  beforeAll(async () => {
    secrets = await startService(() => ({ status: 200, body: '{"SecretString":"pepper"}' }));
    lambda = await startService(invoke);
    thread = await startThread({
      API_KEY_PEPPER_SECRET: "pepper",
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    });
  });

  afterAll(async () => {
    await thread.stop();
    secrets.stop();
    lambda.stop();
  });

  it.each([
    ["opens for versions that work", {}, { Status: "SUCCESS" }],
    [
      "stays closed for one that may not do what it declares",
      { calendar: [{ action: "dynamodb:GetItem", variable: "NO_TABLE" }] },
      {
        Status: "FAILED",
        Reason: "calendar (version 7) may not or cannot use dynamodb:GetItem with NO_TABLE (MissingVariable)",
      },
    ],
  ] as const)("passes the gate, which %s", async (_, changes: Record<string, readonly GrantCheck[]>, expected) => {
    const answer = Promise.withResolvers<unknown>();
    const cloudFormation = await startService((_request, body) => {
      answer.resolve(JSON.parse(body));
      return { status: 200, body: "" };
    });
    const Versions = functionNames
      .filter((name) => name !== "gate")
      .map((name) => ({
        arn: `arn:aws:lambda:eu-central-1:111122223333:function:${name}:7`,
        checks: changes[name] ?? checksOf(name, true),
      }));
    const event = { RequestType: "Create", ResponseURL: cloudFormation.url, ResourceProperties: { Versions } };
    await thread.function("gate").run(JSON.stringify(event), { ...call, timeoutMilliseconds: 120_000 });
    expect(await answer.promise).toMatchObject(expected);
    cloudFormation.stop();
  });

  it.each(functionNames)("%s finds no fault", async (name) => {
    expect(await faultsOf(thread, name)).toEqual([]);
  });

  it("gets every other event as before", async () => {
    const event = readFileSync(`${projectRoot}events/health.live.json`, "utf8");
    expect(JSON.parse(await thread.function("health").run(event, call))).toMatchObject({ statusCode: 200 });
  });

  it("leaves nothing behind in tables and buckets", async () => {
    const { endpoints, credentials } = await localStack();
    const common = { region: credentials.region, credentials };
    const documents = createDocumentClient({ ...common, endpoint: endpoints.dynamoDb });
    const { client: files } = await createFileClient({ ...common, endpoint: endpoints.s3 })();
    for (const TableName of Object.values(tableNames)) {
      const { Items } = await documents.send(new ScanCommand({ TableName }));
      expect(JSON.stringify(Items)).not.toContain("self-check");
    }
    for (const Bucket of Object.values(bucketNames)) {
      const { Contents = [] } = await files.send(new ListObjectsV2Command({ Bucket }));
      expect(Contents.filter(({ Key }) => Key?.includes("self-check"))).toEqual([]);
    }
  });
});

/** Refuses as each service does. S3 names the action that is missing. */
function refuse({ headers, method, url = "" }: IncomingMessage) {
  if (headers["x-amz-target"])
    return { status: 400, body: '{"__type":"com.amazon#AccessDeniedException","Message":""}' };
  const action = method === "GET" && !url.includes("list-type") ? "s3:GetObject" : "another";
  const error = `<Code>AccessDenied</Code><Message>is not authorized to perform: ${action}</Message>`;
  const isQuery = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  return {
    status: 403,
    body: isQuery ? `<ErrorResponse><Error>${error}</Error></ErrorResponse>` : `<Error>${error}</Error>`,
  };
}

describe("a function without permissions", () => {
  let thread: FunctionThreads;
  let aws: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    aws = await startService(refuse);
    const services = ["DYNAMODB", "S3", "SES", "SQS", "SECRETS_MANAGER"].map((name) => [
      `AWS_ENDPOINT_URL_${name}`,
      aws.url,
    ]);
    thread = await startThread({ API_KEY_PEPPER_SECRET: "pepper", ...Object.fromEntries(services) });
  });

  afterAll(async () => {
    await thread.stop();
    aws.stop();
  });

  it.each(functionNames)("%s names each that it declares", async (name) => {
    const checks = checksOf(name, true);
    const faults = await faultsOf(thread, name);
    expect(faults.map(({ check }) => check.split(" ")[0])).toEqual(checks.map(({ action }) => action));
    expect(faults.filter(({ mayPass }) => !mayPass)).toEqual([]);
  });
});

it("a function that may read files, and not list them, has no fault, although S3 answers 403 for a missing file", async () => {
  const error =
    "<Error><Code>AccessDenied</Code><Message>is not authorized to perform: s3:ListBucket</Message></Error>";
  const s3 = await startService(() => ({ status: 403, body: error }));
  const thread = await startThread({ AWS_ENDPOINT_URL_S3: s3.url }, only("merges"));
  const checks = checksOf("merges", true).filter(({ action }) => action === "s3:GetObject");
  expect(checks).toHaveLength(1);
  expect(JSON.parse(await thread.function("merges").run(JSON.stringify({ selfCheck: checks }), call))).toEqual([]);
  await thread.stop();
  s3.stop();
});

it("a function that lacks a variable or a table fails, and says which", async () => {
  const { TABLE_NAME: _, ...environment } = await stackEnvironment();
  const started = startFunctionThreads(only("groups"), environment, () => {});
  await expect(started).rejects.toThrow("the environment variable TABLE_NAME is missing");
  const thread = await startThread({ TABLE_NAME: "no-such-table" }, only("calendar"));
  const faults = await faultsOf(thread, "calendar");
  await thread.stop();
  expect(faults).toContainEqual({
    check: "dynamodb:GetItem with TABLE_NAME",
    fault: "ResourceNotFoundException",
    mayPass: false,
  });
});

it("a function that meets a busy service may pass at the next attempt", async () => {
  const throttled =
    "<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>";
  const ses = await startService(() => ({ status: 400, body: throttled }));
  const s3 = await startService(() => ({ status: 503, body: "<Error><Code>SlowDown</Code></Error>" }));
  const thread = await startThread({ AWS_ENDPOINT_URL_SES: ses.url, AWS_ENDPOINT_URL_S3: s3.url }, only("health"));
  const faults = await faultsOf(thread, "health");
  await thread.stop();
  ses.stop();
  s3.stop();
  expect(new Set(faults.map(({ fault, mayPass }) => `${fault} ${mayPass}`))).toEqual(
    new Set(["Throttling true", "SlowDown true"]),
  );
});
