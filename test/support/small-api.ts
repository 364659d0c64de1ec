/** A small API with a row of every kind, served by the real pipeline with parts handed in, to see what the pipeline does. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { vi } from "vitest";
import * as z from "zod";
import { type Verdict, verdictToContext } from "../../shared/auth/verdict.ts";
import type { ClaimKey, KeptAnswer } from "../../shared/http/idempotency.ts";
import { createHandler, type ErrorPage } from "../../shared/http/pipeline.ts";
import type { CountRequest } from "../../shared/http/rate-limit.ts";
import { defineRoutes, type Operations } from "../../shared/http/route.ts";
import type { Log } from "../../shared/log/request-log.ts";
import { integerText, line } from "../../shared/text/schema.ts";

const thing = z.strictObject({ name: line(20).min(1, "Must not be blank"), size: z.int().optional() });
const integration = { access: "integration", rateLimit: "default" } as const;

const rows = defineRoutes({
  listThings: {
    ...integration,
    method: "GET",
    path: "/things",
    summary: "List things",
    query: z.strictObject({ limit: integerText(1, 10).default(5) }),
    answers: { 200: z.strictObject({ limit: z.int() }), 304: "none" },
  },
  createThing: {
    ...integration,
    method: "POST",
    path: "/things",
    summary: "Create a thing",
    body: thing,
    bodyHint: "Send a shorter name.",
    answers: { 201: thing },
    toldOnce: ["size"],
  },
  replaceThing: {
    ...integration,
    method: "PUT",
    path: "/things/{id}",
    summary: "Replace a thing",
    params: z.strictObject({ id: z.uuid("Must be a UUID") }),
    query: z.strictObject({ limit: integerText(1, 10) }),
    body: thing,
    answers: { 200: thing },
  },
  deleteThing: {
    ...integration,
    method: "DELETE",
    path: "/things/{id}",
    summary: "Delete a thing",
    params: z.strictObject({ id: z.uuid() }),
    answers: { 204: "none" },
  },
  readSecrets: {
    ...integration,
    method: "GET",
    path: "/secrets",
    summary: "Full keys",
    fullKeyOnly: true,
    answers: { 204: "none" },
  },
  readAccount: {
    access: "session",
    rateLimit: "default",
    method: "GET",
    path: "/account",
    summary: "The account",
    answers: { 200: z.strictObject({ id: z.string() }) },
  },
  changeAccount: {
    access: "session",
    rateLimit: "default",
    method: "POST",
    path: "/account",
    summary: "Change the account",
    body: thing,
    answers: { 204: "none" },
  },
  ring: {
    ...integration,
    method: "POST",
    path: "/bell",
    summary: "Ring the bell",
    answers: { 204: "none" },
  },
  readText: {
    access: "public",
    rateLimit: "none",
    method: "GET",
    path: "/text",
    summary: "Read a text",
    answers: { 200: { contentType: "text/plain; charset=utf-8" } },
  },
  probe: {
    access: "public",
    rateLimit: "probe",
    method: "GET",
    path: "/probe",
    summary: "Probe",
    answers: { 204: "none" },
  },
  upload: {
    ...integration,
    method: "POST",
    path: "/uploads",
    summary: "Send a file",
    body: { multipart: { maxFileBytes: 1000, maxFiles: 1, fields: { strategy: z.string() } } },
    answers: { 200: z.strictObject({ files: z.array(z.string()), fields: z.record(z.string(), z.string()) }) },
  },
});

export type ThingOperations = Operations<typeof rows>;

export const accountId = "0190a8b2-1111-7000-8000-000000000001";
export const session: Verdict = { caller: { kind: "session", accountId } };
export const fullKey: Verdict = { caller: { kind: "key", accountId, keyId: "abcdefghijkl", permission: "full" } };
export const readKey: Verdict = { caller: { kind: "key", accountId, keyId: "readreadread", permission: "read" } };

export const calls = vi.fn<(name: string, input: unknown) => void>();
export const lines: Record<string, unknown>[] = [];
const log: Log = (entry) => lines.push({ ...entry });
const countAll: CountRequest = async (_subject, policy) => ({
  allowed: true,
  remaining: policy.quota - 1,
  resetSeconds: 30,
});
export const counter = vi.fn<CountRequest>(countAll);

/** What became of each key; `digest` alone while its request runs, and after it ended in what is not kept. */
const kept = new Map<string, { digest: string; answer?: KeptAnswer; released?: true }>();
const claimInMemory: ClaimKey = async ({ accountId, key, digest }) => {
  const place = `${accountId} ${key}`;
  const known = kept.get(place);
  if (known && known.digest !== digest) return { state: "other request" };
  if (known?.answer) return { state: "answered", answer: known.answer };
  if (known && !known.released) return { state: "running" };
  kept.set(place, { digest });
  return {
    state: "claimed",
    journal: { find: async () => undefined, note: () => Promise.reject(new Error("nothing is written here")) },
    keep: async (answer) => void kept.set(place, { digest, answer }),
    release: async () => void kept.set(place, { digest, released: true }),
  };
};
export const claimKey = vi.fn<ClaimKey>(claimInMemory);

