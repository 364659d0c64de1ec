/** The reader of each source. */
import type { ImportSource } from "../../shared/import/row/parsed-contact.ts";
import type { RowReader } from "./files/import-file.ts";
import { readNetworkA } from "./network-a/read-network-a.ts";
import { readNetworkB } from "./network-b/read-network-b.ts";
import { readVcards } from "./vcard/read-vcards.ts";

export const readers: Readonly<Record<ImportSource, RowReader>> = {
  vcard: readVcards,
  network_a: readNetworkA,
  network_b: readNetworkB,
};
