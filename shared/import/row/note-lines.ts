/** Values without a field become lines `Label: value` in the last paragraph of a contact's notes. */
import { contactLimits as limits } from "../../contact/limits.ts";
import { isWithinCodePoints } from "../../platform/text/cut.ts";
import { fold } from "../../platform/text/fold.ts";

export interface NoteLine {
  label: string;
  value: string;
}

/** The characters to which labels of files are cut. */
export const longestLabel = 60;

/** Adds the lines that the notes lack, each once. `leftOut` are the lines that have no room. */
export function addNoteLines(notes: string, lines: readonly string[]): { notes: string; leftOut: string[] } {
  if (lines.length === 0) return { notes, leftOut: [] };
  const known = new Set(notes.split("\n").map(fold));
  const leftOut: string[] = [];
  let [grown, separator] = [notes, separatorBehind(notes)];
  // A hostile card has thousands of lines, so that only the added text is counted.
  let room = limits.notes - [...notes].length;
  for (const line of lines) {
    if (known.has(fold(line))) continue;
    const added = separator + line;
    if (isWithinCodePoints(added, room)) {
      [grown, separator, room] = [grown + added, "\n", room - [...added].length];
      known.add(fold(line));
    } else leftOut.push(line);
  }
  return { notes: grown, leftOut };
}

/** Splits the notes into the lines of the last paragraph, if it consists only of such lines, and the text before it. */
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
