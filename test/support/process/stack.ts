/** The running stack for tests: calls of the API, accounts, and fresh tables. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { chosenEngine, startDatabase } from "../../../infra/local/database/database.ts";
import { createTable, type TableHost } from "../../../infra/local/database/tables.ts";
import { functionEnvironment, tableNames } from "../../../infra/local/stack/function-environment.ts";
import { placesFile } from "../../../infra/places/places-file.ts";
import { type Client, createClient } from "../../../shared/client/client.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { cacheTable, mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { memoryAccountFiles } from "./account-files.ts";
import type { StackDetails, TokenRequest } from "./stack-process.ts";

/** The stack of this test run. The first call starts it. */
export function localStack(): Promise<StackDetails> {
  stack ??= ask<StackDetails>("/stack");
  return stack;
}
let stack: Promise<StackDetails> | undefined;

/** Calls the API with a bearer token and a JSON body, if they are given. */
export async function api(path: string, init: ApiRequest = {}): Promise<Response> {
  const { baseUrl } = await localStack();
  const { token, json, headers, ...rest } = init;
  const all = new Headers(headers);
  if (token !== undefined) all.set("authorization", `Bearer ${token}`);
  if (json !== undefined) all.set("content-type", "application/json");
  return fetch(`${baseUrl}${path}`, {
    ...rest,
    headers: all,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
}

/** A client that sends each request once, so that tests see every error. */
export async function clientOf(token: string): Promise<Client> {
  return createClient({ baseUrl: (await localStack()).baseUrl, token, retry: { attempts: 1 } });
}

export interface ApiRequest extends RequestInit {
  token?: string;
  json?: unknown;
}

/** A session token for this address. Claims can be replaced, or removed by null. `expiresIn` is in seconds. */
export async function tokenFor(email: string, options: Omit<TokenRequest, "email"> = {}): Promise<string> {
  const { controlUrl } = await localStack();
  const answer = await fetch(controlUrl, { method: "POST", body: JSON.stringify({ email, ...options }) });
  return (await answer.json()) as string;
}

/** A new person with a session. */
export async function freshAccount(): Promise<{ email: string; token: string }> {
  const email = `person-${randomUUID()}@example.com`;
  return { email, token: await tokenFor(email) };
}

/** Tests have their own clocks, often in the past. The emulator would expire their items by the real clock. */
const kept = { expiryAttribute: undefined };

/** Both tables, empty, in a database of their own, which ends with the process of the test file. */
export async function freshTable(): Promise<FreshTable> {
  const { endpoint } = await freshDatabase();
  const host = { endpoint, region: "us-east-1", accessKeyId: randomUUID().replaceAll("-", "") };
  await Promise.all([
    createTable(host, tableNames.main, { ...mainTable, ...kept }),
    createTable(host, tableNames.cache, { ...cacheTable, ...kept }),
  ]);
  const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
  const client = createDocumentClient({ endpoint, region: host.region, credentials });
  const putLongValue = memoryAccountFiles().put;
  return {
    store: { client, tableName: tableNames.main, putLongValue },
    cache: { client, tableName: tableNames.cache },
    host,
  };
}

/** Whether the engine reports the units that AWS bills. DynamoDB Local does not for all requests (decision 19). */
export const billsAsAws = chosenEngine() === "dynoxide";

/** DynamoDB Local takes seconds to start, so all tests share one, with an access key each. */
function freshDatabase(): Promise<{ endpoint: string }> {
  return chosenEngine() === "dynoxide" ? startDatabase() : ask("/database");
}

export interface FreshTable {
  store: Store;
  cache: Store;
  host: TableHost;
}

/** What the tests of a run share, from `global-setup.ts`, which makes it for the first that asks. */
export async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${inject("supplierUrl")}${path}`);
  if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The environment variables of functions that a test loads itself, for the running stack. */
export async function stackEnvironment() {
  const { endpoints, queueUrls, credentials, issuerUrl } = await localStack();
  return functionEnvironment({
    port: 3000,
    settings: {},
    issuer: {
      issuer: issuerUrl,
      jwksUri: `${issuerUrl}/.well-known/jwks.json`,
      userInfoUri: `${issuerUrl}/oauth2/userInfo`,
      clientId: "sample",
    },
    endpoints,
    queueUrls,
    credentials,
    pepper: "a pepper for nothing but this test",
    placesFile: placesFile(),
    pagesFolder: "none",
  });
}
