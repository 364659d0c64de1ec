/**
 * The sources of imports. The API, its description, the parser and the command follow from this table.
 *
 * The folders of this subject are the steps of a row, from a file of such a source to its undo:
 *
 * 1. `row`: what a reader found (raw-row.ts) becomes a parsed contact, whose issues say what was lost.
 * 2. `identity`: its `tempId` and its marks, and the contact that is the same person (match.ts over account-view.ts).
 * 3. `merge`: what the row adds to that contact, and in which fields the contact keeps another value.
 * 4. `store`: the record of the import, its rows, their states and pictures, and the requests to the import worker.
 * 5. `undo`: what a row changed, and the contact without it.
 */

interface SourceRow {
  /** What the source reads, in the API description. */
  words: string;
  /** The files of the source, in the help of the command. */
  files: string;
  /** Matches the names of files that are no archives. */
  fileName: RegExp;
  /** Matches the path of a file that only an archive of this source has. */
  inArchive: RegExp;
  /** Matches the first text of a file. */
  start: RegExp;
  /** What such a file is, and what to do with it, where another source was chosen. */
  refusal: readonly [words: string, remedy: string];
  /** The remedy for a file that is too large. Users can split text by hand, but neither an archive nor JSON. */
  fewerAtOnce: string;
}

/** A file that several rows match is of the last one, because the archive of a network may hold vCards from messages. */
export const importSources = {
  vcard: {
    words: "vCards of any program",
    files: "vCards, a ZIP of them",
    fileName: /\.(vcf|vcard)$/i,
    inArchive: /\.(vcf|vcard)$/i,
    start: /^BEGIN:VCARD\s/i,
    refusal: ["a vCard file", "Import it with the source vcard."],
    fewerAtOnce: "Split the file and import its parts.",
  },
  network_a: {
    words: "the export of the professional network",
    files: "the connections CSV or archive of network_a",
    fileName: /\.csv$/i,
    inArchive: /connections[^/]*\.csv$/i,
    // Address books have columns for URLs, too.
    start: /^(?=.*\bFirst Name\b)(?:.*\bConnected On\b|(?!.*\bPhone).*\bURL\b.*\b(?:Company|Position)\b)/im,
    refusal: ["a table of connections", "Import it with the source network_a."],
    fewerAtOnce:
      "Take Connections.csv out of its archive, split it into files that begin with its header, and import these.",
  },
  network_b: {
    words: "the export of the photo-sharing network",
    files: "the JSON archive of network_b",
    fileName: /\.json$/i,
    inArchive: /(followers|following|close_friends|connections)[^/]*\.(json|html)$/i,
    start: /^(?:\{\s*"|\[\s*[[{"\]]|\{\s*\})/,
    refusal: ["a JSON file", "If it is a list of network_b, import it with the source network_b."],
    fewerAtOnce:
      "Import the JSON files of the archive one by one, or ask the network for exports of shorter spans of dates.",
  },
} as const satisfies Readonly<Record<string, SourceRow>>;
