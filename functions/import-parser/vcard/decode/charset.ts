/** Decodes the bytes of lines and values whose encoding may be unknown. */
import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import type { LegacyEncoding } from "./legacy-encoding.ts";

export interface FileEncoding {
  /** The file is not valid UTF-8. Each character of a line then stands for one byte. */
  raw: boolean;
  /** The first encoding that a raw file names. It applies to the lines that name none. */
  hint: string | null;
  /** The encoding of other lines and values that are not UTF-8, by the letters of the whole file. */
  guess: LegacyEncoding;
}

export interface Decoded {
  text: string;
  /** The encoding was not named, or the named encoding is unknown or wrong. */
  guessed: boolean;
}

/**
 * Decodes bytes with the named encoding, else as UTF-8 if they are valid or nearly valid, else with the encoding of the
 * file that is named or guessed.
 */
export function decodeBytes(
  bytes: Buffer,
  charset: string | null,
  { hint, guess }: Pick<FileEncoding, "hint" | "guess"> = { hint: null, guess: "windows-1252" },
): Decoded {
  const named = charset === null ? null : decoderOf(charset);
  if (named && named.encoding !== "utf-8") return { text: named.decode(bytes), guessed: false };
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), guessed: charset !== null && !named };
  const nearly = hint === null && bytes.length <= longestNearly ? nearlyUtf8(bytes) : null;
  if (nearly !== null) return { text: nearly, guessed: true };
  const fallback = (hint === null ? null : decoderOf(hint)) ?? legacyDecoders[guess];
  return { text: fallback.decode(bytes), guessed: true };
}

/** Accepts UTF-8 with few errors: some writers cut values inside a character, and other encodings rarely look like UTF-8. */
function nearlyUtf8(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  const broken = text.split(replacement).length - 1;
  const whole = (text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu) ?? []).length;
  return broken * 4 <= whole ? text.replaceAll(replacement, "") : null;
}

const replacement = "\ufffd";
const longestNearly = 64 * 1024;

export function isKnownEncoding(charset: string): boolean {
  return decoderOf(charset) !== null;
}

/** Returns the first known encoding other than UTF-8 that the text names, as it is written. */
export function namedEncoding(text: string): string | null {
  for (const [, name = ""] of text.matchAll(/;CHARSET="?([\w.-]{1,40})(?![\w.-])(?!$)/gi)) {
    const decoder = decoderOf(name);
    if (decoder && decoder.encoding !== "utf-8") return name;
  }
  return null;
}

const legacyDecoders: Readonly<Record<LegacyEncoding, TextDecoder>> = {
  "windows-1250": new TextDecoder("windows-1250"),
  "windows-1252": new TextDecoder("windows-1252"),
};
const decoders = new Map<string, TextDecoder | null>();
/** This limits the memory that a hostile file can use. Real files name only a few encodings. */
const maxDecoders = 100;

function decoderOf(charset: string): TextDecoder | null {
  const label = charset.trim().slice(0, longestLabel).toLowerCase();
  let decoder = decoders.get(label);
  if (decoder !== undefined) return decoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    // The Encoding Standard does not define this label.
    decoder = null;
  }
  if (decoders.size < maxDecoders) decoders.set(label, decoder);
  return decoder;
}

const longestLabel = 50;
