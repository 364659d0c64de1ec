/** The type of an e-mail address, phone number or address: the user's own label first, else the file's TYPE values. */
import { type Draft, takeLabel } from "./draft.ts";
import type { Property } from "./property.ts";

/** Free text, `other` when the file says nothing. */
export function valueType(draft: Draft, property: Property): string {
  const label = takeLabel(draft, property);
  if (label) return label.builtIn ? label.text.toLowerCase() : label.text;
  const words = property.types.filter((type) => !saysNothing.has(type)).map((type) => words21[type] ?? type);
  // Places stand first: "home fax", "work mobile".
  const places = words.filter((word) => word === "home" || word === "work");
  const others = words.filter((word) => word !== "home" && word !== "work" && word !== "other");
  return [...new Set([...places, ...others])].slice(0, 3).join(" ") || "other";
}

export function addressType(property: Property): "home" | "work" | "other" {
  if (property.types.includes("home")) return "home";
  return property.types.includes("work") ? "work" : "other";
}

/** Said of every address, or of how it is delivered. */
const saysNothing = new Set([
  "internet",
  "voice",
  "msg",
  "text",
  "textphone",
  "x400",
  "uri",
  "parcel",
  "postal",
  "intl",
  "dom",
  "x-internet",
  "aol",
]);

const words21: Readonly<Record<string, string>> = { cell: "mobile", "x-mobil": "mobile", "x-other": "other" };
