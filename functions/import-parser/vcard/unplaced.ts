/** What is said of values that a contact has no field for: people that are related, sounds of names, pictures. */
import { quote } from "../../../shared/imports/remarks.ts";
import { type Draft, takeLabel, withoutPlace, withoutPlaceBeside } from "./draft.ts";
import { isData, type Property } from "./property.ts";
import { ownTypes } from "./shown-type.ts";
import { noteTypes } from "./value-types.ts";

/** Another person: X-ABRELATEDNAMES with its label, RELATED with its types, and X-SPOUSE and the like. */
export function leaveOutRelation(draft: Draft, property: Property): void {
  const named = relationOf(property.name);
  const label = named === undefined ? takeLabel(draft, property) : null;
  const types = ownTypes(property.typesAsWritten);
  const ownWord = label?.builtIn ? label.text.toLowerCase() : label?.text;
  const word = named ?? ownWord ?? types.toLowerCase();
  const words = `the ${word.slice(0, longestWord) || "related person"}`;
  withoutPlace(draft, property, { code: "relation_without_place", words });
  if (types !== "") noteTypes(draft, property, types, word.slice(0, longestWord));
}

const longestWord = 60;

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

/** AGENT (RFC 2426, section 3.5.4) is a card, or a text. */
export function leaveOutAgent(draft: Draft, property: Property): void {
  const isCard = /^\s*BEGIN:VCARD\s*$/i.test(property.text.slice(0, longestCard));
  const lines = isCard
    ? draft.agents.shift()?.lines.map(({ text }) => text)
    : property.text.slice(0, longestCard).split("\n");
  const shown = (lines ?? []).map(
    (line) => /^(?:FN|N)(?:;[^:]{0,100})?:\s*(\S.*)/i.exec(line.slice(0, longestCard))?.[1],
  );
  const name = shown.find((text) => text !== undefined);
  const isNameless = isCard || /^\s*BEGIN:VCARD/i.test(property.text);
  const value = name === undefined && isNameless ? "" : quote(name ?? property.text);
  withoutPlace(draft, property, { code: "relation_without_place", words: "the agent", value });
}

const longestCard = 2_000;

/** Everything else, by the name of its property. */
export function leaveOut(draft: Draft, property: Property): void {
  if (phonetic.test(property.name) || property.types.includes("x-irmc-n"))
    withoutPlace(draft, property, { words: "the phonetic name" });
  else if (property.name === "SORT-STRING") withoutPlace(draft, property, { words: "the name for sorting" });
  else if (!saysNothing(property)) withoutPlace(draft, property);
  else withoutPlace(draft, property, { words: `${property.name} (${data.get(property.name) ?? "data"})`, value: "" });
}

const phonetic = /^X-PHONETIC-[A-Z-]{1,30}$/;

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

/** SORT-AS says how a name is sorted, often by its sound (RFC 6350, section 5.9). */
export function noteSortAs(draft: Draft, property: Property): void {
  const text = property.parameter("SORT-AS");
  if (text === "") return;
  withoutPlaceBeside(draft, property, `SORT-AS of ${property.name}`, text);
}
