/** What somebody typed into the search, taken apart once. */
import { lookupHandle, normaliseHandle, platformOfUrl } from "../contact/handles.ts";
import { fold } from "../text/fold.ts";
import { queriedDigits } from "./phone-forms.ts";
import { isForeign } from "./romanise.ts";
import { addressOf } from "./searched-text.ts";
import { type Spellings, spellingsOf } from "./spellings.ts";
import { type TypedWord, typedWords } from "./typed-words.ts";

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
  addresses: readonly string[];
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
  const typed = typedWords(fold(search), leadsSomewhere);
  const words = [...new Map(typed.map((word) => [word.text, word])).values()].map(queryWord);
  return { words: words.sort((one, other) => soughtLength(other) - soughtLength(one)), numbers: numbersOf(typed) };
}

function soughtLength({ digits, text }: QueryWord): number {
  return (digits ?? text).length;
}

function queryWord({ text, typed, number }: TypedWord): QueryWord {
  const { address, digits } = pasted(text);
  // A handle may end with what else is punctuation around it.
  const addresses = new Set([address, pasted(typed).address].filter((each) => each !== null));
  addresses.delete(text);
  const sought = digits ?? queriedDigits(number ?? "");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return {
    text,
    forgiving: letters >= forgivingLetters,
    foreign: isForeign(text),
    spellings: spellingsOf(text),
    addresses: [...addresses],
    digits: sought === text ? null : sought,
  };
}

function leadsSomewhere(word: string): boolean {
  const { address, digits } = pasted(word);
  return address !== null || digits !== null;
}

/** What the address of a profile or a website leads to: lines or parts of lines of a searched text, or digits. */
function pasted(word: string): { address: string | null; digits: string | null } {
  const platform = /\/|^www\./.test(word) ? platformOfUrl(word) : null;
  const normalised = platform && normaliseHandle(platform, word);
  if (!platform || !normalised) return { address: null, digits: null };
  const line = addressOf(platform, normalised);
  if (line === null) return { address: null, digits: lookupHandle(platform, normalised).replace(/\D/g, "") };
  return { address: platform === "website" ? fold(line) : `\n${fold(line)}\n`, digits: null };
}

/** Neighbouring words of digits, joined. */
function numbersOf(words: readonly TypedWord[]): string[] {
  const numbers: string[] = [];
  let run: string[] = [];
  for (const number of [...words.map((word) => word.number), null]) {
    if (number !== null) run.push(number);
    else {
      if (run.length > 1) numbers.push(queriedDigits(run.join("")) ?? "");
      run = [];
    }
  }
  return numbers;
}
