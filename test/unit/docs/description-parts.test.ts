import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../functions/docs/openapi/describe-api.ts";
import { matcherOf, type OperationIndex } from "../../../functions/docs/openapi/operation-index.ts";
import { type DescribedPart, describeParts } from "../../../functions/docs/openapi/parts.ts";
import { description } from "../../support/described-values/description.ts";

const { index, ...parts } = describeParts(description) as { index: OperationIndex } & Record<string, DescribedPart>;
const indexed = index.groups.flatMap(({ operations }) => operations);

describe("the description in parts", () => {
  it("has each operation once, in the part of its group, as the whole description has it", () => {
    expect(Object.keys(parts)).toEqual(index.groups.map(({ name }) => name));
    for (const { name, operations } of index.groups)
      expect(Object.keys(parts[name]?.operations ?? {})).toEqual(operations.map(({ id }) => id));
    const whole = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(indexed.map(({ id, method, path }) => `${id} ${method} ${path}`).toSorted()).toEqual(whole.toSorted());
    for (const [path, methods] of Object.entries<Record<string, Operation>>(description.paths)) {
      for (const operation of Object.values(methods)) {
        const own = Object.values(parts).find(({ operations }) => operation.operationId in operations);
        expect(own?.operations[operation.operationId], path).toEqual(operation);
      }
    }
  });

  it("has with each group exactly the components that its operations need", () => {
    for (const [name, part] of Object.entries(parts)) {
      const needed = new Set(
        [...JSON.stringify(part).matchAll(/#\/components\/([\w-]+\/[\w-]+)/g)].map(([, at]) => at),
      );
      const present = Object.entries(part.components).flatMap(([kind, named]) =>
        Object.keys(named).map((each) => `${kind}/${each}`),
      );
      expect(present.toSorted(), name).toEqual([...needed].toSorted());
    }
  });

  it.each([
    ["birthday", "listUpcomingDates", "deleteTag"],
    ["If-Match patch", "patchContact", "patchTag"],
    ["nickname", "createContact", "createTag"],
    ["POST /contacts/share", "shareContact", "createContact"],
    ["network_a", "listContacts", "checkLiveness"],
  ])("finds by %j the operation %s, and not %s", (filter, found, other) => {
    const ids = indexed.filter(matcherOf(filter)).map(({ id }) => id);
    expect(ids).toContain(found);
    expect(ids).not.toContain(other);
  });

  it("weighs at most 25 kB compressed for the index and for each group", () => {
    for (const [name, part] of Object.entries({ index, ...parts }))
      expect(gzipSync(JSON.stringify(part), { level: 6 }).length, name).toBeLessThan(25_000);
  });
});
