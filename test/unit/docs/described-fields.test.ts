import { expect, it } from "vitest";
import { describeApi } from "../../../functions/docs/openapi/describe-api.ts";
import { routeGroups } from "../../../functions/routes.ts";

const context = { version: "1.2.3", servers: ["/"], docsUrl: "https://api.example.com/docs", docsPath: "/docs" };
const description = JSON.parse(JSON.stringify(describeApi(routeGroups, context)));

interface Node {
  [keyword: string]: unknown;
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
}

/** Every object of the document with its place, except examples, which are values. */
function* nodes(value: unknown, place = "#"): Generator<[string, Node]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Node];
  for (const [key, member] of Object.entries(value)) {
    const isValue = (key === "example" || key === "examples") && !place.endsWith("/properties");
    if (!isValue) yield* nodes(member, `${place}/${key}`);
  }
}

function resolve(reference: string): Node | undefined {
  const names = reference.split("/").slice(1);
  return names.reduce<Node | undefined>((node, name) => node?.[name] as Node | undefined, description);
}

/** A component that is described needs no other words where it is used. */
function isDescribed({ description, $ref }: Node): boolean {
  return /\S/.test(description ?? ($ref ? (resolve($ref)?.description ?? "") : ""));
}

it("every field of every shape says what it means", () => {
  const fields = [...nodes(description)].flatMap(([place, { properties }]) =>
    place.endsWith("/properties")
      ? []
      : Object.entries(properties ?? {}).map(([name, field]) => [`${place} ${name}`, field] as const),
  );
  expect(fields.length).toBeGreaterThan(500);
  expect(fields.flatMap(([place, field]) => (isDescribed(field) ? [] : [place]))).toEqual([]);
});

it("every parameter and every header says what it means", () => {
  const operations = Object.values<Record<string, { parameters?: Node[] }>>(description.paths).flatMap(Object.values);
  const parameters = operations.flatMap(({ parameters = [] }) => parameters);
  const headers = Object.values<Node>(description.components.headers);
  expect(parameters.length).toBeGreaterThan(200);
  expect([...parameters, ...headers].filter((node) => !isDescribed(node))).toEqual([]);
});

it("no description only repeats the name of its field", () => {
  const words = (text: string) =>
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !["the", "a", "an", "of"].includes(word));
  for (const [place, { properties }] of nodes(description)) {
    if (place.endsWith("/properties")) continue;
    for (const [name, { description: text }] of Object.entries(properties ?? {})) {
      const own = words(name.replace(/([A-Z])/g, " $1"));
      if (text !== undefined) expect(words(text), `${place} ${name}`).not.toEqual(own);
    }
  }
});
