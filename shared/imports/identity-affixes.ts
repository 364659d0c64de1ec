/** Words beside a name that tell people of one name apart: "John Smith Sr." and "Jr.", "Mr. A. Smith" and "Mrs. A. Smith". */
import { fold } from "../text/fold.ts";

export interface Affixes {
  /** `sr`, `jr`, `ii` and so on; undefined where nothing tells it. */
  generation: string | undefined;
  /** `mr` or `mrs`; undefined where nothing tells it. */
  courtesy: string | undefined;
}

export interface NameWithoutAffixes extends Affixes {
  given: string;
  last: string;
}

/**
 * Takes the word of a generation from the end of a name, where two other words are left. `notes` may tell affixes too, in
 * the lines that a parse writes for what has no field.
 */
export function readAffixes(given: string, last: string, notes: string | null | undefined): NameWithoutAffixes {
  const courtesy = affixOfNotes("Prefix", courtesies, notes) ?? courtesyAtStart(given);
  const generation = affixOfNotes("Suffix", generations, notes);
  const [beforeLast, ofLast] = splitGeneration(last);
  if (ofLast !== undefined && wordCount(`${given} ${beforeLast}`) > 1) {
    return { given, last: beforeLast, courtesy, generation: generation ?? ofLast };
  }
  const [before, ofGiven] = splitGeneration(given);
  if (ofGiven !== undefined && before !== "" && wordCount(`${before} ${last}`) > 1) {
    return { given: before, last, courtesy, generation: generation ?? ofGiven };
  }
  return { given, last, courtesy, generation };
}

function affixOfNotes(
  label: string,
  table: ReadonlyMap<string, string>,
  notes: string | null | undefined,
): string | undefined {
  if (!notes?.includes(`${label}: `)) return undefined;
  const lines = notes.split("\n").filter((line) => line.startsWith(`${label}: `));
  const words = lines.join(" ").split(/[\s,;]+/);
  return words.map((word) => table.get(keyOf(word))).find((affix) => affix !== undefined);
}

/** What stands before the last word, and the generation that this word tells. */
function splitGeneration(name: string): [before: string, generation: string | undefined] {
  const [, before = "", word = ""] = /^(.*?)[\s,]*([^\s,]+)\s*$/s.exec(name) ?? [];
  return [before.trim(), mayBeName.test(word) ? undefined : generations.get(keyOf(word))];
}

/** A single letter is an initial. */
function courtesyAtStart(given: string): string | undefined {
  const [first = "", second] = given.trim().split(/\s+/);
  return second === undefined || keyOf(first).length === 1 ? undefined : courtesies.get(keyOf(first));
}

function wordCount(text: string): number {
  return text.split(/[\s,]+/).filter((word) => word !== "").length;
}

function keyOf(word: string): string {
  return fold(word).replace(/\.$/, "");
}

/** Names of people that look like an affix: "Amartya Sen", "Ii Naomasa". */
const mayBeName = /^(?:S(?:en|EN)|J(?:un|UN)|.*[iv])$/;

const generations = table({
  sr: "sr snr sen senior",
  jr: "jr jnr jun junior",
  ii: "ii 2nd",
  iii: "iii 3rd",
  iv: "iv 4th",
});
const courtesies = table({
  mr: "mr mister sir herr hr m monsieur senor sr signor sig",
  mrs: "mrs ms miss madam lady frau fr mme madame mlle mademoiselle senora sra senorita srta signora",
});

function table(wordsOf: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(wordsOf).flatMap(([affix, words]) => words.split(" ").map((word) => [word, affix])));
}
