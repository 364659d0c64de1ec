/** The walk through a JSON document that comes in pieces (RFC 8259). */
import { Buffer, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";

/** Where a value stands: `key` in the object that is the document, `inner` in the object that is its value. */
export interface JsonPlace {
  key: string | null;
  inner: string | null;
  /** Counted from 1. */
  line: number;
}

export interface JsonTaker {
  /** A list or an object begins: the document itself, with a null key, or a value of it. It may turn out empty. */
  opened(place: JsonPlace, holds: "list" | "object"): void;
  /** An element of a list, or a value of an object; below the second level lists and objects come whole. */
  value(place: JsonPlace, value: unknown): void;
}

/** Bytes of one value; entries of real exports have 200 to 1,000. */
export const maxValueBytes = 256 * 1024;
/** Of lists and objects within each other; exports have six. */
export const maxDepth = 32;
type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";

/**
 * The two upper levels of the document are walked through, what lies in them is gathered and parsed value by value. All
 * methods throw ImportFileError for what is no JSON or passes a bound, and whatever the taker throws.
 */
export class JsonWalker {
  private readonly take: JsonTaker;
  private expected: Expected = "value";
  /** The lists and objects that are walked through: none, the document, or the document and a value of it. */
  private readonly open: { isObject: boolean; key: string | null }[] = [];
  private line = 1;
  private offset = 0;
  private isEmpty = true;

  /** What is being gathered to be parsed; none when `capturing` is null. */
  private capturing: "key" | "container" | "string" | "scalar" | null = null;
  private gathered: Uint8Array[] = [];
  private gatheredBytes = 0;
  private captureLine = 1;
  private depth = 0;
  private inString = false;
  private escaped = false;

  constructor(take: JsonTaker) {
    this.take = take;
  }

  /** Reads on; the chunk's memory may be used again afterwards. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) at = this.capturing === null ? this.step(chunk, at) : this.gather(chunk, at);
    this.offset += chunk.length;
  }

  /** There is no more. */
  end(): void {
    // A number that is the whole document has no end of its own.
    if (this.capturing === "scalar" && this.open.length === 0) this.finish(new Uint8Array());
    if (this.isEmpty) throw new ImportFileError("file_empty", "The file is empty.");
    if (this.expected !== "nothing") {
      throw unreadable(`The JSON ends in the middle, ${this.position(0)}: the file is not complete.`);
    }
  }

  /** One character between values. */
  private step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at];
    if (byte === lineFeed) this.line += 1;
    if (byte === lineFeed || byte === 0x20 || byte === 0x0d || byte === 0x09) return at + 1;
    this.isEmpty = false;
    switch (this.expected) {
      case "value":
      case "value or end":
        if (byte === closeList && this.expected === "value or end") return this.close(chunk, at);
        return this.startValue(chunk, at);
      case "key":
      case "key or end":
        if (byte === closeObject && this.expected === "key or end") return this.close(chunk, at);
        if (byte !== quotationMark) throw this.damaged(at);
        return this.capture("key", chunk, at);
      case "colon":
        if (byte !== colon) throw this.damaged(at);
        this.expected = "value";
        return at + 1;
      case "comma or end":
        if (byte !== comma) return this.close(chunk, at);
        this.expected = this.open.at(-1)?.isObject ? "key" : "value";
        return at + 1;
      case "nothing":
        throw this.damaged(at);
    }
  }

  private startValue(chunk: Uint8Array, at: number): number {
    const byte = chunk[at];
    const isList = byte === openList;
    if (!isList && byte !== openObject) return this.capture(byte === quotationMark ? "string" : "scalar", chunk, at);
    const within = this.open[0];
    const isWalkedThrough = within === undefined || (this.open.length === 1 && within.isObject);
    if (!isWalkedThrough) return this.capture("container", chunk, at);
    this.take.opened({ key: within?.key ?? null, inner: null, line: this.line }, isList ? "list" : "object");
    this.open.push({ isObject: !isList, key: null });
    this.expected = isList ? "value or end" : "key or end";
    return at + 1;
  }

  private close(chunk: Uint8Array, at: number): number {
    if (chunk[at] !== (this.open.pop()?.isObject ? closeObject : closeList)) throw this.damaged(at);
    this.expected = this.open.length === 0 ? "nothing" : "comma or end";
    return at + 1;
  }

  /** Starts to gather at the value's first byte, which is looked at again. */
  private capture(kind: Exclude<typeof this.capturing, null>, chunk: Uint8Array, at: number): number {
    this.capturing = kind;
    this.captureLine = this.line;
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
    return this.gather(chunk, at);
  }

  private gather(chunk: Uint8Array, start: number): number {
    const end = this.endOfValue(chunk, start);
    const isWhole = end >= 0;
    const part = chunk.subarray(start, isWhole ? end : chunk.length);
    this.gatheredBytes += part.length;
    if (this.gatheredBytes > maxValueBytes) {
      const message = `The value at line ${this.captureLine} is longer than ${maxValueBytes / 1024} kB`;
      throw unreadable(`${message}: this is no entry of a list of accounts.`);
    }
    if (isWhole) this.finish(part);
    // A copy, which a Buffer's own slice is not: whoever gave the chunk may use its memory again.
    else this.gathered.push(new Uint8Array(part));
    return start + part.length;
  }

  /** The index behind the value that is being gathered, or -1 when this chunk does not end it. */
  private endOfValue(chunk: Uint8Array, start: number): number {
    let { inString, escaped, depth } = this;
    const kind = this.capturing;
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quotationMark) {
          inString = false;
          if (kind !== "container") return at + 1;
        }
        continue;
      }
      switch (byte) {
        case quotationMark:
          if (kind === "scalar") throw this.damaged(at);
          inString = true;
          break;
        case openList:
        case openObject:
          depth += 1;
          if (depth + this.open.length > maxDepth) throw this.tooDeep(at);
          break;
        case closeList:
        case closeObject:
          if (kind === "scalar") return at;
          depth -= 1;
          if (depth === 0) return at + 1;
          break;
        case comma:
        case 0x20:
        case 0x0d:
        case 0x09:
          if (kind === "scalar") return at;
          break;
        case lineFeed:
          if (kind === "scalar") return at;
          this.line += 1;
          break;
      }
    }
    this.inString = inString;
    this.escaped = escaped;
    this.depth = depth;
    return -1;
  }

  /** Parses what was gathered together with its last part, and hands it over. */
  private finish(last: Uint8Array): void {
    const value = this.parse(this.gathered.length === 0 ? last : Buffer.concat([...this.gathered, last]));
    const kind = this.capturing;
    this.capturing = null;
    this.gathered = [];
    this.gatheredBytes = 0;
    const within = this.open.at(-1);
    if (kind === "key" && within) {
      within.key = String(value);
      this.expected = "colon";
      return;
    }
    this.expected = this.open.length === 0 ? "nothing" : "comma or end";
    const inner = this.open.length > 1 ? (within?.key ?? null) : null;
    this.take.value({ key: this.open[0]?.key ?? null, inner, line: this.captureLine }, value);
  }

  private parse(bytes: Uint8Array): unknown {
    try {
      return JSON.parse(textOf(bytes));
    } catch {
      // The engine's own message quotes the file, and counts from the value.
      throw unreadable(`The JSON is damaged at line ${this.captureLine}: the value that begins there can't be read.`);
    }
  }

  private damaged(at: number): ImportFileError {
    return unreadable(`The JSON is damaged ${this.position(at)}.`);
  }

  private tooDeep(at: number): ImportFileError {
    return unreadable(`The JSON is nested deeper than ${maxDepth} levels ${this.position(at)}.`);
  }

  private position(at: number): string {
    return `at line ${this.line} (byte ${this.offset + at + 1})`;
  }
}

const lineFeed = 0x0a;
const quotationMark = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const windows1252 = new TextDecoder("windows-1252");

/** Not of an export, but of an editor that saved it: bytes that are no UTF-8 are Windows-1252. */
function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) return windows1252.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function unreadable(message: string): ImportFileError {
  return new ImportFileError("file_unreadable", message);
}
