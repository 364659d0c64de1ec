/** TYPE values as a contact shows them: those of e-mail addresses and phone numbers, and the own words of addresses. */
import { contactLimits as limits } from "../../../shared/contact/limits.ts";

/** `shown` is free text, `other` when they say nothing; `beyond` are the words for which it has no room. */
export function shownTypes(types: readonly string[]): { shown: string; beyond: string } {
  const words = types.filter((type) => !saysNothing.has(type)).map((type) => words21.get(type) ?? type);
  // Places stand first: "home fax", "work mobile".
  const places = words.filter((word) => word === "home" || word === "work");
  const others = words.filter((word) => word !== "home" && word !== "work" && word !== "other");
  const [first = "other", ...further] = new Set([...places, ...others]);
  let shown = first;
  const beyond = further.filter((word) => {
    const longer = `${shown} ${word}`;
    if (longer.length > limits.valueType) return true;
    shown = longer;
    return false;
  });
  return { shown, beyond: beyond.join(" ") };
}

/** What the types of an address say beyond its kind (`home`, `work`, `other`), as the file writes it. */
export function ownTypes(types: readonly string[]): string {
  const own = types.filter((type) => {
    const word = words21.get(type.toLowerCase()) ?? type.toLowerCase();
    return word !== "home" && word !== "work" && word !== "other" && !saysNothing.has(word);
  });
  return [...new Set(own)].join(" ");
}

/** Said of every address, or of how it is delivered. */
const saysNothing = new Set([
  ...["pref", "internet", "voice", "msg", "text", "textphone", "x400", "uri", "parcel", "postal", "intl", "dom"],
  ...["x-internet", "aol"],
]);

const words21 = new Map([
  ["cell", "mobile"],
  ["x-mobil", "mobile"],
  ["x-other", "other"],
]);
