/** Which property of a card means what: one row of the table for each that has a place in a contact. */
import type { RawListValue } from "../../../shared/imports/raw-row.ts";
import { ownParameters, ownProperties } from "../../../shared/vcard/own-names.ts";
import { placeDate, placeLabelledDate, placeNamedDate } from "./date-properties.ts";
import { bookkeeping, type Draft, originOf, withoutPlace } from "./draft.ts";
import { noteHeadline, placeOwnText } from "./own-properties.ts";
import {
  placeCoordinates,
  placeFormattedName,
  placeLanguage,
  placeName,
  placeNickname,
  placeOnce,
  placeOrganisation,
} from "./person-properties.ts";
import { placePicture } from "./pictures.ts";
import { placeAddress } from "./places.ts";
import { isServiceProperty, placeAccountNumber, placeProfile, placeUrl } from "./profiles.ts";
import type { Property } from "./property.ts";
import { isRelation, leaveOut, leaveOutAgent, leaveOutRelation, noteSortAs } from "./unplaced.ts";
import { valueType } from "./value-types.ts";

type Handler = (draft: Draft, property: Property) => void;

/** Puts a property that is not blank where it belongs in the row; what belongs nowhere is noted as such. */
export function placeProperty(draft: Draft, property: Property): void {
  (handlers.get(property.name) ?? handlerOf(property.name))(draft, property);
}

/** By the form of the name. */
function handlerOf(name: string): Handler {
  if (/^X-.{0,60}ANNIVERSARY$/.test(name)) return anniversary;
  if (isRelation(name)) return leaveOutRelation;
  if (isServiceProperty(name)) return placeProfile;
  return name.startsWith("X-FCENCODED-") ? placeEncoded : leaveOut;
}

const notCounted: Handler = (draft) => {
  draft.row.valuesSeen -= 1;
};

const email: Handler = (draft, property) => placeInList(draft, property, draft.row.emails);

const phone: Handler = (draft, property) => {
  placeInList(draft, property, draft.row.phones);
  placeAccountNumber(draft, property);
};

function placeInList(draft: Draft, property: Property, list: RawListValue[]): void {
  const { text: value, preference } = property;
  const prefix = property.parameter(ownParameters.prefix);
  const type = valueType(draft, property);
  if (list.length === maxValues) withoutPlace(draft, property);
  else list.push({ ...originOf(property), value, type, preference, ...(prefix !== "" && { prefix }) });
}

/** More than a contact has, so that it is said that some are left out. */
const maxValues = 200;

const anniversary: Handler = (draft, property) => placeDate(draft, property, "anniversary");

/** More than an import gives a contact. */
export const maxGroups = 1_000;

const categories: Handler = (draft, property) => {
  const { row } = draft;
  const labels = property.fields.flat().filter((label) => label.trim() !== "");
  const taken = labels.slice(0, maxGroups - row.groups.length);
  row.groups.push(...taken);
  row.valuesSeen += labels.length - 1;
  if (taken.length === labels.length) return;
  row.valuesLost += labels.length - taken.length - 1;
  withoutPlace(draft, property.with(labels.slice(taken.length).join(",")));
};

/** What programs write for themselves. */
const bookkeepingNames = [
  ...["PRODID", "REV", "SOURCE", "CLASS", "CLIENTPIDMAP", "MAILER", "PROFILE", "NAME", "XML", "CALADRURI"],
  ...["CREATED", "X-ABUID", "X-ABSHOWAS", "X-GENERATOR", "X-EVOLUTION-FILE-AS", "X-MOZILLA-HTML", "X-MS-OL-DESIGN"],
  ...["X-ETAG", "X-RADICALE-NAME", "X-THUNDERBIRD-ETAG", "X-MS-OL-DEFAULT-POSTAL-ADDRESS", "X-IMAGETYPE"],
];

