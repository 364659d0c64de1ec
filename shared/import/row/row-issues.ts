/** The issues of a row, and the cleaning of its texts. */

import { cutToCodePoints, cutToUnits } from "../../platform/text/cut.ts";
import type { ImportIssueCode } from "./issue-catalogue.ts";
import { longestLabel } from "./note-lines.ts";
import type { ImportIssue } from "./parsed-contact.ts";
import type { Origin } from "./raw-row.ts";

/** What an issue is about. */
export interface About {
  field: string;
  origin?: Origin | undefined;
}

const maxIssues = 200;

/** What the normaliser notes about one row. */
export class RowIssues {
  readonly list: ImportIssue[] = [];
  /** Values of the row: the parser's, and those that only the normaliser tells apart, such as two numbers in one property. */
  seen: number;
  /** Values that no field takes. */
  lost: number;
  /** Values that are kept at the end of the notes. */
  readonly lines: string[] = [];
  #leftOut = 0;

  constructor({ valuesSeen, valuesLost } = { valuesSeen: 0, valuesLost: 0 }) {
    this.seen = valuesSeen;
    this.lost = valuesLost;
  }

  /** After 200 issues they are only counted, because a hostile row must not make an answer larger than itself. */
  add(severity: ImportIssue["severity"], code: ImportIssueCode, message: string, { field, origin }: About): void {
    if (this.list.length < maxIssues) this.list.push({ code, severity, message, field, ...origin });
    else this.#leftOut += 1;
  }

  /** Adds an issue about one value, or several, that no field takes. */
  dropped(severity: "warning" | "info", code: ImportIssueCode, message: string, about: About, count = 1): void {
    this.lost += count;
    this.add(severity, code, message, about);
  }

  /** Adds an issue about the part of a value that is left out while a field takes the rest. The part counts as a value. */
  droppedPart(severity: "warning" | "info", code: ImportIssueCode, message: string, about: About): void {
    this.seen += 1;
    this.dropped(severity, code, message, about);
  }

  /** Keeps a value that no field takes as a line of the notes. */
  keepAsLine(label: string, value: string): void {
    const [name, text] = [label, value].map((each) => each.replace(blanksAndControls, " ").trim());
    if (name && text) this.lines.push(`${cutToUnits(name.replaceAll(":", ""), longestLabel).trim()}: ${text}`);
  }

  /** The issues of the parser, and then these. */
  after(parsed: readonly ImportIssue[]): ImportIssue[] {
    if (this.#leftOut === 0) return [...parsed, ...this.list];
    const message = `${this.#leftOut} more issues are left out.`;
    return [...parsed, ...this.list, { code: "issues_left_out", severity: "warning", message, field: "issues" }];
  }
}

/** The text as one line, trimmed, without control characters and lone surrogates, cut to `max` code points. */
export function cleanLine(issues: RowIssues, text: string, max: number, about: About): string {
  if (text === "") return "";
  const line = unclean.test(text) ? wellFormed(issues, text, about).replace(blanks, " ") : text;
  return cut(issues, line.trim(), max, about);
}

/** The text with LF at the end of each line, cleaned and cut like one line. */
export function cleanLines(issues: RowIssues, text: string, max: number, about: About): string {
  if (text === "") return "";
  const lines = wellFormed(issues, text, about).replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return cut(issues, lines.trim(), max, about);
}

/** A value of the file in a message: short, on one line. */
export function quote(text: string): string {
  const line = text.slice(0, 500).replace(blanksAndControls, " ").trim();
  return `"${cutToUnits(line, 60)}${line.length > 60 ? "…" : ""}"`;
}

/** Most texts need no cleaning. */
const unclean = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const blanksAndControls = /[\s\p{Cc}\p{Cs}]+/gu;
const blanks = /[\t\n\r\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
const removed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/gu;

function wellFormed(issues: RowIssues, text: string, about: About): string {
  const cleaned = text.replace(removed, "");
  if (cleaned.length !== text.length) {
    issues.add("warning", "characters_removed", "Control characters or broken characters were removed.", about);
  }
  return cleaned;
}

function cut(issues: RowIssues, text: string, max: number, about: About): string {
  const kept = cutToCodePoints(text, max);
  if (kept.length === text.length) return text;
  issues.add("warning", "value_cut", `The value is longer than ${max} characters and was cut.`, about);
  return kept.trimEnd();
}
