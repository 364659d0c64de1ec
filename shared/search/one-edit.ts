/**
 * One edit between a query word and a word: a letter changed, left out or added, or two neighbours swapped (the
 * optimal string alignment distance of Damerau and Levenshtein). Of a single edit it is enough to look where the two
 * first differ, so the cost is linear.
 */

export type Nearness = "whole" | "start" | null;

/**
 * Whether the query word becomes all of the word, or else a start of it, by at most one edit. Letters are code units:
 * see `inUnits`.
 */
export function nearness(query: string, word: string): Nearness {
  const at = firstDifference(query, word);
  const longer = word.length - query.length;
  // Equal up to here, the word may still have a letter more at its end.
  if (at === query.length) return longer <= 1 ? "whole" : "start";
  const changed = at < word.length && goesOn(query, at + 1, word, at + 1);
  const added = goesOn(query, at + 1, word, at);
  const leftOut = goesOn(query, at, word, at + 1);
  const swapped = areSwapped(query, word, at) && goesOn(query, at + 2, word, at + 2);
  if (longer === 0 ? changed || swapped : (longer === -1 && added) || (longer === 1 && leftOut)) return "whole";
  return changed || added || leftOut || swapped ? "start" : null;
}

/**
 * Whether words that begin with these three code units, NaN for none, can be near at all: a quick test that few words
 * pass. The query has at least four.
 */
export function mayBeNear(query: string, first: number, second: number, third: number): boolean {
  const [one, two, three] = [query.charCodeAt(0), query.charCodeAt(1), query.charCodeAt(2)];
  if (first === one && (second === two || second === three || third === two || third === three)) return true;
  if (first === two && (second === three || second === one)) return true;
  return (second === two && third === three) || (second === one && third === two);
}

/** Whether a text has letters of two code units, those beyond U+FFFF. */
export function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

/** Two words with one code unit a letter, whatever the letters are, and the same for the same letter. */
export function inUnits(one: string, other: string): [one: string, other: string] {
  const units = new Map<string, string>();
  const replace = (text: string) =>
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (letter) => {
      const unit = units.get(letter) ?? String.fromCharCode(0xd800 + units.size);
      units.set(letter, unit);
      return unit;
    });
  return [replace(one), replace(other)];
}

function firstDifference(query: string, word: string): number {
  let at = 0;
  while (at < query.length && query.charCodeAt(at) === word.charCodeAt(at)) at++;
  return at;
}

function areSwapped(query: string, word: string, at: number): boolean {
  return query.charCodeAt(at) === word.charCodeAt(at + 1) && query.charCodeAt(at + 1) === word.charCodeAt(at);
}

/** Whether the rest of the query is how the rest of the word begins. */
function goesOn(query: string, from: number, word: string, wordFrom: number): boolean {
  const shift = wordFrom - from;
  if (query.length + shift > word.length) return false;
  for (let at = from; at < query.length; at++) {
    if (query.charCodeAt(at) !== word.charCodeAt(at + shift)) return false;
  }
  return true;
}
