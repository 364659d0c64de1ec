/** Asks every route once for its usual answer: its body is that of the specification, and its headers are those of the API description. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Description, type Operation, resolveReference } from "../../../functions/docs/openapi/describe-api.ts";
import { api } from "../../support/process/stack.ts";
import { faultsOf } from "../../support/specification/shapes.ts";
import { namedRoutes, neededQuery, refusalIn, visit, worldToRead } from "../../support/specification/visits.ts";
import type { Answered } from "../../support/specification/world.ts";

const described = (await (await api("/openapi.json")).json()) as Description;
const operations = new Map(
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${plain(path)}`, operation] as const,
    ),
  ),
);
const names = Object.keys(described.components.headers as object).map((name) => name.toLowerCase());
const repeatedHeader = "idempotent-replayed";

describe("an answer", () => {
  it.each(namedRoutes)(
    "has exactly the specified keys and types and the described headers: $name",
    { timeout: 120_000 },
    async (named) => {
      const { route, method, path } = named;
      const operation = operations.get(`${method} ${plain(path)}`);
      const { ask, usualBody, world } = await visit(named);
      const takesKey = JSON.stringify(operation?.parameters ?? []).includes("IdempotencyKey");
      const init = takesKey ? { headers: { "idempotency-key": randomUUID() } } : undefined;
      const query = neededQuery(route);
      const refused = await ask([...query, ["colour", "1"]], usualBody);
      // Other programs add parameters to the address of a feed.
      expect(refusalIn(refused)).toEqual([path.startsWith("/calendar/") ? "200" : "query.colour"]);
      expect(sentHeaders(refused)).toEqual(promisedHeaders(operation, refused));
      if (usualBody && !(usualBody instanceof FormData)) {
        expect(refusalIn(await ask(query, { ...usualBody, colour: 1 }))).toEqual(["body.colour"]);
      }

      const answer = await ask(query, usualBody, method, init);
      expect(answer.status, answer.text).toBe(route.status ?? 200);
      expect(answer.headers.get("x-request-id")).toMatch(/./);
      expect(answer.headers.has("x-txid")).toBe(route.noTxid !== true);
      if (route.answer === "") expect(answer.text).toBe("");
      else if (typeof route.answer === "string") expect(answer.headers.get("content-type")).toBe(route.answer);
      else {
        expect(faultsOf(route.answer, JSON.parse(answer.text))).toEqual([]);
        const example = exampleOf(operation, answer);
        expect(faultsOf(route.answer, example), "the described example").toEqual([]);
        const optional = Object.entries(route.answer).flatMap(([key, shape]) =>
          "mayLack" in shape ? [`.${key}`] : [],
        );
        const others = keysOnlyIn(example, JSON.parse(answer.text)).filter((key) => !optional.includes(key));
        expect(others, "keys of the described example").toEqual([]);
      }
      const promised = promisedHeaders(operation, answer);
      expect(sentHeaders(answer)).toEqual(promised.filter((name) => name !== repeatedHeader));
      const made = answer.headers.get("location");
      // A key can't be read at its address, which has other methods.
      if (made) expect((await world.ask("GET", new URL(made).pathname)).status).not.toBe(404);
      if (takesKey) expect(sentHeaders(await ask(query, usualBody, method, init))).toEqual(promised);
      if (method !== "GET") return;
      const head = await ask(query, undefined, "HEAD");
      expect([head.status, head.text]).toEqual([200, ""]);
    },
  );

  it.each([
    ["/contacts/export", 303],
    ["/me/export", 303],
    ["/contacts/{id}", 304],
    ["/me/person", 304],
  ])("has the described headers if it is not the usual one: %s %i", async (path, status) => {
    const { ask, ids } = await worldToRead();
    const at = path.replace("{id}", ids.contactId ?? "");
    const etag = status === 304 ? (await ask("GET", at)).headers.get("etag") : null;
    const headers = { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) };
    const answer = await ask("GET", at, undefined, { redirect: "manual", headers });
    expect(answer.status, answer.text).toBe(status);
    expect(sentHeaders(answer)).toEqual(promisedHeaders(operations.get(`GET ${plain(path)}`), answer));
  });
});

function plain(path: string): string {
  return path.replace("/import/vcard", "/import/{}").replace(/\{\w+\}/g, "{}");
}

function promisedHeaders(operation: Operation | undefined, { status }: Answered): string[] {
  const answer = resolveReference(described, operation?.responses[String(status)] ?? {});
  return Object.keys(answer.headers ?? {})
    .map((name) => name.toLowerCase())
    .toSorted();
}

function exampleOf(operation: Operation | undefined, { status }: Answered): unknown {
  const answer = resolveReference(described, operation?.responses[String(status)] ?? {});
  return (answer.content as { "application/json": { example: unknown } })["application/json"].example;
}

/** The keys that a usual answer does not have, of objects that both have. */
function keysOnlyIn(example: unknown, usual: unknown, path = ""): string[] {
  if (Array.isArray(example))
    return Array.isArray(usual) && usual[0] ? keysOnlyIn(example[0], usual[0], `${path}[]`) : [];
  if (typeof example !== "object" || typeof usual !== "object" || example === null || usual === null) return [];
  const known = new Map(Object.entries(usual));
  return Object.entries(example).flatMap(([key, value]) =>
    known.has(key) ? keysOnlyIn(value, known.get(key), `${path}.${key}`) : [`${path}.${key}`],
  );
}

function sentHeaders({ headers }: Answered): string[] {
  return names.filter((name) => headers.has(name)).toSorted();
}
