/** What kind of picture some bytes are, told by their first ones: what a file or a header calls them proves nothing. */

/** The kinds that a contact's picture may come as. */
export type PictureKind = "jpeg" | "png" | "webp" | "gif";

/** Undefined for everything else, be it another kind of picture. Looks at the first 16 bytes. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const start = latin1(bytes, 16);
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  const isWebp = start.startsWith("RIFF") && start.startsWith("WEBPVP8", 8) && /^[ LX]$/.test(start.slice(15));
  return isWebp ? "webp" : undefined;
}

/** The name of another format, for the message that it is not taken; undefined when the bytes are none of these. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  if (pictureKind(bytes)) return undefined;
  const start = latin1(bytes, longestProlog);
  const known = signatures.find(([signature, , offset = 0]) => start.startsWith(signature, offset));
  if (known) return known[1];
  if (/<svg[\s>]/i.test(start)) return "SVG";
  return /<(?:!doctype )?html/i.test(start) ? "HTML" : undefined;
}

/** First bytes among which a document's root element is looked for. */
const longestProlog = 500;

/** TIFF 6.0, file types of Windows, brands of ISO 14496-12, and documents that are put where pictures belong. */
const signatures: readonly (readonly [signature: string, name: string, offset?: number])[] = [
  ["II*\0", "TIFF"],
  ["MM\0*", "TIFF"],
  ["BM", "BMP"],
  ["\0\0\x01\0", "ICO"],
  ["ftyphei", "HEIC", 4],
  ["ftyphev", "HEIC", 4],
  ["ftypmif1", "HEIC", 4],
  ["ftypmsf1", "HEIC", 4],
  ["ftypavi", "AVIF", 4],
  ["\xff\x0a", "JPEG XL"],
  ["\0\0\0\x0cJXL ", "JPEG XL"],
  ["\0\0\0\x0cjP  ", "JPEG 2000"],
  ["\xff\x4f\xff\x51", "JPEG 2000"],
  ["\xd7\xcd\xc6\x9a", "WMF"],
  ["8BPS", "PSD"],
  ["%PDF-", "PDF"],
];

function latin1(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
