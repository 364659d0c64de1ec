/** The call that the form of an operation describes. */
import type { ShownCall } from "../../../../shared/page/call-text.ts";
import { type Components, type DescribedOperation, follow, type Parameter, type Schema } from "./described.ts";

export interface CallForm {
  id: string;
  method: string;
  path: string;
  fields: readonly FormField[];
}

/** A parameter, a part of a form with files, or the whole body as JSON. */
export interface FormField extends Omit<Parameter, "in"> {
  in: Parameter["in"] | "form" | "body";
}

/** With the call of the client that sends the same request. */
export type FilledCall = ShownCall & { headers: Record<string, string> };

export function formFields({ parameters = [], requestBody }: DescribedOperation, components: Components): FormField[] {
  const { "application/json": json, "multipart/form-data": form } = requestBody?.content ?? {};
  const { properties = {}, required = [] } = form?.schema ?? {};
  return [
    ...parameters.map((parameter) => follow(parameter, components)),
    ...Object.entries(properties).map(([name, schema]) => {
      return { name, in: "form" as const, required: required.includes(name), schema };
    }),
    ...(json ? [{ name: "body", in: "body" as const, required: true, schema: json.schema }] : []),
  ];
}

export function isFile({ schema }: FormField): boolean {
  return (schema.items ?? schema).format === "binary";
}

/** `form`: by the names of the fields. An empty field is not sent. `address`: that of the API. */
export function fillIn({ id, method, path, fields }: CallForm, form: FormData, address: string): FilledCall {
  const filled = fields.flatMap((field) => {
    const values = form.getAll(field.name).filter((value) => (value instanceof File ? value.name : value) !== "");
    return values.length === 0 ? [] : [{ field, values, text: String(values[0]) }];
  });
  const at = (location: FormField["in"]) => filled.filter(({ field }) => field.in === location);
  const textsAt = (location: FormField["in"]) =>
    Object.fromEntries(at(location).map(({ field, text }) => [field.name, text]));
  const inPath = textsAt("path");
  const filledPath = path.replace(/\{(\w+)\}/g, (hole, name) => encodeURIComponent(inPath[name] ?? "") || hole);
  const query = new URLSearchParams(textsAt("query")).toString();
  const headers = textsAt("header");
  const [json] = at("body");
  const parts = new FormData();
  for (const { field, values } of at("form")) for (const value of values) parts.append(field.name, value);
  // The client itself asks for the address of a file in place of a redirect.
  const own = at("query").filter(({ field }) => field.name !== "redirect");
  const typed = [...at("path"), ...own, ...at("form")].map(({ field, values, text }) => {
    if (isFile(field)) return [field.name, field.schema.items ? values : values[0]];
    return [field.name, typedValue(field.schema, text)];
  });
  return {
    operation: id,
    input: { ...Object.fromEntries(typed), ...jsonFields(json?.text ?? "") },
    options: Object.fromEntries(Object.entries(headers).map(([name, value]) => [optionNames[name] ?? name, value])),
    baseUrl: address,
    method,
    url: `${address}${filledPath}${query && `?${query}`}`,
    headers,
    ...(json && { body: json.text }),
    ...(fields.some((field) => field.in === "form") && { body: parts }),
  };
}

const optionNames: Readonly<Record<string, string>> = {
  "If-Match": "ifMatch",
  "If-None-Match": "ifNoneMatch",
  "Idempotency-Key": "idempotencyKey",
};

/** The client takes numbers, truth values and lists as such. */
function typedValue({ type }: Schema, text: string): unknown {
  if (type === "array") return text.split(",");
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

/** Without fields, while somebody is typing what is no JSON yet. */
function jsonFields(json: string): object {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}
