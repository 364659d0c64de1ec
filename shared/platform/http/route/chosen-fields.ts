/** Answers in which a caller chooses the fields of an object, by the parameter `fields`. */
import * as z from "zod";
import { once } from "../../config/once.ts";

/**
 * The schema of an object that is whole, or has `id` and the fields that the caller chose. Descriptions and types show the
 * whole object, which all callers get that choose nothing.
 */
// @__NO_SIDE_EFFECTS__
export function withChosenFields<Whole extends z.ZodObject>(whole: () => Whole) {
  return once(() => {
    const chosen = z.union([whole(), whole().partial().required({ id: true })]);
    wholes.set(chosen, whole());
    return chosen as z.ZodType<z.output<Whole>, z.input<Whole>>;
  });
}

const wholes = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema by which a description shows this one. */
export function wholeOf(schema: z.core.$ZodType): z.core.$ZodType {
  return wholes.get(schema) ?? schema;
}
