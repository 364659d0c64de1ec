import { expect, it } from "vitest";
import { type Author, currentAuthor } from "../../../shared/platform/http/author.ts";
import { call, fullKey, session } from "../../support/process/small-api.ts";

const service = { kind: "service", id: "service", label: null, agent: false };

it.each([
  ["a session", { verdict: session }, { kind: "session", id: "session", label: null, agent: false }],
  ["a key", { verdict: fullKey }, { kind: "key", id: "abcdefghijkl", label: "laptop", agent: false }],
  ["an agent", { verdict: fullKey, headers: { "X-Agent": "mcp" } }, { kind: "key", label: "laptop", agent: true }],
])("the writes of a request have %s as their author, and none after it", async (_who, request, expected) => {
  const authors: Author[] = [];
  const ring = async () => {
    await Promise.resolve();
    authors.push(currentAuthor());
    return { status: 204 } as const;
  };
  await call({ method: "POST", path: "/bell", ...request, operations: { ring } });
  expect(authors).toEqual([expect.objectContaining(expected)]);
  expect(currentAuthor()).toEqual(service);
});
