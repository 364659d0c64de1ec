/** Detects common formats by the start of a file, so that an error can say what a wrong file is and what to do with it. */
import { importSources } from "../../../shared/import/sources.ts";
import { ImportFileError } from "./import-file-error.ts";

/** The second item of each format completes "This is …", and the third one says what to do, if that does not depend on the source. */
const formats: readonly (readonly [RegExp, string, remedy?: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^PK(?:\u0003\u0004|\u0005\u0006)/, "a ZIP archive"],
  [/^<(?:!doctype html|html|head|body|\?xml|!--|div|table)/i, "an HTML or XML page"],
  [/^%PDF-/, "a PDF document"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^ÐÏ\u0011à/, "an old spreadsheet"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^(?:\u001f‹|Rar!|7z¼¯|BZh|ý7zXZ)/, "an archive of another kind than ZIP", "Unpack it, and import the files in it."],
  [/^(?:‰PNG|GIF8|ÿØÿ)/, "a picture"],
  ...Object.values(importSources).map(({ start, refusal }) => [start, ...refusal] as const),
  [
    /^.*\b(?:First|Given) Name\b.*\b(?:E-?mail|Phone)/im,
    "an address book as CSV",
    "Export it there as vCard (.vcf), and import it with the source vcard.",
  ],
];

/**
 * The fault of a file of another kind than its source has. `start` is the first text of the file, decoded as Windows-1252.
 * `unknown` is a sentence for a file of no known format, and `remedy` one for all formats that do not say what to do.
 */
export function wrongKind(start: string, unknown: string, remedy: string): ImportFileError {
  // Each letter of a text in UTF-16 has a null beside it.
  const text = start
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .replaceAll("\0", "")
    .trimStart();
  const [, words, own = remedy] = formats.find(([pattern]) => pattern.test(text)) ?? [];
  return new ImportFileError("file_kind", words === undefined ? `${unknown} ${remedy}` : `This is ${words}. ${own}`);
}
