/** Converts zod schemas to the JSON Schema (draft 2020-12) of an OpenAPI 3.1 document. */
import * as z from "zod";
import { wholeOf } from "./chosen-fields.ts";
import { nameOf } from "./named-schema.ts";
import { readOnlyFieldsOf } from "./read-only.ts";
import type { LazySchema } from "./route.ts";

export type JsonSchema = { [keyword: string]: unknown };

/** Answers are open for fields of later versions. Requests with an unknown field are refused. */
export type Direction = "request" | "answer";

export interface SchemaWriter {
  /** The schema of a value before defaults and conversions. Answers have none, so this is their schema as well. */
  write: (schema: LazySchema, direction: Direction) => JsonSchema;
  /** The named schemas that were written, by their names. */
  components: () => Record<string, JsonSchema>;
}

interface Component {
  schema: object;
  direction: Direction;
  json: JsonSchema;
}

/** A named schema is replaced by a reference to `#/components/schemas/{name}` wherever it occurs. */
export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, Component>();

  function write(schema: z.core.$ZodType, direction: Direction): JsonSchema {
    return convert(schema, direction, (found) => {
      const name = nameOf(found);
      if (name === undefined || found === schema) return undefined;
      addComponent(name, found, direction);
      return name;
    });
  }

  function addComponent(name: string, schema: z.core.$ZodType, direction: Direction): void {
    const known = components.get(name);
    if (known?.schema === schema && known.direction === direction) return;
    const json: JsonSchema = {};
    if (!known) components.set(name, { schema, direction, json });
    const written = write(schema, direction);
    Object.assign(json, direction === "request" ? withDefaultsInWords(written) : written);
    if (known && JSON.stringify(known.json) !== JSON.stringify(json)) {
      throw new Error(`two schemas are named ${name}, or one is open in answers and closed in requests`);
    }
  }

  return {
    write: (lazySchema, direction) => {
      const schema = lazySchema();
      const name = nameOf(schema);
      if (name === undefined) return write(schema, direction);
      addComponent(name, schema, direction);
      return { $ref: referenceOf(name) };
    },
    components: () => Object.fromEntries([...components].map(([name, { json }]) => [name, json])),
  };
}

/** The schema of a body with all that belongs to it, for readers that have no components. */
export function wholeBody(schema: LazySchema): JsonSchema {
  return convert(schema(), "request", () => undefined);
}

/** `componentOf` returns the name of the component that stands for the schema, if there is one. */
function convert(
  schema: z.core.$ZodType,
  direction: Direction,
  componentOf: (schema: z.core.$ZodType) => string | undefined,
): JsonSchema {
  return simplify(
    z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        // Zod omits the default of a value that is converted afterwards, although it applies to callers.
        if (zodSchema instanceof z.ZodDefault) jsonSchema.default ??= zodSchema.def.defaultValue as never;
        addReadOnly(jsonSchema, readOnlyFieldsOf(zodSchema));
        if (direction === "answer" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        const name = componentOf(wholeOf(zodSchema));
        if (name !== undefined) replaceByReference(jsonSchema, name);
      },
    }) as JsonSchema,
  );
}

export interface ParameterSchema {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** The properties of a schema for the path or the query. */
export function parametersOf(lazySchema: LazySchema): ParameterSchema[] {
  const schema = lazySchema();
  const options = { unrepresentable: "any" } as const;
  const input = z.toJSONSchema(schema, { ...options, io: "input" }) as JsonSchema;
  const output = propertiesOf(z.toJSONSchema(schema, { ...options, io: "output" }) as JsonSchema);
  const required = Array.isArray(input.required) ? input.required : [];
  return Object.entries(propertiesOf(input)).map(([name, text]) => ({
    name,
    required: required.includes(name),
    schema: describedLimits(readableSchema(text, output[name])),
  }));
}

/** Keeps the maximum that `simplify` removes, because the maximum of a parameter is always a limit of the API. */
function describedLimits(schema: JsonSchema): JsonSchema {
  const { maximum } = schema;
  return { ...simplify(schema), ...(maximum !== undefined && { maximum }) };
}

/** A parameter is text, but the type number or boolean says more to a reader than the pattern of the text. */
function readableSchema(text: JsonSchema, value: JsonSchema | undefined): JsonSchema {
  return value && ["integer", "number", "boolean"].includes(String(value.type)) ? value : text;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

/** Read-only fields may be sent with any value, so that a validating client can send back what it has read. */
function addReadOnly(schema: JsonSchema, names: readonly string[]): void {
  if (names.length === 0) return;
  const ignored = Object.fromEntries(names.map((name) => [name, { readOnly: true, description: "Ignored" }]));
  schema.properties = { ...propertiesOf(schema), ...ignored };
}

function replaceByReference(schema: JsonSchema, name: string): void {
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  schema.$ref = referenceOf(name);
}

function referenceOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function referenceTo($ref: string, description: unknown): JsonSchema {
  return { $ref, ...(description !== undefined && { description }) };
}

/** Generators of types take a property of a component for required if it has the keyword `default`, also in requests. */
function withDefaultsInWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || !("default" in value)) return value;
    const { default: usual, description, ...rest } = value as JsonSchema;
    const words = [description, usual !== null && `Default: \`${JSON.stringify(usual)}\``].filter(Boolean);
    return { ...rest, ...(words.length > 0 && { description: words.join(". ") }) };
  });
}

/** Removes keywords that tell a reader nothing, and writes "or null" in the short form. No property has the name of a keyword. */
function simplify(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? simplifyOne(value as JsonSchema) : value,
  );
}

const standardFormats: ReadonlySet<unknown> = new Set(["uuid", "date", "date-time", "email", "uri"]);

function simplifyOne({ $schema: _dialect, anyOf, ...schema }: JsonSchema): JsonSchema {
  // The component describes the schema, so the reference repeats only its description.
  if (typeof schema.$ref === "string") return referenceTo(schema.$ref, schema.description);
  // The pattern of a format that JSON Schema defines is long and says the same as the format.
  if (standardFormats.has(schema.format)) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (!Array.isArray(anyOf)) return schema;
  const [value, nothing, ...more] = anyOf as [JsonSchema, JsonSchema?];
  const closed = "enum" in value || "const" in value || typeof value.type !== "string";
  if (nothing?.type !== "null" || closed || more.length > 0) return { anyOf, ...schema };
  return { ...value, ...schema, type: [value.type, "null"] };
}
