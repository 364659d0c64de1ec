/** Cuts a file into cards, and each card into unfolded lines, without looking at what they mean. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { longestHead, nameEnd, usesQuotedPrintable } from "./head.ts";

/** A line after unfolding: `first` and `last` are its lines in the file, counted from 1. */
export interface ContentLine {
  text: string;
  first: number;
  last: number;
  /** It was longer than `maxLineLength`, and the rest was left out. */
  cut: boolean;
  /** Lines without a name of their own were joined to it. */
  joined: boolean;
}

export interface Card {
  lines: ContentLine[];
  first: number;
  last: number;
  /** It has an END. */
  ended: boolean;
  /** Lines beyond `maxLines`, which were left out. */
  linesLeftOut: number;
  /** Cards that are the value of its AGENT (RFC 2426, section 3.5.4): no contacts of their own. */
  agents: Card[];
  isAgent: boolean;
}

/** Room for the base64 of a picture of 5 MB. */
export const maxLineLength = 8 * 1024 * 1024;
export const maxLines = 5_000;
export const maxCards = 50_000;

export function tooManyCards(): ImportFileError {
  return new ImportFileError("too_many_rows", `A vCard file may have ${maxCards} cards.`);
}

/**
 * The cards in the order in which they end. A card inside a card is one of its own; a card without END ends with the file.
 * Joined are: folded lines (RFC 6350, section 3.2), soft breaks of quoted-printable text, base64 that runs on without folding,
 * and text that runs on in the next line though its writer should have folded it.
 */
export function* splitCards(text: string): Generator<Card> {
  const open: Card[] = [];
  let line: OpenLine | null = null;
  const closeLine = () => {
    const card = open.at(-1);
    if (line && card) addLine(card, line.close());
    line = null;
  };
  for (const { text: physical, number } of physicalLines(text)) {
    const boundary = boundaryOf(physical);
    if (boundary === "begin") {
      closeLine();
      if (open.length > maxCards) throw tooManyCards();
      const parent = open.at(-1);
      open.push(parent && expectsAgent(parent) ? newAgent(parent, number) : newCard(number));
      continue;
    }
    const card = open.at(-1);
    if (!card) continue;
    if (boundary === "end") {
      closeLine();
      open.pop();
      card.last = number;
      card.ended = true;
      if (!card.isAgent) yield card;
      continue;
    }
    card.last = number;
    const current: OpenLine | null = line;
    if (current !== null && continues(current, physical)) {
      current.append(physical, number);
    } else if (physical.startsWith("#")) {
      // A comment, which no version knows but some writers make.
    } else if (physical.trim() === "") {
      closeLine();
    } else {
      closeLine();
      line = new OpenLine(physical.trimStart(), number);
      if (/^AGENT[^:]{0,200}:BEGIN:VCARD\s*$/i.test(physical)) {
        closeLine();
        open.push(newAgent(card, number));
      }
    }
  }
  closeLine();
  // Where a card is cut off behind AGENT, what follows is the next contact.
  for (const card of open.reverse()) {
    for (const agent of card.agents) if (agent.ended) yield agent;
    yield card;
  }
}

/** Gathers the physical lines of one content line. */
class OpenLine {
  readonly first: number;
  last: number;
  private readonly parts: string[];
  private length: number;
  private cut = false;
  private joined = false;
  /** The text so far ends with the soft break of a quoted-printable value. */
  softBreak = false;
  private head = "";

  constructor(text: string, number: number) {
    this.first = number;
    this.last = number;
    this.parts = [];
    this.length = 0;
    this.add(text);
  }

  get isBase64(): boolean {
    return /^[^:]*[;=](?:BASE64|B)[;:]/i.test(this.head.slice(0, 300));
  }

  append(physical: string, number: number): void {
    this.last = number;
    if (this.softBreak) this.add(physical);
    else if (isFolded(physical)) this.add(physical.slice(1));
    else {
      if (!this.isBase64) {
        this.joined = true;
        this.add("\n");
      }
      this.add(physical);
    }
  }

