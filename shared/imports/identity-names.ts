/** Names as imports compare them: word by word, whatever their order, case and accents. */
import { fold } from "../text/fold.ts";
import { type Affixes, readAffixes } from "./identity-affixes.ts";
import { isCouple, withoutJoiners } from "./identity-couples.ts";

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** May tell what stands before or behind the name. */
  notes?: string | null | undefined;
}

/** What of a name is compared with others. */
interface ReadName extends Affixes {
  words: readonly string[];
  isCouple: boolean;
  /** Nothing but initials stands for the first name. */
  isInitialOnly: boolean;
}

/** Many rows are compared with one contact. */
const readNames = new WeakMap<PersonName, ReadName>();

export function readName(name: PersonName): ReadName {
  let read = readNames.get(name);
  if (read === undefined) {
    read = readWholeName(name);
    readNames.set(name, read);
  }
  return read;
}

function readWholeName(name: PersonName): ReadName {
  const { firstName, middleName, lastName, notes } = name;
  const { given, last, generation, courtesy } = readAffixes(
    `${firstName} ${middleName ?? ""}`.trim(),
    lastName ?? "",
    notes,
  );
  const [givenWords, lastWords] = [nameWords(given), nameWords(last)];
  const words = [...givenWords, ...lastWords];
  const isOfCouple = isCouple(name);
  const firstWords = lastWords.length === 0 ? givenWords.slice(0, 1) : givenWords;
  return {
    words: isOfCouple ? withoutJoiners(words) : words,
    isCouple: isOfCouple,
    isInitialOnly: firstWords.length > 0 && firstWords.every(isInitial),
    generation,
    courtesy,
  };
}

/**
 * All words of the shorter name stand in the longer one, in any order ("Smith, Ann" and "Ann Marie Smith"), and either
 * two of them do or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). Between equal last
 * words and beginnings that agree, an initial stands for a word ("A. Smith" and "Ann Smith"). A couple's name agrees with
 * that of a couple alone: either of the two has a name that stands in it. Different generations are different people, and
 * so are different courtesy titles where a first name is only an initial; `areOthers` is asked where only one of the two
 * names has such a word.
 */
export function wordsAgree(left: PersonName, right: PersonName, areOthers: () => boolean): boolean {
  const [one, other] = [readName(left), readName(right)];
  if (one.isCouple !== other.isCouple || !areAlike(one.words, other.words)) return false;
  const told =
    one.isInitialOnly || other.isInitialOnly ? (["generation", "courtesy"] as const) : (["generation"] as const);
  return !told.some((affix) => {
    if (one[affix] === other[affix]) return false;
    return (one[affix] !== undefined && other[affix] !== undefined) || areOthers();
  });
}

/** Whether they have all words in common, two at least, and are of one generation as far as the names tell. */
export function haveSameFullName(left: PersonName, right: PersonName): boolean {
  const [one, other] = [readName(left), readName(right)];
  const [own, given] = [one, other].map(({ words }) => [...words].sort().join(" "));
  return one.generation === other.generation && own === given && !!own?.includes(" ");
}

/** Whether a word that is no initial stands in both names. */
export function shareWord(left: PersonName, right: PersonName): boolean {
  const others = readName(right).words;
  return readName(left).words.some((word) => !isInitial(word) && others.includes(word));
}

/** Folded words without punctuation. */
export function nameWords(name: string): string[] {
  if (name.trim() === "") return [];
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Of all names together, in their order. */
export function fullNameWords({ firstName, middleName, lastName }: PersonName): string[] {
  return nameWords([firstName, middleName ?? "", lastName ?? ""].join(" "));
}

function areAlike(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === 0) return false;
  if (!shorter.every((word) => longer.includes(word))) return agreeByInitials(shorter, longer);
  return new Set(shorter).size > 1 || a[0] === b[0];
}

function agreeByInitials(shorter: readonly string[], longer: readonly string[]): boolean {
  const [first, last] = [shorter[0] ?? "", shorter.at(-1) ?? ""];
  if (shorter.length < 2 || isInitial(last) || last !== longer.at(-1) || !mayBeSame(first, longer[0] ?? "")) {
    return false;
  }
  return shorter.slice(1, -1).every((word) => longer.slice(1, -1).some((other) => mayBeSame(word, other)));
}

function mayBeSame(left: string, right: string): boolean {
  return left === right || (isInitial(left) && right.startsWith(left)) || (isInitial(right) && left.startsWith(right));
}

/** Of scripts with capitals: elsewhere a single character may be a whole name. */
function isInitial(word: string): boolean {
  return /^\p{Ll}$/u.test(word);
}
