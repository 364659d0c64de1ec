import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../functions/docs/openapi/describe-api.ts";
import { type DescribedPart, describeParts, type OperationIndex } from "../../../functions/docs/openapi/parts.ts";
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
    ["if-match", "patchContact", "listTags"],
    ["nickname", "createContact", "createTag"],
    ["network_a", "listContacts", "checkLiveness"],
  ])("finds %s in the words of %s, and not in those of %s", (word, found, other) => {
    const wordsOf = (id: string) => indexed.find((operation) => operation.id === id)?.words;
    expect(wordsOf(found)).toContain(word);
    expect(wordsOf(other)).not.toContain(word);
  });

  it("weighs at most 25 kB compressed for the index and for each group", () => {
    for (const [name, part] of Object.entries({ index, ...parts }))
      expect(gzipSync(JSON.stringify(part), { level: 6 }).length, name).toBeLessThan(25_000);
  });
});
