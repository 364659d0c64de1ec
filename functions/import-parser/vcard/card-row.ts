/** From one card to a row: reads its properties, one faulty line costing no other, and lets each find its place. */
import type { Card } from "./cards.ts";
import type { FileText } from "./decode.ts";
import { addIssue, type Draft, finishIssues, quote, startDraft, warn } from "./draft.ts";
import { placePostalLabels } from "./places.ts";
import { type Property, readProperty } from "./property.ts";
import { placeProperty } from "./property-places.ts";

/** Reads what can be read, and says in the row's issues what can't. */
export function readCard(card: Card, file: FileText): Draft {
  const draft = startDraft(card);
  const properties = readProperties(card, file, draft);
  for (const property of properties) collectAnnotations(draft, property);
  for (const property of properties) {
    if (property.fields.every((list) => list.every((text) => text.trim() === ""))) continue;
    draft.row.valuesSeen += 1;
    placeProperty(draft, property);
  }
  placePostalLabels(draft);
  finishIssues(draft);
  return draft;
}

function readProperties(card: Card, file: FileText, draft: Draft): Property[] {
  const legacy = isLegacy(card);
  const properties: Property[] = [];
  for (const line of card.lines) {
    const property = readProperty(line, legacy, file);
    if (property) {
      properties.push(property);
      noteRepairs(draft, property);
    } else if (line.text.trim() !== "") {
      const message = `The line ${quote(line.text)} can't be read.`;
      draft.row.valuesSeen += 1;
      draft.row.valuesLost += 1;
      addIssue(draft, { code: "line_unreadable", severity: "warning", message, line: line.first });
    }
  }
  const { first, last } = card;
  if (!card.ended) {
    const message = `The card of lines ${first} to ${last} has no END:VCARD; it may be cut off.`;
    addIssue(draft, { code: "card_not_ended", severity: "warning", message, line: first });
  }
  if (card.linesLeftOut > 0) {
    const message = `${card.linesLeftOut} lines of the card of lines ${first} to ${last} are left out: it is too long.`;
    addIssue(draft, { code: "card_too_long", severity: "warning", message, line: first });
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

function noteRepairs(draft: Draft, property: Property): void {
  const where = `lines ${property.line} to ${property.lastLine}`;
  for (const repair of property.repairs) {
    if (repair === "cut") warn(draft, property, "value_cut", `${property.name} (${where}) is too long, and was cut.`);
    if (repair === "joined")
      warn(draft, property, "lines_joined", `The ${where} were read as one value of ${property.name}.`);
    if (repair === "charset") {
      warn(
        draft,
        property,
        "charset_guessed",
        `The encoding of ${property.name} is not named or not known, and was guessed.`,
      );
    }
  }
}

function collectAnnotations(draft: Draft, property: Property): void {
  const { name, group, text } = property;
  if (group === "" || text.trim() === "") return;
  if (name === "X-ABLABEL" && !draft.labels.has(group))
    draft.labels.set(group, { text: text.trim(), property, used: false });
  if (name === "X-ABADR") draft.countryCodes.set(group, text.trim());
}
