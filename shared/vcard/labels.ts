/** X-ABLabel, by which Apple's and Google's address books name a value in the user's own words. */
import { type CardEntry, type CardLine, type Parameters, textLine } from "./content-lines.ts";
import { ownParameters } from "./own-names.ts";

/** The line, with its label where there is one. */
export function labelled(line: CardLine, label: string | null, more: readonly CardLine[] = []): CardEntry {
  return label === null || label === "" ? [line, ...more] : [line, labelLine(label), ...more];
}

function labelLine(label: string): CardLine {
  const parameters: Parameters = label.includes("$!<") ? { [ownParameters.verbatim]: "1" } : {};
  return textLine("X-ABLabel", label, parameters);
}

/** A word that programs of Apple show in the user's language. */
export function builtInLabelLine(word: string): CardLine {
  return textLine("X-ABLabel", `_$!<${word}>!$_`);
}
