import { describe, expect, it } from "vitest";
import { declareTypes } from "../../../infra/client/declare-types.ts";
import { typeWriter } from "../../../infra/client/type-text.ts";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const withWords = { ...text, description: "The owner" };
const orNull = (type: string) => ({ type: [type, "null"] });
const tree = object({ kind: text, height: number, age: number, place: text });

function declare(types: Record<string, object>): string[] {
  const writer = typeWriter({ nameOf: () => undefined, comments: true });
  return declareTypes(new Map(Object.entries({ Tree: tree, ...types })), writer).slice(1);
}

describe("a type", () => {
  it.each([
    ["takes all members of an earlier one", object({ ...tree.properties, id: text }), 'extends Tree { "id": string; }'],
    ["takes members that became optional", object({ ...tree.properties }, []), "= Partial<Tree>;"],
    ["leaves out what it lacks", object({ kind: text, height: number, age: number }), '= Omit<Tree, "place">;'],
    [
      "writes what it has in another form",
      object({ ...tree.properties, age: text }),
      'extends Omit<Tree, "age"> { "age": string; }',
    ],
    [
      "writes a member with other words",
      object({ ...tree.properties, age: { ...number, description: "In years" } }),
      'extends Omit<Tree, "age"> { \n/** In years. */\n"age": number; }',
    ],
    [
      "takes members that can be cleared",
      object({ kind: orNull("string"), height: number, age: orNull("integer"), place: orNull("string") }, []),
      'extends Omit<Clearable<Tree>, "height"> { "height"?: number; }',
    ],
    [
      "takes the names of members that have one type and no words",
      object({ kind: number, height: number, age: number, place: number, id: text }, ["id"]),
      'extends Partial<Record<keyof Tree, number>> { "id": string; }',
    ],
    ["writes what few members have in common", object({ kind: text, id: text }), '{ "kind": string; "id": string; }'],
  ])("%s", (_rule, schema, declaration) => {
    expect(declare({ Other: schema })[0]?.replace(/^export (interface|type) Other /, "")).toBe(declaration);
  });

  it("takes a single member if it has words", () => {
    const [, cat] = declare({ Pet: object({ owner: withWords }), Cat: object({ owner: withWords, colour: text }) });
    expect(cat).toBe('export interface Cat extends Pet { "colour": string; }');
  });

  it("has its own words before it", () => {
    const described = { ...object({ kind: number }), description: "A stone" };
    expect(declare({ Stone: described })).toEqual(['\n/** A stone. */\nexport interface Stone { "kind": number; }']);
  });

  it("takes from earlier ones only", () => {
    expect(declare({ Leaf: object({ size: number, hue: text }), Petal: object({ size: number, hue: text }) })).toEqual([
      'export interface Leaf { "size": number; "hue": string; }',
      "export type Petal = Leaf;",
    ]);
  });
});
