/** Compares names for imports: word by word, without regard to order, case and accents. */
import { fold } from "../../platform/text/fold.ts";

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** May have lines with the prefix and the suffix of the name. */
  notes?: string | null | undefined;
}

/** The parts of a name that are compared. */
export interface ReadName {
  words: readonly string[];
  /** It is the name of a couple in one entry: "Anna & Peter Müller". */
  isCouple: boolean;
  /** The first name has only initials. */
  isInitialOnly: boolean;
  /** `sr`, `jr`, `ii` and so on, if the name has it: "John Smith Sr." and "John Smith Jr." are two people. */
  generation: string | undefined;
  /** `mr` or `mrs`, if the name has it. */
  courtesy: string | undefined;
}

/** Names that were read, because many rows are compared with one contact. */
const readNames = new WeakMap<PersonName, ReadName>();

export function readName(name: PersonName): ReadName {
  let read = readNames.get(name);
  if (read === undefined) {
    read = readWholeName(name);
    readNames.set(name, read);
  }
  return read;
}

function readWholeName({ firstName, middleName, lastName, notes }: PersonName): ReadName {
  const [given, last] = [tokensOf(`${firstName} ${middleName ?? ""}`), tokensOf(lastName ?? "")];
  const ownGeneration = takeGeneration(given, last);
  const [givenWords, lastWords] = [nameWords(given.join(" ")), nameWords(last.join(" "))];
  const words = [...givenWords, ...lastWords];
  const isOfCouple = isCouple(given, last);
  const firstWords = lastWords.length === 0 ? givenWords.slice(0, 1) : givenWords;
  return {
    words: isOfCouple ? words.filter((word) => !joiners.has(word)) : words,
    isCouple: isOfCouple,
    isInitialOnly: firstWords.length > 0 && firstWords.every(isInitial),
    generation: affixInNotes("Suffix", generations, notes) ?? ownGeneration,
    courtesy: affixInNotes("Prefix", courtesies, notes) ?? courtesyOf(given[0]),
  };
}

/** A single letter is an initial, although "M." is also a French title. */
function courtesyOf(token = ""): string | undefined {
  const key = keyOf(token);
  return key.length === 1 ? undefined : courtesies.get(key);
}

/** The words as they are written. Every sign that joins two names becomes `&`. */
function tokensOf(text: string): string[] {
  return text
    .replace(/[&+＆/]/g, " & ")
    .split(/[\s,]+/)
    .filter((token) => token !== "");
}

/** Removes the word of a generation from the end of the last or the given names, if two other words are left. */
function takeGeneration(given: string[], last: string[]): string | undefined {
  if (given.length + last.length < 3) return undefined;
  const tokens = [last, given.length > 1 ? given : []].find((list) => generationOf(list.at(-1)) !== undefined);
  return generationOf(tokens?.pop());
}

function generationOf(token = ""): string | undefined {
  return mayBeName.test(token) ? undefined : generations.get(keyOf(token));
}

/** Words that may be names: "Amartya Sen", "Ii Naomasa". */
const mayBeName = /^(?:S(?:en|EN)|J(?:un|UN)|.*[iv])$/;

/** A parse writes prefixes and suffixes, for which there is no field, into lines of the notes. */
function affixInNotes(
  label: string,
  affixes: ReadonlyMap<string, string>,
  notes: string | null | undefined,
): string | undefined {
  if (!notes?.includes(`${label}: `)) return undefined;
  const lines = notes.split("\n").filter((line) => line.startsWith(`${label}: `));
  const words = lines.join(" ").split(/[\s,;]+/);
  return words.map((word) => affixes.get(keyOf(word))).find((affix) => affix !== undefined);
}

function keyOf(word: string): string {
  return fold(word).replace(/\.$/, "");
}

const generations = affixTable({
  sr: "sr snr sen senior",
  jr: "jr jnr jun junior",
  ii: "ii 2nd",
  iii: "iii 3rd",
  iv: "iv 4th",
});
const courtesies = affixTable({
  mr: "mr mister sir herr hr m monsieur senor sr signor sig",
  mrs: "mrs ms miss madam lady frau fr mme madame mlle mademoiselle senora sra senorita srta signora",
});

function affixTable(wordsOf: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(wordsOf).flatMap(([affix, words]) => words.split(" ").map((word) => [word, affix])));
}

/** Words that join the names of a couple. */
const joiners = new Set("& und and et y e i a и en og och ja ve ou".split(" "));

/**
 * Whether given names are joined ("Anna & Peter", "Anna und Peter"), or the last name begins with a joiner, because some
 * programs split names at the first blank. Short joiners, which have other meanings in many names ("Ortega y Gasset"),
 * count only after the first name. A joiner within the last name ("Müller Elektro und Sanitär") does not count.
 */
function isCouple(given: readonly string[], last: readonly string[]): boolean {
  const words = [...given, ...last];
  return words.slice(0, given.length + 1).some((word, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    if (!joiners.has(word) || before === undefined || after === undefined) return false;
    const isPlaced = at === 1 || /^(?:und|and|et)$/.test(word);
    return word === "&" || (isPlaced && capitalised.test(before) && capitalised.test(after));
  });
}

const capitalised = /^\p{Lu}/u;

/**
 * Names agree if the longer one has all words of the shorter one, in any order ("Smith, Ann" and "Ann Marie Smith"), and
 * there are two such words or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). If the last
 * words are equal and the beginnings agree, an initial stands for a word ("A. Smith" and "Ann Smith"). The name of a couple
 * agrees only with that of a couple. Different generations are different people, and so are different courtesy titles if a
 * first name is only an initial. If only one name has such a word, `areOthers` decides.
 */
export function wordsAgree(left: PersonName, right: PersonName, areOthers: () => boolean): boolean {
  const [one, other] = [readName(left), readName(right)];
  if (one.isCouple !== other.isCouple || !areAlike(one.words, other.words)) return false;
  const affixes = ["generation", ...(one.isInitialOnly || other.isInitialOnly ? ["courtesy" as const] : [])] as const;
  return !affixes.some((affix) => {
    if (one[affix] === other[affix]) return false;
    return (one[affix] !== undefined && other[affix] !== undefined) || areOthers();
  });
}

/** Whether the names have the same words, two at least, and the same generation. */
export function haveSameFullName(left: PersonName, right: PersonName): boolean {
  const [one, other] = [readName(left), readName(right)];
  const [own, given] = [one, other].map(({ words }) => [...words].sort().join(" "));
  return one.generation === other.generation && own === given && !!own?.includes(" ");
}

/** Whether both names have a common word that is no initial. */
export function shareWord(left: PersonName, right: PersonName): boolean {
  const others = readName(right).words;
  return readName(left).words.some((word) => !isInitial(word) && others.includes(word));
}

/** The folded words without punctuation. */
export function nameWords(name: string): string[] {
  if (name.trim() === "") return [];
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The folded words of all names, in their order. */
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

/** Only in scripts with capitals: in others, a single character may be a whole name. */
function isInitial(word: string): boolean {
  return /^\p{Ll}$/u.test(word);
}
