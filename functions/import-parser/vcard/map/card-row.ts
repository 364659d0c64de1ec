/** Converts a card to a row: reads its properties and maps each to its field. A faulty line does not affect others. */
import type { ImportIssueCode } from "../../../../shared/import/row/issue-catalogue.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { isKnownEncoding } from "../decode/charset.ts";
import { type FileReading, type Property, readProperty } from "../decode/property.ts";
import type { Card } from "../read/cards.ts";
import { mapLayoutCountries, mapPostalLabels } from "./addresses.ts";
import { CardDraft } from "./card-draft.ts";
import { mapProperty } from "./property-mapping.ts";

/** Maps every readable property, and reports unreadable lines as issues of the row. */
export function readCard(card: Card, reading: FileReading): CardDraft {
  const draft = new CardDraft(card);
  const properties = readProperties(card, reading, draft);
  noteBounds(card, draft);
  for (const property of properties) {
    if (property.isBlank) continue;
    draft.row.valuesSeen += 1;
    mapProperty(draft, property);
  }
  mapPostalLabels(draft);
  mapLayoutCountries(draft);
  if (!draft.row.noPerson) for (const member of draft.members) draft.leave(member);
  draft.finish();
  return draft;
}

/** Returns the readable properties, and records those that annotate another property of their group. */
function readProperties(card: Card, reading: FileReading, draft: CardDraft): Property[] {
  const version = card.lines.find(({ text }) => /^VERSION[:;]/i.test(text))?.text;
  const legacy = version !== undefined && /:\s*2/.test(version.slice(0, 100));
  const properties: Property[] = [];
  for (const line of card.lines) {
    const property = readProperty(line, legacy, reading);
    if (property) {
      properties.push(property);
      noteRepairs(draft, property, reading);
      draft.annotate(property);
    } else {
      draft.dropped(1);
      const message = `The line ${quote(line.text)} can't be read.`;
      draft.issue({ code: "line_unreadable", severity: "warning", message, line: line.first });
    }
  }
  return properties;
}

function noteBounds({ first, last, ended, linesLeftOut, outside }: Card, draft: CardDraft): void {
  const warn = (code: ImportIssueCode, message: string, line = first) =>
    draft.issue({ code, severity: "warning", message, line });
  if (!ended) warn("card_not_ended", `The card of lines ${first} to ${last} has no END:VCARD; it may be cut off.`);
  if (linesLeftOut > 0) {
    draft.dropped(linesLeftOut);
    const message = `${linesLeftOut} lines of the card of lines ${first} to ${last} are left out: it is too long.`;
    warn("card_too_long", message);
  }
  if (outside) {
    draft.dropped(outside.count);
    const lines = outside.count === 1 ? "1 line is" : `${outside.count} lines are`;
    warn("lines_outside", `${lines} left out that belong to no card, from line ${outside.first} on.`, outside.first);
  }
}

function noteRepairs(draft: CardDraft, property: Property, { guess }: FileReading): void {
  const { name, line, lastLine, repairs } = property;
  if (repairs.length === 0) return;
  const where = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
  for (const repair of repairs) {
    if (repair === "cut") draft.warn(property, "value_cut", `${name} (${where}) is too long, and was cut.`);
    if (repair === "joined") draft.warn(property, "lines_joined", `The ${where} were read as one value of ${name}.`);
    if (repair === "charset") noteGuess(draft, property, `${name} (${where})`, guess);
  }
}

/** Reports a missing or unknown encoding once per file, and bytes that are invalid in a known encoding each time. */
function noteGuess(draft: CardDraft, property: Property, what: string, guess: FileReading["guess"]): void {
  const charset = property.parameter("CHARSET").trim();
  if (isKnownEncoding(charset)) {
    const message = `Not all of ${what} is in the encoding ${quote(charset)} that it names; the rest was guessed.`;
    draft.warn(property, "charset_guessed", message);
  } else if (!guess.isNoted) {
    guess.isNoted = true;
    const named = charset === "" ? "of the file is not named" : `${quote(charset)} is not known`;
    draft.warn(property, "charset_guessed", `The encoding ${named}, and was guessed, first in ${what}.`);
  }
}
