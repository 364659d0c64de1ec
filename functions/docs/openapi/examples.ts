/** Composes an example of a value from the examples of its properties. */
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";

export type Examples = (schema: JsonSchema) => unknown;

/**
 * A list in an entry of a list has no entries, and neither has one in a named shape that an earlier example has shown, so that
 * examples are short. `components` has the schemas that references lead to.
 */
export function createExamples(components: Readonly<Record<string, JsonSchema>>): Examples {
  const shown = new Set<string>();

  function exampleOf(schema: JsonSchema, isEntry = false): unknown {
    const { $ref, examples, anyOf, type } = schema;
    const isList = (Array.isArray(type) ? type[0] : type) === "array";
    if (isEntry && isList && !schema.minItems) return [];
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    if (typeof $ref === "string") {
      const example = exampleOf(components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, isEntry || shown.has($ref));
      if (!isEntry) shown.add($ref);
      return example;
    }
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema, isEntry);
    switch (Array.isArray(type) ? type[0] : type) {
      case "object":
        return exampleOfObject(schema, isEntry);
      case "array":
        return [exampleOf(schema.items as JsonSchema, true)];
      case "integer":
      case "number":
        return schema.minimum ?? 1;
      case "boolean":
        return false;
      case "string":
        return byFormat[String(schema.format)] ?? "text";
      default:
        return null;
    }
  }

  /** With every field, so that a reader sees all of them, except those that answer only special requests. */
  function exampleOfObject({ properties = {}, required = [] }: JsonSchema, isEntry: boolean): unknown {
    const shown = Object.entries(properties as Record<string, JsonSchema>).filter(
      ([name, property]) => (required as string[]).includes(name) || "examples" in property,
    );
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, isEntry)]));
  }

  return (schema) => exampleOf(schema);
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a",
  "date-time": "2026-03-14T09:26:53.589Z",
  date: "2026-03-14",
  email: "ann.bell@example.com",
  uri: "https://www.example.com/",
};
