/** Gives names to the types of the client that are used more than once. */
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { propertiesOf, type TypeWriter, typeWriter } from "./type-text.ts";

export interface NamedTypes {
  nameOf: (schema: JsonSchema) => string | undefined;
  types: ReadonlyMap<string, JsonSchema>;
}

/**
 * Names an object or a choice by the field that has it: `relationships: [{…}]` makes a `Relationship`. An object with the
 * shape of a component has its name. Where answers have taken the name for another shape, it ends with `Input`.
 */
export function nameTypes(
  components: Readonly<Record<string, JsonSchema>>,
  schemas: readonly JsonSchema[],
): NamedTypes {
  const types = new Map(Object.entries(components));
  const names = new Map(Object.entries(components).map(([name, schema]) => [shapeOf(schema), name]));
  const fields = new Map<string, string>();
  for (const schema of [...Object.values(components), ...schemas]) {
    visit(schema, undefined, (field, found) => {
      const shape = shapeOf(found);
      const first = fields.get(shape);
      if (first === undefined || names.has(shape)) {
        fields.set(shape, field);
        return names.has(shape) ? "known" : "new";
      }
      const name = [typeName(first), `${typeName(first)}Input`].find((free) => !types.has(free));
      if (name !== undefined) {
        // Each field that has the type has words of its own.
        types.set(name, { ...found, description: undefined });
        names.set(shape, name);
      }
      return "known";
    });
  }
  return { nameOf: (schema) => (isLarge(schema) ? names.get(shapeOf(schema)) : undefined), types };
}

type Found = (field: string, type: JsonSchema) => "new" | "known";

/** Calls `found` for each large type of a field, or of the items of its list, and goes on into a type that is new. */
function visit(schema: JsonSchema, field: string | undefined, found: Found): void {
  // The word "type" alone says nothing.
  if (field !== undefined && field !== "type" && isLarge(schema) && found(field, schema) === "known") return;
  for (const [name, property] of Object.entries(propertiesOf(schema))) visit(property, name, found);
  if (schema.items) visit(schema.items as JsonSchema, field, found);
  for (const one of (schema.anyOf ?? []) as JsonSchema[]) visit(one, field, found);
}

/** Whether it has more than two fields or values. */
function isLarge({ $ref, enum: values, ...schema }: JsonSchema): boolean {
  const parts = Array.isArray(values) ? values : Object.keys(propertiesOf(schema));
  return $ref === undefined && parts.length > 2;
}

const plain: TypeWriter = typeWriter({ nameOf: () => undefined, comments: false });

/** The type without names and words, which are different for each use. */
function shapeOf(schema: JsonSchema): string {
  return plain.typeText(schema);
}

function typeName(field: string): string {
  const one = field.replace(/ies$/, "y").replace(/(ss)es$|(?<![su])s$/, "$1");
  return one.charAt(0).toUpperCase() + one.slice(1);
}
