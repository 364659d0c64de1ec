/** Every recorded event is replayed against its function, loaded as the stack loads it. */
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryOf, projectRoot } from "../../infra/bundling.ts";
import { functionNames } from "../../infra/functions.ts";
import { tableNames } from "../../infra/local/function-environment.ts";
import { type FunctionThread, startFunctionThread } from "../../infra/local/function-threads.ts";
import { blankContact } from "../../shared/contact/record.ts";
import { newAccountHead } from "../../shared/table/account.ts";
import { putNewAccount } from "../../shared/table/account-provision.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { localStack } from "../support/stack.ts";
import { stackEnvironment } from "../support/stack-environment.ts";

const folder = new URL("../../events/", import.meta.url);
const accountId = "0195561e-5a00-4000-8000-000000000001";

/** What each event's answer must hold. */
const expected: Record<string, object> = {
  "contacts.create": { statusCode: 201 },
  "contacts.list": { statusCode: 200 },
  "imports.commit": { statusCode: 200 },
  "groups.create": { statusCode: 201 },
  "interactions.create": { statusCode: 201 },
  "account.settings": { statusCode: 200 },
  "calendar.read": { statusCode: 404 },
  "unsubscribe.one-click": { statusCode: 200 },
  "api-keys.create": { statusCode: 201 },
  "geocode.suggest": { statusCode: 200 },
  "session.end": { statusCode: 204 },
  "health.live": { statusCode: 200 },
  "docs.openapi": { statusCode: 200 },
  "reserved.sync": { statusCode: 404 },
  "authorizer.request": { context: { refusal: "invalid_api_key" } },
};

/** Functions that answer nothing. */
const silent = [
  "import-parser.s3",
  "deletion-worker.s3",
  "deletion-worker.schedule",
  "reminder-sender.schedule",
  "mail-events.sent",
  "mail-events.delivered",
  "mail-events.bounced",
  "mail-events.complaint",
  "mail-events.rejected",
  "gate.trigger",
];

const recorded = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

describe("recorded events", () => {
  let thread: FunctionThread;

  beforeAll(async () => {
    const { endpoints, credentials } = await localStack();
    const client = createDocumentClient({ endpoint: endpoints.dynamoDb, region: credentials.region, credentials });
    const store = { client, tableName: tableNames.main };
    const now = new Date();
    await putNewAccount(store, newAccountHead(accountId, null, now), blankContact(accountId, accountId, now));
    const environment = await stackEnvironment();
    const entries = functionNames.map((name) => [name, pathToFileURL(projectRoot + entryOf(name))]);
    thread = await startFunctionThread(Object.fromEntries(entries), environment, () => {});
  });

  afterAll(() => thread.stop());

  it("exist for every function, and all are replayed", () => {
    expect(recorded.toSorted()).toEqual([...Object.keys(expected), ...silent].toSorted());
    expect(new Set(recorded.map((name) => name.split(".")[0]))).toEqual(new Set(functionNames));
  });

  it.each(Object.keys(expected))("%s is answered", async (name) => {
    const answer = await replay(name);
    expect(JSON.parse(answer)).toMatchObject(expected[name] ?? {});
  });

  it.each(silent)("%s ends without a fault", async (name) => {
    await expect(replay(name)).resolves.toBeDefined();
  });

  function replay(name: string): Promise<string> {
    const call = { requestId: "5f0c1f0e-0000-4000-8000-000000000000", timeoutMilliseconds: 60_000 };
    return thread.function(name.split(".")[0] ?? "").run(readEvent(name), call);
  }
});

function readEvent(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), "utf8");
}
