/** Values that are made on first use, so that loading a function costs no more than its requests need. */
import * as z from "zod";

/** Makes the value in the first call. All calls return the same one. A bundle leaves out what nothing calls. */
// @__NO_SIDE_EFFECTS__
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The schema of an object that has these fields and no others. The description of the API shows the text. */
// @__NO_SIDE_EFFECTS__
export function lazyObject<Shape extends z.core.$ZodLooseShape>(fields: () => Shape, description?: string) {
  return once(() => {
    const schema = z.strictObject(fields());
    return description === undefined ? schema : schema.register(z.globalRegistry, { description });
  });
}
