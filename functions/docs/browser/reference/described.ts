/** The parts of the API description, as the page reads them. A part is read once while the page is open. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  readOnly?: boolean;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface DescribedAnswer {
  description: string;
  headers?: Record<string, unknown>;
  content?: Content;
}

interface Reference {
  $ref: string;
}

export interface DescribedOperation {
  description: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, DescribedAnswer | Reference>;
}

export interface Components {
  schemas?: Record<string, Schema>;
  [kind: string]: Record<string, unknown> | undefined;
}

export interface Part {
  operations: Record<string, DescribedOperation>;
  components: Components;
}

/** The component that a reference leads to, or the value itself. */
export function follow<Value extends object>(value: Value | Reference, components: Components): Value {
  if (!("$ref" in value)) return value;
  const [kind = "", name = ""] = value.$ref.split("/").slice(2);
  return components[kind]?.[name] as Value;
}

const parts = new Map<string, Promise<unknown>>();

/** `address`: of the part. A part that could not be read is read again when it is needed again. */
export function readPart<Value>(address: string): Promise<Value> {
  const reading = parts.get(address) ?? fetchJson(address);
  parts.set(address, reading);
  reading.catch(() => parts.delete(address));
  return reading as Promise<Value>;
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The answer was ${response.status}.`);
  return response.json();
}
