/** Reads JSON (RFC 8259) value by value, so that a list of a million entries needs the memory of one entry. */
import { ImportFileError } from "../files/import-file-error.ts";

export interface JsonVisitor {
  /** The reader calls this before the elements of a list. The key is null if the list is the document itself. */
  list(key: string | null): void;
  element(key: string | null, value: unknown, line: number): void;
  /** Receives a member that is no list, or whose key is one of `whole`. */
  member(key: string, value: unknown, line: number): void;
  readonly whole?: ReadonlySet<string>;
}

/** The limit applies to one element; entries of real exports have 200 to 1,000 bytes. */
export const maxElementBytes = 256 * 1024;
/** The limit applies to a member that is passed whole; the flat form of 2020 needs about 50 bytes per account. */
const maxMemberBytes = 4 * 1024 * 1024;

/**
 * Reads a list or an object. Throws ImportFileError if the document is empty, something else, invalid, truncated or
 * contains a value that is too large. Rethrows errors of `visitor`.
 */
export async function readJson(utf8: AsyncIterable<Uint8Array>, visitor: JsonVisitor): Promise<void> {
  const walker = new JsonWalker(visitor);
  for await (const chunk of utf8) walker.push(chunk);
  walker.end();
}

/** Cuts a document at the commas, colons and brackets of its upper levels, and parses each piece with `JSON.parse`. */
class JsonWalker {
  private readonly visitor: JsonVisitor;
  /** The containers that are cut into pieces are the document and, inside an object, a list of a member. */
  private readonly open: ("list" | "object")[] = [];
  private expected: "value" | "value or end" | "key" | "key or end" | "separator" | "nothing" = "value";
  private key: string | null = null;
  private line = 1;
  private piece: Uint8Array[] = [];
  private pieceBytes = 0;
  /** The line of the piece's first character is 0 while the piece is blank. */
  private pieceLine = 0;
  /** Counts the open brackets within the piece. */
  private depth = 0;
  private isInString = false;
  private isEscaped = false;

  constructor(visitor: JsonVisitor) {
    this.visitor = visitor;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === backslash) this.isEscaped = true;
        else if (byte === quotationMark) this.isInString = false;
        continue;
      }
      if (byte === lineFeed) this.line += 1;
      if (byte === lineFeed || byte === 0x20 || byte === 0x0d || byte === 0x09) continue;
      if (this.depth === 0 && this.cuts(byte)) {
        this.hold(chunk.subarray(start, at));
        this.cut(byte);
        start = at + 1;
        continue;
      }
      if (this.pieceLine === 0) this.pieceLine = this.line;
      if (byte === quotationMark) this.isInString = true;
      else if (byte === openList || byte === openObject) this.depth += 1;
      else if (byte === closeList || byte === closeObject) this.depth -= 1;
    }
    this.hold(chunk.subarray(start));
  }

  /** The caller calls this after the last chunk. */
  end(): void {
    const isBlank = this.expected === "value" && this.open.length === 0 && this.pieceLine === 0;
    if (isBlank) throw new ImportFileError("file_empty", "The file is empty.");
    if (this.expected !== "nothing") {
      throw unreadable(`The JSON ends in the middle, at line ${this.line}: the file is not complete.`);
    }
    if (this.pieceLine !== 0) throw this.damaged();
  }

  /** True if a character outside of strings and nested brackets ends the piece. */
  private cuts(byte: number): boolean {
    if (byte === comma || byte === colon || byte === closeList || byte === closeObject) return this.open.length > 0;
    const isOpening = byte === openList || byte === openObject;
    if (!isOpening || this.pieceLine !== 0 || !this.expected.startsWith("value")) return false;
    if (this.open.length === 0) return true;
    const isMember = this.open.length === 1 && this.open[0] === "object";
    return isMember && byte === openList && !this.visitor.whole?.has(this.key ?? "");
  }

  private cut(byte: number): void {
    const holds = this.open.at(-1);
    if (byte === openList || byte === openObject) {
      if (byte === openList) this.visitor.list(this.key);
      this.takeParts();
      this.open.push(byte === openList ? "list" : "object");
      this.expected = byte === openList ? "value or end" : "key or end";
    } else if (byte === colon) {
      const key = this.expected.startsWith("key") ? this.parse() : undefined;
      if (typeof key !== "string") throw this.damaged();
      this.key = key;
      this.expected = "value";
    } else if (byte === comma) {
      this.finishValue();
      this.expected = holds === "object" ? "key" : "value";
    } else {
      if (byte !== (holds === "object" ? closeObject : closeList)) throw this.damaged();
      if (this.pieceLine === 0 && this.expected.endsWith("or end")) this.takeParts();
      else this.finishValue();
      this.open.pop();
      this.expected = this.open.length === 0 ? "nothing" : "separator";
    }
  }

  /** Passes on the value before a comma or bracket; after a list that was read by element, any text is an error. */
  private finishValue(): void {
    if (this.expected === "separator") {
      if (this.pieceLine !== 0) throw this.damaged();
      this.takeParts();
      return;
    }
    if (!this.expected.startsWith("value")) throw this.damaged();
    const line = this.pieceLine;
    const value = this.parse();
    if (this.open.at(-1) === "object") this.visitor.member(this.key ?? "", value, line);
    else this.visitor.element(this.key, value, line);
  }

  private hold(part: Uint8Array): void {
    this.pieceBytes += part.length;
    const most = this.open.length === 1 && this.open[0] === "object" ? maxMemberBytes : maxElementBytes;
    if (this.pieceBytes > most) {
      const message = `The value at line ${this.pieceLine || this.line} is longer than ${most / 1024} kB`;
      throw unreadable(`${message}: this is no entry of a list of accounts.`);
    }
    if (part.length > 0) this.piece.push(part);
  }

  /** Returns the parts of the current piece and starts the next one. */
  private takeParts(): Uint8Array[] {
    this.pieceBytes = 0;
    this.pieceLine = 0;
    return this.piece.splice(0);
  }

  private parse(): unknown {
    const line = this.pieceLine || this.line;
    const parts = this.takeParts();
    try {
      return JSON.parse(Buffer.concat(parts).toString("utf8"));
    } catch {
      // The engine's message is not used, because it quotes the file and counts from the start of the value.
      throw unreadable(`The JSON is damaged at line ${line}: the value that begins there can't be read.`);
    }
  }

  private damaged(): ImportFileError {
    return unreadable(`The JSON is damaged at line ${this.pieceLine || this.line}.`);
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

function unreadable(message: string): ImportFileError {
  return new ImportFileError("file_unreadable", message);
}
