/** Read-only fields of resources. They are ignored in requests, so that a resource can be sent back as it was read. */
import * as z from "zod";

/** Removes the named fields before the schema checks the body. */
export function ignoreReadOnly<Schema extends z.ZodType>(names: readonly string[], schema: Schema) {
  const whole = z.preprocess((value) => withoutFields(value, names), schema);
  readOnlyFields.set(whole, names);
  return whole;
}

const readOnlyFields = new WeakMap<object, readonly string[]>();

/** The fields that `ignoreReadOnly` removes. */
export function readOnlyFieldsOf(schema: object): readonly string[] {
  return readOnlyFields.get(schema) ?? [];
}

function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
