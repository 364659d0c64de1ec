/** A first look through a whole file, for what no part of it can tell: how its bytes are to be read. */
import { Buffer, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import type { ImportFile } from "../import-file.ts";
import { encodingIn } from "./decode.ts";

export interface Survey {
  /** Of the whole file; the bytes of `readChunks` are UTF-8 then. */
  utf16: Utf16 | null;
  /** Bytes of a byte-order mark. */
  markLength: number;
  /** A byte of the file is no UTF-8: every line is bytes of an encoding that it may name for itself. */
  raw: boolean;
  /** The first encoding that a raw file names anywhere, else one that its letters tell, for its lines that name none. */
  hint: string | null;
  /** The byte that ends lines: LF, or CR in a file without any LF (the older Macintosh). */
  lineEnd: 10 | 13;
  /** Somewhere a card may be one of a group of people. */
  mayHaveGroups: boolean;
  isBlank: boolean;
  /** Somewhere a card may begin. */
  mayHaveCards: boolean;
}

type Utf16 = "utf-16le" | "utf-16be";

/** Reads the file once; a second time when it is raw. Costs little beside its transfer: no line is looked at. */
export async function surveyFile(file: ImportFile): Promise<Survey> {
  const start = file.size === 0 ? new Uint8Array() : await file.read(0, Math.min(file.size, longestStart));
  const survey: Survey = {
    ...readMark(start),
    raw: false,
    hint: null,
    lineEnd: 13,
    mayHaveGroups: false,
    isBlank: true,
    mayHaveCards: false,
  };
  const validity = new Utf8Validity();
  let before = "";
  for await (const chunk of readChunks(file, survey)) {
    survey.raw ||= survey.utf16 === null && !validity.add(chunk);
    if (survey.lineEnd === 13 && chunk.includes(10)) survey.lineEnd = 10;
    survey.isBlank &&= chunk.every((byte) => byte <= blank);
    if (survey.mayHaveGroups) continue;
    const text = before + chunk.toString("latin1");
    survey.mayHaveGroups = groupKind.test(text);
    survey.mayHaveCards ||= cardStart.test(text);
    before = text.slice(-longestGroupKind);
  }
  survey.raw ||= !validity.isComplete;
  if (survey.raw) survey.hint = await namedEncoding(file, survey);
  return survey;
}

/** The file's bytes without their mark, in pieces of bounded length; what was UTF-16 is UTF-8. */
export async function* readChunks(file: ImportFile, { utf16, markLength }: FileStart): AsyncGenerator<Buffer> {
  const decoder = utf16 && new TextDecoder(utf16, { ignoreBOM: true });
  for await (const chunk of file.stream(markLength)) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const { buffer, byteOffset } = chunk;
      const piece = Buffer.from(buffer, byteOffset + start, Math.min(pieceBytes, chunk.length - start));
      yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
    }
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

type FileStart = Pick<Survey, "utf16" | "markLength">;

const longestStart = 40;
const pieceBytes = 64 * 1024;
const blank = 32;
const groupKind = /KIND(?:;[^:\r\n]{0,80})?:[ \t]{0,9}group/i;
const cardStart = /BEGIN\s{0,9}(?:;[^:\r\n]{0,50})?:\s{0,9}VCARD/i;
const longestGroupKind = 100;
const longestEncoding = 60;

function readMark(start: Uint8Array): FileStart {
  if (start[0] === 0xff && start[1] === 0xfe) return { utf16: "utf-16le", markLength: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { utf16: "utf-16be", markLength: 2 };
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  return { utf16: unmarkedUtf16(start), markLength: hasMark ? 3 : 0 };
}

/** As address books of the Macintosh write it: BEGIN is ASCII, so every second byte is zero. */
function unmarkedUtf16(start: Uint8Array): Utf16 | null {
  const zeros = (remainder: number) => start.filter((byte, index) => index % 2 === remainder && byte === 0).length;
  const enough = start.length / 2 - 2;
  if (start.length < 10) return null;
  if (zeros(0) >= enough && zeros(1) === 0) return "utf-16be";
  return zeros(1) >= enough && zeros(0) === 0 ? "utf-16le" : null;
}

/** Whether bytes are UTF-8 (RFC 3629), whose letters may be divided among chunks. */
class Utf8Validity {
  private begun = Buffer.alloc(0);

  get isComplete(): boolean {
    return this.begun.length === 0;
  }

  /** False once the bytes so far can't be the start of valid text. */
  add(chunk: Buffer): boolean {
    const bytes = this.begun.length === 0 ? chunk : Buffer.concat([this.begun, chunk]);
    const end = bytes.length - unfinished(bytes);
    this.begun = Buffer.from(bytes.subarray(end));
    return isUtf8(bytes.subarray(0, end));
  }
}

/** Bytes at the end that begin a letter of more bytes than there are. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

async function namedEncoding(file: ImportFile, start: FileStart): Promise<string | null> {
  let [text, isCentralEuropean] = ["", false];
  for await (const chunk of readChunks(file, start)) {
    text += chunk.toString("latin1");
    isCentralEuropean ||= centralEuropean.test(text);
    // The name may go on in the next chunk.
    const whole = Math.max(0, text.length - longestEncoding);
    const found = encodingIn(text, whole);
    if (found !== null) return found;
    text = text.slice(whole);
  }
  return encodingIn(text, text.length) ?? (isCentralEuropean ? "windows-1250" : null);
}

/**
 * Bytes of Windows-1250 that would be no letters of a name in Windows-1252: ą, ł and ż between letters (¹, ³, ¿), Ł before
 * one (£), and ń before a consonant, where no Spanish word has ñ.
 */
const centralEuropean = /[a-z][\u00b9\u00b3\u00bf][a-z]|(?:^|[\s;:,=])\u00a3[a-z]|[a-z]\u00f1[bcdfghjklmnprstwz]/im;
