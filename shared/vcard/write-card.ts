/** Writes a contact as a vCard of version 4.0 (RFC 6350), or of 3.0 (RFC 2426) for programs that do not read 4.0. */
import type { ContactRecord } from "../contact/record.ts";
import { addressLines } from "./address-lines.ts";
import { type CardEntry, textLine, verbatimLine, writeLines } from "./content-lines.ts";
import { dateLines } from "./date-lines.ts";
import type { CardVersion } from "./own-names.ts";
import { nameLines, noteLines, ownTextLines, placeLines, workLines } from "./person-lines.ts";
import { emailLines, phoneLines, profileLines } from "./reach-lines.ts";

export interface CardPhoto {
  mediaType: "image/jpeg";
  bytes: Uint8Array;
}

/**
 * Returns the text of the card. Values are written in properties that most programs read. Custom properties
 * (own-names.ts) hold the rest, so that an import creates the same contact. Values that the service derives (a time zone,
 * the text of an address) are left out.
 */
export function writeCard(
  contact: ContactRecord,
  version: CardVersion,
  { photo, groupLabels = [] }: { photo?: CardPhoto | undefined; groupLabels?: readonly string[] } = {},
): string {
  const entries = [
    verbatimLine("BEGIN", "VCARD"),
    verbatimLine("VERSION", version),
    textLine("PRODID", "-//Contact relationship service//vCard export//EN"),
    verbatimLine("UID", `urn:uuid:${contact.id}`),
    verbatimLine("REV", version === "4.0" ? basicTime(contact.updatedAt) : contact.updatedAt),
    ...(version === "4.0" ? [verbatimLine("KIND", "individual")] : []),
    ...nameLines(contact),
    ...workLines(contact),
    ...placeLines(contact, version),
    ...emailLines(contact, version),
    ...phoneLines(contact, version),
    ...addressLines(contact.addresses, version),
    ...dateLines(contact.importantDates, version),
    ...profileLines(contact),
    ...noteLines(contact, groupLabels),
    ...ownTextLines(contact, version),
    ...(photo ? [photoLine(photo, version)] : []),
    verbatimLine("END", "VCARD"),
  ];
  return writeLines(entries, version);
}

/** A timestamp in the basic format of ISO 8601, to the second (RFC 6350, section 4.3.5). */
function basicTime(timestamp: string): string {
  return timestamp.replace(/\.\d+(?=Z$)/, "").replace(/[-:]/g, "");
}

function photoLine({ mediaType, bytes }: CardPhoto, version: CardVersion): CardEntry {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  if (version === "4.0") return verbatimLine("PHOTO", `data:${mediaType};base64,${content}`);
  return verbatimLine("PHOTO", content, { ENCODING: "b", TYPE: "JPEG" });
}
