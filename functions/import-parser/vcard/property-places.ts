/** Which property of a card means what: one row of the table for each that has a place in a contact. */
import type { RawListValue } from "../../../shared/imports/raw-row.ts";
import { rowUid } from "../../../shared/imports/row-marks.ts";
import { ownParameters, ownProperties } from "../../../shared/vcard/own-names.ts";
import { placeAndroidCustom } from "./android-custom.ts";
import { placeDate, placeDeathDate, placeLabelledDate, placeNamedDate } from "./date-properties.ts";
import { type Annotation, type Draft, keepAsLine, originOf, withoutPlace } from "./draft.ts";
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
import { isRelation, keepAgent, keepRelation, leaveOut, relationLabel } from "./unplaced.ts";
import { valueType } from "./value-types.ts";

type Handler = (draft: Draft, property: Property) => void;

/** Puts a property that is not blank where it belongs in the row; what belongs nowhere is noted as such. */
export function placeProperty(draft: Draft, property: Property): void {
  (handlers.get(property.name) ?? handlerOf(property.name))(draft, property);
}

/** By the form of the name. */
function handlerOf(name: string): Handler {
  if (/^X-.{0,60}ANNIVERSARY$/.test(name)) return anniversary;
  if (isRelation(name)) return keepRelation;
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

/** Whether all that a property of this name says of a group of people is taken, or is bookkeeping. */
export function isOfGroups(name: string): boolean {
  return groupNames.has(name) || bookkeepingNames.includes(name);
}

const groupNames = new Set([
  ...["VERSION", "BEGIN", "END", "UID", "FN", "KIND", "X-ADDRESSBOOKSERVER-KIND", "MEMBER"],
  "X-ADDRESSBOOKSERVER-MEMBER",
]);

/** What programs write for themselves. */
const bookkeepingNames = [
  ...["PRODID", "REV", "SOURCE", "CLASS", "CLIENTPIDMAP", "MAILER", "PROFILE", "NAME", "XML", "CALADRURI"],
  ...[
    "SORT-STRING",
    "CREATED",
    "X-ABUID",
    "X-ABSHOWAS",
    "X-GENERATOR",
    "X-EVOLUTION-FILE-AS",
    "X-MOZILLA-HTML",
    "X-MS-OL-DESIGN",
  ],
  ...["X-ETAG", "X-RADICALE-NAME", "X-THUNDERBIRD-ETAG", "X-MS-OL-DEFAULT-POSTAL-ADDRESS", "X-IMAGETYPE"],
];

const handlers = new Map<string, Handler>([
  ["VERSION", notCounted],
  ["BEGIN", notCounted],
  ["END", notCounted],
  ["X-ABLABEL", annotation(({ labels }) => labels)],
  ["X-ABADR", annotation(({ countryCodes }) => countryCodes)],
  [ownProperties.addressFields, annotation(({ addressFields }) => addressFields)],
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
  ["N", placeName],
  ["FN", placeFormattedName],
  ["NICKNAME", placeNickname],
  ["X-NICKNAME", placeNickname],
  ["ORG", placeOrganisation],
  ["TITLE", title],
  ["ROLE", (draft, property) => placeOnce(draft, property, "role", property.text)],
  ["EMAIL", email],
  ["TEL", phone],
  ["X-MS-TEL", phone],
  ["ADR", placeAddress],
  ["X-SAMSUNGADR", placeAddress],
  ["BDAY", (draft, property) => placeDate(draft, property, "birthday")],
  ["ANNIVERSARY", anniversary],
  ["X-ABDATE", placeLabelledDate],
  ["DEATHDATE", placeDeathDate],
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
  ["X-ABRELATEDNAMES", keepRelation],
  ["RELATED", keepRelation],
  ["AGENT", keepAgent],
  ["X-ANDROID-CUSTOM", placeAndroidCustom],
  ...bookkeepingNames.map((property): [string, Handler] => [property, notCounted]),
]);

/** What says something of another property; without a group, or as the second one of it, it says it of none. */
function annotation(annotationsOf: (draft: Draft) => ReadonlyMap<string, Annotation>): Handler {
  return (draft, property) => {
    const known = property.group === "" ? undefined : annotationsOf(draft).get(property.group);
    if (known?.text === property.text.trim()) draft.row.valuesSeen -= 1;
    else withoutPlace(draft, property);
  };
}

function title(draft: Draft, property: Property): void {
  if (property.parameter(ownParameters.field).toLowerCase() === "headline") {
    notCounted(draft, property);
    return;
  }
  placeOnce(draft, property, "jobTitle", property.text);
  noteHeadline(draft, property);
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

/** The first one is the row's, for the next import of the card. */
function uid(draft: Draft, property: Property): void {
  draft.uid ||= memberId(property.text);
  const given = rowUid(property.text);
  if (given !== undefined) draft.row.uid ??= given;
  draft.row.valuesSeen -= 1;
}

/** How a group names a card, with or without a scheme: its UID or an e-mail address in it (RFC 6350, section 6.6.5). */
export function memberId(text: string): string {
  return text
    .trim()
    .replace(/^(?:urn:uuid:|mailto:)/i, "")
    .toLowerCase();
}

/** FullContact's own: the name in hexadecimal digits, `X-FC-RelatedNames:Spouse`. */
function placeEncoded(draft: Draft, property: Property): void {
  const name = Buffer.from(property.name.slice("X-FCENCODED-".length, 400), "hex").toString("utf8");
  const [kindOfValue = "", word = ""] = name.split(":");
  if (/RelatedNames$/.test(kindOfValue)) {
    keepAsLine(draft, property, relationLabel(word));
  } else if (/OtherDates$/.test(kindOfValue)) placeNamedDate(draft, property, word.slice(0, 200));
  else leaveOut(draft, property);
}
