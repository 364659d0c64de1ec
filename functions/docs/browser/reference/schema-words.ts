/** Says in words what a JSON schema allows. */
import type { Schema } from "./described.ts";

export type Schemas = Readonly<Record<string, Schema>>;

interface Shape {
  schema: Schema;
  /** The name of a shape that recurs. */
  name?: string;
  isNullable: boolean;
}

/** Follows references and leaves out null, which many fields allow beside their type. */
export function shapeOf(schema: Schema, schemas: Schemas): Shape {
  const [first, ...others] = schema.anyOf ?? [];
  if (first) return { ...shapeOf(first, schemas), isNullable: others.some(({ type }) => type === "null") };
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return { ...shapeOf(schemas[name] ?? {}, schemas), name };
  return { schema, isNullable: [schema.type].flat().includes("null") };
}

/** Such as `list of Address or null`. */
export function typeWords(schema: Schema, schemas: Schemas): string {
  const { schema: shape, name, isNullable } = shapeOf(schema, schemas);
  const words = shape.items ? `list of ${typeWords(shape.items, schemas)}` : (name ?? plainType(shape));
  return isNullable ? `${words} or null` : words;
}

function plainType({ type, format = "", const: constant }: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  return formatNames[format] ?? [type].flat().find((each) => each !== "null") ?? "any value";
}

const formatNames: Readonly<Record<string, string>> = {
  "date-time": "time (ISO 8601)",
  date: "date (YYYY-MM-DD)",
  uuid: "UUID",
  uri: "URL",
  email: "e-mail address",
  binary: "file",
};

/** The schema whose properties a reader can look into: of an object, or of the entries of a list. */
export function innerShape(schema: Schema, schemas: Schemas): Shape | undefined {
  const shape = shapeOf(schema, schemas);
  if (shape.schema.items) return innerShape(shape.schema.items, schemas);
  return shape.schema.properties ? shape : undefined;
}

/** The values of a field, or of the entries of a list, that has only these. */
export function valuesOf(schema: Schema, schemas: Schemas): readonly unknown[] {
  const { schema: shape } = shapeOf(schema, schemas);
  return shape.items ? valuesOf(shape.items, schemas) : (shape.enum ?? []);
}

/** Limits and defaults. Longer patterns are left out, because the description says what they mean. */
export function ruleWords(schema: Schema, schemas: Schemas): string[] {
  const shape = { ...shapeOf(schema, schemas).schema, ...schema };
  const rules = [
    rangeWords(shape.minLength, shape.maxLength, " characters"),
    // The largest exact integer is no limit that anybody meets.
    rangeWords(shape.minimum, shape.maximum === Number.MAX_SAFE_INTEGER ? undefined : shape.maximum, ""),
    rangeWords(shape.minItems, shape.maxItems, " entries"),
    shape.uniqueItems && "no entry twice",
    shape.pattern !== undefined && shape.pattern.length <= longestPattern && `matches \`${shape.pattern}\``,
    shape.default !== undefined && `default \`${JSON.stringify(shape.default)}\``,
  ];
  return rules.filter((rule) => typeof rule === "string");
}

const longestPattern = 40;

function rangeWords(minimum: number | undefined, maximum: number | undefined, unit: string): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  if (maximum === undefined) return `at least ${minimum}${unit}`;
  return minimum === maximum ? `${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
}