const handlers = new Map<string, Handler>([
  ["VERSION", notCounted],
  ["BEGIN", notCounted],
  ["END", notCounted],
  ["X-ABLABEL", notCounted],
  ["X-ABADR", notCounted],
  [ownProperties.addressFields, notCounted],
  [ownProperties.headline, placeOwnText("headline")],
  [ownProperties.location, placeOwnText("location")],
  [ownProperties.keepFrequencyDays, placeOwnText("keepFrequencyDays")],
  [ownProperties.lastInteraction, placeOwnText("lastInteraction")],
  ["LABEL", (draft, property) => void draft.postalLabels.push(property)],
  ["KIND", kind],
  ["X-ADDRESSBOOKSERVER-KIND", kind],
  ["MEMBER", member],
  ["X-ADDRESSBOOKSERVER-MEMBER", member],
  ["UID", uid],
  ["N", sorted(placeName)],
  ["FN", sorted(placeFormattedName)],
  ["NICKNAME", placeNickname],
  ["X-NICKNAME", placeNickname],
  ["ORG", sorted(placeOrganisation)],
  ["TITLE", title],
  ["ROLE", (draft, property) => placeOnce(draft, property, "role", property.text)],
  ["EMAIL", email],
  ["TEL", phone],
  ["X-MS-TEL", phone],
  ["ADR", placeAddress],
  ["BDAY", (draft, property) => placeDate(draft, property, "birthday")],
  ["ANNIVERSARY", anniversary],
  ["X-ABDATE", placeLabelledDate],
  ["DEATHDATE", (draft, property) => placeDate(draft, property, "other", "deathdate")],
  ["NOTE", (draft, property) => void draft.row.notes.push(property.text)],
  ["URL", placeUrl],
  ["X-EVOLUTION-BLOG-URL", placeUrl],
  ["X-SOCIALPROFILE", placeProfile],
  ["SOCIALPROFILE", placeProfile],
  ["IMPP", placeProfile],
  ["GEO", placeCoordinates],
  ["TZ", (draft, property) => placeOnce(draft, property, "timezone", property.text)],
  ["LANG", placeLanguage],
  ["CATEGORIES", categories],
  ["CATEGORY", categories],
  ["PHOTO", placePicture],
  ["X-ABRELATEDNAMES", leaveOutRelation],
  ["RELATED", leaveOutRelation],
  ["AGENT", leaveOutAgent],
  ["X-ANDROID-CUSTOM", placeAndroidCustom],
  ...bookkeepingNames.map((property): [string, Handler] => [property, bookkeeping]),
]);

function title(draft: Draft, property: Property): void {
  placeOnce(draft, property, "jobTitle", property.text);
  noteHeadline(draft, property);
}

function sorted(place: Handler): Handler {
  return (draft, property) => {
    place(draft, property);
    noteSortAs(draft, property);
  };
}

/** KIND (RFC 6350, section 6.1.4): a group is nobody; companies are kept like people. */
function kind(draft: Draft, property: Property): void {
  const word = property.text.trim().toLowerCase();
  if (word === "group") draft.row.noPerson = true;
  if (["group", "individual", "org", "organization", "organisation"].includes(word)) draft.row.valuesSeen -= 1;
  else leaveOut(draft, property);
}

function member(draft: Draft, property: Property): void {
  draft.row.valuesSeen -= 1;
  draft.members.push(memberId(property.text));
}

function uid(draft: Draft, property: Property): void {
  draft.uid ||= memberId(property.text);
  bookkeeping(draft, property);
}

/** How a group names a card, with or without a scheme: its UID or an e-mail address in it (RFC 6350, section 6.6.5). */
export function memberId(text: string): string {
  return text
    .trim()
    .replace(/^(?:urn:uuid:|mailto:)/i, "")
    .toLowerCase();
}

/** `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…`: what Android's address book has and 2.1 has no property for. */
function placeAndroidCustom(draft: Draft, property: Property): void {
  const [kindOfRow = "", value = "", type = "", label = ""] = property.fields.flat();
  const row = property.with(value);
  const name = /\/([\w.-]{1,60})$/.exec(kindOfRow)?.[1] ?? "";
  if (value.trim() === "") draft.row.valuesSeen -= 1;
  else if (name === "nickname") placeOnce(draft, row, "nickname", value);
  else if (name === "relation") withoutPlace(draft, row, androidRelation(type, label));
  else if (name !== "contact_event") withoutPlace(draft, row, { words: `${property.name} ${name}`.trim() });
  else if (type === "3") placeDate(draft, row, "birthday");
  else if (type === "1") placeDate(draft, row, "anniversary");
  else placeDate(draft, row, "other", label);
}

function androidRelation(type: string, label: string): { code: string; words: string } {
  const word = relationTypes[Number(type) - 1] ?? (label.slice(0, 40) || "related person");
  return { code: "relation_without_place", words: `the ${word.toLowerCase()}` };
}

/** ContactsContract.CommonDataKinds.Relation, from 1 on. */
const relationTypes = [
  ...["assistant", "brother", "child", "domestic partner", "father", "friend", "manager", "mother"],
  ...["parent", "partner", "referred by", "relative", "sister", "spouse"],
];

/** FullContact's own: the name in hexadecimal digits, `X-FC-RelatedNames:Spouse`. */
function placeEncoded(draft: Draft, property: Property): void {
  const name = Buffer.from(property.name.slice("X-FCENCODED-".length, 400), "hex").toString("utf8");
  const [kindOfValue = "", word = ""] = name.split(":");
  if (/RelatedNames$/.test(kindOfValue)) {
    const words = `the ${word.slice(0, 40).toLowerCase() || "related person"}`;
    withoutPlace(draft, property, { code: "relation_without_place", words });
  } else if (/OtherDates$/.test(kindOfValue)) placeNamedDate(draft, property, word.slice(0, 200));
  else leaveOut(draft, property);
}
