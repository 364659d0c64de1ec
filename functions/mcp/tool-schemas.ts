/** The schemas of tools, from those of a row. They are short, because all of them fill the context of a language model. */
import * as z from "zod";
import { wholeOf } from "../../shared/platform/http/route/chosen-fields.ts";
import { type JsonSchema, parametersOf, wholeBody } from "../../shared/platform/http/route/json-schema.ts";
import { isSchema, type Row } from "../../shared/platform/http/route/route.ts";

export interface ObjectSchema extends JsonSchema {
  type: "object";
  properties: Record<string, JsonSchema>;
  required: string[];
}

/** Path, query and body fields side by side. */
export function inputSchemaOf(row: Row): ObjectSchema {
  const parameters = [row.params, row.query].flatMap((schema) => (schema ? parametersOf(schema) : []));
  // The client asks for the address of a file instead of a redirect. Tools are called with keys, too.
  const left = [...(303 in row.answers ? ["redirect"] : []), ...(row.sessionOnly ?? [])];
  const taken = parameters.filter(({ name }) => !left.includes(name));
  const body = isSchema(row.body) ? wholeBody(row.body) : {};
  const fields = Object.entries((body.properties ?? {}) as JsonSchema).filter(([name]) => !left.includes(name));
  const schema = {
    type: "object",
    properties: {
      ...Object.fromEntries(taken.map(({ name, schema }) => [name, schema])),
      ...Object.fromEntries(fields),
    },
    required: [
      ...taken.flatMap(({ name, required }) => (required ? [name] : [])),
      ...((body.required ?? []) as string[]),
    ],
  };
  const short = shorten(schema, Number.POSITIVE_INFINITY);
  const isLong = Buffer.byteLength(JSON.stringify(short)) > maxDescribedBytes;
  return (isLong ? shorten(schema, 2) : short) as ObjectSchema;
}

/** A longer schema describes only the fields of the call, and not those of their entries, whose names say enough. */
const maxDescribedBytes = 4_000;

/** Keywords that a model does not need to write a call. The API checks them, and its error names the limit. */
const unneeded = new Set(["examples", "pattern", "minLength", "maxLength", "contains", "minContains", "maxContains"]);

/** What an object whose fields are listed has for the rules that connect fields. */
const connecting = new Set(["anyOf", "not", "if", "then", "else", "dependentRequired", "additionalProperties"]);

/** `levels` is how many levels of objects, from the outermost, keep their descriptions. */
function shorten(value: unknown, levels: number): unknown {
  if (Array.isArray(value)) return value.map((each) => shorten(each, levels));
  if (typeof value !== "object" || value === null) return value;
  const { properties, ...keywords } = value as JsonSchema;
  const kept = Object.entries(keywords).filter(([keyword, each]) => {
    if (keyword === "description") return levels > 0;
    if (connecting.has(keyword)) return properties === undefined;
    if (keyword === "default") return each !== null && each !== "";
    return !unneeded.has(keyword);
  });
  // In an entry, a field that is null is the same as one that is absent.
  const [type] = levels < 1 && Array.isArray(keywords.type) ? keywords.type : [keywords.type];
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>).filter(
    ([, field]) => !field.readOnly,
  );
  return {
    ...Object.fromEntries(kept.map(([keyword, each]) => [keyword, shorten(each, levels)])),
    ...(type !== undefined && { type }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, shorten(field, levels - 1)])),
    }),
  };
}

/**
 * The fields of a result with their types, and no more, because whole schemas would have four times the size of all others.
 * Undefined for an answer that is no JSON.
 */
export function outputSchemaOf({ answers }: Row): ObjectSchema | undefined {
  const shapes = Object.values(answers).flatMap((answer) => {
    const schema = isSchema(answer) ? answer() : undefined;
    return schema instanceof z.ZodObject ? [schema.shape as Record<string, z.ZodType>] : [];
  });
  if (shapes.length === 0) return undefined;
  const fields = shapes.flatMap((shape) => Object.entries(shape));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, { type: jsonTypeOf(schema) }])),
    // Results leave out nulls.
    required: Object.keys(shapes[0] ?? {}).filter((name) =>
      shapes.every(({ [name]: schema }) => schema && !schema.isOptional() && !schema.isNullable()),
    ),
  };
}

function jsonTypeOf(schema: z.core.$ZodType): string {
  const whole = wholeOf(schema);
  if (whole instanceof z.ZodNullable || whole instanceof z.ZodOptional) return jsonTypeOf(whole.unwrap());
  if (whole instanceof z.ZodLiteral) return typeof whole.value;
  return whole instanceof z.ZodEnum ? "string" : whole._zod.def.type;
}
