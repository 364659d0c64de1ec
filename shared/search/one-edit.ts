/**
 * Compares a query word with a word and allows one edit: a letter changed, left out or added, or two neighbours swapped
 * (optimal string alignment distance). A single edit is at the first difference, so the cost is linear.
 */

export type Nearness = "whole" | "start" | null;

/** Whether the query word becomes the whole word, or a start of it, by at most one edit. */
export function nearness(query: string, word: string): Nearness {
  return hasPairs(query) || hasPairs(word) ? nearnessOfUnits(...inUnits(query, word)) : nearnessOfUnits(query, word);
}

/** Whether a text has letters of two code units (beyond U+FFFF). */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

/** Replaces each letter of two code units by one unit, the same one for the same letter. */
function inUnits(one: string, other: string): [one: string, other: string] {
  const units = new Map<string, string>();
  const replace = (text: string) =>
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (letter) => {
      const unit = units.get(letter) ?? String.fromCharCode(0xd800 + units.size);
      units.set(letter, unit);
      return unit;
    });
  return [replace(one), replace(other)];
}

function nearnessOfUnits(query: string, word: string): Nearness {
  const at = firstDifference(query, word);
  const longer = word.length - query.length;
  // The word starts with the query, and may have one more letter.
  if (at === query.length) return longer <= 1 ? "whole" : "start";
  const changed = at < word.length && goesOn(query, at + 1, word, at + 1);
  const added = goesOn(query, at + 1, word, at);
  const leftOut = goesOn(query, at, word, at + 1);
  const swapped = areSwapped(query, word, at) && goesOn(query, at + 2, word, at + 2);
  if (longer === 0 ? changed || swapped : (longer === -1 && added) || (longer === 1 && leftOut)) return "whole";
  return changed || added || leftOut || swapped ? "start" : null;
}

function firstDifference(query: string, word: string): number {
  let at = 0;
  while (at < query.length && query.charCodeAt(at) === word.charCodeAt(at)) at++;
  return at;
}

function areSwapped(query: string, word: string, at: number): boolean {
  return query.charCodeAt(at) === word.charCodeAt(at + 1) && query.charCodeAt(at + 1) === word.charCodeAt(at);
}

/** Whether the rest of the word starts with the rest of the query. */
function goesOn(query: string, from: number, word: string, wordFrom: number): boolean {
  return word.startsWith(query.slice(from), wordFrom);
}
