/** Maps properties that a contact has once: names, work, language and coordinates. */
import type { SingleText } from "../../../../shared/import/row/raw-row.ts";
import { ownParameters } from "../../../../shared/vcard/own-names.ts";
import type { Property } from "../decode/property.ts";
import { joinedWords, readCoordinates } from "./addresses.ts";
import { type CardDraft, originOf } from "./card-draft.ts";
import { leaveOrLine } from "./lines.ts";

/** Maps N (RFC 6350, section 6.2.2). Each part counts as a value. RFC 9554, section 2.2, adds parts after the fifth. */
export function mapName(draft: CardDraft, property: Property): void {
  const { row } = draft;
  const part = (index: number, separator = " ") => joinedWords(property.fields[index], separator);
  const name = { familyName: part(0), givenName: part(1), middleName: part(2) };
  const other = [name.givenName, name.middleName, name.familyName].join(" ");
  if (row.givenName + row.familyName + row.middleName !== "") {
    const isSame = other === [row.givenName, row.middleName, row.familyName].join(" ");
    if (!isSame) draft.addLine(property, "Name", other);
    return;
  }
  row.origins.givenName = originOf(property);
  const [suffix, generation] = [part(4, ", "), part(6, ", ")];
  const isWithGeneration = suffix === "" || hasWords(suffix, generation);
  const nameSuffix = isWithGeneration ? suffix || generation : `${suffix}, ${generation}`;
  Object.assign(row, name, { namePrefix: part(3), nameSuffix });
  const further = property.fields.slice(5).map((words) => joinedWords(words, " "));
  const words = further.filter((text) => text !== "" && !hasWords(`${other} ${nameSuffix}`, text));
  if (words.length > 0) draft.addLine(property, "Further name", words.join(" "));
  const parts = [...Object.values(name), row.namePrefix, row.nameSuffix, ...words];
  row.valuesSeen += parts.filter((text) => text !== "").length - 1;
}

function hasWords(text: string, words: string): boolean {
  return words === "" || ` ${text.replace(/[\s,]+/g, " ")} `.includes(` ${words} `);
}

/** Maps the company to its field, and departments to a line of the notes. */
export function mapOrganisation(draft: CardDraft, property: Property): void {
  const parts = property.fields.flat().map((text) => text.trim());
  const [organisation = "", ...departments] = parts.filter((text) => text !== "");
  mapOnce(draft, property, "organisation", organisation);
  noteMissingHeadline(draft, property);
  if (departments.length > 0) draft.addLine(property, "Department", departments.join(", "));
}

/** Ignores a TITLE that this service wrote to show a part of the headline in other programs. */
export function mapTitle(draft: CardDraft, property: Property): void {
  const { row } = draft;
  if (property.parameter(ownParameters.field).toLowerCase() === "headline") {
    row.valuesSeen -= 1;
    return;
  }
  mapOnce(draft, property, "jobTitle");
  noteMissingHeadline(draft, property);
}

function noteMissingHeadline({ row }: CardDraft, property: Property): void {
  if (property.parameter(ownParameters.headline).toUpperCase() === "NO") row.headline ??= "";
}

/** Keeps the preferred value of a field, else the first. Other values become lines of the notes, or are left out. */
export function mapOnce(
  draft: CardDraft,
  property: Property,
  field: Exclude<SingleText, "givenName">,
  text = property.text,
): void {
  const known = draft.single.get(field);
  if (known?.text.trim() === text.trim()) return;
  const added = text === property.text ? property : property.with(text);
  const isFirst = known === undefined || rank(field, added) < rank(field, known);
  if (isFirst) {
    draft.single.set(field, added);
    draft.row[field] = text;
    draft.row.origins[field] = originOf(property);
  }
  const other = isFirst ? known : added;
  const label = lineLabels.get(field);
  if (other && label !== undefined) draft.addLine(other, label);
  else if (other) leaveOrLine(draft, other);
}

/** PREF is a number from 1 to 100. A value without it comes last (RFC 6350, section 5.3). */
function rank(field: SingleText, { head, text }: Property): number {
  const isVague = field === "timezone" && !zoneName.test(text);
  return (head.preference ?? 101) + (isVague ? 101 : 0);
}

/** A name such as `Europe/Paris` is more exact than an offset. It is not looked up, because a file may have very many. */
const zoneName = /^\s*[a-z]+\//i;

const lineLabels = new Map<SingleText, string>([
  ["formattedName", "Name"],
  ["organisation", "Organisation"],
  ["jobTitle", "Title"],
  ["role", "Role"],
  ["nickname", "Nickname"],
]);

/** Maps the first GEO with valid coordinates. */
export function mapCoordinates(draft: CardDraft, property: Property): void {
  const place = readCoordinates(property.text);
  if (place && draft.row.latitude === null) Object.assign(draft.row, place);
  else draft.leave(property);
}
