/** Gathers physical lines to cards, without looking at what they mean. */
import { boundaryOf, isFilling } from "./boundary.ts";
import { type ContentLine, OpenLine } from "./content-line.ts";
import { nameEnd } from "./head.ts";
import { withoutIndentation } from "./indentation.ts";
import { PictureRoom } from "./picture-line.ts";

export interface Card {
  lines: ContentLine[];
  first: number;
  last: number;
  /** It has an END. */
  ended: boolean;
  /** Lines beyond `maxLines` or `maxHeld`, which were left out. */
  linesLeftOut: number;
  /** Cards that are the value of its AGENT (RFC 2426, section 3.5.4): no contacts of their own. */
  agents: Card[];
  isAgent: boolean;
  /** Characters in its lines and its agents. */
  size: number;
  /** The white space before each of its lines, as of a card that was quoted in a text; null before the first line. */
  indentation: string | null;
  /** Lines before or behind the card that belong to none; `values` of them look like properties. */
  outside: { first: number; count: number; values: number } | null;
}

/** Lines of a card. */
export const maxLines = 5_000;
/** Lines of a card that names others: a group may name every person of the largest import. */
export const maxMemberLines = 50_000;
/** Characters that the open cards may hold together: a card with one picture and then some. */
export const maxHeld = 16 * 1024 * 1024;
/** Cards inside cards. Where a file lacks END, every card that follows is inside. */
export const maxDepth = 20;
const maxAgents = 5;

/**
 * The cards in the order in which they end. A card inside a card is one of its own; one without END ends with the file,
 * or when it is the outermost of too many.
 */
export class CardGatherer {
  private readonly open: Card[] = [];
  /** A line that nothing was joined to yet, as most lines stay. */
  private single: ContentLine | null = null;
  /** A line that may go on. */
  private line: OpenLine | null = null;
  private readonly room = new PictureRoom();
  /** The last line is one, and so is the rest of it. */
  private isComment = false;
  /** Characters in the lines of all open cards. */
  private held = 0;
  private done: Card[] = [];
  /** The last card, until it is known what stands behind it. */
  private latest: Card | null = null;
  private outside: Card["outside"] = null;

  /** The cards that are complete, each once. */
  drain(): readonly Card[] {
    const { done } = this;
    if (done.length > 0) this.done = [];
    return done;
  }

  /** The lines as LineCutter gives them. */
  add(physical: string, number: number, isRest: boolean, hasMore: boolean): void {
    if (isRest) {
      this.addRest(physical, number, hasMore);
      return;
    }
    this.isComment = false;
    const boundary = hasMore ? null : boundaryOf(physical);
    if (boundary !== null) {
      this.closeLine();
      if (boundary.begins) this.begin(number);
      else this.endCard(number);
      if (boundary.rest !== "") this.add(boundary.rest, number, false, false);
      return;
    }
    const card = this.open.at(-1);
    if (!card) {
      this.noteOutside(physical, number);
      return;
    }
    card.last = number;
    if (card.indentation !== "") this.addToCard(card, withoutIndentation(card, physical), number, hasMore);
    else this.addToCard(card, physical, number, hasMore);
  }

  private addToCard(card: Card, physical: string, number: number, hasMore: boolean): void {
    const isUsual = !hasMore && isUsualLine(physical);
    if (this.joins(physical, number, hasMore, isUsual)) return;
    // A comment is known to no version, but some writers make them; it may stand inside a folded value.
    if (physical.startsWith("#")) {
      this.isComment = true;
      return;
    }
    this.closeLine();
    if (isUsual) {
      this.single = { text: physical, first: number, last: number, cut: false, joined: false };
    } else if (physical.trim() !== "") {
      this.startLine(physical.trimStart(), number, hasMore);
    }
    if (!agentWithCard.test(physical)) return;
    this.closeLine();
    this.openAgent(card, number);
  }

  /** Whether the physical line belongs to the one before. */
  private joins(physical: string, number: number, hasMore: boolean, isUsual: boolean): boolean {
    if (this.single !== null) {
      if (isUsual) return false;
      const { text, first } = this.single;
      this.single = null;
      this.startLine(text, first, false);
    }
    return this.line?.takes(physical, number, hasMore) ?? false;
  }

