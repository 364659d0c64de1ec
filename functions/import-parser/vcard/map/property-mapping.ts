/** Maps each property of a card to a field of the contact. The table has a row for each property name. */
import { type CardTextField, cardTextFields } from "../../../../shared/contact/fields.ts";
import { rowUid } from "../../../../shared/import/identity/row-marks.ts";
import type { RawListValue } from "../../../../shared/import/row/raw-row.ts";
import { ownParameters, ownProperties } from "../../../../shared/vcard/own-names.ts";
import type { Property } from "../decode/property.ts";
import { mapAddress } from "./addresses.ts";
import { type CardDraft, originOf } from "./card-draft.ts";
import { mapDate, mapLabelledDate } from "./date-properties.ts";
import { leaveOrLine } from "./lines.ts";
import { mapCoordinates, mapName, mapOnce, mapOrganisation, mapTitle } from "./person-properties.ts";
import { mapPicture } from "./pictures.ts";
import { isServiceProperty, mapProfile, mapUrl } from "./profiles.ts";
import { isRelation, mapAgent, mapRelation } from "./relations.ts";
import { mapAndroidRow, mapEncoded } from "./vendor-rows.ts";

type Mapping = (draft: CardDraft, property: Property) => void;

/** Maps a property that is not blank to its field, or reports that it is left out. */
export function mapProperty(draft: CardDraft, property: Property): void {
  (mappings.get(property.name) ?? mappingOf(property.name))(draft, property);
}

/** Finds the mapping of a name that is not in the table by its pattern. */
function mappingOf(name: string): Mapping {
  if (/^X-.{0,60}ANNIVERSARY$/.test(name)) return mapAnniversary;
  if (isRelation(name)) return mapRelation;
  if (isServiceProperty(name)) return mapProfile;
  return name.startsWith("X-FCENCODED-") ? mapEncoded : leaveOrLine;
}

const notCounted: Mapping = ({ row }) => {
  row.valuesSeen -= 1;
};

const mapAnniversary: Mapping = (draft, property) => mapDate(draft, property, "anniversary");

function mapInList(list: (draft: CardDraft) => RawListValue[]): Mapping {
  return (draft, property) => {
    const { head, text: value } = property;
    const prefix = property.parameter(ownParameters.prefix);
    const [type, { preference }] = [valueType(draft, property), head];
    const own = { ...originOf(property), value, type, preference, ...(prefix !== "" && { prefix }) };
    draft.add(list(draft), property, own);
  };
}

/** Returns the user's label, or else the TYPE values, or else `other`. */
function valueType(draft: CardDraft, property: Property): string {
  const { valueType: shown, typesBeyond } = property.head;
  const label = draft.useLabel(property);
  draft.leaveTypes(property, label && shown !== "other" ? `${shown} ${typesBeyond}` : typesBeyond, label?.text ?? "");
  if (!label) return shown;
  return label.builtIn ? label.text.toLowerCase() : label.text;
}

const mapCategories: Mapping = (draft, property) => {
  const { row } = draft;
  const labels = property.fields.flat().filter((label) => label.trim() !== "");
  const taken = labels.slice(0, maxGroups - row.groups.length);
  row.groups.push(...taken);
  row.valuesSeen += labels.length - 1;
  if (taken.length === labels.length) return;
  row.valuesLost += labels.length - taken.length - 1;
  draft.leave(property.with(labels.slice(taken.length).join(",")));
};

/** This exceeds the number of groups that an import gives a contact. */
export const maxGroups = 1_000;

/** Maps KIND (RFC 6350, section 6.1.4). A group is not a person. Companies are treated like people. */
const mapKind: Mapping = (draft, property) => {
  const word = property.text.trim().toLowerCase();
  if (word === "group") draft.row.noPerson = true;
  if (["group", "individual", "org", "organization", "organisation"].includes(word)) draft.row.valuesSeen -= 1;
  else leaveOrLine(draft, property);
};

/** Collects the members of a group. KIND may come after them. */
const mapMember: Mapping = ({ members }, property) => void members.push(property);

/** Keeps the first UID, by which the next import recognises the card. */
const mapUid: Mapping = (draft, property) => {
  draft.uid ||= memberId(property.text);
  const uid = rowUid(property.text);
  if (uid !== undefined) draft.row.uid ??= uid;
  draft.row.valuesSeen -= 1;
};

/** Removes the scheme from a UID or e-mail address, by which a group names a member (RFC 6350, section 6.6.5). */
export function memberId(text: string): string {
  return text
    .trim()
    .replace(/^(?:urn:uuid:|mailto:)/i, "")
    .toLowerCase();
}

