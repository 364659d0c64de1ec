/** Reads a name for imports: its words, its further spellings, and what distinguishes people of one name. */
import { fold } from "../../platform/text/fold.ts";

export interface PersonName {
  firstName: string;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  nickname?: string | null | undefined;
  /** May have lines with the prefix, the suffix and further nicknames. */
  notes?: string | null | undefined;
}

/** The parts of a name that are compared. */
export interface ReadName {
  words: readonly string[];
  /** The words in the order of the alphabet. */
  sortedWords: string;
  /** The same words, and these with each nickname in place of the given names: "Bob Miller" for "Robert Miller". */
  spellings: readonly (readonly string[])[];
  /** The words of fuller names that rows of the person have. The notes have these names. */
  fuller: readonly (readonly string[])[];
  /** It is the name of a couple in one entry: "Anna & Peter Müller". */
  isCouple: boolean;
  /** The first name has only initials. */
  isInitialOnly: boolean;
  /** The words of the generation in the name itself, as they are written. */
  ownSuffix: string | undefined;
  /** `sr`, `jr`, `ii` and so on, if the name has it: "John Smith Sr." and "John Smith Jr." are two people. */
  generation: string | undefined;
  /** Another suffix that is no degree. */
  suffix: string | undefined;
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

function readWholeName({ firstName, middleName, lastName, nickname, notes }: PersonName): ReadName {
  const [given, last] = [tokensOf(`${firstName} ${middleName ?? ""}`), tokensOf(lastName ?? "")];
  const ownSuffix = takeGeneration(given, last);
  const [givenWords, lastWords] = [nameWords(given.join(" ")), nameWords(last.join(" "))];
  const isOfCouple = isCouple(given, last);
  const words = [...givenWords, ...lastWords].filter((word) => !(isOfCouple && joiners.has(word)));
  const firstWords = lastWords.length === 0 ? givenWords.slice(0, 1) : givenWords;
  const nicknames = [nickname ?? "", ...linesOf("Nickname", notes)].flatMap((line) => line.split(/[,;]/));
  const [suffixes, prefixes] = [linesOf("Suffix", notes), linesOf("Prefix", notes)];
  const generation = affixIn([...suffixes, ownSuffix ?? ""], generations);
  return {
    words,
    sortedWords: words.toSorted().join(" "),
    spellings: [
      words,
      ...nicknames
        .map(nameWords)
        .filter((name) => name.length > 0)
        .slice(0, maxNicknames)
        .map((name) => [...name, ...words.slice(firstWords.length)]),
    ],
    fuller: linesOf(nameLabel, notes)
      .map(nameWords)
      .filter((name) => name.some((word) => words.includes(word))),
    isCouple: isOfCouple,
    isInitialOnly: firstWords.length > 0 && firstWords.every(isInitial),
    ownSuffix,
    generation,
    suffix: generation === undefined ? suffixes.find((suffix) => !degree.test(suffix)) : undefined,
    courtesy: affixIn(prefixes, courtesies) ?? courtesyOf(given[0]),
  };
}

const nameLabel = "Name";

/** The line of the notes with a further name of a person. */
export function nameLine(name: PersonName): string {
  return `${nameLabel}: ${wholeName(name)}`;
}

export function wholeName({ firstName, middleName, lastName }: PersonName): string {
  return `${firstName} ${middleName ?? ""} ${lastName ?? ""}`.replace(/\s+/g, " ").trim();
}

/** A hostile card has thousands of nicknames. */
const maxNicknames = 5;

/** Academic degrees, licences and honours, which do not distinguish people: "M.D.", "PhD", "Esq.". */
const degree = /\p{Lu}.*\p{Lu}|^[Ee]sq/u;

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

/** Removes the words of a generation from the end of the last or the given names, if two other words are left. */
function takeGeneration(given: string[], last: string[]): string | undefined {
  for (const length of [2, 1]) {
    if (given.length + last.length < 2 + length) continue;
    for (const list of [last, given.length > length ? given : []]) {
      if (list.length < length || !isGenerationOf(list.slice(-length))) continue;
      return list.splice(-length).join(" ");
    }
  }
  return undefined;
}

function isGenerationOf(tokens: readonly string[]): boolean {
  return !mayBeName.test(tokens.join(" ")) && generations.has(tokens.map(keyOf).join(" "));
}

/** Words that may be names: "Amartya Sen", "Ii Naomasa". */
const mayBeName = /^(?:S(?:en|EN)|J(?:un|UN)|.*[iv])$/;

/** A parse writes prefixes, suffixes and further nicknames, for which there is no field, into lines of the notes. */
function linesOf(label: string, notes: string | null | undefined): string[] {
  if (!notes?.includes(`${label}: `)) return [];
  const lines = notes.split("\n").filter((line) => line.startsWith(`${label}: `));
  return lines.map((line) => line.slice(label.length + 2).trim());
}

/** The first of the affixes that a line is, or that one or two of its words are. */
function affixIn(lines: readonly string[], affixes: ReadonlyMap<string, string>): string | undefined {
  const words = lines.flatMap((line) => line.split(/[\s,;]+/)).map(keyOf);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [...pairs, ...words].map((key) => affixes.get(key)).find((affix) => affix !== undefined);
}

function keyOf(word: string): string {
  return fold(word).replace(/\.$/, "");
}

const generations = affixTable({
  sr: "sr,snr,sen,senior,pere,padre,st,starsi,старший,the elder,der altere,die altere,d a,den aldre",
  jr: "jr,jnr,jun,junior,fils,hijo,filho,ml,mladsi,младший,the younger,der jungere,die jungere,d j,den yngre",
  neto: "neto",
  sobrinho: "sobrinho",
  ii: "ii,2nd",
  iii: "iii,3rd",
  iv: "iv,4th",
});
const generationMarks = new Set(generations.values());

/** Whether this is the `generation` of a name. */
export function isGeneration(mark: string): boolean {
  return generationMarks.has(mark);
}

const courtesies = affixTable({
  mr: "mr,mister,sir,herr,hr,m,monsieur,senor,sr,signor,sig",
  mrs: "mrs,ms,miss,madam,lady,frau,fr,mme,madame,mlle,mademoiselle,senora,sra,senorita,srta,signora",
});

function affixTable(wordsOf: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(wordsOf).flatMap(([affix, words]) => words.split(",").map((word) => [fold(word), affix])),
  );
}

/** Words that join the names of a couple. */
const joiners = new Set("& und u u. and et y e i a и en og och ja ve ou".split(" "));

/**
 * Whether given names are joined ("Anna & Peter", "Anna und Peter"), or the last name begins with a joiner, because some
 * programs split names at the first blank. Short joiners, which have other meanings in many names ("Ortega y Gasset"),
 * count only after the first name. A joiner within the last name ("Müller Elektro und Sanitär") does not count.
 */
function isCouple(given: readonly string[], last: readonly string[]): boolean {
  const words = [...given, ...last];
  return words.slice(0, given.length + 1).some((word, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    const isLong = /^(?:und|and|et)$/.test(word) || /^(?:und|and)$/i.test(word);
    if (!(isLong || joiners.has(word)) || before === undefined || after === undefined) return false;
    const isPlaced = at === 1 || isLong;
    return word === "&" || (isPlaced && capitalised.test(before) && capitalised.test(after));
  });
}

const capitalised = /^\p{Lu}/u;

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

/** Only in scripts with capitals: in others, a single character may be a whole name. */
export function isInitial(word: string): boolean {
  return /^\p{Ll}$/u.test(word);
}
