/** Joins the physical lines of one content line. */
import { ownText } from "../../text/own-text.ts";
import { isNameOnly, longestHead, nameEnd, usesQuotedPrintable } from "../decode/head.ts";
import type { ContentLine } from "../decode/property.ts";

/** The maximum length of a line without a picture. The longest note fits with every character in quoted-printable. */
export const maxTextLength = 256 * 1024;
/** The maximum length of a line with a picture. The base64 text of 5 MB fits. */
const maxPictureLength = 8 * 1024 * 1024;

/**
 * Joins folded lines (RFC 6350, section 3.2), soft line breaks of quoted-printable text, and base64 or text that continues
 * in the next line without folding.
 */
export class OpenLine {
  private readonly first: number;
  private last: number;
  private head = "";
  private text = "";
  private cut = false;
  private joined = false;
  /** The text so far ends with a soft line break of a quoted-printable value. */
  private softBreak = false;
  private isQuotedPrintable = false;

  constructor(text: string, number: number, hasMore: boolean) {
    this.first = number;
    this.last = number;
    this.add(text, hasMore);
  }

  /** Adds a physical line, or the first piece of one. Returns false when it begins another content line. */
  takes(physical: string, number: number, hasMore: boolean): boolean {
    const isFolded = physical.startsWith(" ") || physical.startsWith("\t");
    if (!this.softBreak && !isFolded && !this.runsOnIn(physical)) return false;
    this.last = number;
    if (!this.softBreak && !isFolded && !this.isBase64) {
      this.joined = true;
      this.hold("\n");
    }
    this.add(isFolded && !this.softBreak ? physical.slice(1) : physical, hasMore);
    return true;
  }

  /** Adds the first text, or a further piece of a physical line. */
  add(text: string, hasMore: boolean): void {
    if (this.head.length < longestHead) this.head += text.slice(0, longestHead - this.head.length);
    const padded = !hasMore && (text.endsWith("=") || text.endsWith(" ")) ? text.trimEnd() : text;
    const mayBreak = !hasMore && padded.endsWith("=");
    if (mayBreak) this.isQuotedPrintable ||= usesQuotedPrintable(this.head);
    this.softBreak = mayBreak && this.isQuotedPrintable;
    this.hold(this.softBreak ? padded.slice(0, -1) : text);
  }

  close(): ContentLine {
    const { text, first, last, cut, joined } = this;
    return { text, first, last, cut, joined };
  }

  /** Returns whether a line that is not folded continues this line, because it has no name. */
  private runsOnIn(physical: string): boolean {
    if (physical === "" || physical.startsWith("#") || nameEnd(physical) !== -1) return false;
    return this.isBase64 ? base64Line.test(physical) : !isNameOnly(physical);
  }

  private get isBase64(): boolean {
    return /^[^:]*[;=](?:BASE64|B)[;:]/i.test(this.head.slice(0, 300));
  }

  private hold(text: string): void {
    let room = maxTextLength - this.text.length;
    if (text.length > room && /^[^:;]{0,100}PHOTO[;:]/i.test(this.head)) room += maxPictureLength - maxTextLength;
    if (text.length > room) this.cut = true;
    if (room > 0) this.text += text.length > room ? ownText(text.slice(0, room)) : text;
  }
}

/** An empty line does not match, because it may end a picture. */
const base64Line = /^[A-Za-z0-9+/]+={0,2}[ \t]*$/;
