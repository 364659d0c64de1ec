/** Which property of a card means what: one row of the table for each that has a place in a contact. */
import type { RawDate, RawHandle } from "../../../shared/imports/raw-row.ts";
import { readDay } from "./dates.ts";
import { bookkeeping, type Draft, originOf, quote, takeLabel, warn, withoutPlace } from "./draft.ts";
import { readAddress, readCoordinates } from "./places.ts";
import { isServiceProperty, readAccountNumber, readProfile } from "./profiles.ts";
import { type Property, parameter } from "./property.ts";
import { valueType } from "./value-types.ts";

type Handler = (draft: Draft, property: Property) => void;

/** Puts a property that is not blank where it belongs in the row; what belongs nowhere is noted as such. */
export function placeProperty(draft: Draft, property: Property): void {
  handlerOf(property.name)(draft, property);
}

function handlerOf(name: string): Handler {
  const handler = handlers.get(name);
  if (handler) return handler;
  if (/^X-.{0,60}ANNIVERSARY$/.test(name)) return anniversary;
  return isServiceProperty(name) ? profile : withoutPlace;
}

const notCounted: Handler = (draft) => {
  draft.row.valuesSeen -= 1;
};

const email: Handler = (draft, property) => {
  const { preference } = property;
  draft.row.emails.push({ ...originOf(property), value: property.text, type: valueType(draft, property), preference });
};

const phone: Handler = (draft, property) => {
  const { preference } = property;
  draft.row.phones.push({ ...originOf(property), value: property.text, type: valueType(draft, property), preference });
  const account = readAccountNumber(property);
  if (account) addHandle(draft, account);
};

const profile: Handler = (draft, property) => {
  const handle = readProfile(draft, property);
  if (handle) draft.row.handles.push(handle);
  else withoutPlace(draft, property);
};

const url: Handler = (draft, property) => {
  draft.row.handles.push({ ...originOf(property), platform: "website", value: property.text });
};

const anniversary: Handler = (draft, property) => addDate(draft, property, "anniversary", "");

/** More than a contact is given, so that it is seen and said that some are left out. */
export const maxGroups = 1_000;

const categories: Handler = (draft, property) => {
  for (const label of property.fields.flat()) {
    if (draft.row.groups.length < maxGroups) draft.row.groups.push(label);
    else return withoutPlace(draft, property);
  }
};

const organisation: Handler = (draft, property) => {
  const units = property.fields.flat().map((unit) => unit.trim());
  setOnce(draft, property, "organisation", units.filter((unit) => unit !== "").join(", "));
};

/** What programs write for themselves. */
const bookkeepingNames = [
  ...[
    "PRODID",
    "REV",
    "SOURCE",
    "CLASS",
    "CLIENTPIDMAP",
    "MAILER",
    "PROFILE",
    "NAME",
    "SORT-STRING",
    "XML",
    "CALADRURI",
  ],
  ...["X-ABUID", "X-ABSHOWAS", "X-GENERATOR", "X-EVOLUTION-FILE-AS", "X-MOZILLA-HTML", "X-MS-OL-DESIGN", "X-ETAG"],
  ...["X-RADICALE-NAME", "X-THUNDERBIRD-ETAG", "X-MS-OL-DEFAULT-POSTAL-ADDRESS"],
];

const handlers = new Map<string, Handler>([
  ["VERSION", notCounted],
  ["BEGIN", notCounted],
  ["END", notCounted],
  ["X-ABLABEL", notCounted],
  ["X-ABADR", notCounted],
  ["LABEL", (draft, property) => void draft.postalLabels.push(property)],
  ["KIND", kind],
  ["X-ADDRESSBOOKSERVER-KIND", kind],
  ["MEMBER", member],
  ["X-ADDRESSBOOKSERVER-MEMBER", member],
  ["UID", uid],
  ["N", name],
  ["FN", formattedName],
  ["NICKNAME", nickname],
  ["X-NICKNAME", nickname],
  ["ORG", organisation],
  ["TITLE", (draft, property) => setOnce(draft, property, "jobTitle", property.text)],
  ["ROLE", role],
  ["EMAIL", email],
  ["TEL", phone],
  ["ADR", (draft, property) => void draft.row.addresses.push(readAddress(draft, property))],
  ["BDAY", (draft, property) => addDate(draft, property, "birthday", "")],
  ["ANNIVERSARY", anniversary],
  ["X-ABDATE", labelledDate],
  ["DEATHDATE", (draft, property) => addDate(draft, property, "other", "deathdate")],
  ["NOTE", (draft, property) => void draft.row.notes.push(property.text)],
  ["URL", url],
  ["X-SOCIALPROFILE", profile],
  ["SOCIALPROFILE", profile],
  ["IMPP", profile],
  ["GEO", coordinates],
  ["TZ", (draft, property) => setOnce(draft, property, "timezone", property.text)],
  ["LANG", language],
  ["CATEGORIES", categories],
  ["CATEGORY", categories],
  ["PHOTO", photo],
  ["X-ANDROID-CUSTOM", androidCustom],
  ...bookkeepingNames.map((property): [string, Handler] => [property, bookkeeping]),
]);

function kind(draft: Draft, property: Property): void {
  draft.row.valuesSeen -= 1;
  if (property.text.trim().toLowerCase() === "group") draft.row.noPerson = true;
}

