/** Every recorded event is replayed against its function, loaded as the stack loads it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherFunctions } from "../../../functions/other-functions.ts";
import { routeGroups, routeTable } from "../../../functions/routes.ts";
import { writePages } from "../../../infra/browser/build-pages.ts";
import { entryOf, projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../../infra/cloud/functions.ts";
import { type FunctionThreads, startFunctionThreads } from "../../../infra/local/lambda/threads.ts";
import { tableNames } from "../../../infra/local/stack/function-environment.ts";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import { putNewAccount } from "../../../shared/auth/provisioning.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import { createMatcher } from "../../../shared/platform/http/route/match.ts";
import { localStack, stackEnvironment } from "../../support/process/stack.ts";

const folder = new URL("../../../events/", import.meta.url);
/** The accounts of the events. One event closes the second. */
const accounts = {
  "0195561e-5a00-4000-8000-000000000001": "ann@example.com",
  "0195561e-5a00-4000-8000-000000000002": "bob@example.com",
};

/** A request is answered as its row says, by the first of its statuses; a path that is kept for later with 404. */
const otherwise: Record<string, object> = {
  // Nobody's feed: its secret is made up.
  "calendar.read": { statusCode: 404 },
  "authorizer.request": { context: { refusal: "invalid_api_key" } },
};

const recorded = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
/** Functions that no route calls answer nothing, except for the authorizer. */
const silent = recorded.filter((name) => functionOf(name) in otherFunctions && !(name in otherwise));
const match = createMatcher(routeTable);

describe("recorded events", () => {
  let thread: FunctionThreads;
  const pages = mkdtempSync(join(tmpdir(), "pages-"));

  beforeAll(async () => {
    const { endpoints, credentials } = await localStack();
    const client = createDocumentClient({ endpoint: endpoints.dynamoDb, region: credentials.region, credentials });
    const store = { client, tableName: tableNames.main };
    // The token of the recorded unsubscribe link contains this time.
    const now = new Date("2026-03-01T08:00:00.000Z");
    for (const [accountId, email] of Object.entries(accounts)) {
      const own = blankContact(accountId, accountId, now);
      await putNewAccount(store, newAccountHead(accountId, email, now), own);
    }
    writePages(pages);
    const environment = { ...(await stackEnvironment()), PAGE_FILES: pages };
    const entries = functionNames.map((name) => [name, pathToFileURL(projectRoot + entryOf(name))]);
    thread = await startFunctionThreads(Object.fromEntries(entries), environment, () => {});
  });

  afterAll(async () => {
    await thread.stop();
    rmSync(pages, { recursive: true });
  });

  it("exist for every function, and for no other", () => {
    expect(new Set(recorded.map(functionOf))).toEqual(new Set(functionNames));
  });

  it.each(recorded.filter((name) => !silent.includes(name)))("%s is answered", async (name) => {
    const answer = JSON.parse(await replay(name));
    expect(answer).toMatchObject(otherwise[name] ?? { statusCode: dueStatus(name) });
  });

  it.each(silent)("%s ends without a fault", async (name) => {
    await expect(replay(name)).resolves.toBeDefined();
  });

  function replay(name: string): Promise<string> {
    const call = { requestId: "5f0c1f0e-0000-4000-8000-000000000000", timeoutMilliseconds: 60_000 };
    return thread.function(functionOf(name)).run(readEvent(name), call);
  }
});

/** What the row that the event asks for answers when all is well; the row must be one of the function's own. */
function dueStatus(name: string): number {
  const { httpMethod, path } = JSON.parse(readEvent(name)) as { httpMethod: string; path: string };
  const found = match(httpMethod, path);
  const group: RouteGroup | undefined = routeGroups.find((one) => one.name === functionOf(name));
  if (found.kind !== "row" || !(found.name in { ...group?.rows, ...group?.reserved })) {
    throw new Error(`events/${name}.json asks for ${httpMethod} ${path}, which is no row of ${functionOf(name)}`);
  }
  return "answers" in found.row ? Math.min(...Object.keys(found.row.answers).map(Number)) : 404;
}

function functionOf(name: string): string {
  return name.split(".")[0] ?? "";
}

function readEvent(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), "utf8");
}
