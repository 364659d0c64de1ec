/** The type of an e-mail address, phone number or address: the user's own label first, else the file's TYPE values. */
import { type Draft, takeLabel } from "./draft.ts";
import type { Property } from "./property.ts";

/** Free text, `other` when the file says nothing. */
export function valueType(draft: Draft, property: Property): string {
  const label = takeLabel(draft, property);
  if (label) return label.builtIn ? label.text.toLowerCase() : label.text;
  return property.head.valueType;
}

export function addressType({ types }: Property): "home" | "work" | "other" {
  if (types.includes("home")) return "home";
  return types.includes("work") ? "work" : "other";
}
