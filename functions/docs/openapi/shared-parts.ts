/** Replaces parts of operations that are equal by references to components. */
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";

/** Part of an operation, with a function that puts another one in its place. */
interface Part {
  /** Its name as a component. A part without one stays where it is. */
  name: string | undefined;
  part: JsonSchema;
  replace: (reference: JsonSchema) => void;
}

/**
 * Replaces each part that occurs more than once. Returns the components by their names. Of different parts with one name,
 * the one that occurs most has the name alone, and the others have a number behind it.
 */
export function shareParts(kind: "parameters" | "responses", parts: readonly Part[]): Record<string, JsonSchema> {
  const groups = [...Map.groupBy(parts, ({ name, part }) => name + JSON.stringify(part)).values()];
  const components: Record<string, JsonSchema> = {};
  for (const group of groups.toSorted((one, other) => other.length - one.length)) {
    const [{ name, part } = { name: undefined, part: {} }] = group;
    if (name === undefined || group.length === 1) continue;
    const sameName = Object.keys(components).filter((other) => other.replace(/\d+$/, "") === name).length;
    const unique = sameName === 0 ? name : `${name}${sameName + 1}`;
    components[unique] = part;
    for (const { replace } of group) replace({ $ref: `#/components/${kind}/${unique}` });
  }
  return components;
}
