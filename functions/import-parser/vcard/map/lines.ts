/** Maps values without a field to lines of the notes if a reader understands them, and leaves out other values. */
import { foldAlike } from "../../../../shared/platform/text/fold.ts";
import { isData, type Property } from "../decode/property.ts";
import type { CardDraft } from "./card-draft.ts";

/** Adds a line if the property name or the label explains the value, and leaves the value out otherwise. */
export function leaveOrLine(draft: CardDraft, property: Property): void {
  if (isBinary(property)) {
    draft.leave(property, { words: `the data of ${property.name}`, value: "" });
    return;
  }
  const label = labelOf(property) ?? draft.useLabel(property)?.text;
  if (label === undefined) draft.leave(property);
  else draft.addLine(property, label, textOf(property));
}

function labelOf(property: Property): string | undefined {
  const { name } = property;
  if (property.hasType("x-irmc-n")) return "Phonetic name";
  const [, part] = /^X-PHONETIC-(FIRST|MIDDLE|LAST)-NAME$/.exec(name) ?? [];
  if (part !== undefined) return `Phonetic ${part.toLowerCase()} name`;
  const custom = /^X-CUSTOM-?(\d)$/.exec(name)?.[1];
  return custom === undefined ? lineLabels.get(name) : `Custom ${custom}`;
}

/** The labels of properties whose values every reader understands. */
const lineLabels = new Map([
  ["GENDER", "Gender"],
  ["X-GENDER", "Gender"],
  ["PRONOUNS", "Pronouns"],
  ["X-PRONOUNS", "Pronouns"],
  ["X-PHONETIC-ORG", "Phonetic organisation"],
  ["X-MAIDENNAME", "Maiden name"],
  ["BIRTHPLACE", "Place of birth"],
  ["DEATHPLACE", "Place of death"],
  ["EXPERTISE", "Expertise"],
  ["HOBBY", "Hobby"],
  ["INTEREST", "Interest"],
]);

/** Returns the text of GENDER (RFC 6350, section 6.2.7), which is a letter, words of the user, or both. */
function textOf(property: Property): string {
  if (property.name !== "GENDER") return property.text;
  const [letter = "", words = ""] = property.fields.map((part) => part.join(","));
  const gender = genders.get(letter.trim().toUpperCase()) ?? letter;
  const texts = foldAlike(gender, words) ? [gender] : [gender, words];
  return texts.filter((text) => text.trim() !== "").join(", ");
}

const genders = new Map([
  ["M", "male"],
  ["F", "female"],
  ["O", "other"],
  ["N", "none"],
  ["U", "unknown"],
]);

/** Returns whether the value is binary data, which a reader can't understand. */
function isBinary(property: Property): boolean {
  if (/^\s*(?:https?|ftp):/i.test(property.text)) return false;
  return isData(property.head) || /^(?:BASE64|B)$/i.test(property.parameter("ENCODING"));
}
