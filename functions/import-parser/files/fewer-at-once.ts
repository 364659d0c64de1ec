/** The remedies for a file that is too large or takes too long. */
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";

/**
 * The remedies by source. Users can split text between people, but they cannot split an archive or JSON by hand. Only
 * network_b exports a requested span of dates.
 */
export const fewerAtOnce: Readonly<Record<ImportSource, string>> = {
  vcard: "Split the file and import its parts.",
  network_a:
    "Take Connections.csv out of its archive, split it into files that begin with its header, and import these.",
  network_b:
    "Import the JSON files of the archive one by one, or ask the network for exports of shorter spans of dates.",
};
