/**
 * The bytes of a CSV file as lines, whatever their encoding and line ends. No encoding is declared in such files: a
 * byte-order mark or zero bytes tell UTF-16, a line that is valid UTF-8 is UTF-8, and any other is Windows-1252, which
 * is what a spreadsheet of the West writes.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { setImmediate as otherWork } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { fewerAtOnce } from "../fewer-at-once.ts";

export interface Line {
  text: string;
  /** Counted from 1. */
  number: number;
  /** It is not UTF-8, and was read as Windows-1252: as all of the file, or alone in a file that is UTF-8. */
  guessed: Guess | null;
  /** It was longer than `maxLine`; the rest is gone. */
  cut: boolean;
}

export type Guess = "file" | "line";

/**
 * Bytes of a line, or UTF-16 code units where the file is UTF-16. Real rows have some hundreds; the notes of a contact
 * may have 20,000 characters, of up to four bytes.
 */
export const maxLine = 256 * 1024;
/** Bytes of all text of one file, unpacked. */
const maxText = 256 * 1024 * 1024;
/** Of a file: forty for each row that an import may have. */
const maxLines = 2_000_000;

/**
 * The lines of a file, in batches as they come, blank ones too. Lines end with LF or CRLF; with CR alone where the
 * first one does. Throws ImportFileError beyond 256 MB or two million lines.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const { text, raw } of readText(chunks)) yield splitter.split(text, raw);
  yield splitter.end();
}

/** `raw`: every character is a byte of an encoding that each line shows for itself. */
interface Text {
  text: string;
  raw: boolean;
}

async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Text> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null | undefined;
  let [total, sinceRest] = [0, 0];
  for await (const chunk of chunks) {
    total += chunk.byteLength;
    if (total > maxText) throw tooMuchText();
    let bytes: Uint8Array = chunk;
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      decoder = decoderOf(head);
      bytes = withoutMark(head);
    }
    yield textOf(decoder, bytes);
    sinceRest += bytes.byteLength;
    if (sinceRest > restAfter) {
      sinceRest = 0;
      await otherWork();
    }
  }
  if (decoder === undefined) yield textOf(decoderOf(head), withoutMark(head));
  else if (decoder) yield { text: decoder.decode(), raw: false };
}

const headBytes = 64;
/** Bytes in memory come without a pause, and others want to work too. */
const restAfter = 1024 * 1024;

function tooMuchText(): ImportFileError {
  return new ImportFileError(
    "too_much_text",
    `The text is longer than ${maxText / 1024 / 1024} MB. ${fewerAtOnce.network_a}`,
  );
}

function textOf(decoder: TextDecoder | null, bytes: Uint8Array): Text {
  if (decoder) return { text: decoder.decode(bytes, { stream: true }), raw: false };
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"), raw: true };
}

/** Null for an encoding whose lines can be told apart before they are decoded. */
function decoderOf(head: Buffer): TextDecoder | null {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be");
  // Without a mark: what such a file begins with is mostly ASCII, so that every second byte is zero.
  const start = head.subarray(0, 40);
  const zeros = (remainder: number) => start.filter((byte, index) => index % 2 === remainder && byte === 0).length;
  if (start.length < 10) return null;
  if (zeros(0) > start.length / 4 && zeros(1) === 0) return new TextDecoder("utf-16be");
  return zeros(1) > start.length / 4 && zeros(0) === 0 ? new TextDecoder("utf-16le") : null;
}

/** TextDecoder takes the marks of UTF-16 away by itself. */
function withoutMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

class LineSplitter {
  private rest = "";
  private raw = true;
  private count = 0;
  /** The line in progress was handed out, too long already: the rest of it is passed over. */
  private passingOver = false;
  /** Whether CR alone ends a line; unknown before the first line's end. */
  private crOnly: boolean | undefined;
  private endedWithCr = false;
  private readonly decoder = new LineDecoder();

  split(given: string, raw: boolean): Line[] {
    this.raw = raw;
    const text = this.withLineFeeds(given);
    const lines: Line[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.extend(lines, text, start, end);
      if (!this.passingOver) lines.push(this.take(false));
      this.passingOver = false;
      start = end + 1;
    }
    this.extend(lines, text, start, text.length);
    return lines;
  }

  end(): Line[] {
    return this.rest === "" ? [] : [this.take(false)];
  }

  /** The text with LF for every line's end, in files that end lines with CR alone. */
  private withLineFeeds(given: string): string {
    if (this.crOnly === false) return given;
    let text = given;
    if (this.crOnly === undefined) {
      // Whether LF follows the first CR may only show in the next piece.
      const known = this.rest + given;
      const firstEnd = /\n|\r(?=[^\r]|\r[\s\S])/.exec(known);
      if (!firstEnd) return given;
      this.crOnly = firstEnd[0] === "\r" && !/^\r\r?\n/.test(known.slice(firstEnd.index, firstEnd.index + 3));
      if (!this.crOnly) return given;
      this.rest = "";
      text = known;
    }
    if (this.endedWithCr && text.startsWith("\n")) text = text.slice(1);
    this.endedWithCr = text.endsWith("\r");
    return text.replace(/\r\n?/g, "\n");
  }

  private extend(lines: Line[], text: string, start: number, end: number): void {
    if (this.passingOver) return;
    const room = maxLine - this.rest.length;
    const piece = text.slice(start, Math.min(end, start + room));
    this.rest = this.rest === "" ? piece : this.rest + piece;
    if (end - start <= room) return;
    lines.push(this.take(true));
    this.passingOver = true;
    this.crOnly ??= false;
  }

  private take(cut: boolean): Line {
    this.count += 1;
    if (this.count > maxLines)
      throw new ImportFileError(
        "too_much_text",
        `The text has more than ${maxLines.toLocaleString("en")} lines. ${fewerAtOnce.network_a}`,
      );
    let end = this.rest.length;
    while (this.rest[end - 1] === "\r") end -= 1;
    const whole = this.rest.slice(0, end);
    const { text, guessed } = this.raw ? this.decoder.decode(whole) : { text: whole, guessed: null };
    this.rest = "";
    return { text, number: this.count, guessed, cut };
  }
}

/** Decodes lines whose characters are bytes. */
class LineDecoder {
  /** A broken byte in a file that was UTF-8 before is damage; what stands beside it is still UTF-8. */
  private sawUtf8 = false;

  decode(raw: string): Pick<Line, "text" | "guessed"> {
    if (ascii.test(raw)) return { text: raw, guessed: null };
    const bytes = Buffer.from(raw, "latin1");
    if (isUtf8(bytes)) {
      this.sawUtf8 = true;
      return { text: bytes.toString("utf8"), guessed: null };
    }
    if (this.sawUtf8) return { text: mixed(raw), guessed: "line" };
    return { text: windows1252.decode(bytes), guessed: "file" };
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
const ascii = /^[\u0000-\u007f]*$/;
const windows1252 = new TextDecoder("windows-1252");

/** Sequences that have the form of UTF-8, and between them bytes that have not. */
const utf8Sequences = /(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+/g;

function mixed(raw: string): string {
  let [text, start] = ["", 0];
  const single = (part: string) => windows1252.decode(Buffer.from(part, "latin1"));
  for (const { 0: sequence, index } of raw.matchAll(utf8Sequences)) {
    const bytes = Buffer.from(sequence, "latin1");
    text += single(raw.slice(start, index)) + (isUtf8(bytes) ? bytes.toString("utf8") : windows1252.decode(bytes));
    start = index + sequence.length;
  }
  return text + single(raw.slice(start));
}
