/** What somebody typed into the search, taken apart once. */
import { lookupHandle, normaliseHandle, platformOfUrl } from "../contact/handles.ts";
import { fold } from "../text/fold.ts";
import { queriedDigits } from "./phone-forms.ts";
import { isForeign } from "./romanise.ts";
import { addressOf } from "./searched-text.ts";
import { type Spellings, spellingsOf } from "./spellings.ts";

export interface QueryWord {
  /** Folded. */
  text: string;
  /** Has the four letters of which one may be wrong. */
  forgiving: boolean;
  /** Has Cyrillic or Greek letters. */
  foreign: boolean;
  /** To be found in other letters by. */
  spellings: Spellings;
  /** What a pasted address of a profile or website stands for in a searched text. */
  address: string | null;
  /** To be found among the phone numbers, where it differs from the text. */
  digits: string | null;
}

export interface Query {
  /** All different, the longest first: it fits the fewest contacts. */
  words: QueryWord[];
  /** Phone numbers of several words, as digits. */
  numbers: string[];
}

/** Letters of a word that may have one wrong. */
const forgivingLetters = 4;

/** A text that folds to nothing, such as a soft hyphen, has no words. */
export function parseQuery(search: string): Query {
  const typed = fold(search)
    .split(" ")
    .filter((word) => word !== "");
  const words = [...new Set(typed)].map(queryWord);
  return { words: words.sort((one, other) => soughtLength(other) - soughtLength(one)), numbers: numbersOf(typed) };
}

function soughtLength({ digits, text }: QueryWord): number {
  return (digits ?? text).length;
}

function queryWord(text: string): QueryWord {
  const { address, number } = pasted(text);
  const digits = number ?? queriedDigits(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return {
    text,
    forgiving: letters >= forgivingLetters,
    foreign: isForeign(text),
    spellings: spellingsOf(text),
    address: address === text ? null : address,
    digits: digits === text ? null : digits,
  };
}

/** What the address of a profile or a website leads to: lines or parts of lines of a searched text, or digits. */
function pasted(word: string): { address: string | null; number: string | null } {
  const platform = /\/|^www\./.test(word) ? platformOfUrl(word) : null;
  const normalised = platform && normaliseHandle(platform, word);
  if (!platform || !normalised) return { address: null, number: null };
  const line = addressOf(platform, normalised);
  if (line === null) return { address: null, number: lookupHandle(platform, normalised).replace(/\D/g, "") };
  return { address: platform === "website" ? fold(line) : `\n${fold(line)}\n`, number: null };
}

/** Neighbouring words of digits, joined. */
function numbersOf(typed: readonly string[]): string[] {
  const numbers: string[] = [];
  let run: string[] = [];
  for (const word of [...typed, ""]) {
    if (queriedDigits(word) !== null) run.push(word);
    else {
      if (run.length > 1) numbers.push(queriedDigits(run.join("")) ?? "");
      run = [];
    }
  }
  return numbers;
}
