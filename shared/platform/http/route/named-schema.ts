/** Names of schemas. The API description has a named schema once, and refers to it by its name. */
import type * as z from "zod";
import { lazyObject, once } from "../../config/once.ts";

/** A schema with a name, which is unique in the API description. A schema that is derived from it has no name. */
// @__NO_SIDE_EFFECTS__
export function namedSchema<Schema extends z.ZodType>(name: string, make: () => Schema): () => Schema {
  return once(() => {
    const schema = make();
    names.set(schema, name);
    return schema;
  });
}

/** A named schema of an object that has these fields and no others. */
// @__NO_SIDE_EFFECTS__
export function namedObject<Shape extends z.core.$ZodLooseShape>(
  name: string,
  fields: () => Shape,
  description?: string,
) {
  return namedSchema(name, lazyObject(fields, description));
}

/** Says in the API description that exactly one of two properties is required. Generators of types have no types for `oneOf` here. */
export function exactlyOne(one: string, other: string) {
  return {
    if: { required: [one] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: { not: { required: [other] } },
    else: { required: [other] },
  };
}

const names = new WeakMap<object, string>();

export function nameOf(schema: object): string | undefined {
  return names.get(schema);
}