function member(draft: Draft, property: Property): void {
  draft.row.valuesSeen -= 1;
  draft.members.push(withoutUrn(property.text));
}

function uid(draft: Draft, property: Property): void {
  draft.row.valuesSeen -= 1;
  draft.uid ||= withoutUrn(property.text);
}

function withoutUrn(text: string): string {
  return text
    .trim()
    .replace(/^urn:uuid:/i, "")
    .toLowerCase();
}

/** Each part of N is a value of its own. */
function name(draft: Draft, property: Property): void {
  const { row } = draft;
  if (row.givenName + row.familyName + row.middleName !== "") {
    withoutPlace(draft, property);
    return;
  }
  const part = (index: number) =>
    (property.fields[index] ?? []).map((word) => word.trim()).filter((word) => word !== "");
  row.origins.givenName = originOf(property);
  row.familyName = part(0).join(" ");
  row.givenName = part(1).join(" ");
  row.middleName = part(2).join(" ");
  row.namePrefix = part(3).join(" ");
  row.nameSuffix = part(4).join(", ");
  const parts = [row.familyName, row.givenName, row.middleName, row.namePrefix, row.nameSuffix];
  row.valuesSeen += parts.filter((text) => text !== "").length - 1;
}

/** Of several (languages, ALTID), the preferred one. */
function formattedName(draft: Draft, property: Property): void {
  if (draft.row.formattedName === "" || property.preference === 1) {
    if (draft.row.formattedName !== "") withoutPlace(draft, property);
    draft.row.formattedName = property.text;
    draft.row.origins.formattedName = originOf(property);
  } else {
    withoutPlace(draft, property);
  }
}

function nickname(draft: Draft, property: Property): void {
  const names = property.fields.flat().filter((text) => text.trim() !== "");
  setOnce(draft, property, "nickname", names.join(", "));
}

function role(draft: Draft, property: Property): void {
  setOnce(draft, property, "role", property.text);
}

function setOnce(
  draft: Draft,
  property: Property,
  field: "organisation" | "jobTitle" | "role" | "nickname" | "timezone",
  text: string,
): void {
  if (draft.row[field] === "") {
    draft.row[field] = text;
    draft.row.origins[field] = originOf(property);
  } else if (draft.row[field].trim() !== text.trim()) withoutPlace(draft, property);
}

function language(draft: Draft, property: Property): void {
  const preference = property.preference ?? 101;
  if (draft.row.language === "" || preference < draft.languagePreference) {
    if (draft.row.language !== "") withoutPlace(draft, property);
    draft.row.language = property.text.trim();
    draft.row.origins.language = originOf(property);
    draft.languagePreference = preference;
  } else {
    withoutPlace(draft, property);
  }
}

function coordinates(draft: Draft, property: Property): void {
  const place = readCoordinates(property.text);
  if (place && draft.row.latitude === null) Object.assign(draft.row, place);
  else withoutPlace(draft, property);
}

function addHandle(draft: Draft, handle: RawHandle): void {
  draft.row.valuesSeen += 1;
  draft.row.handles.push(handle);
}

function addDate(draft: Draft, property: Property, type: RawDate["type"], note: string): void {
  const date = readDay(property.text, parameter(property, "X-APPLE-OMIT-YEAR"));
  if (date === null) {
    draft.row.valuesLost += 1;
    const message = `${property.name} ${quote(property.text)} is no day of the calendar.`;
    warn(draft, property, "date_unreadable", message, "importantDates");
  } else {
    draft.row.dates.push({ ...originOf(property), type, date, note });
  }
}

/** The label says what day it is; what is none of the known kinds is kept by its label. */
function labelledDate(draft: Draft, property: Property): void {
  const label = takeLabel(draft, property)?.text ?? "";
  const type = dateTypes[label.toLowerCase().replace(/\s/g, "")] ?? "other";
  addDate(draft, property, type, type === "other" ? label : "");
}

const dateTypes: Readonly<Record<string, RawDate["type"]>> = {
  anniversary: "anniversary",
  birthday: "birthday",
  nameday: "nameday",
  graduation: "graduation",
};

function photo(draft: Draft, property: Property): void {
  draft.row.photo = true;
  draft.row.valuesLost += 1;
  const isLink = /^\s*(?:https?|ftp|file):/i.test(property.text);
  const message = isLink ? "The picture is only a link; links are not fetched." : "The picture was not taken over.";
  warn(draft, property, isLink ? "photo_link" : "photo_not_imported", message, "avatar");
}

/** `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…`: the rows of Android's address book that vCard 2.1 has no property for. */
function androidCustom(draft: Draft, property: Property): void {
  const [kindOfRow = "", value = "", type = "", label = ""] = property.fields.flat();
  const event = { ...property, text: value };
  if (value.trim() === "") draft.row.valuesSeen -= 1;
  else if (kindOfRow.endsWith("/nickname")) setOnce(draft, property, "nickname", value);
  else if (!kindOfRow.endsWith("/contact_event")) withoutPlace(draft, property);
  else if (type === "3") addDate(draft, event, "birthday", "");
  else if (type === "1") addDate(draft, event, "anniversary", "");
  else addDate(draft, event, "other", label);
}
