/** Writes zod schemas as the JSON Schema (draft 2020-12) of an OpenAPI 3.1 document. */
import * as z from "zod";
import { readOnlyFieldsOf } from "../../shared/http/read-only.ts";

export type JsonSchema = { [keyword: string]: unknown };

export interface SchemaWriter {
  /** What may be sent: the shape before defaults and conversions. Answers are sent as they are, so it is theirs too. */
  write: (schema: z.ZodType) => JsonSchema;
  /** Every named schema by its name. */
  components: () => Record<string, JsonSchema>;
}

/** Wherever one of the named schemas occurs, a reference to `#/components/schemas/{name}` is written. */
export function createSchemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  const convert = (schema: z.ZodType, root: string | undefined) =>
    simplify(
      z.toJSONSchema(schema, {
        io: "input",
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          // Left out where the value is converted after it, though callers get it all the same.
          if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue as never;
          addReadOnly(jsonSchema, readOnlyFieldsOf(zodSchema));
          const name = names.get(zodSchema);
          if (name !== undefined && name !== root) replaceByReference(jsonSchema, name);
        },
      }) as JsonSchema,
    );
  return {
    write: (schema) => convert(schema, undefined),
    components: () => Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, convert(schema, name)])),
  };
}

export interface ParameterSchema {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** The properties of a schema of path or query, one by one. */
export function parametersOf(schema: z.ZodType): ParameterSchema[] {
  const options = { unrepresentable: "any" } as const;
  const given = z.toJSONSchema(schema, { ...options, io: "input" }) as JsonSchema;
  const read = propertiesOf(z.toJSONSchema(schema, { ...options, io: "output" }) as JsonSchema);
  const required = Array.isArray(given.required) ? given.required : [];
  return Object.entries(propertiesOf(given)).map(([name, text]) => ({
    name,
    required: required.includes(name),
    schema: describedLimits(readableSchema(text, read[name])),
  }));
}

/** Of a parameter every limit is told: none is there for being an integer alone. */
function describedLimits(schema: JsonSchema): JsonSchema {
  const { maximum } = schema;
  return { ...simplify(schema), ...(maximum !== undefined && { maximum }) };
}

/** All text on the wire; a number or a truth value says more to a reader than the pattern of its text. */
function readableSchema(text: JsonSchema, value: JsonSchema | undefined): JsonSchema {
  return value && ["integer", "number", "boolean"].includes(String(value.type)) ? value : text;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

/** They may be in a body, whatever they hold: a validating client would else refuse to send back what it has read. */
function addReadOnly(schema: JsonSchema, names: readonly string[]): void {
  if (names.length === 0) return;
  const ignored = Object.fromEntries(names.map((name) => [name, { readOnly: true, description: "Ignored" }]));
  schema.properties = { ...propertiesOf(schema), ...ignored };
}

function replaceByReference(schema: JsonSchema, name: string): void {
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  schema.$ref = `#/components/schemas/${name}`;
}

/** Leaves out what a reader has no use for, and writes "or null" in the short form. */
function simplify(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = schema;
  const walked = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, walk(keyword, value)]));
  // The pattern of a format is long, and says what the format says.
  if ("format" in walked) delete walked.pattern;
  if (walked.maximum === Number.MAX_SAFE_INTEGER) delete walked.maximum;
  if (walked.minimum === Number.MIN_SAFE_INTEGER) delete walked.minimum;
  return shortenNullable(walked);
}

const schemaMaps = new Set(["properties", "patternProperties", "$defs"]);
const schemaLists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const schemas = new Set(["items", "additionalProperties", "propertyNames", "not"]);

function walk(keyword: string, value: unknown): unknown {
  if (schemaLists.has(keyword) && Array.isArray(value)) return value.map((item) => simplify(item));
  if (typeof value !== "object" || value === null) return value;
  if (schemas.has(keyword)) return simplify(value as JsonSchema);
  if (!schemaMaps.has(keyword)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, simplify(member)]));
}

function shortenNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf as [JsonSchema, JsonSchema];
  const closed = "enum" in value || "const" in value || typeof value.type !== "string";
  if (nothing.type !== "null" || closed) return schema;
  return { ...value, ...rest, type: [value.type, "null"] };
}
