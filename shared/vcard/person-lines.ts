/** Who somebody is and what they do: names, work, and what belongs to neither. */
import { joinHeadline, titleBefore } from "../contact/headline.ts";
import type { ContactRecord } from "../contact/record.ts";
import { fold } from "../text/fold.ts";
import { type CardEntry, fieldsLine, listLine, type Parameters, textLine, verbatimLine } from "./content-lines.ts";
import { ownParameters, ownProperties } from "./own-names.ts";
import { degrees, ownPlace } from "./own-place.ts";
import type { CardVersion } from "./versions.ts";

export function nameLines({ firstName, middleName, lastName }: ContactRecord): CardEntry[] {
  const shown = [firstName, middleName ?? "", lastName].filter((name) => name !== "").join(" ");
  return [textLine("FN", shown), fieldsLine("N", [lastName, firstName, middleName ?? "", "", ""])];
}

/**
 * The importer makes a headline of TITLE and ORG. Only what came from an organisation is written as one; without a
 * position, the rest of the headline is shown as the title. Where these two would not become the headline again, the
 * headline itself is written too.
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

/** What the contact says itself: a language or a zone that is the account's is no part of it. */
export function placeLines(contact: ContactRecord, version: CardVersion): CardEntry[] {
  const { location, timezone, language } = contact;
  const place = ownPlace(contact);
  const [latitude, longitude] = place ? [degrees(place.latitude), degrees(place.longitude)] : [];
  const geo = version === "4.0" ? `geo:${latitude},${longitude}` : `${latitude};${longitude}`;
  return [
    ...(location === null ? [] : [textLine(ownProperties.location, location)]),
    ...(place === null ? [] : [verbatimLine("GEO", geo)]),
    ...(timezone === null ? [] : [textLine("TZ", timezone, version === "4.0" ? {} : { VALUE: "text" })]),
    // Of 4.0, but programs that write 3.0 use it too.
    ...(language === null ? [] : [verbatimLine("LANG", language)]),
  ];
}

export function noteLines(contact: ContactRecord, groupLabels: readonly string[]): CardEntry[] {
  const { notes, keepFrequencyDays, lastInteraction } = contact;
  return [
    ...(groupLabels.length === 0 ? [] : [listLine("CATEGORIES", groupLabels)]),
    ...(notes === null ? [] : [textLine("NOTE", notes)]),
    ...(keepFrequencyDays === null ? [] : [verbatimLine(ownProperties.keepFrequencyDays, String(keepFrequencyDays))]),
    ...(lastInteraction === null ? [] : [verbatimLine(ownProperties.lastInteraction, lastInteraction)]),
  ];
}
