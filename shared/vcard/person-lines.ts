/** Writes names, work, location, language, groups, notes and custom text fields. */

import { formatDegrees, ownCoordinates } from "../contact/card-address.ts";
import { cardTextFields } from "../contact/fields.ts";
import type { ContactRecord } from "../contact/record.ts";
import { joinHeadline } from "../contact/record.ts";
import { fold } from "../platform/text/fold.ts";
import { type CardEntry, fieldsLine, listLine, type Parameters, textLine, verbatimLine } from "./content-lines.ts";
import { type CardVersion, ownParameters, ownProperties } from "./own-names.ts";

export function nameLines({ firstName, middleName, lastName }: ContactRecord): CardEntry[] {
  const shown = [firstName, middleName ?? "", lastName].filter((name) => name !== "").join(" ");
  return [textLine("FN", shown), fieldsLine("N", [lastName, firstName, middleName ?? "", "", ""])];
}

/**
 * The importer makes a headline of TITLE and ORG. Without a position, TITLE is the headline without the organisation at its
 * end. If TITLE and ORG do not restore the headline, X-HEADLINE is written too.
 */
export function workLines(contact: ContactRecord): CardEntry[] {
  const { position, headline } = contact;
  const organisation = contact.organisation ?? "";
  const title = position ?? titleBefore(headline ?? "", organisation);
  const isOwnName = organisation !== "" && fold(organisation) === fold(`${contact.firstName} ${contact.lastName}`);
  const derived = joinHeadline(position ?? "", isOwnName ? "" : organisation);
  const comesBack = derived === (headline ?? "");
  const parameters: Parameters = {
    [ownParameters.headline]: headline === null && !comesBack ? "NO" : undefined,
  };
  const ofTitle = { ...parameters, [ownParameters.field]: position === null ? "headline" : undefined };
  return [
    ...(title === "" ? [] : [textLine("TITLE", title, ofTitle)]),
    ...(organisation === "" ? [] : [fieldsLine("ORG", [organisation], parameters)]),
    ...(headline === null || comesBack ? [] : [textLine(ownProperties.headline, headline)]),
  ];
}

function titleBefore(headline: string, organisation: string): string {
  if (headline === organisation) return "";
  const end = `, ${organisation}`;
  return organisation !== "" && headline.endsWith(end) ? headline.slice(0, -end.length) : headline;
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

/** Writes the fields that have a text property. */
export function ownTextLines(contact: ContactRecord, version: CardVersion): CardEntry[] {
  return cardTextFields.flatMap(({ field, property, alias, from }) => {
    const value = contact[field];
    const name = from === undefined || version >= from ? property : (alias ?? property);
    return value === null ? [] : [textLine(name, String(value))];
  });
}
