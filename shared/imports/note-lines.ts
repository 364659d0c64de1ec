/** Values that no field takes: lines `Label: value`, which are the last paragraph of a contact's notes. */
import { contactLimits as limits } from "../contact/limits.ts";
import { isWithinCodePoints } from "../text/cut.ts";
import { fold } from "../text/fold.ts";

/** A value, and what it is called. */
export interface NoteLine {
  label: string;
  value: string;
}

/** Labels that files choose are cut to this many characters. */
export const longestLabel = 60;

/** The notes with those lines that they lack, each once, and the lines for which they have no room. */
export function addNoteLines(notes: string, lines: readonly string[]): { notes: string; leftOut: string[] } {
  const known = new Set(notes.split("\n").map(fold));
  const leftOut: string[] = [];
  let [grown, separator] = [notes, separatorBehind(notes)];
  for (const line of lines) {
    if (known.has(fold(line))) continue;
    const longer = grown + separator + line;
    if (isWithinCodePoints(longer, limits.notes)) {
      [grown, separator] = [longer, "\n"];
      known.add(fold(line));
    } else leftOut.push(line);
  }
  return { notes: grown, leftOut };
}

/** The lines of the last paragraph, if it consists of nothing else, and what stands before it. */
export function splitNotes(notes: string): { text: string; lines: string[] } {
  const start = notes.lastIndexOf("\n\n") + 1;
  const lines = notes.slice(start).trim().split("\n");
  if (!lines.every((line) => noteLine.test(line))) return { text: notes, lines: [] };
  return { text: notes.slice(0, start).trim(), lines };
}

const noteLine = /^[^\s:][^:\n]{0,59}: \S/;

function separatorBehind(notes: string): string {
  if (notes === "") return "";
  return splitNotes(notes).lines.length > 0 ? "\n" : "\n\n";
}
