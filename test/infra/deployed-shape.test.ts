/**
 * What a deployment must not change. DynamoDB can't change a key or a local index, so CloudFormation would replace the table by an
 * empty one, and it makes one global index in an update ("AWS::DynamoDB::Table" in its template reference). A resource with
 * another logical id is a new one.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOf, resourcesOf, synthesise } from "./template.ts";

interface Shape {
  keys: unknown;
  attributes: unknown[];
  localIndexes: unknown[];
  globalIndexes: unknown[];
}

interface Kept {
  ids: Record<string, string>;
  tables: Record<string, Shape>;
}

/** What is deployed. After a deployment of a new index or a new kept resource, it is added to this file. */
const deployed: Kept = JSON.parse(readFileSync(new URL("./deployed-shape.json", import.meta.url), "utf8"));

const template = synthesise({ mailSender: "hello@example.com" });

const tables = Object.fromEntries(
  Object.entries(resourcesOf(template, "AWS::DynamoDB::Table")).map(([path, table]): [string, Shape] => [
    path,
    {
      keys: table.KeySchema,
      attributes: listOf(table.AttributeDefinitions),
      localIndexes: listOf(table.LocalSecondaryIndexes),
      globalIndexes: listOf(table.GlobalSecondaryIndexes),
    },
  ]),
);

/** Why a table of the first shape can't be updated to the second. */
function faultsOf(before: Shape, after: Shape): string[] {
  const lacks = (some: unknown[], part: unknown) => !some.some((one) => sameAs(one, part));
  const missing = (some: unknown[], all: unknown[]) => some.filter((part) => lacks(all, part));
  const newIndexes = missing(after.globalIndexes, before.globalIndexes);
  const faults = {
    "other keys": !sameAs(before.keys, after.keys),
    "other local indexes": !sameAs(before.localIndexes, after.localIndexes),
    "a global index changed or removed": missing(before.globalIndexes, after.globalIndexes).length > 0,
    "more than one new global index": newIndexes.length > 1,
    "an attribute with another type": missing(before.attributes, after.attributes).length > 0,
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}

function sameAs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe("a deployed table", () => {
  it.each(Object.keys(deployed.tables))("%s keeps its shape, or gets one more global index", (path) => {
    const [before, after] = [deployed.tables[path], tables[path]];
    expect(before && after && faultsOf(before, after)).toEqual([]);
  });

  const main = deployed.tables["Database/Main"] as Shape;
  const index = (name: string) => ({ IndexName: name, KeySchema: [], Projection: { ProjectionType: "KEYS_ONLY" } });
  it.each<[string, Partial<Shape>, string[]]>([
    ["one more global index", { globalIndexes: [...main.globalIndexes, index("one")] }, []],
    ["one more attribute", { attributes: [...main.attributes, { AttributeName: "one", AttributeType: "S" }] }, []],
    ["another sort key", { keys: [{ AttributeName: "pk", KeyType: "HASH" }] }, ["other keys"]],
    ["one more local index", { localIndexes: [...main.localIndexes, index("one")] }, ["other local indexes"]],
    ["no local index", { localIndexes: [] }, ["other local indexes"]],
    [
      "a global index with another projection",
      { globalIndexes: [index("contactPins"), ...main.globalIndexes.slice(1)] },
      ["a global index changed or removed"],
    ],
    [
      "two more global indexes",
      { globalIndexes: [...main.globalIndexes, index("one"), index("two")] },
      ["more than one new global index"],
    ],
    [
      "a number as a key",
      { attributes: main.attributes.map((one) => ({ ...(one as object), AttributeType: "N" })) },
      ["an attribute with another type"],
    ],
  ])("with %s can be deployed or is refused", (_, change, faults) => {
    expect(faultsOf(main, { ...main, ...change })).toEqual(faults);
  });
});

it("what outlives the stack keeps its logical id, without which a deployment makes an empty one", () => {
  // Every version of a function is a resource of its own.
  const kept = Object.entries(template.resources).filter(
    ([, { Type, DeletionPolicy }]) => DeletionPolicy === "RetainExceptOnCreate" && Type !== "AWS::Lambda::Version",
  );
  const ids = Object.fromEntries(kept.map(([path]) => [path, template.ids.get(path)]));
  expect(ids).toEqual(deployed.ids);
});
