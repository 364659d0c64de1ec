/** Detects common formats by the start of a file, so that an error can name the format of a wrong file. */

/** The last item of each format completes "This is …". */
const formats = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^PK(?:\u0003\u0004|\u0005\u0006)/, "zip", "a ZIP archive"],
  [/^<(?:!doctype html|html|head|body|\?xml|!--|div|table)/i, "page", "an HTML or XML page"],
  [/^(?:\{\s*"|\[\s*[[{"\]]|\{\s*\})/, "json", "a JSON file"],
  [/^BEGIN:VCARD/i, "vcard", "a vCard file"],
  [/^%PDF-/, "pdf", "a PDF document"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^ÐÏ\u0011à/, "spreadsheet", "an old spreadsheet"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a format
  [/^(?:\u001f‹|Rar!|7z¼¯|BZh|ý7zXZ)/, "archive", "an archive of another kind than ZIP"],
  [/^(?:‰PNG|GIF8|ÿØÿ)/, "picture", "a picture"],
] as const;

export interface FileFormat {
  kind: (typeof formats)[number][1];
  /** The name with its article, such as "a PDF document". */
  words: string;
}

/** `start` is the first text of the file without a byte-order mark, decoded as Windows-1252. */
export function formatOf(start: string): FileFormat | undefined {
  const text = start.trimStart();
  const found = formats.find(([pattern]) => pattern.test(text));
  return found && { kind: found[1], words: found[2] };
}
