/** A small API with rows of all kinds. The real pipeline serves it, with parts that record what it does with them. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { vi } from "vitest";
import * as z from "zod";
import type { ErrorPage } from "../../../shared/platform/http/answer/respond.ts";
import type { KeptAnswer, ReserveKey } from "../../../shared/platform/http/idempotency/key-reservation.ts";
import { createHandler, type PipelineParts } from "../../../shared/platform/http/pipeline.ts";
import type { CountRequest } from "../../../shared/platform/http/rate-limit/rate-limit.ts";
import { defineRoutes, type Operations } from "../../../shared/platform/http/route/route.ts";
import { type Verdict, verdictToContext } from "../../../shared/platform/http/verdict.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { booleanText, integerText, line } from "../../../shared/platform/text/schema.ts";

const thing = () => z.strictObject({ name: line(20).min(1, "Must not be blank"), size: z.int().optional() });
const integration = { access: "integration", rateLimit: "default" } as const;
const nothing = { 204: "none" } as const;

const rows = defineRoutes({
  listThings: {
    ...integration,
    method: "GET",
    path: "/things",
    summary: "List things",
    query: () => z.strictObject({ limit: integerText(1, 10).default(5) }),
    answers: { 200: () => z.strictObject({ limit: z.int() }), 304: "none" },
  },
  createThing: {
    ...integration,
    method: "POST",
    path: "/things",
    summary: "Create a thing",
    body: thing,
    bodyHint: "Send a shorter name.",
    answers: { 201: thing },
    shownOnce: ["size"],
  },
  replaceThing: {
    ...integration,
    method: "PUT",
    path: "/things/{id}",
    summary: "Replace a thing",
    params: () => z.strictObject({ id: z.uuid("Must be a UUID") }),
    query: () => z.strictObject({ limit: integerText(1, 10) }),
    body: thing,
    answers: { 200: thing },
  },
  deleteThing: {
    ...integration,
    method: "DELETE",
    path: "/things/{id}",
    summary: "Delete a thing",
    params: () => z.strictObject({ id: z.uuid() }),
    query: () => z.strictObject({ permanent: booleanText().default(false) }),
    sessionOnly: ["permanent"],
    answers: nothing,
  },
  ring: { ...integration, method: "POST", path: "/bell", summary: "Ring the bell", answers: nothing },
  readText: {
    access: "public",
    rateLimit: "none",
    method: "GET",
    path: "/text",
    summary: "Read a text",
    answers: { 200: { contentType: "text/plain; charset=utf-8" } },
  },
  probe: { access: "public", rateLimit: "probe", method: "GET", path: "/probe", summary: "Probe", answers: nothing },
  upload: {
    ...integration,
    method: "POST",
    path: "/uploads",
    summary: "Send a file",
    body: { multipart: { maxFileBytes: 1000, maxFiles: 1, fields: { strategy: z.string } } },
    answers: { 200: () => z.strictObject({ files: z.array(z.string()), fields: z.record(z.string(), z.string()) }) },
  },
});

export type ThingOperations = Operations<typeof rows>;

export const accountId = "0190a8b2-1111-7000-8000-000000000001";
export const session: Verdict = { caller: { kind: "session", accountId } };
export const fullKey: Verdict = {
  caller: { kind: "key", accountId, keyId: "abcdefghijkl", label: "laptop", permission: "full" },
};

export const calls = vi.fn<(name: string, input: unknown) => void>();
export const lines: Record<string, unknown>[] = [];
const log: Log = (entry) => lines.push({ ...entry });
const countAll: CountRequest = async (_subject, policy) => ({
  allowed: true,
  remaining: policy.quota - 1,
  resetSeconds: 30,
});
export const counter = vi.fn<CountRequest>(countAll);

/** The idempotency keys. There is no `answer` while a request runs, or after an answer that is not stored. */
const kept = new Map<string, { digest: string; answer?: KeptAnswer; released?: true }>();
const reserveInMemory: ReserveKey = async ({ accountId, key, digest }) => {
  const id = `${accountId} ${key}`;
  const known = kept.get(id);
  if (known && known.digest !== digest) return { state: "other request" };
  if (known?.answer) return { state: "answered", answer: known.answer };
  if (known && !known.released) return { state: "running" };
  kept.set(id, { digest });
  return {
    state: "reserved",
    replayLog: { find: async () => undefined, record: () => Promise.reject(new Error("nothing is written here")) },
    keep: async (answer) => void kept.set(id, { digest, answer }),
    release: async () => void kept.set(id, { digest, released: true }),
  };
};
export const reserveKey = vi.fn<ReserveKey>(reserveInMemory);

/** The parts of the pipeline in tests. */
export const pipelineParts: PipelineParts = {
  allowedOrigins: ["https://app.example.com"],
  countRequest: (...call) => counter(...call),
  policies: {
    default: { name: "default", quota: 300, windowSeconds: 60 },
    probe: { name: "probe", quota: 5, windowSeconds: 60 },
  },
  log,
  now: () => 1_000,
  reserveKey: (...call) => reserveKey(...call),
};

/** Resets all recorded calls, keys and log lines. */
export function reset(): void {
  calls.mockReset();
  counter.mockReset().mockImplementation(countAll);
  reserveKey.mockReset().mockImplementation(reserveInMemory);
  kept.clear();
  lines.length = 0;
}

const plainOperations: ThingOperations = {
  listThings: async ({ query }) => ({ status: 200, txid: "41", body: { limit: query.limit } }),
  createThing: async ({ body }) => ({ status: 201, body }),
  replaceThing: async ({ body }) => ({ status: 200, body }),
  deleteThing: async () => ({ status: 204 }),
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

export async function call(request: Call): Promise<Result> {
  const operations = { ...plainOperations, ...request.operations };
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
    { ...pipelineParts, ...(request.errorPage && { errorPage: request.errorPage }) },
    { later: { method: "ANY", path: "/later", access: "session", reserved: true } },
  );
  const result = await handler(eventOf(request), contextOf(request));
  const isJson = String(result.headers?.["content-type"] ?? "").startsWith("application/json") && result.body !== "";
  return { ...result, headers: result.headers as Record<string, string>, json: isJson ? JSON.parse(result.body) : {} };
}

export function contextOf({ time = 9_000 }: Call): Context {
  return { getRemainingTimeInMillis: () => time } as Context;
}

export function eventOf({
  method = "GET",
  path = "/things",
  fullPath = path,
  headers,
  query,
  body = null,
  base64,
  verdict,
}: Call) {
  return {
    httpMethod: method,
    path,
    headers: { Host: "api.example.com", ...headers },
    multiValueHeaders: null,
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
