/** Maps related people to lines of the notes, because a contact has no field for them. */
import type { Property } from "../decode/property.ts";
import type { CardDraft } from "./card-draft.ts";

/** Maps X-ABRELATEDNAMES with its label, RELATED with its types, and properties such as X-SPOUSE. */
export function mapRelation(draft: CardDraft, property: Property): void {
  const word = relationOf(property.name) ?? draft.useWord(property)?.text ?? "";
  if (/^\s*urn:uuid:/i.test(property.text)) {
    const words = `the card of the ${word || "related person"}`;
    draft.leave(property, { code: "relation_without_place", words });
  } else draft.addLine(property, relationLabel(word));
}

/** Returns the label of the line, which begins with a capital letter. */
export function relationLabel(word: string): string {
  const label = word.trim() || "related person";
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns whether the name contains a relation, as in X-SPOUSE, X-MS-MANAGER and X-KADDRESSBOOK-X-ASSISTANTSNAME. */
export function isRelation(name: string): boolean {
  return relationOf(name) !== undefined;
}

function relationOf(name: string): string | undefined {
  return relation.exec(name)?.[1]?.toLowerCase();
}

const relation =
  /^X-(?:MS-|EVOLUTION-|KADDRESSBOOK-X-|WAB-|MOZILLA-)?(SPOUSE|PARTNER|CHILD|MOTHER|FATHER|PARENT|BROTHER|SISTER|FRIEND|MANAGER|ASSISTANT)(?:REN|S)?(?:[-_]?NAMES?)?$/;

/** Maps AGENT (RFC 2426, section 3.5.4) to a line. Of a card, the line keeps the name, phone numbers and e-mail addresses. */
export function mapAgent(draft: CardDraft, property: Property): void {
  if (!/^\s*BEGIN:VCARD/i.test(property.text)) {
    draft.addLine(property, "Agent");
    return;
  }
  const lines = property.text.split("\n", maxLines).map((line) => line.trim().slice(0, longestLine));
  const valuesOf = (name: RegExp) => lines.flatMap((line) => reachValue(line, name));
  const [name] = [...valuesOf(/^FN[;:]/i), ...valuesOf(/^N[;:]/i)];
  const shown = [...(name === undefined ? [] : [name]), ...valuesOf(/^(?:[\w-]+\.)?(?:TEL|EMAIL)[;:]/i)];
  if (shown.length > 0) draft.addLine(property, "Agent", shown.join(", "));
  else draft.leave(property, { code: "relation_without_place", words: "the agent", value: "" });
}

function reachValue(line: string, name: RegExp): string[] {
  const value = name.test(line) ? line.slice(line.indexOf(":") + 1).replace(/^(?:tel|mailto):/i, "") : "";
  const parts = value.split(";").filter((part) => part.trim() !== "");
  return parts.length === 0 ? [] : [parts.join(" ").trim()];
}

const longestLine = 2_000;
const maxLines = 100;