  private startLine(text: string, number: number, hasMore: boolean): void {
    this.line = new OpenLine(number, this.room);
    this.line.add(text, hasMore);
  }

  /** A further piece of a physical line. */
  private addRest(piece: string, number: number, hasMore: boolean): void {
    if (this.open.length === 0 || this.isComment) return;
    if (this.line) this.line.add(piece, hasMore);
    else if (piece.trim() !== "") this.startLine(piece.trimStart(), number, hasMore);
  }

  /** After the last line. */
  end(): void {
    this.closeLine();
    for (const card of this.open.splice(0).reverse()) this.giveUp(card);
    this.release();
  }

  private begin(number: number): void {
    if (this.open.length === maxDepth) this.giveUpOutermost();
    const parent = this.open.at(-1);
    const last = parent?.lines.at(-1);
    if (parent && last && agentWithoutValue.test(last.text.slice(0, 200))) {
      // One card for one AGENT: the next one is a contact.
      last.text += "BEGIN:VCARD";
      this.openAgent(parent, number);
      return;
    }
    this.release();
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
    if (card.isAgent) return;
    this.release();
    this.latest = card;
  }

  /** Where a card is cut off behind AGENT, what follows is the next contact. */
  private giveUp(card: Card): void {
    this.release();
    for (const agent of card.agents.splice(0)) {
      agent.isAgent = false;
      if (agent.ended) this.done.push(agent);
    }
    this.latest = card;
  }

  private giveUpOutermost(): void {
    const outermost = this.open.shift();
    if (!outermost) return;
    this.held -= outermost.size;
    this.giveUp(outermost);
  }

  private release(): void {
    if (this.latest) this.done.push(this.latest);
    this.latest = null;
  }

  private noteOutside(physical: string, number: number): void {
    if (isFilling(physical) || physical.startsWith("#")) return;
    const isValue = nameEnd(physical) !== -1 && !/^(?:BEGIN|END|VERSION|PRODID)\b/i.test(physical);
    if (this.latest) this.latest.outside = counted(this.latest.outside, number, isValue);
    else this.outside = counted(this.outside, number, isValue);
  }

  private closeLine(): void {
    const card = this.open.at(-1);
    const line = this.single ?? this.line?.close();
    this.single = null;
    this.line = null;
    if (!line || !card) return;
    const length = line.text.length + (line.data?.length ?? 0);
    const hasRoom = card.lines.length < maxLines || (card.lines.length < maxMemberLines && memberLine.test(line.text));
    if (hasRoom && this.held + length <= maxHeld) {
      card.lines.push(line);
      card.size += length;
      this.held += length;
    } else {
      card.linesLeftOut += 1;
    }
  }

  private openAgent(parent: Card, number: number): void {
    const agent = { ...newCard(number), isAgent: true };
    if (parent.agents.length < maxAgents) parent.agents.push(agent);
    this.open.push(agent);
  }
}

const agentWithCard = /^AGENT[^:]{0,200}:BEGIN:VCARD\s*$/i;
const agentWithoutValue = /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*$/i;
const memberLine = /^(?:[\w-]{1,50}\.)?(?:X-ADDRESSBOOKSERVER-)?MEMBER[:;]/i;

function newCard(number: number): Card {
  const bounds = { first: number, last: number, ended: false, linesLeftOut: 0 };
  return { lines: [], ...bounds, agents: [], isAgent: false, size: 0, indentation: null, outside: null };
}

function counted(outside: Card["outside"], number: number, isValue: boolean): Card["outside"] {
  const { first, count, values } = outside ?? { first: number, count: 0, values: 0 };
  return { first, count: count + 1, values: values + (isValue ? 1 : 0) };
}

/** It begins with a name, and can't go on in a line that does so too. */
function isUsualLine(physical: string): boolean {
  return !isBlank(physical.charCodeAt(0)) && nameEnd(physical) !== -1 && !endsOpen(physical);
}

/** As a soft break of quoted-printable text does. */
function endsOpen(text: string): boolean {
  return text.endsWith("=") || isBlank(text.charCodeAt(text.length - 1));
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xfeff;
}
