/** From one card to a row: reads its properties, one faulty line costing no other, and lets each find its place. */
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import type { RawRow } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { ownProperties } from "../../../shared/vcard/own-names.ts";
import type { Card } from "./cards.ts";
import { isKnownEncoding } from "./decode.ts";
import { type Annotation, addIssue, type Draft, finishIssues, startDraft, warn } from "./draft.ts";
import { placePostalLabels } from "./places.ts";
import { type FileReading, type Property, readProperty } from "./property.ts";
import { placeProperty } from "./property-places.ts";

/** Reads what can be read, and says in the row's issues what can't. */
export function readCard(card: Card, reading: FileReading): Draft {
  const draft = startDraft(card);
  const properties = readProperties(card, reading, draft);
  noteBounds(card, draft);
  for (const property of properties) {
    if (property.isBlank) continue;
    draft.row.valuesSeen += 1;
    if (property.head.label !== "") noteOwnLabel(draft, property);
    placeProperty(draft, property);
  }
  placePostalLabels(draft);
  noteMembers(draft);
  preferredFirst(draft.row);
  finishIssues(draft);
  return draft;
}

/** Only a group has members. */
function noteMembers(draft: Draft): void {
  const { members, row } = draft;
  if (members.length === 0 || row.noPerson) return;
  lose(draft, members.length);
  const message = `This card is no group: its ${members.length === 1 ? "member is" : `${members.length} members are`} left out.`;
  addIssue(draft, {
    code: "members_without_group",
    severity: "warning",
    message,
    field: "groups",
    line: row.lines.first,
  });
}

/** The properties that can be read, and what some of them say of others of their group. */
function readProperties(card: Card, reading: FileReading, draft: Draft): Property[] {
  const legacy = isLegacy(card);
  const properties: Property[] = [];
  for (const line of card.lines) {
    const property = readProperty(line, legacy, reading);
    if (property) {
      properties.push(property);
      if (property.repairs.length > 0) noteRepairs(draft, property, reading);
      if (property.group !== "") noteAnnotation(draft, property);
    } else {
      const message = `The line ${quote(line.text)} can't be read.`;
      draft.row.valuesSeen += 1;
      draft.row.valuesLost += 1;
      addIssue(draft, { code: "line_unreadable", severity: "warning", message, line: line.first });
    }
  }
  return properties;
}

/** Version 2.1, or no version but its marks. */
function isLegacy(card: Card): boolean {
  const version = card.lines.find(({ text }) => /^VERSION[:;]/i.test(text))?.text;
  if (version !== undefined) return /:\s*2/.test(version.slice(0, 100));
  return card.lines.some(({ text }) =>
    /^[\w.-]{1,50};(?:[A-Z0-9-]{1,30};){0,5}(?:HOME|WORK|CELL|ENCODING=QUOTED-PRINTABLE)[;:]/i.test(text),
  );
}

function noteBounds({ first, last, ended, linesLeftOut, outside }: Card, draft: Draft): void {
  if (!ended) {
    const message = `The card of lines ${first} to ${last} has no END:VCARD; it may be cut off.`;
    addIssue(draft, { code: "card_not_ended", severity: "warning", message, line: first });
  }
  if (linesLeftOut > 0) {
    lose(draft, linesLeftOut);
    const message = `${linesLeftOut} lines of the card of lines ${first} to ${last} are left out: it is too long.`;
    addIssue(draft, { code: "card_too_long", severity: "warning", message, line: first });
  }
  if (outside) {
    lose(draft, outside.values);
    const [are, belong] = outside.count === 1 ? ["line is", "belongs"] : ["lines are", "belong"];
    const message = `${outside.count} ${are} left out that ${belong} to no card, from line ${outside.first} on.`;
    addIssue(draft, { code: "lines_outside", severity: "warning", message, line: outside.first });
  }
}

function lose({ row }: Draft, values: number): void {
  row.valuesSeen += values;
  row.valuesLost += values;
}

function noteRepairs(draft: Draft, property: Property, { guesses }: FileReading): void {
  const { name, line, lastLine } = property;
  const where = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
  for (const repair of property.repairs) {
    if (repair === "cut") warn(draft, property, "value_cut", `${name} (${where}) is too long, and was cut.`);
    if (repair === "joined") warn(draft, property, "lines_joined", `The ${where} were read as one value of ${name}.`);
    if (repair === "charset") noteGuess(draft, property, `${name} (${where})`, guesses);
  }
}

/** Of an encoding that is not named, or not known, once a file; of letters that are not in a known one, each time. */
function noteGuess(draft: Draft, property: Property, what: string, guesses: Set<string>): void {
  const charset = property.parameter("CHARSET").trim().toLowerCase();
  const isOfFile = charset === "" || !isKnownEncoding(charset);
  if (isOfFile && guesses.has(charset)) return;
  if (isOfFile && guesses.size < maxGuesses) guesses.add(charset);
  warn(draft, property, "charset_guessed", guessOf(property, what));
}

const maxGuesses = 100;

function guessOf(property: Property, what: string): string {
  const charset = property.parameter("CHARSET").trim();
  if (charset === "") return `The encoding of the file is not named, and was guessed, first in ${what}.`;
  if (!isKnownEncoding(charset))
    return `The encoding ${quote(charset)} is not known, and was guessed, first in ${what}.`;
  return `Not all of ${what} is in the encoding ${quote(charset)} that it names; the rest was guessed.`;
}

function noteAnnotation(draft: Draft, property: Property): void {
  if (property.name === "X-ABLABEL") annotate(draft.labels, property);
  if (property.name === "X-ABADR") annotate(draft.countryCodes, property);
  if (property.name === ownProperties.addressFields) annotate(draft.addressFields, property);
}

function noteOwnLabel(draft: Draft, property: Property): void {
  draft.ownLabels ??= new Map();
  draft.ownLabels.set(property, { text: property.head.label, property, used: false });
}

/** The first one rules. */
function annotate(annotations: Map<string, Annotation>, property: Property): void {
  const text = property.text.trim();
  if (text !== "" && !annotations.has(property.group)) annotations.set(property.group, { text, property, used: false });
}

/**
 * Within each list. The file's order stays where no more than one degree of preference is stated, which the value's
 * mark says as well, unless there are so many that some will be left out.
 */
function preferredFirst({ emails, phones, addresses }: RawRow): void {
  for (const list of [emails, phones, addresses]) {
    if (list.length < 2) continue;
    const stated = new Set(list.map(({ preference }) => preference ?? notPreferred));
    if (stated.size > 2 || (stated.size === 2 && (list.length > fewest || !stated.has(notPreferred)))) {
      list.sort((one, other) => (one.preference ?? notPreferred) - (other.preference ?? notPreferred));
    }
  }
}

const notPreferred = 101;
const fewest = Math.min(limits.emails, limits.phones, limits.addresses);
