/** The words of a contact's name, and the forms of each word by which names are compared. */
import { nameWords } from "../../../shared/import/identity/read-name.ts";
import { namesWithForm } from "./given-names.ts";
import { latinOf, scriptOf } from "./scripts.ts";
import { soundOf } from "./sounds.ts";

export interface NameWord {
  /** Folded. */
  text: string;
  /** In Latin letters. */
  latin: string;
  /** Of the Latin letters. */
  sound: string;
  isForeign: boolean;
  /** A single Latin letter. */
  isInitial: boolean;
  /** The given names of which it is a form. */
  names: readonly number[];
}

/** The folded parts of a name, as an entry of the search index has them. */
export interface FoldedName {
  first: string;
  middle: string;
  last: string;
}

/** Titles and affixes, which are no part of the name. */
const titles = new Set(
  (
    "dr prof professor doctor mr mrs ms miss sir dame herr frau fr mme mlle monsieur madame senor senora sr sra srta dott dottssa ing dipl mag " +
    "phd md mba msc bsc jr jnr junior snr senior ii iii iv rev capt sgt esq cpa dds llm llb mudr judr phdr ingr mgr hajj haji sheikh ustadh"
  ).split(" "),
);

const known = new Map<string, NameWord>();
/** The words of some accounts. Words that are left out are read again. */
const maxKnown = 100_000;

/** Of each half of a name. A text of many words would have as many keys as a hundred contacts. */
const maxWords = 4;

/** The words of the first and middle names, and the words of the last name, without titles. */
export function readNameWords({ first, middle, last }: FoldedName): { given: NameWord[]; family: NameWord[] } {
  return { given: wordsOf(middle === "" ? first : `${first} ${middle}`), family: wordsOf(last) };
}

function wordsOf(names: string): NameWord[] {
  const words = nameWords(names).filter((word) => !titles.has(word));
  return words.slice(0, maxWords).map(wordOf);
}

function wordOf(text: string): NameWord {
  let word = known.get(text);
  if (word === undefined) {
    const latin = latinOf(text);
    const sound = soundOf(latin);
    const isForeign = scriptOf(text) !== undefined;
    word = { text, latin, sound, isForeign, isInitial: /^[a-z]$/.test(text), names: namesWithForm(sound) };
    if (known.size >= maxKnown) known.clear();
    known.set(text, word);
  }
  return word;
}
