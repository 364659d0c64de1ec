/** A contact as a vCard: version 4.0 (RFC 6350) and, for programs that read no other, 3.0 (RFC 2426). */
import type { ContactRecord } from "../contact/record.ts";
import { addressLines } from "./address-lines.ts";
import { type CardEntry, textLine, verbatimLine, writeLines } from "./content-lines.ts";
import { dateLines } from "./date-lines.ts";
import { nameLines, noteLines, placeLines, workLines } from "./person-lines.ts";
import { profileLines } from "./profile-lines.ts";
import { emailLines, phoneLines } from "./reach-lines.ts";
import type { CardVersion } from "./versions.ts";

/** The contact's picture. */
export interface CardPhoto {
  mediaType: "image/jpeg";
  bytes: Uint8Array;
}

/**
 * The text of the card. It says what people wrote, in standard properties and those that most programs read; what these
 * can't say stands beside them in properties of ours (own-names.ts), so that the importer gives back the same contact.
 * What the service derives (a zone, the text of an address) is left to whoever reads it.
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
