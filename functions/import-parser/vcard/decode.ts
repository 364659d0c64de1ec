/** From the bytes of a file to text whose lines can be told apart, and from there to the characters that were meant. */
import { Buffer, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

/** `raw`: every character is one byte of an encoding that each line may name for itself; else it is text already. */
export interface FileText {
  text: string;
  raw: boolean;
  /** The first encoding that a raw file names anywhere, for the lines that name none. */
  hint: string | null;
}

/** UTF-16 by its mark or by its zero bytes, UTF-8 when all of it is valid, else bytes. */
export function decodeFile(bytes: Uint8Array): FileText {
  const utf16 = utf16Encoding(bytes);
  if (utf16) return asText(new TextDecoder(utf16).decode(bytes));
  const content = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (isUtf8(content)) return asText(buffer.toString("utf8"));
  const text = buffer.toString("latin1");
  return { text, raw: true, hint: namedEncoding(text) };
}

export interface Decoded {
  text: string;
  /** Nothing said what the bytes mean, or what was said is unknown or wrong. */
  guessed: boolean;
}

/** Bytes as text: by the named encoding, else UTF-8 where that is valid, else the file's own, else Windows-1252. */
export function decodeBytes(bytes: Uint8Array, charset: string | null, hint: string | null): Decoded {
  const named = charset === null ? null : decoderOf(charset);
  if (named && named.encoding !== "utf-8") return { text: named.decode(bytes), guessed: false };
  if (isUtf8(bytes)) return { text: Buffer.from(bytes).toString("utf8"), guessed: charset !== null && !named };
  const fallback = (hint === null ? null : decoderOf(hint)) ?? windows1252;
  return { text: fallback.decode(bytes), guessed: true };
}

/** A line of a file. Text needs decoding only where a 7-bit encoding with escape sequences is named (ISO-2022-JP). */
export function decodeLine(line: string, charset: string | null, { raw, hint }: FileText): Decoded {
  const plain = raw ? isAscii(line) : !line.includes("\u001b");
  if (plain && !(charset !== null && line.includes("\u001b"))) return { text: line, guessed: false };
  if (!raw && !isAscii(line)) return { text: line, guessed: false };
  return decodeBytes(Buffer.from(line, "latin1"), charset, hint);
}

const windows1252 = new TextDecoder("windows-1252");
const decoders = new Map<string, TextDecoder | null>();
/** Files name a handful of encodings; a hostile one must not fill the memory. */
const maxDecoders = 100;

function decoderOf(charset: string): TextDecoder | null {
  const label = charset.trim().toLowerCase();
  const known = decoders.get(label);
  if (known !== undefined) return known;
  const decoder = makeDecoder(label);
  if (decoders.size < maxDecoders) decoders.set(label, decoder);
  return decoder;
}

function makeDecoder(label: string): TextDecoder | null {
  // A line of its own can't be UTF-16: the file would be.
  if (label.startsWith("utf-16") || label.startsWith("unicode")) return null;
  try {
    return new TextDecoder(label.replace(/^cp-?(?=125)/, "windows-"));
  } catch {
    // The label is unknown to the Encoding Standard.
    return null;
  }
}

function namedEncoding(text: string): string | null {
  for (const match of text.matchAll(/;CHARSET="?([A-Za-z0-9_.-]{1,40})/gi)) {
    const decoder = decoderOf(match[1] ?? "");
    if (decoder && decoder.encoding !== "utf-8") return match[1] ?? null;
  }
  return null;
}

function utf16Encoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Without a mark (address books of the Macintosh): BEGIN is ASCII, so every second byte is zero.
  const start = bytes.subarray(0, 40);
  const zeros = (remainder: number) => start.filter((byte, index) => index % 2 === remainder && byte === 0).length;
  const enough = start.length / 2 - 2;
  if (start.length < 10) return null;
  if (zeros(0) >= enough && zeros(1) === 0) return "utf-16be";
  return zeros(1) >= enough && zeros(0) === 0 ? "utf-16le" : null;
}

function asText(text: string): FileText {
  return { text, raw: false, hint: null };
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
  return /^[\u0000-\u007f]*$/.test(text);
}