  close(): ContentLine {
    const { first, last, cut, joined } = this;
    return { text: this.parts.join(""), first, last, cut, joined };
  }

  private add(text: string): void {
    if (this.head.length < longestHead) this.head += text.slice(0, longestHead - this.head.length);
    const padded = text.endsWith("=") || text.endsWith(" ") ? text.trimEnd() : text;
    this.softBreak = padded.endsWith("=") && usesQuotedPrintable(this.head);
    const added = this.softBreak ? padded.slice(0, -1) : text;
    const room = maxLineLength - this.length;
    if (added.length > room) this.cut = true;
    if (room <= 0) return;
    this.parts.push(added.slice(0, room));
    this.length += Math.min(added.length, room);
  }
}

function continues(line: OpenLine, physical: string): boolean {
  if (line.softBreak) return !usualProperty.test(physical);
  if (isFolded(physical)) return true;
  if (physical === "" || physical.startsWith("#")) return false;
  if (nameEnd(physical) !== -1) return false;
  if (line.isBase64) return /^[A-Za-z0-9+/]+={0,2}\s*$/.test(physical);
  return !/^\s*(?:[\w-]+\.)?(?:X-[\w-]+|[A-Z]{1,12})\s*$/.test(physical);
}

/** Some writers end a quoted-printable value with a soft break that breaks nothing. */
const usualProperty =
  /^(?:N|FN|TEL|EMAIL|ADR|LABEL|ORG|TITLE|ROLE|NOTE|URL|BDAY|PHOTO|REV|UID|VERSION|CATEGORIES|X-[A-Z-]{1,40})(?:;[A-Z][^:]{0,200})?:/;

function isFolded(physical: string): boolean {
  return physical.startsWith(" ") || physical.startsWith("\t");
}

function addLine(card: Card, line: ContentLine): void {
  if (card.lines.length < maxLines) card.lines.push(line);
  else card.linesLeftOut += 1;
}

function newCard(number: number): Card {
  return { lines: [], first: number, last: number, ended: false, linesLeftOut: 0, agents: [], isAgent: false };
}

function newAgent(parent: Card, number: number): Card {
  const agent = { ...newCard(number), isAgent: true };
  parent.agents.push(agent);
  // One card for one AGENT: without this mark, the next one would be taken for it too.
  parent.lines.push({ text: "", first: number, last: number, cut: false, joined: false });
  return agent;
}

/** The last line is an AGENT without a value. */
function expectsAgent({ lines }: Card): boolean {
  return /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*$/i.test(lines.at(-1)?.text.slice(0, 200) ?? "");
}

function boundaryOf(physical: string): "begin" | "end" | null {
  if (physical.length > 60 || !/VCARD/i.test(physical)) return null;
  const match = /^\s*(BEGIN|END)\s*:\s*VCARD\s*$/i.exec(physical);
  if (!match) return null;
  return match[1]?.toUpperCase() === "BEGIN" ? "begin" : "end";
}

interface PhysicalLine {
  text: string;
  number: number;
}

/** Lines end with LF and any CRs before it; in a file without LF with CR (the older Macintosh). */
function* physicalLines(text: string): Generator<PhysicalLine> {
  const separator = text.includes("\n") ? "\n" : "\r";
  let start = 0;
  let number = 0;
  while (start < text.length) {
    const found = text.indexOf(separator, start);
    const end = found === -1 ? text.length : found;
    number += 1;
    let last = end;
    while (last > start && text.charCodeAt(last - 1) === 13) last -= 1;
    const line = text.slice(start, last);
    if (line.includes("\r") && /\r(?:BEGIN|END|VERSION):/i.test(line)) {
      // Files of two systems, put one behind the other.
      for (const part of line.split("\r")) yield { text: part, number };
    } else {
      yield { text: line, number };
    }
    start = end + 1;
  }
}