/** Maps a text, or the first one of a list. The others are further values of the field. */
function mapText(field: "headline" | CardTextField): Mapping {
  return (draft, property) => {
    for (const text of property.fields.flat()) if (text.trim() !== "") mapOnce(draft, property, field, text);
  };
}

/** Leaves out an annotation that has no group, or that differs from the first one of its group. */
const mapAnnotation: Mapping = (draft, property) => {
  const known = draft.annotation(property.name, property);
  if (known?.property.text.trim() === property.text.trim()) draft.row.valuesSeen -= 1;
  else draft.leave(property);
};

/** Returns whether a group of people loses nothing with a property of this name: it is read, or is metadata. */
export function isOfGroups(name: string): boolean {
  return groupNames.has(name) || bookkeepingNames.has(name);
}

const groupNames = new Set(["UID", "FN", "KIND", "X-ADDRESSBOOKSERVER-KIND", "MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"]);

/** Programs write these properties as metadata, which is ignored. */
const bookkeepingNames = new Set(
  [
    "VERSION BEGIN END PRODID REV SOURCE CLASS CLIENTPIDMAP MAILER PROFILE NAME XML CALADRURI SORT-STRING CREATED",
    "X-ABUID X-ABSHOWAS X-GENERATOR X-EVOLUTION-FILE-AS X-MOZILLA-HTML X-MS-OL-DESIGN X-ETAG X-RADICALE-NAME",
    "X-THUNDERBIRD-ETAG X-MS-OL-DEFAULT-POSTAL-ADDRESS X-IMAGETYPE",
  ].flatMap((names) => names.split(" ")),
);

const mappings = new Map<string, Mapping>([
  ...[...bookkeepingNames].map((name): [string, Mapping] => [name, notCounted]),
  ["X-ABLABEL", mapAnnotation],
  ["X-ABADR", mapAnnotation],
  [ownProperties.addressFields, mapAnnotation],
  [ownProperties.headline, mapText("headline")],
  ...cardTextFields.flatMap(({ field, property, alias = property }): [string, Mapping][] => [
    [property, mapText(field)],
    [alias, mapText(field)],
  ]),
  ["LABEL", (draft, property) => void draft.postalLabels.push(property)],
  ["KIND", mapKind],
  ["X-ADDRESSBOOKSERVER-KIND", mapKind],
  ["MEMBER", mapMember],
  ["X-ADDRESSBOOKSERVER-MEMBER", mapMember],
  ["UID", mapUid],
  ["N", mapName],
  ["FN", (draft, property) => mapOnce(draft, property, "formattedName")],
  ["ORG", mapOrganisation],
  ["TITLE", mapTitle],
  ["ROLE", (draft, property) => mapOnce(draft, property, "role")],
  ["EMAIL", mapInList(({ row }) => row.emails)],
  ["TEL", mapInList(({ row }) => row.phones)],
  ["X-MS-TEL", mapInList(({ row }) => row.phones)],
  ["ADR", mapAddress],
  ["X-SAMSUNGADR", mapAddress],
  ["BDAY", (draft, property) => mapDate(draft, property, "birthday")],
  ["ANNIVERSARY", mapAnniversary],
  ["X-ABDATE", mapLabelledDate],
  // The property is defined in RFC 6474, section 2.3. The note names it because contacts have no such type.
  ["DEATHDATE", (draft, property) => mapDate(draft, property, "other", "deathdate")],
  ["NOTE", (draft, property) => void draft.row.notes.push(property.text)],
  ["URL", mapUrl],
  ["X-EVOLUTION-BLOG-URL", mapUrl],
  ["X-SOCIALPROFILE", mapProfile],
  ["SOCIALPROFILE", mapProfile],
  ["IMPP", mapProfile],
  ["GEO", mapCoordinates],
  ["TZ", (draft, property) => mapOnce(draft, property, "timezone")],
  ...["LANG", ownProperties.language].map((name): [string, Mapping] => [
    name,
    (draft, property) => mapOnce(draft, property, "language", property.text.trim()),
  ]),
  ["CATEGORIES", mapCategories],
  ["CATEGORY", mapCategories],
  ["PHOTO", mapPicture],
  ["X-ABRELATEDNAMES", mapRelation],
  ["RELATED", mapRelation],
  ["AGENT", mapAgent],
  ["X-ANDROID-CUSTOM", mapAndroidRow],
]);
