/** Replaces parts of operations that are equal by references to components. */
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";

/** Part of an operation, with a function that puts another one in its place. */
interface Part {
  part: JsonSchema;
  replace: (reference: JsonSchema) => void;
}

/**
 * Replaces each part that occurs more than once. Returns the components by their names. Of different parts with one name,
 * the one that occurs most is a component. `nameOf` returns undefined for parts that stay where they are.
 */
export function shareParts(
  kind: "parameters" | "responses",
  parts: readonly Part[],
  nameOf: (part: JsonSchema) => string | undefined,
): Record<string, JsonSchema> {
  const equal = Map.groupBy(parts, ({ part }) => JSON.stringify(part));
  const components: Record<string, JsonSchema> = {};
  for (const group of [...equal.values()].toSorted((one, other) => other.length - one.length)) {
    const [{ part } = { part: {} }] = group;
    const name = nameOf(part);
    if (name === undefined || name in components || group.length === 1) continue;
    components[name] = part;
    for (const { replace } of group) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return components;
}
