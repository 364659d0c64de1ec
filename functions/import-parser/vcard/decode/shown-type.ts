/** Converts TYPE values to the text that a contact shows. */
import { contactLimits as limits } from "../../../../shared/contact/limits.ts";

/** `shown` is free text, or `other` when no type has a meaning. `beyond` holds the words that do not fit into `shown`. */
export function shownTypes(types: readonly string[]): { shown: string; beyond: string } {
  const words = types.filter((type) => !saysNothing.has(type)).map((type) => words21.get(type) ?? type);
  // The words home and work come first, as in "home fax" and "work mobile".
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

/** Returns the types other than `home`, `work` and `other`, as the file writes them. */
export function ownTypes(types: readonly string[]): string {
  const own = types.filter((type) => {
    const word = words21.get(type.toLowerCase()) ?? type.toLowerCase();
    return word !== "home" && word !== "work" && word !== "other" && !saysNothing.has(word);
  });
  return [...new Set(own)].join(" ");
}

/** These types apply to every value or describe only its delivery, so that they are ignored. */
const saysNothing = new Set(
  "pref internet voice msg text textphone x400 uri parcel postal intl dom x-internet aol".split(" "),
);

const words21 = new Map([
  ["cell", "mobile"],
  ["x-mobil", "mobile"],
  ["x-other", "other"],
]);
