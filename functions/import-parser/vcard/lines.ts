/** Cuts the bytes of a file into physical lines, of which at most one piece is held. */
import { Buffer } from "node:buffer";
import type { Survey } from "./survey.ts";

/**
 * Takes a line, counted from 1. A line that is longer than `maxPieceLength` comes in pieces: `isRest` says that this
 * one goes on where the last one ended, `hasMore` that another one follows.
 */
export type TakeLine = (text: string, number: number, isRest: boolean, hasMore: boolean) => void;

/** Bytes. */
export const maxPieceLength = 64 * 1024;

/**
 * Lines end with LF and any CRs before it, or with CR. A line of a raw file is one character a byte. Every line is a
 * string of its own, for a slice would keep its whole chunk in memory.
 */
export class LineCutter {
  private readonly lineEnd: number;
  private readonly encoding: "latin1" | "utf8";
  private readonly take: TakeLine;
  private readonly held = Buffer.allocUnsafeSlow(maxPieceLength);
  private heldLength = 0;
  private number = 1;
  /** The line's earlier pieces were passed on already. */
  private isRest = false;
  /** The line is a file of another system, whose lines end with CR. */
  private isJoined = false;

  constructor({ lineEnd, raw }: Pick<Survey, "lineEnd" | "raw">, take: TakeLine) {
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
      this.isJoined = false;
      this.number += 1;
      start = end + 1;
    }
    this.hold(chunk, start, chunk.length);
  }

  /** What stands behind the last line end. */
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

  /** All but what belongs to the next piece: CRs that may end the line, and a letter that is not complete. */
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
    const text = bytes.toString(this.encoding, start, last);
    if (text.includes("\r") && (this.isJoined || joinedSystems.test(text))) this.passJoined(text, hasMore);
    else this.take(text, this.number, this.isRest, hasMore);
  }

  /** Files of two systems, put one behind the other. */
  private passJoined(text: string, hasMore: boolean): void {
    this.isJoined = true;
    const parts = text.split("\r");
    for (const [index, part] of parts.entries()) {
      this.take(part, this.number, this.isRest && index === 0, hasMore && index === parts.length - 1);
    }
  }
}

const carriageReturn = 13;
const joinedSystems = /\r(?:BEGIN|END|VERSION):/i;

/** Bytes of the UTF-8 letter at the end, complete or not; zero for ASCII. */
function lengthOfLastLetter(bytes: Buffer): number {
  for (let back = 1; back <= 4; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back;
  }
  return 0;
}
