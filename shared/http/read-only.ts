/** Read-only fields of a resource: one that was read may be sent back as it is, and they are passed over. */
import * as z from "zod";

/** `schema` for a body from which the named fields are taken out first. */
export function ignoreReadOnly<Schema extends z.ZodType>(names: readonly string[], schema: Schema) {
  const whole = z.preprocess((value) => withoutFields(value, names), schema);
  readOnlyFields.set(whole, names);
  return whole;
}

const readOnlyFields = new WeakMap<object, readonly string[]>();

/** The fields that `ignoreReadOnly` takes out before this schema looks; none for any other schema. */
export function readOnlyFieldsOf(schema: object): readonly string[] {
  return readOnlyFields.get(schema) ?? [];
}

function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
