/** Read-only fields of resources. They are ignored in requests, so that a resource can be sent back as it was read. */
import * as z from "zod";
import { namedSchema } from "./named-schema.ts";

/**
 * The schema of a body with these fields, and its name. The read-only fields are removed before it checks the body. `said` are
 * keywords of the API description that say what operations check.
 */
// @__NO_SIDE_EFFECTS__
export function ignoreReadOnly<Shape extends z.core.$ZodLooseShape>(
  name: string,
  readOnly: readonly string[],
  fields: () => Shape,
  said: Readonly<Record<string, unknown>> = {},
) {
  return namedSchema(name, () => {
    const whole = z
      .preprocess((value) => withoutFields(value, readOnly), z.strictObject(fields()))
      .register(z.globalRegistry, said);
    readOnlyFields.set(whole, readOnly);
    return whole;
  });
}

const readOnlyFields = new WeakMap<object, readonly string[]>();

/** The fields that `ignoreReadOnly` removes. */
export function readOnlyFieldsOf(schema: object): readonly string[] {
  return readOnlyFields.get(schema) ?? [];
}

function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (!names.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
