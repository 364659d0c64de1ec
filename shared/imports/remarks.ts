/** What a normaliser notes about a row, and the cleaning of text that everything in a row goes through. */
import { cutToCodePoints, cutToUnits } from "../text/cut.ts";
import { longestLabel } from "./note-lines.ts";
import type { ImportIssue } from "./parsed-contact.ts";
import type { Origin } from "./raw-row.ts";

export interface Remarks {
  issues: ImportIssue[];
  /** Values of the file that only the normaliser tells apart, such as the second number of one property. */
  seen: number;
  /** Values of the file that found no place. */
  lost: number;
  /** Values that are kept at the end of the notes. */
  lines: string[];
  issuesLeftOut: number;
}

/** What a remark is about. */
export interface About {
  field: string;
  origin?: Origin | undefined;
}

const maxIssues = 200;

/** Beyond the first 200 they are only counted: a hostile row must not make an answer larger than itself. */
export function remark(
  remarks: Remarks,
  severity: ImportIssue["severity"],
  code: string,
  message: string,
  { field, origin }: About,
): void {
  if (remarks.issues.length < maxIssues) remarks.issues.push({ code, severity, message, field, ...origin });
  else remarks.issuesLeftOut += 1;
}

/** A remark about a value that is left out. */
export function lose(
  remarks: Remarks,
  severity: "warning" | "info",
  code: string,
  message: string,
  about: About,
): void {
  remarks.lost += 1;
  remark(remarks, severity, code, message, about);
}

/** A remark about a part of a value that is left out where the value itself has a place: the part is one of its own. */
export function loseBeside(
  remarks: Remarks,
  severity: "warning" | "info",
  code: string,
  message: string,
  about: About,
): void {
  remarks.seen += 1;
  lose(remarks, severity, code, message, about);
}

/** Keeps a value that no field takes as a line of the notes. */
export function keepAsLine(remarks: Remarks, label: string, value: string): void {
  const [name, text] = [label, value].map((each) => each.replace(blanksAndControls, " ").trim());
  if (name && text) remarks.lines.push(`${cutToUnits(name.replaceAll(":", ""), longestLabel).trim()}: ${text}`);
}

/** One line, trimmed, without control characters and lone surrogates, cut to `max` code points. */
export function cleanLine(remarks: Remarks, text: string, max: number, about: About): string {
  if (text === "") return "";
  const line = unclean.test(text) ? wellFormed(remarks, text, about).replace(blanks, " ") : text;
  return cut(remarks, line.trim(), max, about);
}

/** Several lines, each ending with LF; cleaned and cut as one is. */
export function cleanLines(remarks: Remarks, text: string, max: number, about: About): string {
  if (text === "") return "";
  const needsNothing = plainLines.test(text);
  const lines = needsNothing ? text : wellFormed(remarks, text, about).replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return cut(remarks, lines.trim(), max, about);
}

/** A value of the file in a message: short, on one line. */
export function quote(text: string): string {
  const line = text.slice(0, 500).replace(blanksAndControls, " ").trim();
  return `"${cutToUnits(line, 60)}${line.length > 60 ? "…" : ""}"`;
}

/** Most texts need nothing. */
const unclean = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const plainLines = /^[\n -~]*$/;
const blanksAndControls = /[\s\p{Cc}\p{Cs}]+/gu;
const blanks = /[\t\n\r\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const removed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/gu;

function wellFormed(remarks: Remarks, text: string, about: About): string {
  const cleaned = text.replace(removed, "");
  if (cleaned.length !== text.length) {
    remark(remarks, "warning", "characters_removed", "Control characters or broken characters were removed.", about);
  }
  return cleaned;
}

function cut(remarks: Remarks, text: string, max: number, about: About): string {
  const kept = cutToCodePoints(text, max);
  if (kept.length === text.length) return text;
  remark(remarks, "warning", "value_cut", `The value is longer than ${max} characters and was cut.`, about);
  return kept.trimEnd();
}
