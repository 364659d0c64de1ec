import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { description } from "../../support/described-values/description.ts";

const knownFormats = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^https:\/\/\w/,
  email: /^[^@ ]+@[^@ ]+$/,
  "phone-number": /^[+\d ]+$/,
  "idn-email": /^[^@ ]+@[^@ ]+$/,
  "web-address": /^https?:\/\/\w/,
  binary: true,
} as const;

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
  // A condition, such as that a property is there, has no type and shows nothing.
  const fields = [...nodes(description)].flatMap(([place, { properties, type }]) =>
    place.endsWith("/properties") || type === undefined
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

it("every example of a field is a value that the field may have", () => {
  const ajv = new Ajv2020({ strict: false, formats: knownFormats });
  ajv.addSchema(description, "description");
  const shown = [...nodes(description)].filter(([, { examples }]) => Array.isArray(examples));
  expect(shown.length).toBeGreaterThan(100);
  for (const [place, schema] of shown) {
    const validate = ajv.compile(withReferences(schema));
    for (const example of schema.examples as unknown[]) {
      expect(validate(example), `${place} ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  }
});

/** The schema with references that lead to the document. */
function withReferences(schema: Node): Node {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/'));
}

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
