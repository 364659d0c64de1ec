/** What tests share of the running stack: calls, people, and tables of their own. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { chosenEngine, startDatabase } from "../../infra/local/database.ts";
import { tableNames } from "../../infra/local/function-environment.ts";
import { createTable, type TableHost } from "../../infra/local/tables.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { cacheTable, mainTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import type { StackDetails, TokenRequest } from "./stack-process.ts";

/** The stack of this run; the first call of the run starts it. */
export function localStack(): Promise<StackDetails> {
  stack ??= ask<StackDetails>("/stack");
  return stack;
}
let stack: Promise<StackDetails> | undefined;

/** Calls the API; a token is sent as the bearer, a plain object as JSON. */
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

export interface ApiRequest extends RequestInit {
  token?: string;
  json?: unknown;
}

/** A session token of the person with this address; claims may be replaced, and left out by null. `expiresIn` in seconds. */
export async function tokenFor(email: string, options: Omit<TokenRequest, "email"> = {}): Promise<string> {
  const { controlUrl } = await localStack();
  const answer = await fetch(controlUrl, { method: "POST", body: JSON.stringify({ email, ...options }) });
  return (await answer.json()) as string;
}

/** A person nobody has seen before, signed in. */
export async function freshAccount(): Promise<{ email: string; token: string }> {
  const email = `person-${randomUUID()}@example.com`;
  return { email, token: await tokenFor(email) };
}

/**
 * The emulator deletes what has expired by the real clock, and was seen to do so within a second. Tests hold clocks of their own, whose
 * days lie in the past, so nothing of theirs expires.
 */
const kept = { expiryAttribute: undefined };

/** Both tables, empty, in a database that no other test sees; it ends with the process of the test file. */
export async function freshTable(): Promise<FreshTable> {
  const { endpoint } = await freshDatabase();
  const host = { endpoint, region: "us-east-1", accessKeyId: randomUUID().replaceAll("-", "") };
  await Promise.all([
    createTable(host, tableNames.main, { ...mainTable, ...kept }),
    createTable(host, tableNames.cache, { ...cacheTable, ...kept }),
  ]);
  const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
  const client = createDocumentClient({ endpoint, region: host.region, credentials });
  return { store: { client, tableName: tableNames.main }, cache: { client, tableName: tableNames.cache }, host };
}

/** Whether the engine reports the units that AWS bills, also of reads that find nothing: DynamoDB Local does not (decision 19). */
export const billsAsAws = chosenEngine() === "dynoxide";

/** dynoxide starts in milliseconds; DynamoDB Local takes seconds, so there is one for the whole run, which keeps access keys apart. */
function freshDatabase(): Promise<{ endpoint: string }> {
  return chosenEngine() === "dynoxide" ? startDatabase() : ask("/database");
}

export interface FreshTable {
  store: Store;
  cache: Store;
  host: TableHost;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${inject("supplierUrl")}${path}`);
  if (!answer.ok) throw new Error(`${path} can't be had: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
