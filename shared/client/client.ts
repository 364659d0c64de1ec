/**
 * A client of the API with a method for each operation. This folder imports nothing from outside of it and runs in Node 20
 * and newer, and in browsers. Copy it to use it elsewhere.
 */
import { connectionFailed, parseJson, readError } from "./api-error.ts";
import type { Answer, Call, ChangeOptions, ReadOptions } from "./call.ts";
import { type Operation, operations } from "./operations.ts";
import { defaultRetry, type RetryOptions, withRetries } from "./retry.ts";
import type { Operations } from "./types.ts";

export interface ClientOptions {
  /** The address of the API, such as `https://api.example.com`. */
  baseUrl: string;
  /** A session token or an API key, or a function that returns one, which is called for each attempt. */
  token?: string | (() => string | Promise<string>) | undefined;
  fetch?: typeof globalThis.fetch;
  retry?: Partial<RetryOptions>;
  newKey?: () => string;
}

export type Client = Operations;
export type OperationName = keyof Operations;
/** The input of an operation, such as `Input<"listContacts">`. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Operations[Name]>[0]>;
/** The body of its answer. */
export type Output<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

/** Throws `ApiError`, or the reason of a signal that is aborted. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    (input?: Fields, callOptions?: AnyOptions) => callOf(send(options, operation, input, callOptions)),
  ]);
  return Object.fromEntries(methods) as Client;
}

type Fields = Readonly<Record<string, unknown>>;
type AnyOptions = ChangeOptions & Partial<ReadOptions>;

function callOf(answer: Promise<Answer<unknown>>): Call<unknown> {
  const body = answer.then((answered) => answered.body);
  const withResponse = () => {
    // The caller handles an error of `answer`, and does not use this promise.
    body.catch(() => {});
    return answer;
  };
  return Object.assign(body, { withResponse });
}

async function send(
  client: ClientOptions,
  operation: Operation,
  input: Fields = {},
  { signal, idempotencyKey, ifMatch, ifNoneMatch }: AnyOptions = {},
): Promise<Answer<unknown>> {
  const { method = "GET", key } = operation;
  const { path, body } = fillIn(operation, input);
  const headers = new Headers({
    ...(typeof body === "string" && { "content-type": "application/json" }),
    ...(key && { "idempotency-key": idempotencyKey ?? (client.newKey ?? newKey)() }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
    ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
  });
  const request = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) };
  const attempt = async () => {
    const token = typeof client.token === "function" ? await client.token() : client.token;
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const { response, text } = await exchange(client, path, request);
    const { ok, status } = response;
    if (!ok && status !== 304 && !operation.answers?.includes(status)) throw readError(response, text);
    return { body: readBody(operation, response, text), status, headers: response.headers };
  };
  // If the first attempt has changed something, the second one with the same `If-Match` would fail.
  const repeatable = ifMatch === undefined && (method !== "POST" || key === true);
  return withRetries(attempt, { options: { ...defaultRetry, ...client.retry }, repeatable, signal });
}

/** An answer with its text, because the connection may also be lost while it is read. */
async function exchange(
  { baseUrl, fetch = globalThis.fetch }: ClientOptions,
  path: string,
  request: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, request);
    return { response, text: await response.text() };
  } catch (error) {
    throw request.signal?.aborted ? error : connectionFailed(error);
  }
}

/** JSON, text, or undefined without a body. */
function readBody(operation: Operation, response: Response, text: string): unknown {
  if (response.status === 204 || response.status === 304) return undefined;
  if (operation.text) return text;
  const body = parseJson(text);
  if (body === undefined) throw readError(response, text);
  return body;
}

/** Puts the fields of the input into the path, and the others into the body, or into the query where there is none. */
function fillIn(
  { method = "GET", path, body }: Operation,
  input: Fields,
): { path: string; body?: string | FormData | undefined } {
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? "");
    delete rest[name];
    // An empty segment, or one of dots, would make the path of another operation.
    if (/^\.*$/.test(value)) throw new TypeError(`${method} ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  if (body === "files") return { path: filled, body: formOf(rest) };
  if (body === "json") return { path: filled, body: JSON.stringify(rest) };
  const pairs = Object.entries(rest).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  );
  if (pairs.length === 0) return { path: filled };
  return { path: `${filled}${filled.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}` };
}

/** A list makes a part of each of its files. A `File` keeps its name. */
function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of [value].flat()) form.append(name, part instanceof Blob ? part : String(part));
  }
  return form;
}

function newKey(): string {
  return crypto.randomUUID();
}
