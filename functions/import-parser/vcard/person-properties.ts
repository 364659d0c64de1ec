/** Properties of which a contact has one: its names, what it does and where, and its language. */
import { type Draft, keepAsLine, originOf, withoutPlace } from "./draft.ts";
import { joinedWords, readCoordinates } from "./places.ts";
import type { Property } from "./property.ts";

/** N (RFC 6350, section 6.2.2): each part is a value of its own. */
export function placeName(draft: Draft, property: Property): void {
  const { row } = draft;
  const { fields } = property;
  const familyName = joinedWords(fields[0], " ");
  const givenName = joinedWords(fields[1], " ");
  const middleName = joinedWords(fields[2], " ");
  if (row.givenName + row.familyName + row.middleName !== "") {
    const isSame = row.familyName === familyName && row.givenName === givenName && row.middleName === middleName;
    if (!isSame) keepAsLine(draft, property, "Name", [givenName, middleName, familyName].join(" "));
    return;
  }
  row.origins.givenName = originOf(property);
  row.familyName = familyName;
  row.givenName = givenName;
  row.middleName = middleName;
  row.namePrefix = joinedWords(fields[3], " ");
  row.nameSuffix = joinedWords(fields[4], ", ");
  const parts = [familyName, givenName, middleName, row.namePrefix, row.nameSuffix];
  row.valuesSeen += parts.filter((text) => text !== "").length - 1;
  if (fields.length > 5) placeFurtherParts(draft, property, fields.slice(5));
}

/** RFC 9554, section 2.2: the second last name and the generation, which cards may have among the first five as well. */
function placeFurtherParts(
  draft: Draft,
  property: Property,
  [second, generation, ...others]: Property["fields"],
): void {
  const { row } = draft;
  const known = [row.familyName, row.givenName, row.middleName, row.nameSuffix].join(" ").split(/[\s,]+/);
  const isNew = (text: string) => text !== "" && !known.includes(text);
  const suffix = joinedWords(generation, ", ");
  const further = [second, ...others].map((part) => joinedWords(part, " ")).filter(isNew);
  if (isNew(suffix)) row.nameSuffix = [row.nameSuffix, suffix].filter((text) => text !== "").join(", ");
  if (further.length > 0) keepAsLine(draft, property, "Further name", further.join(" "));
  row.valuesSeen += further.length + (isNew(suffix) ? 1 : 0);
}

/** FN: of several (languages, ALTID), the preferred one. */
export function placeFormattedName(draft: Draft, property: Property): void {
  const known = draft.shownName;
  if (known !== null && known.text.trim() === property.text.trim()) return;
  const taken = known === null || (property.preference === 1 && known.preference !== 1);
  if (taken) {
    draft.shownName = property;
    draft.row.formattedName = property.text;
    draft.row.origins.formattedName = originOf(property);
  }
  if (known !== null) keepAsLine(draft, taken ? known : property, "Name");
}

/** Comma lists are one text. */
export function placeNickname(draft: Draft, property: Property): void {
  const names = property.fields.flat().filter((text) => text.trim() !== "");
  placeOnce(draft, property, "nickname", names.join(", "));
}

/** The company; its departments have no field. */
export function placeOrganisation(draft: Draft, property: Property): void {
  const parts = property.fields.flat().map((text) => text.trim());
  const [organisation = "", ...departments] = parts.filter((text) => text !== "");
  placeOnce(draft, property, "organisation", organisation);
  if (departments.length > 0) keepAsLine(draft, property, "Department", departments.join(", "));
}

/** The first one is taken. */
export function placeOnce(
  draft: Draft,
  property: Property,
  field: "organisation" | "jobTitle" | "role" | "nickname" | "timezone",
  text: string,
): void {
  if (draft.row[field] === "") {
    draft.row[field] = text;
    draft.row.origins[field] = originOf(property);
  } else if (draft.row[field].trim() === text.trim()) return;
  else if (field === "timezone") withoutPlace(draft, property);
  else keepAsLine(draft, property, lineLabels[field], text);
}

const lineLabels = { organisation: "Organisation", jobTitle: "Title", role: "Role", nickname: "Nickname" } as const;

/** LANG: the preferred one. */
export function placeLanguage(draft: Draft, property: Property): void {
  const known = draft.language;
  const taken = known === null || (property.preference ?? leastPreferred) < (known.preference ?? leastPreferred);
  if (taken) {
    draft.language = property;
    draft.row.language = property.text.trim();
    draft.row.origins.language = originOf(property);
  }
  if (known !== null) withoutPlace(draft, taken ? known : property);
}

const leastPreferred = 101;

/** GEO: the first place on earth. */
export function placeCoordinates(draft: Draft, property: Property): void {
  const place = readCoordinates(property.text);
  if (place && draft.row.latitude === null) Object.assign(draft.row, place);
  else withoutPlace(draft, property);
}
