/** What the owner of a file that is too large, or takes too long, can do about it. */
import type { ImportSource } from "../../shared/imports/parsed-contact.ts";

/**
 * By the source of an import: text can be parted between its people, but neither an archive nor JSON by hand. Only the
 * request for an export of network_b asks for a span of dates.
 */
export const fewerAtOnce: Readonly<Record<ImportSource, string>> = {
  vcard: "Split the file and import its parts.",
  network_a:
    "Take Connections.csv out of its archive, split it into files that begin with its header, and import these.",
  network_b:
    "Import the JSON files of the archive one by one, or ask the network for exports of shorter spans of dates.",
};
