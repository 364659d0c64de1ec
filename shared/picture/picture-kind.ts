/** Detects the kind of a picture by its first bytes, because file names and media types may be wrong. */

export type PictureKind = "jpeg" | "png" | "webp" | "gif";

/** Undefined for any other file. Needs the first 16 bytes. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const start = latin1(bytes, 16);
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  const isWebp = start.startsWith("RIFF") && start.startsWith("WEBPVP8", 8) && /^[ LX]$/.test(start.slice(15));
  return isWebp ? "webp" : undefined;
}

/** The name of a format that is not accepted, for the message; undefined for an unknown format. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  if (pictureKind(bytes)) return undefined;
  const start = latin1(bytes, longestProlog);
  const known = signatures.find(([signature, , offset = 0]) => start.startsWith(signature, offset));
  if (known) return known[1];
  if (/<svg[\s>]/i.test(start)) return "SVG";
  return /<(?:!doctype )?html/i.test(start) ? "HTML" : undefined;
}

/** The root element of a document is searched in so many bytes. */
const longestProlog = 500;

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
