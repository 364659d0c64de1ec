/** What the gate asks of Lambda, over its HTTP protocol. */
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { createVersions } from "../../../shared/platform/health/versions.ts";
import { startServer } from "../../support/process/loopback-server.ts";

const functionArn = "arn:aws:lambda:eu-central-1:111122223333:function:contacts";

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

const requests: string[] = [];
let answers: Answer[] = [];
const server = await startServer(async (request, response) => {
  requests.push(`${request.method} ${decodeURIComponent(request.url ?? "")} ${await text(request)}`.trim());
  const { status = 200, headers = {}, body } = answers.shift() ?? { status: 500, body: "" };
  response.writeHead(status, headers).end(body);
});
afterAll(() => server[Symbol.asyncDispose]());

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const versions = createVersions({ endpoint: server.url, region: "eu-central-1", credentials });

/** The result of a call, and the requests that it sent. */
async function ask<Result>(replies: Answer[], call: () => Promise<Result>) {
  answers = replies;
  requests.length = 0;
  return { result: await call(), sent: [...requests] };
}

it("a version is invoked with an event, and answers", async () => {
  const { result, sent } = await ask([{ body: "[]" }], () => versions.invoke(`${functionArn}:7`, { selfCheck: [] }));
  expect(result).toEqual({ answer: [] });
  expect(sent).toEqual([`POST /2015-03-31/functions/${functionArn}:7/invocations {"selfCheck":[]}`]);
});

it("an error of the function is part of the result, and one of Lambda is thrown at once", async () => {
  const error = { errorType: "Error", errorMessage: "the environment variable TABLE_NAME is missing or malformed" };
  const failed = { headers: { "x-amz-function-error": "Unhandled" }, body: JSON.stringify(error) };
  const { result } = await ask([failed], () => versions.invoke(`${functionArn}:7`, {}));
  expect(result).toEqual({ error });
  const busy = { status: 429, headers: { "x-amzn-errortype": "TooManyRequestsException" }, body: "{}" };
  const call = ask([busy, { body: "[]" }], () => versions.invoke(`${functionArn}:7`, {}));
  await expect(call).rejects.toThrow(expect.objectContaining({ name: "TooManyRequestsException" }));
  expect(requests).toHaveLength(1);
});

it("the published versions are listed over all pages, without the code that is not published", async () => {
  const at = "2026-03-01T08:00:00.000+0000";
  const page = (numbers: string[], NextMarker?: string) => ({
    body: JSON.stringify({ Versions: numbers.map((Version) => ({ Version, LastModified: at })), NextMarker }),
  });
  const { result } = await ask([page(["$LATEST", "1"], "next"), page(["2"])], () => versions.list(functionArn));
  const publishedAt = new Date("2026-03-01T08:00:00.000Z");
  expect(result).toEqual([1, 2].map((version) => ({ version, publishedAt })));
});

it("a version is deleted by its number, and never the function", async () => {
  const { sent } = await ask([{ status: 204, body: "" }], () => versions.remove(functionArn, 3));
  expect(sent).toEqual([`DELETE /2015-03-31/functions/${functionArn}?Qualifier=3`]);
});
