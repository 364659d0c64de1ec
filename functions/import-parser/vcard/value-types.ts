/** The type of an e-mail address, phone number or address: the user's own label first, else the file's TYPE values. */
import { type Draft, takeLabel, withoutPlaceBeside } from "./draft.ts";
import type { Property } from "./property.ts";

/** Free text, `other` when the file says nothing. */
export function valueType(draft: Draft, property: Property): string {
  const { valueType: shown, typesBeyond } = property.head;
  const label = takeLabel(draft, property);
  const types = label && shown !== "other" ? `${shown} ${typesBeyond}` : typesBeyond;
  if (types !== "") noteTypes(draft, property, types, label?.text ?? "");
  if (!label) return shown;
  return label.builtIn ? label.text.toLowerCase() : label.text;
}

/** What the types say beyond the label, of which a value has one. */
export function noteTypes(draft: Draft, property: Property, types: string, label: string): void {
  const known = label.toLowerCase();
  const words = types.split(" ").filter((word) => !known.includes(word.toLowerCase()));
  if (words.length > 0) withoutPlaceBeside(draft, property, `TYPE of ${property.name}`, words.join(" "));
}

export function addressType({ types }: Property): "home" | "work" | "other" {
  if (types.includes("home")) return "home";
  return types.includes("work") ? "work" : "other";
}
