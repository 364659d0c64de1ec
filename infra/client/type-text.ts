/** Writes TypeScript types for the JSON Schemas of the API description. */
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";

export interface TypeWriter {
  /** A type expression. The formatter sets its line breaks and indents. */
  typeText: (schema: JsonSchema) => string;
  /** The same, written out even if the type has a name. */
  declaredText: (schema: JsonSchema) => string;
  /** The members of an object, without the fields that the API ignores; none for another type. */
  membersOf: (schema: JsonSchema) => Member[];
  /** The comment with the words of a type. */
  commentOf: (schema: JsonSchema) => string;
}

export interface Member {
  comment: string;
  /** In quotes. */
  name: string;
  optional: boolean;
  type: string;
}

export interface TypeOptions {
  /** The name of a type that is declared elsewhere; undefined for one that is written where it is used. */
  nameOf: (schema: JsonSchema) => string | undefined;
  comments: boolean;
}

export function typeWriter({ nameOf, comments }: TypeOptions): TypeWriter {
  const typeText = (schema: JsonSchema): string => nameOf(schema) ?? declaredText(schema);

  function declaredText(schema: JsonSchema): string {
    const { $ref, type, anyOf, items, prefixItems } = schema;
    if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
    if ("const" in schema) return JSON.stringify(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
    if (Array.isArray(anyOf)) return union(anyOf.map(typeText));
    if (Array.isArray(type)) return union(type.map((one) => typeText({ ...schema, type: one })));
    if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeText).join(", ")}]`;
    if (schema.format === "binary") return "Blob";
    switch (type) {
      case "array":
        return `(${typeText((items ?? {}) as JsonSchema)})[]`;
      case "object":
        return objectText(schema);
      case "integer":
        return "number";
      case "string":
      case "number":
      case "boolean":
      case "null":
        return type;
      case undefined:
        return "unknown";
      default:
        throw new Error(`the client has no type for ${type}`);
    }
  }

  function objectText(schema: JsonSchema): string {
    const { additionalProperties: others } = schema;
    const isRecord = Object.keys(propertiesOf(schema)).length === 0 && isSchema(others);
    return isRecord ? `Record<string, ${typeText(others)}>` : `{ ${membersOf(schema).map(memberText).join(" ")} }`;
  }

  function membersOf(schema: JsonSchema): Member[] {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    return Object.entries(propertiesOf(schema))
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, property]) => ({
        comment: commentOf(property),
        name: JSON.stringify(name),
        optional: !required.has(name),
        type: typeText(property),
      }));
  }

  const commentOf = (schema: JsonSchema) => (comments ? commentText(schema) : "");

  return { typeText, declaredText, membersOf, commentOf };
}

export function memberText({ comment, name, optional, type }: Member): string {
  return `${comment}${name}${optional ? "?" : ""}: ${type};`;
}

export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

function commentText({ description, default: usual }: JsonSchema): string {
  if (typeof description !== "string") return "";
  const rest = usual === undefined || usual === null ? "" : `. Default: ${JSON.stringify(usual)}`;
  return `\n/** ${description.replace(/\.$/, "")}${rest}. */\n`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
