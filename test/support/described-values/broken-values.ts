/** Values that a schema of the API description refuses: a valid value with one fault, and the path of the fault. */
import { branchesOf, type Described, type Schema } from "./valid-values.ts";

export interface Broken {
  fault: string;
  value: unknown;
  /** The path of the fault in the value. */
  path: string;
}

/** Every fault that a valid value can get from one change, in all parts that it has. */
export function brokenValues(described: Described, reference: Schema, value: unknown, path: string): Broken[] {
  const schema = described.resolve(reference);
  const faults = [...typeFaults(schema), ...limitFaults(schema, value)].map(([fault, broken]) => ({
    ...{ fault, value: broken, path },
  }));
  if (Array.isArray(value)) return [...faults, ...inItems(described, schema, value, path)];
  if (isObject(value)) return [...faults, ...objectFaults(described, schema, value, path)];
  return faults;
}

const samples: Readonly<Record<string, unknown>> = {
  string: "x",
  number: 5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function typeFaults({ type, enum: allowed, const: only, oneOf, anyOf }: Schema): [string, unknown][] {
  const choices = (oneOf ?? anyOf ?? []) as Schema[];
  const types = [type ?? choices.map((choice) => choice.type ?? Object.keys(samples))]
    .flat(2)
    .map((name) => (name === "integer" ? "number" : name));
  const known = type !== undefined || choices.length > 0;
  const wrong = known ? Object.entries(samples).filter(([name]) => !types.includes(name)) : [];
  const faults: [string, unknown][] = wrong.map(([name, sample]) => [`type ${name}`, sample]);
  if (allowed !== undefined && types.includes("string")) faults.push(["enum", "another"]);
  if (only !== undefined) faults.push(["const", typeof only === "boolean" ? !only : "another"]);
  return faults;
}

function limitFaults(schema: Schema, value: unknown): [string, unknown][] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, uniqueItems, format, pattern, type } = schema;
  const faults: [string, unknown, boolean?][] = [];
  if (typeof value === "string" && schema.enum === undefined) {
    if (Number(minLength) > 0) faults.push(["minLength", "x".repeat(Number(minLength) - 1)]);
    if (maxLength !== undefined) faults.push(["maxLength", "x".repeat(Number(maxLength) + 1)]);
    if (format !== undefined && format !== "binary") faults.push(["format", "=="]);
    const form = new RegExp(String(pattern ?? ""), "u");
    for (const text of ["==", " ", "a\u0007b"]) if (!form.test(text)) faults.push(["pattern", text]);
  }
  if (typeof value === "number") {
    if (minimum !== undefined) faults.push(["minimum", Number(minimum) - 1]);
    if (maximum !== undefined) faults.push(["maximum", Number(maximum) + 1]);
    if ([type].flat().includes("integer")) faults.push(["integer", 1.5]);
  }
  if (Array.isArray(value)) {
    if (Number(minItems) > 0) faults.push(["minItems", value.slice(0, Number(minItems) - 1)]);
    if (maxItems !== undefined && value.length > 0) {
      const isId = schema.items?.format === "uuid";
      const entry = (_: unknown, n: number) => (isId ? unknownId.slice(0, -6) + String(n).padStart(6, "0") : value[0]);
      faults.push(["maxItems", Array.from({ length: Number(maxItems) + 1 }, entry)]);
    }
    if (uniqueItems === true && value.length > 0) faults.push(["uniqueItems", [value[0], value[0]]]);
  }
  return faults.map(([fault, broken]) => [fault, broken]);
}

function inItems(described: Described, { items = {} }: Schema, list: readonly unknown[], path: string): Broken[] {
  return list.slice(0, 1).flatMap((item) =>
    brokenValues(described, items, item, `${path}.0`).map((broken) => ({
      ...broken,
      value: [broken.value, ...list.slice(1)],
    })),
  );
}

function objectFaults(described: Described, schema: Schema, value: Record<string, unknown>, path: string): Broken[] {
  const { properties = {}, required = [], additionalProperties, dependentRequired = {} } = schema;
  const faults: Broken[] = required
    .filter((name) => name in value)
    .map((name) => ({ fault: "required", value: without(value, [name]), path: `${path}.${name}` }));
  if (additionalProperties === false) {
    faults.push({ fault: "additionalProperties", value: { ...value, colour: 1 }, path: `${path}.colour` });
  }
  for (const [name, needed] of Object.entries(dependentRequired as Record<string, string[]>)) {
    if (name in value) faults.push({ fault: "dependentRequired", value: without(value, needed), path });
  }
  const sides = branchesOf(schema);
  if (sides.length > 1) {
    const names = sides.flatMap(({ required }) => required);
    faults.push({ fault: "neither", value: without(value, names), path });
    const others = Object.fromEntries(
      names.map((name) => [name, value[name] ?? sampleOf(described, properties[name])]),
    );
    faults.push({ fault: "both", value: { ...value, ...others }, path });
  }
  for (const [name, part] of Object.entries(value)) {
    const known = properties[name];
    if (!known || described.resolve(known).readOnly === true) continue;
    const broken = brokenValues(described, known, part, `${path}.${name}`);
    faults.push(...broken.map((fault) => ({ ...fault, value: { ...value, [name]: fault.value } })));
  }
  return faults;
}

/** A value for a property that the other side of an either-or has. */
function sampleOf(described: Described, schema: Schema = {}): unknown {
  const { type, items } = described.resolve(schema);
  if (type === "array") return [sampleOf(described, items)];
  return type === "object" ? {} : unknownId;
}

const unknownId = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";

function without(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
