/** Groups physical lines into cards without interpreting them. */
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
  /** The cards that are values of AGENT (RFC 2426, section 3.5.4). They do not become contacts. */
  agents: Card[];
  isAgent: boolean;
  /** The number of characters in the lines of the card and of its agents. */
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
const maxAgents = 5;

/**
 * Collects the cards in the order in which they end. A nested card is a separate card. A card without END ends with the
 * file, or when it is the outermost card and the nesting is too deep.
 */
export class CardGatherer {
  private readonly open: Card[] = [];
  private line: OpenLine | null = null;
  /** The number of characters in the lines of all open cards. */
  private held = 0;
  private readonly done: Card[] = [];
  private outside: Card["outside"] = null;

  /** Returns each complete card once. The last card is kept because lines after it may have to be counted in it. */
  drain(): readonly Card[] {
    return this.done.splice(0, Math.max(0, this.done.length - 1));
  }

  /** Adds a line, or a piece of one, with the arguments that LineCutter passes. */
  add(physical: string, number: number, isRest: boolean, hasMore: boolean): void {
    if (isRest) {
      this.line?.add(physical, hasMore);
      return;
    }
    const boundary = physical.length > longestBoundary ? null : boundaryLine.exec(physical);
    // The text of a folded line may contain END and BEGIN.
    if (boundary && (boundary[2] === undefined || /^\S/.test(physical))) {
      this.closeLine();
      const begins = boundary[1]?.toUpperCase() === "BEGIN";
      if (!begins) this.endCard(number);
      if (begins || boundary[2] !== undefined) this.begin(number);
      return;
    }
    const card = this.open.at(-1);
    if (card) this.addToCard(card, physical, number, hasMore);
    else this.noteOutside(physical, number);
  }

  /** Closes the open cards after the last line, and returns all cards that were not drained yet. */
  end(): readonly Card[] {
    this.closeLine();
    for (const card of this.open.splice(0).reverse()) this.giveUp(card);
    return this.done.splice(0);
  }

  private addToCard(card: Card, physical: string, number: number, hasMore: boolean): void {
    card.last = number;
    // The card in an AGENT is often indented.
    const text = card.isAgent ? physical.trimStart() : physical;
    if (this.line?.takes(text, number, hasMore)) return;
    this.closeLine();
    if (text.trim() === "") return;
    this.line = new OpenLine(text.trimStart(), number, hasMore);
    if (!agentWithCard.test(text)) return;
    this.closeLine();
    this.openAgent(card, number);
  }

  private begin(number: number): void {
    if (this.open.length === maxDepth) this.giveUpOutermost();
    const parent = this.open.at(-1);
    const last = parent?.lines.at(-1);
    if (parent && last && agentWithoutValue.test(last.text.slice(0, 200))) {
      // An AGENT has one card as its value. The next card is a contact.
      last.text += "BEGIN:VCARD";
      this.openAgent(parent, number);
      return;
    }
    this.open.push({ ...newCard(number), outside: this.outside });
    this.outside = null;
  }

  private endCard(number: number): void {
    const card = this.open.pop();
    if (!card) return;
    card.last = number;
    card.ended = true;
    const parent = this.open.at(-1);
    if (card.isAgent && parent?.agents.includes(card)) parent.size += card.size;
    else this.held -= card.size;
    if (!card.isAgent) this.done.push(card);
  }

  /** Ends a card that has no END. Cards after its AGENT are contacts, because the card was probably cut off there. */
  private giveUp(card: Card): void {
    for (const agent of card.agents.splice(0)) {
      agent.isAgent = false;
      if (agent.ended) this.done.push(agent);
    }
    this.done.push(card);
  }

  private giveUpOutermost(): void {
    const outermost = this.open.shift();
    if (!outermost) return;
    this.held -= outermost.size;
    this.giveUp(outermost);
  }

  private noteOutside(physical: string, number: number): void {
    if (physical.length <= longestBoundary && /^[\s\p{Cc}]*$/u.test(physical)) return;
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

  private openAgent(parent: Card, number: number): void {
    const agent = { ...newCard(number), isAgent: true };
    if (parent.agents.length < maxAgents) parent.agents.push(agent);
    this.open.push(agent);
  }
}

/** Concatenated files may have control characters around a boundary, or END and BEGIN in one line. */
const boundaryLine = /^[\s\p{Cc}]*(BEGIN|END)\s*(?:;[^:]*)?:\s*VCARD[\s\p{Cc}]*(?:(BEGIN:VCARD)[\s\p{Cc}]*)?$/iu;
const longestBoundary = 200;
const agentWithCard = /^AGENT[^:]{0,200}:BEGIN:VCARD\s*$/i;
const agentWithoutValue = /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*$/i;
const memberLine = /^(?:[\w-]{1,50}\.)?(?:X-ADDRESSBOOKSERVER-)?MEMBER[:;]/i;

function newCard(number: number): Card {
  const bounds = { first: number, last: number, ended: false, linesLeftOut: 0 };
  return { lines: [], ...bounds, agents: [], isAgent: false, size: 0, outside: null };
}
