/** Cuts the bytes of a file into lines, and keeps at most one piece of a line in memory. */

/**
 * Receives a line; `number` starts at 1. A line longer than `maxPieceLength` is passed in pieces. `isRest` means that the
 * piece continues the previous one, and `hasMore` means that another piece follows.
 */
export type TakeLine = (text: string, number: number, isRest: boolean, hasMore: boolean) => void;

export interface LineForm {
  /** The byte that ends lines: LF after any number of CRs, or CR in a file without LF (older Macintosh). */
  lineEnd: 10 | 13;
  /** Whether each character of a line is one undecoded byte, because the encoding is found later. Otherwise it is UTF-8. */
  raw: boolean;
}

/** The maximum length of a piece, in bytes. */
export const maxPieceLength = 64 * 1024;

/** Creates a separate string for each line, because a slice would keep its whole chunk in memory. */
export class LineCutter {
  private readonly lineEnd: number;
  private readonly encoding: "latin1" | "utf8";
  private readonly take: TakeLine;
  private readonly held = Buffer.allocUnsafeSlow(maxPieceLength);
  private heldLength = 0;
  private number = 1;
  /** Whether earlier pieces of the line were passed. */
  private isRest = false;

  constructor({ lineEnd, raw }: LineForm, take: TakeLine) {
    this.lineEnd = lineEnd;
    this.encoding = raw ? "latin1" : "utf8";
    this.take = take;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(this.lineEnd); end !== -1; end = chunk.indexOf(this.lineEnd, start)) {
      if (this.heldLength === 0 && end - start <= maxPieceLength) {
        this.pass(chunk, start, end, false);
      } else {
        this.hold(chunk, start, end);
        this.passHeld();
      }
      this.isRest = false;
      this.number += 1;
      start = end + 1;
    }
    this.hold(chunk, start, chunk.length);
  }

  /** Passes the text after the last line end. */
  end(): void {
    if (this.heldLength > 0) this.passHeld();
  }

  private hold(chunk: Buffer, start: number, end: number): void {
    for (let at = start; at < end; ) {
      if (this.heldLength === maxPieceLength) this.passPiece();
      const copied = chunk.copy(this.held, this.heldLength, at, end);
      this.heldLength += copied;
      at += copied;
    }
  }

  /** Passes a full piece. The next piece gets final CRs, which may end the line, and the last letter of UTF-8. */
  private passPiece(): void {
    const { held } = this;
    let end = maxPieceLength;
    while (end > maxPieceLength / 2 && held[end - 1] === carriageReturn) end -= 1;
    if (this.encoding === "utf8" && end === maxPieceLength) end -= lengthOfLastLetter(held);
    this.pass(held, 0, end, true);
    this.isRest = true;
    this.heldLength = held.copy(held, 0, end, maxPieceLength);
  }

  private passHeld(): void {
    const length = this.heldLength;
    this.heldLength = 0;
    this.pass(this.held, 0, length, false);
  }

  private pass(bytes: Buffer, start: number, end: number, hasMore: boolean): void {
    let last = end;
    while (!hasMore && last > start && bytes[last - 1] === carriageReturn) last -= 1;
    this.take(bytes.toString(this.encoding, start, last), this.number, this.isRest, hasMore);
  }
}

const carriageReturn = 13;

/** Returns the number of bytes of the last UTF-8 letter, which may be incomplete; zero for ASCII. */
function lengthOfLastLetter(bytes: Buffer): number {
  for (let back = 1; back <= 4; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back;
  }
  return 0;
}
