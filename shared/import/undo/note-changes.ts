/** The texts and lines that imported rows add to notes (note-lines.ts), and the notes without them. */
import { splitNotes } from "../row/note-lines.ts";

/** A text in paragraphs of its own, or one line of the last paragraph. */
export type NotesPart = { text: string } | { line: string };

const paragraphEnd = "\n\n";

/** What a row added to the notes. Rows put texts before earlier notes, and lines behind them. */
export function addedNotes(before: string, after: string): NotesPart[] {
  if (before === after) return [];
  const { text, lines } = before === "" ? splitNotes(after) : addedAround(before, after);
  return [...(text === "" ? [] : [{ text }]), ...lines.filter((line) => line !== "").map((line) => ({ line }))];
}

/** The notes without a part; `gone` if nothing of it was left, `kept` if someone changed it. */
export function withoutPart(notes: string, part: NotesPart): { notes: string } | "gone" | "kept" {
  if (notes === "") return "gone";
  return "line" in part ? withoutLine(notes, part.line) : withoutText(notes, part.text);
}

/** Only notes that consist of lines get a text before them (merge.ts), and their new lines follow in the same paragraph. */
function addedAround(before: string, after: string): { text: string; lines: string[] } {
  const at = splitNotes(before).text === "" ? after.lastIndexOf(paragraphEnd + before) : -1;
  if (at < 0) return { text: "", lines: after.slice(before.length).split("\n") };
  const behind = after.slice(at + paragraphEnd.length + before.length);
  return { text: after.slice(0, at), lines: behind.split("\n") };
}

/** A line with the same label is the same line, which someone changed. */
function withoutLine(notes: string, line: string) {
  const lines = notes.split("\n");
  const at = lines.lastIndexOf(line);
  if (at >= 0) return { notes: lines.toSpliced(at, 1).join("\n").trim() };
  const label = line.slice(0, line.indexOf(":") + 1);
  return lines.some((each) => each.startsWith(label)) ? "kept" : "gone";
}

function withoutText(notes: string, text: string) {
  const framed = paragraphEnd + notes + paragraphEnd;
  const at = framed.indexOf(paragraphEnd + text + paragraphEnd);
  if (at < 0) return "kept";
  return { notes: (framed.slice(0, at) + framed.slice(at + paragraphEnd.length + text.length)).trim() };
}
