/** The request that the form of an operation describes, and the same as a command and as a program. */
import type { Parameter, Schema } from "./described.ts";

export interface CallShape {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** The fields of a form with files, if the body is one. */
  formFields: readonly FormField[];
  hasJson: boolean;
}

export interface FormField {
  name: string;
  required: boolean;
  schema: Schema;
}

/** What stands in the form. */
export interface CallValues {
  /** By the names of parameters and of fields of a form with files. */
  texts: Readonly<Record<string, string>>;
  files: readonly File[];
  /** JSON as it was typed. */
  body: string;
}

export interface ApiRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** A form contains one file, or a list of them. */
export function isFile({ schema }: FormField): boolean {
  return (schema.items ?? schema).format === "binary";
}

/** An empty field is not sent. */
export function requestOf(shape: CallShape, { texts, files, body }: CallValues): ApiRequest {
  const valuesIn = (location: Parameter["in"]) =>
    Object.fromEntries(
      filledIn(shape.parameters, texts).flatMap(([{ name, in: own }, text]) =>
        own === location ? [[name, text]] : [],
      ),
    );
  const inPath = valuesIn("path");
  const path = shape.path.replace(/\{(\w+)\}/g, (hole, name) => encodeURIComponent(inPath[name] ?? "") || hole);
  const query = new URLSearchParams(valuesIn("query")).toString();
  const headers = valuesIn("header");
  const request = { method: shape.method, path: query ? `${path}?${query}` : path, headers };
  if (shape.hasJson) return { ...request, headers: { ...headers, "content-type": "application/json" }, body };
  if (shape.formFields.length === 0) return request;
  const form = new FormData();
  for (const [{ name }, text] of filledIn(shape.formFields, texts)) form.append(name, text);
  for (const { name } of shape.formFields.filter(isFile)) for (const file of files) form.append(name, file);
  return { ...request, body: form };
}

/** `address`: that of the API. The key is a variable of the shell, so that no history of commands has it. */
export function curlOf(shape: CallShape, values: CallValues, address: string): string {
  const { method, path, headers, body } = requestOf(shape, values);
  const parts =
    body instanceof FormData
      ? [...body].map(([name, part]) => `${name}=${part instanceof File ? `@${part.name}` : part}`)
      : [];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address + path)}`,
    '-H "authorization: Bearer $KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...parts.map((part) => `-F ${quoted(part)}`),
    ...(typeof body === "string" ? [`-d ${quoted(body)}`] : []),
  ].join(" \\\n  ");
}

/** A program with the typed client, whose methods are named as the operations. */
export function programOf(shape: CallShape, { texts, files, body }: CallValues, address: string): string {
  const filled = filledIn([...shape.parameters, ...shape.formFields], texts);
  const options = filled.flatMap(([{ name }, text]) => (name in optionNames ? [[optionNames[name], text]] : []));
  const input = filled.flatMap(([{ name, schema }, text]) =>
    name in optionNames ? [] : [[name, typed(schema, text)]],
  );
  const file = shape.formFields.find(isFile);
  const names = (files.length > 0 ? files : [{ name: "file" }]).map(({ name }) => JSON.stringify(name));
  const opened = names.map((name) => `new File([await openAsBlob(${name})], ${name})`).join(", ");
  const fields = [
    ...Object.entries({ ...Object.fromEntries(input), ...fieldsOf(body) }).map(assignment),
    ...(file ? [`${file.name}: ${file.schema.items ? `[${opened}]` : opened}`] : []),
  ];
  const inputs = fields.length + options.length > 0 ? [braced(fields)] : [];
  if (options.length > 0) inputs.push(braced(options.map(assignment)));
  return `${file ? 'import { openAsBlob } from "node:fs";\n' : ""}import { createClient } from "./client/client.ts";

const client = createClient({ baseUrl: ${JSON.stringify(address)}, token: process.env.KEY });
const answer = await client.${shape.id}(${inputs.join(", ")});`;
}

/** The headers that are options of a call of the client. */
const optionNames: Readonly<Record<string, string>> = {
  "If-Match": "ifMatch",
  "If-None-Match": "ifNoneMatch",
  "Idempotency-Key": "idempotencyKey",
};

function filledIn<Field extends { name: string }>(fields: readonly Field[], texts: CallValues["texts"]) {
  return fields.flatMap((field): [Field, string][] => (texts[field.name] ? [[field, texts[field.name] ?? ""]] : []));
}

/** The client takes numbers, truth values and lists as such. */
function typed({ type }: Schema, text: string): unknown {
  if (type === "array") return text.split(",");
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

/** Without fields, while somebody is typing what is no JSON yet. */
function fieldsOf(json: string): object {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

function assignment([name, value]: readonly [string, unknown] | readonly unknown[]): string {
  return `${name}: ${JSON.stringify(value, null, 2).replace(/^(\s+)"(\w+)":/gm, "$1$2:")}`;
}

/** On one line, if it is short. */
function braced(fields: readonly string[]): string {
  const line = `{ ${fields.join(", ")} }`;
  if (fields.length === 0) return "{}";
  return line.length < 60 && !line.includes("\n") ? line : `{\n  ${fields.join(",\n").replaceAll("\n", "\n  ")},\n}`;
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
