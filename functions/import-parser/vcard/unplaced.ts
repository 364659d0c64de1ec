/** Values that a contact has no field for: people that are related, sounds of names, pictures. */
import { type Draft, keepAsLine, takeLabel, withoutPlace } from "./draft.ts";
import { isData, type Property } from "./property.ts";
import { ownTypes } from "./shown-type.ts";
import { noteTypes } from "./value-types.ts";

/** Another person: X-ABRELATEDNAMES with its label, RELATED with its types, and X-SPOUSE and the like. */
export function keepRelation(draft: Draft, property: Property): void {
  const named = relationOf(property.name);
  const label = named === undefined ? takeLabel(draft, property) : null;
  const types = ownTypes(property.typesAsWritten);
  const word = named ?? label?.text ?? types;
  if (/^\s*urn:uuid:/i.test(property.text)) {
    withoutPlace(draft, property, {
      code: "relation_without_place",
      words: `the card of the ${word || "related person"}`,
    });
  } else keepAsLine(draft, property, relationLabel(word));
  if (types !== "") noteTypes(draft, property, types, word);
}

/** What the line of a related person is called, with a capital. */
export function relationLabel(word: string): string {
  const label = word.trim() || "related person";
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Whether it is named after a relation, as X-SPOUSE, X-MS-MANAGER and X-KADDRESSBOOK-X-ASSISTANTSNAME. */
export function isRelation(name: string): boolean {
  return relationOf(name) !== undefined;
}

function relationOf(name: string): string | undefined {
  const words = name.replace(vendorMark, "").replace(/[-_]?NAMES?$/, "");
  const word = words.replace(/(?:(?<=CHILD)REN|S)$/, "");
  return words !== name && relations.has(word) ? word.toLowerCase() : undefined;
}

const vendorMark = /^X-(?:MS-|EVOLUTION-|KADDRESSBOOK-X-|WAB-|MOZILLA-)?/;
const relations = new Set([
  ...[
    "SPOUSE",
    "PARTNER",
    "CHILD",
    "MOTHER",
    "FATHER",
    "PARENT",
    "BROTHER",
    "SISTER",
    "FRIEND",
    "MANAGER",
    "ASSISTANT",
  ],
]);

/** AGENT (RFC 2426, section 3.5.4) is a card, of which a line keeps the name and how to reach them, or a text. */
export function keepAgent(draft: Draft, property: Property): void {
  const isBlock = /^\s*BEGIN:VCARD\s*$/i.test(property.text.slice(0, longestAgentLine));
  const card = isBlock ? draft.agents.shift() : undefined;
  const isCard = isBlock || /^\s*BEGIN:VCARD/i.test(property.text);
  const lines = card?.lines.map(({ text }) => text) ?? property.text.split(/\r?\n/);
  const valuesOf = (name: RegExp) => lines.slice(0, maxAgentLines).flatMap((line) => agentValue(line, name));
  const names = valuesOf(/^FN[;:]/i);
  const shown = [
    ...(names.length > 0 ? names : valuesOf(/^N[;:]/i)).slice(0, 1),
    ...valuesOf(/^(?:[\w-]+\.)?(?:TEL|EMAIL)[;:]/i),
  ];
  if (!isCard) keepAsLine(draft, property, "Agent");
  else if (shown.length > 0) keepAsLine(draft, property, "Agent", shown.join(", "));
  else withoutPlace(draft, property, { code: "relation_without_place", words: "the agent", value: "" });
}

function agentValue(line: string, name: RegExp): string[] {
  const bounded = line.slice(0, longestAgentLine);
  const value = name.test(bounded) ? bounded.slice(bounded.indexOf(":") + 1) : "";
  const text = value
    .replace(/^(?:tel|mailto):/i, "")
    .split(";")
    .filter((part) => part.trim() !== "")
    .join(" ")
    .trim();
  return text === "" ? [] : [text];
}

const longestAgentLine = 2_000;
const maxAgentLines = 100;

/** Everything else, by the name of its property: a line where that or its label says what it is. */
export function leaveOut(draft: Draft, property: Property): void {
  const label = labelOf(property);
  const isText = !saysNothing(property);
  const ownWord = isText && label === undefined ? takeLabel(draft, property)?.text : undefined;
  if (isText && (label ?? ownWord) !== undefined) keepAsLine(draft, property, label ?? ownWord ?? "", textOf(property));
  else if (isText) withoutPlace(draft, property);
  else withoutPlace(draft, property, { words: `${property.name} (${data.get(property.name) ?? "data"})`, value: "" });
}

function labelOf({ name, types }: Property): string | undefined {
  if (types.includes("x-irmc-n")) return "Phonetic name";
  const [, part] = /^X-PHONETIC-(FIRST|MIDDLE|LAST)-NAME$/.exec(name) ?? [];
  if (part !== undefined) return `Phonetic ${part.toLowerCase()} name`;
  const custom = /^X-CUSTOM-?(\d)$/.exec(name)?.[1];
  return custom === undefined ? lineLabels.get(name) : `Custom ${custom}`;
}

/** What tells something about the person to every reader. */
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

/** GENDER (RFC 6350, section 6.2.7): a letter, or somebody's own word. */
function textOf(property: Property): string {
  if (property.name !== "GENDER") return property.text;
  const [letter = "", words = ""] = property.fields.map((part) => part.join(","));
  return words || (genders.get(letter.trim().toUpperCase()) ?? letter);
}

const genders = new Map([
  ["M", "male"],
  ["F", "female"],
  ["O", "other"],
  ["N", "none"],
  ["U", "unknown"],
]);

/** Its value says nothing to a reader. */
function saysNothing(property: Property): boolean {
  if (/^\s*(?:https?|ftp):/i.test(property.text)) return false;
  return isData(property) || /^(?:BASE64|B)$/i.test(property.parameter("ENCODING"));
}

const data = new Map([
  ["LOGO", "a picture"],
  ["X-MS-CARDPICTURE", "a picture"],
  ["KEY", "a key"],
  ["SOUND", "a sound"],
]);
