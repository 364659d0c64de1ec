/** One line of a card, joined of the physical lines over which its writer spread it. */
import { copied } from "./copied.ts";
import { isNameOnly, longestHead, nameEnd, usesQuotedPrintable } from "./head.ts";
import type { PictureRoom } from "./picture-line.ts";
import { endsSoftBreak } from "./usual-names.ts";

/** A line after unfolding: `first` and `last` are its lines in the file, counted from 1. */
export interface ContentLine {
  text: string;
  first: number;
  last: number;
  /** It was longer than its bound, and the rest was left out. */
  cut: boolean;
  /** Lines without a name of their own were joined to it. */
  joined: boolean;
  /** What a long picture encodes; `text` is only its start then. */
  data?: Uint8Array;
}

/** Characters of a line that is no picture: the longest note, with every letter of it in quoted-printable. */
export const maxTextLength = 256 * 1024;

/**
 * Joined are: folded lines (RFC 6350, section 3.2), soft breaks of quoted-printable text, base64 that runs on without
 * folding, and text that runs on in the next line though its writer should have folded it.
 */
export class OpenLine {
  private readonly first: number;
  private readonly room: PictureRoom;
  private last: number;
  private readonly blocks: string[] = [];
  private parts: string[] = [];
  private length = 0;
  /** Unknown while the line is short. */
  private isPicture: boolean | undefined;
  private cut = false;
  private joined = false;
  /** The text so far ends with the soft break of a quoted-printable value. */
  private softBreak = false;
  /** Before it stands a line break of the value. */
  private softBreakAtLineEnd = false;
  private head = "";
  private knownBase64: boolean | undefined;

  constructor(number: number, room: PictureRoom) {
    this.first = number;
    this.last = number;
    this.room = room;
  }

  /** Takes a physical line, or the first piece of one, that belongs to this line; false when it begins another. */
  takes(physical: string, number: number, hasMore: boolean): boolean {
    if (!this.goesOnIn(physical)) return false;
    this.last = number;
    if (this.softBreak) this.add(physical, hasMore);
    else if (isFolded(physical)) this.add(physical.slice(1), hasMore);
    else {
      if (!this.isBase64) {
        this.joined = true;
        this.hold("\n");
      }
      this.add(physical, hasMore);
    }
    return true;
  }

  /** The first text, and any further piece of a physical line. */
  add(text: string, hasMore: boolean): void {
    if (this.head.length < longestHead) this.head += text.slice(0, longestHead - this.head.length);
    this.softBreak = false;
    if (hasMore) {
      this.hold(text);
      return;
    }
    const padded = text.endsWith("=") || text.endsWith(" ") ? text.trimEnd() : text;
    this.softBreak = padded.endsWith("=") && usesQuotedPrintable(this.head);
    this.softBreakAtLineEnd = this.softBreak && /=0[AD]=$/i.test(padded.slice(-4));
    this.hold(this.softBreak ? padded.slice(0, -1) : text);
  }

  close(): ContentLine {
    const { first, last, cut, joined } = this;
    if (this.isPicture) return { ...this.room.read(), first, last, cut, joined };
    return { text: this.blocks.join("") + this.parts.join(""), first, last, cut, joined };
  }

  private goesOnIn(physical: string): boolean {
    if (this.softBreak) return !endsSoftBreak(physical, this.softBreakAtLineEnd);
    if (isFolded(physical)) return true;
    if (physical === "" || physical.startsWith("#")) return false;
    if (nameEnd(physical) !== -1) return false;
    if (this.isBase64) return base64Line.test(physical);
    return !isNameOnly(physical);
  }

  private get isBase64(): boolean {
    this.knownBase64 ??= /^[^:]*[;=](?:BASE64|B)[;:]/i.test(this.head.slice(0, 300));
    return this.knownBase64;
  }

  private hold(text: string): void {
    if (this.isPicture === undefined && this.length + text.length > maxTextLength) this.decideKind();
    if (this.isPicture) {
      if (!this.room.add(text)) this.cut = true;
      return;
    }
    const room = maxTextLength - this.length;
    if (text.length > room) this.cut = true;
    if (room === 0 || text === "") return;
    const held = text.length > room ? copied(text.slice(0, room)) : text;
    this.length += held.length;
    this.parts.push(held);
    if (this.parts.length === maxParts) this.blocks.push(this.parts.splice(0).join(""));
  }

  private decideKind(): void {
    this.isPicture = /^[^:;]{0,100}PHOTO[;:]/i.test(this.head);
    if (!this.isPicture) return;
    this.room.clear();
    for (const text of [...this.blocks.splice(0), ...this.parts.splice(0)]) this.room.add(text);
  }
}

/** A text may be folded behind every letter: gathered in blocks, it takes little more than its letters. */
const maxParts = 4_096;

/** A blank line may stand between a picture and what follows. */
const base64Line = /^[A-Za-z0-9+/]+={0,2}[ \t]*$/;

function isFolded(physical: string): boolean {
  return physical.startsWith(" ") || physical.startsWith("\t");
}
