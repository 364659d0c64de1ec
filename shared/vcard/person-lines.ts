/** Writes names, work, location, language, groups, notes and custom text fields. */

import { formatDegrees, ownCoordinates } from "../contact/card-address.ts";
import { type CardTextField, cardTextProperties } from "../contact/fields.ts";
import type { ContactRecord } from "../contact/record.ts";
import { joinHeadline, titleBefore } from "../contact/record.ts";
import { fold } from "../platform/text/fold.ts";
import { type CardEntry, fieldsLine, listLine, type Parameters, textLine, verbatimLine } from "./content-lines.ts";
import { type CardVersion, ownParameters, ownProperties } from "./own-names.ts";

export function nameLines({ firstName, middleName, lastName }: ContactRecord): CardEntry[] {
  const shown = [firstName, middleName ?? "", lastName].filter((name) => name !== "").join(" ");
  return [textLine("FN", shown), fieldsLine("N", [lastName, firstName, middleName ?? "", "", ""])];
}

/**
 * The importer makes a headline of TITLE and ORG. ORG is written only if the headline ends with the organisation. Without a
 * position, TITLE is the rest of the headline. If TITLE and ORG do not restore the headline, X-HEADLINE is written too.
 */
export function workLines(contact: ContactRecord): CardEntry[] {
  const { position, headline } = contact;
  const before = titleBefore(headline, contact.organisation);
  const organisation = before === undefined ? "" : (contact.organisation ?? "");
  const title = position ?? before ?? headline ?? "";
  const isOwnName = fold(organisation) === fold(`${contact.firstName} ${contact.lastName}`);
  const derived = joinHeadline(position ?? "", isOwnName ? "" : organisation);
  const comesBack = derived === (headline ?? "");
  const parameters: Parameters = {
    [ownParameters.headline]: headline === null && !comesBack ? "NO" : undefined,
    [ownParameters.field]: position === null ? "headline" : undefined,
  };
  return [
    ...(title === "" ? [] : [textLine("TITLE", title, parameters)]),
    ...(organisation === "" ? [] : [fieldsLine("ORG", [organisation])]),
    ...(headline === null || comesBack ? [] : [textLine(ownProperties.headline, headline)]),
  ];
}

/** Writes only values of the contact itself. The language and time zone of the account are not written. */
export function placeLines(contact: ContactRecord, version: CardVersion): CardEntry[] {
  const { timezone, language } = contact;
  const place = ownCoordinates(contact);
  const [latitude, longitude] = place ? [formatDegrees(place.latitude), formatDegrees(place.longitude)] : [];
  const geo = version === "4.0" ? `geo:${latitude},${longitude}` : `${latitude};${longitude}`;
  return [
    ...(place === null ? [] : [verbatimLine("GEO", geo)]),
    ...(timezone === null ? [] : [textLine("TZ", timezone, version === "4.0" ? {} : { VALUE: "text" })]),
    ...(language === null ? [] : [verbatimLine(version === "4.0" ? "LANG" : ownProperties.language, language)]),
  ];
}

export function noteLines(contact: ContactRecord, groupLabels: readonly string[]): CardEntry[] {
  const { notes } = contact;
  return [
    ...(groupLabels.length === 0 ? [] : [listLine("CATEGORIES", groupLabels)]),
    ...(notes === null ? [] : [textLine("NOTE", notes)]),
  ];
}

/** Writes the fields that have a custom text property. */
export function ownTextLines(contact: ContactRecord): CardEntry[] {
  return Object.entries(cardTextProperties).flatMap(([field, property]) => {
    const value = contact[field as CardTextField];
    return value === null ? [] : [textLine(property, String(value))];
  });
}