/** Forgets what was called, counted, claimed and logged. */
export function reset(): void {
  calls.mockReset();
  counter.mockReset().mockImplementation(countAll);
  claimKey.mockReset().mockImplementation(claimInMemory);
  kept.clear();
  lines.length = 0;
}

export const plainOperations: ThingOperations = {
  listThings: async ({ query }) => ({ status: 200, txid: "41", body: { limit: query.limit } }),
  createThing: async ({ body }) => ({ status: 201, body }),
  replaceThing: async ({ body }) => ({ status: 200, body }),
  deleteThing: async () => ({ status: 204 }),
  readSecrets: async () => ({ status: 204 }),
  readAccount: async ({ caller }) => ({ status: 200, body: { id: caller.accountId } }),
  changeAccount: async () => ({ status: 204 }),
  ring: async () => ({ status: 204 }),
  readText: async () => ({ status: 200, body: "plain", headers: { "cache-control": "public, max-age=60" } }),
  probe: async () => ({ status: 204 }),
  upload: async ({ body }) => ({
    status: 200,
    body: { files: body.files.map(({ content }) => Buffer.from(content).toString("utf8")), fields: body.fields },
  }),
};

export interface Call {
  method?: string;
  path?: string;
  /** The path with its stage; the same as `path` when absent. */
  fullPath?: string;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  query?: Record<string, string[]>;
  body?: string | null;
  base64?: boolean;
  verdict?: Verdict;
  operations?: Partial<ThingOperations>;
  errorPage?: ErrorPage;
  /** Milliseconds that the function has. */
  time?: number;
}

export interface Result extends APIGatewayProxyResult {
  headers: Record<string, string>;
  json: { error: { code: string; message: string; [field: string]: unknown }; [field: string]: unknown };
}

export async function call(given: Call): Promise<Result> {
  const operations = { ...plainOperations, ...given.operations };
  const watched = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input: never) => {
        calls(name, input);
        return operation(input);
      },
    ]),
  ) as ThingOperations;
  const handler = createHandler(
    rows,
    watched,
    {
      allowedOrigins: ["https://app.example.com"],
      countRequest: counter,
      policies: {
        default: { name: "default", quota: 300, windowSeconds: 60 },
        probe: { name: "probe", quota: 5, windowSeconds: 60 },
      },
      log,
      now: () => 1_000,
      claimKey,
      ...(given.errorPage && { errorPage: given.errorPage }),
    },
    { later: { method: "ANY", path: "/later", access: "session", reserved: true } },
  );
  const result = await handler(eventOf(given), {
    getRemainingTimeInMillis: () => given.time ?? 9_000,
  } as Context);
  const isJson = String(result.headers?.["content-type"] ?? "").startsWith("application/json") && result.body !== "";
  return { ...result, headers: result.headers as Record<string, string>, json: isJson ? JSON.parse(result.body) : {} };
}

function eventOf({
  method = "GET",
  path = "/things",
  fullPath = path,
  headers,
  multiValueHeaders,
  query,
  body = null,
  base64,
  verdict,
}: Call) {
  return {
    httpMethod: method,
    path,
    headers: { Host: "api.example.com", ...headers },
    multiValueHeaders: multiValueHeaders ?? null,
    multiValueQueryStringParameters: query ?? null,
    body,
    isBase64Encoded: base64 ?? false,
    requestContext: {
      requestId: "request-1",
      domainName: "api.example.com",
      path: fullPath,
      identity: { sourceIp: "192.0.2.7" },
      authorizer: verdict && verdictToContext(verdict),
    },
  } as unknown as APIGatewayProxyEvent;
}

export function post(body: string | null, more: Call = {}): Promise<Result> {
  const headers = { "Content-Type": "application/json", ...more.headers };
  return call({ method: "POST", verdict: session, ...more, headers, body });
}

export function codeOf({ statusCode, json }: Result): [number, string] {
  return [statusCode, json.error.code];
}
