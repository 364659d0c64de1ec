/** Joins the physical lines of one content line. */
import type { FileLine } from "../../text/lines.ts";
import { ownText } from "../../text/own-text.ts";
import { isNameOnly, longestHead, nameEnd, usesQuotedPrintable } from "../decode/head.ts";
import type { ContentLine } from "../decode/property.ts";

/** The maximum length of a line without a picture. The longest note fits with every character in quoted-printable. */
export const maxTextLength = 256 * 1024;
/** The maximum length of a line with a picture. The base64 text of 5 MB fits. */
export const maxPictureLength = 8 * 1024 * 1024;

/**
 * Joins folded lines (RFC 6350, section 3.2), soft line breaks of quoted-printable text, and base64 or text that continues
 * in the next line without folding.
 */
export class OpenLine {
  private readonly first: number;
  private readonly maxLength: number;
  private last: number;
  private head = "";
  private text = "";
  private cut = false;
  private joined = false;
  /** The text so far ends with a soft line break of a quoted-printable value. */
  private softBreak = false;
  private isQuotedPrintable = false;

  constructor({ text, number, isCut }: FileLine) {
    this.first = number;
    this.last = number;
    this.cut = isCut;
    this.maxLength = /^[^:;]{0,100}PHOTO[;:]/i.test(text) ? maxPictureLength : maxTextLength;
    this.add(text);
  }

  /** Joins a line of the file. Returns false when it begins another content line. */
  joins({ text, number, isCut }: FileLine): boolean {
    const isFolded = text.startsWith(" ") || text.startsWith("\t");
    if (!this.softBreak && !isFolded && !this.runsOnIn(text)) return false;
    if (!this.softBreak && !isFolded && !this.isBase64) {
      this.joined = true;
      this.hold("\n");
    }
    this.last = number;
    this.cut ||= isCut;
    this.add(isFolded && !this.softBreak ? text.slice(1) : text);
    return true;
  }

  /** Adds a line of the card that is the value of an AGENT. */
  addAgentLine({ text, number }: FileLine): void {
    this.last = number;
    this.hold(`\n${text.trimStart()}`);
  }

  /** Whether the line is an AGENT whose value is the card in the lines after it (RFC 2426, section 3.5.4). */
  get isAgent(): boolean {
    return /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*(?:BEGIN:VCARD\s*)?$/i.test(this.head.slice(0, 200));
  }

  close(): ContentLine {
    const { text, first, last, cut, joined } = this;
    return { text, first, last, cut, joined };
  }

  private add(text: string): void {
    if (this.head.length < longestHead) this.head += text.slice(0, longestHead - this.head.length);
    const padded = text.endsWith("=") || text.endsWith(" ") ? text.trimEnd() : text;
    const mayBreak = padded.endsWith("=");
    if (mayBreak) this.isQuotedPrintable ||= usesQuotedPrintable(this.head);
    this.softBreak = mayBreak && this.isQuotedPrintable;
    this.hold(this.softBreak ? padded.slice(0, -1) : text);
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
    const room = this.maxLength - this.text.length;
    if (text.length > room) this.cut = true;
    if (room > 0) this.text += text.length > room ? ownText(text.slice(0, room)) : text;
  }
}

/** An empty line does not match, because it may end a picture. */
const base64Line = /^[A-Za-z0-9+/]+={0,2}[ \t]*$/;
