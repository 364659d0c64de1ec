/** From the bytes of lines and values to the characters that were meant. */
import { Buffer, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import type { Survey } from "./survey.ts";
import { decodeUtf7, isUtf7 } from "./utf7.ts";

/** `raw`: every character of a line is one byte of an encoding that the line may name; else it is text already. */
export type FileEncoding = Pick<Survey, "raw" | "hint">;

export interface Decoded {
  text: string;
  /** Nothing said what the bytes mean, or what was said is unknown or wrong. */
  guessed: boolean;
}

/**
 * Bytes as text: by the named encoding, else UTF-8 where that is valid or nearly so, else the file's own, else
 * Windows-1252.
 */
export function decodeBytes(bytes: Uint8Array, charset: string | null, hint: string | null): Decoded {
  if (charset !== null && isUtf7(charset)) return decodeUtf7(Buffer.from(bytes).toString("latin1"));
  const named = charset === null ? null : decoderOf(charset);
  if (named && named.encoding !== "utf-8") return { text: named.decode(bytes), guessed: false };
  if (isUtf8(bytes)) return { text: Buffer.from(bytes).toString("utf8"), guessed: charset !== null && !named };
  const nearly = hint === null && bytes.length <= longestNearly ? nearlyUtf8(bytes) : null;
  if (nearly !== null) return { text: nearly, guessed: true };
  const fallback = (hint === null ? null : decoderOf(hint)) ?? windows1252;
  return { text: fallback.decode(bytes), guessed: true };
}

/** Writers that cut values cut through letters; in other encodings hardly any bytes are letters of UTF-8. */
function nearlyUtf8(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString("utf8");
  const broken = text.split(replacement).length - 1;
  const whole = (text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu) ?? []).length;
  return broken * 4 <= whole ? text.replaceAll(replacement, "") : null;
}

const replacement = "\ufffd";
const longestNearly = 64 * 1024;

/** Whether it is an encoding that is read here, be it as that of a whole file. */
export function isKnownEncoding(charset: string): boolean {
  return decoderOf(charset) !== null || isUtf7(charset) || isOfWholeFiles(labelOf(charset));
}

/**
 * A line of a raw file, or of text in a 7-bit encoding with escape sequences that it names (ISO-2022-JP). Of one in
 * UTF-7, whose head may look encoded too, only the letters that are no ASCII are read.
 */
export function decodeLine(line: string, charset: string | null, { raw, hint }: FileEncoding): Decoded {
  if (isAscii(line) ? charset === null || !line.includes(escapeCharacter) : !raw) return { text: line, guessed: false };
  return decodeBytes(Buffer.from(line, "latin1"), charset !== null && isUtf7(charset) ? null : charset, hint);
}

export const escapeCharacter = "\u001b";

/** The first encoding that a text of raw bytes names before `end` and that is not UTF-8, as it is named. */
export function encodingIn(text: string, end: number): string | null {
  for (const match of text.matchAll(/;CHARSET="?([A-Za-z0-9_.-]{1,40})/gi)) {
    if (match.index >= end) return null;
    const decoder = decoderOf(match[1] ?? "");
    if (decoder && decoder.encoding !== "utf-8") return match[1] ?? null;
  }
  return null;
}

const windows1252 = new TextDecoder("windows-1252");
const decoders = new Map<string, TextDecoder | null>();
/** Files name a handful of encodings; a hostile one must not fill the memory. */
const maxDecoders = 100;

function decoderOf(charset: string): TextDecoder | null {
  const label = labelOf(charset);
  const known = decoders.get(label);
  if (known !== undefined) return known;
  const decoder = makeDecoder(label);
  if (decoders.size < maxDecoders) decoders.set(label, decoder);
  return decoder;
}

function labelOf(charset: string): string {
  return charset.trim().slice(0, longestLabel).toLowerCase();
}

const longestLabel = 50;

/** A line of its own can't be UTF-16: the file would be. */
function isOfWholeFiles(label: string): boolean {
  return /^(?:utf-16|unicode(?!.*utf-?[78]))/.test(label);
}

function makeDecoder(label: string): TextDecoder | null {
  if (isOfWholeFiles(label)) return null;
  try {
    return new TextDecoder(label.replace(/^cp-?(?=125)/, "windows-"));
  } catch {
    // The label is unknown to the Encoding Standard.
    return null;
  }
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
  return /^[\u0000-\u007f]*$/.test(text);
}
