/** Groups the lines of a file into cards without interpreting them. */
import type { FileLine } from "../../text/lines.ts";
import type { ContentLine } from "../decode/property.ts";
import { OpenLine } from "./content-line.ts";

export interface Card {
  lines: ContentLine[];
  first: number;
  last: number;
  /** The card has an END line. */
  ended: boolean;
  /** The number of lines that were left out because of `maxLines` or `maxHeld`. */
  linesLeftOut: number;
  /** The number of characters in `lines`. */
  size: number;
  /** Lines before or after the card that belong to no card. */
  outside: { first: number; count: number } | null;
}

/** The maximum number of lines of a card. */
export const maxLines = 5_000;
/** The maximum number of lines of a group, which may name every person of the largest import. */
export const maxMemberLines = 50_000;
/** The maximum number of characters in all open cards. A card with the largest picture fits. */
export const maxHeld = 16 * 1024 * 1024;
/** The maximum nesting of cards. If an END is missing, every following card is nested. */
export const maxDepth = 20;

/**
 * Collects the cards in the order in which they end. A nested card is a separate card, but the card of an AGENT is its
 * value. A card without END ends with the file, or when it is the outermost card and the nesting is too deep.
 */
export class CardGatherer {
  private readonly open: Card[] = [];
  private line: OpenLine | null = null;
  /** `line` is an AGENT, and the lines up to END or BEGIN belong to its card. */
  private isInAgent = false;
  /** The number of characters in the lines of all open cards. */
  private held = 0;
  private readonly done: Card[] = [];
  private outside: Card["outside"] = null;

  /** Returns each complete card once. The last card is kept because lines after it may have to be counted in it. */
  drain(): readonly Card[] {
    return this.done.splice(0, Math.max(0, this.done.length - 1));
  }

  add(line: FileLine): void {
    const { text, number } = line;
    const boundary = text.length > longestBoundary ? null : boundaryLine.exec(text);
    // The text of a folded line may contain END and BEGIN.
    if (boundary && (boundary[2] === undefined || /^\S/.test(text))) this.addBoundary(line, boundary);
    else if (this.open.length > 0) this.addToCard(line);
    else this.noteOutside(text, number);
  }

  /** Closes the open cards after the last line, and returns all cards that were not drained yet. */
  end(): readonly Card[] {
    this.closeLine();
    return [...this.done.splice(0), ...this.open.splice(0).reverse()];
  }

  private addBoundary(line: FileLine, [, word, next]: RegExpExecArray): void {
    const begins = word?.toUpperCase() === "BEGIN";
    if (begins && !this.isInAgent && this.line?.isAgent) {
      this.isInAgent = true;
      this.line.addAgentLine(line);
      return;
    }
    this.closeLine();
    if (!begins && !this.isInAgent) this.endCard(line.number);
    this.isInAgent = false;
    if (begins || next !== undefined) this.begin(line.number);
  }

  private addToCard(line: FileLine): void {
    const card = this.open.at(-1);
    if (card) card.last = line.number;
    if (this.isInAgent) this.line?.addAgentLine(line);
    else if (!this.line?.joins(line)) {
      this.closeLine();
      if (line.text.trim() === "") return;
      this.line = new OpenLine(line);
      this.isInAgent = this.line.isAgent && /BEGIN:VCARD\s*$/i.test(line.text);
    }
  }

  private begin(number: number): void {
    if (this.open.length === maxDepth) this.finish(this.open.shift());
    const bounds = { first: number, last: number, ended: false, linesLeftOut: 0 };
    this.open.push({ lines: [], ...bounds, size: 0, outside: this.outside });
    this.outside = null;
  }

  private endCard(number: number): void {
    const card = this.open.pop();
    if (card) this.finish(Object.assign(card, { last: number, ended: true }));
  }

  private finish(card: Card | undefined): void {
    if (!card) return;
    this.held -= card.size;
    this.done.push(card);
  }

  private noteOutside(text: string, number: number): void {
    if (text.length <= longestBoundary && /^[\s\p{Cc}]*$/u.test(text)) return;
    const latest = this.done.at(-1);
    const { first, count } = latest?.outside ?? this.outside ?? { first: number, count: 0 };
    const outside = { first, count: count + 1 };
    if (latest) latest.outside = outside;
    else this.outside = outside;
  }

  private closeLine(): void {
    const card = this.open.at(-1);
    const line = this.line?.close();
    this.line = null;
    if (!line || !card) return;
    const { length } = line.text;
    const hasRoom = card.lines.length < maxLines || (card.lines.length < maxMemberLines && memberLine.test(line.text));
    if (hasRoom && this.held + length <= maxHeld) {
      card.lines.push(line);
      card.size += length;
      this.held += length;
    } else card.linesLeftOut += 1;
  }
}

/** Concatenated files may have control characters around a boundary, or END and BEGIN in one line. */
const boundaryLine = /^[\s\p{Cc}]*(BEGIN|END)\s*(?:;[^:]*)?:\s*VCARD[\s\p{Cc}]*(?:(BEGIN:VCARD)[\s\p{Cc}]*)?$/iu;
const longestBoundary = 200;
const memberLine = /^(?:[\w-]{1,50}\.)?(?:X-ADDRESSBOOKSERVER-)?MEMBER[:;]/i;
