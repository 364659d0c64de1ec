/** Compares names for imports: word by word, without regard to order, case and accents. */
import { foldAlike } from "../../platform/text/fold.ts";
import { isInitial, nameLine, type PersonName, type ReadName, readName } from "./read-name.ts";

/** `short`: only by an initial, or by a bare first name, which relatives may share. */
export type Agreement = "full" | "short";

/**
 * Names agree if the longer one has all words of the shorter one, in any order ("Smith, Ann" and "Ann Marie Smith"), and
 * there are two such words or both names begin alike ("Ann" and "Ann Smith", but not "Smith" and "Ann Smith"). If the first
 * and the last words agree, an initial stands for a word ("A. Smith" or "Ann S.", and "Ann Smith"). A nickname stands for
 * the given names. The name of a couple agrees only with the name of a couple. Different generations are different people, and
 * so are different courtesy titles if a first name is only an initial. If only one name has such a word, or both have
 * different suffixes of another kind, `areOthers` decides, which is called with whether birthdays count.
 */
export function wordsAgree(
  left: PersonName,
  right: PersonName,
  areOthers: (birthdaysCount: boolean) => boolean,
): Agreement | undefined {
  const [one, other] = [readName(left), readName(right)];
  if (one.isCouple !== other.isCouple) return undefined;
  const isContrary = (name: ReadName, { words }: ReadName) =>
    name.fuller.some((known) => agreementOf(known, words) === undefined);
  if (isContrary(one, other) || isContrary(other, one)) return undefined;
  const agreement = agreementOfSpellings(one, other);
  if (agreement === undefined) return undefined;
  const affixes = ["generation", ...(one.isInitialOnly || other.isInitialOnly ? ["courtesy" as const] : [])] as const;
  const areTwo = affixes.some((affix) => {
    if (one[affix] === other[affix]) return false;
    return (one[affix] !== undefined && other[affix] !== undefined) || areOthers(true);
  });
  const haveSuffixes = one.suffix !== undefined && other.suffix !== undefined && !foldAlike(one.suffix, other.suffix);
  return areTwo || (haveSuffixes && areOthers(false)) ? undefined : agreement;
}

/** A nickname stands for the given names of one of them. Andreas and Andrea Keller may both be called Andi. */
function agreementOfSpellings(one: ReadName, other: ReadName): Agreement | undefined {
  const agreements = [
    ...one.spellings.map((own) => agreementOf(own, other.words)),
    ...other.spellings.map((own) => agreementOf(own, one.words)),
  ];
  return agreements.find((each) => each === "full") ?? agreements.find((each) => each !== undefined);
}

/** Whether the name has only initials besides one word, so that several people may be called so. */
export function isShortName(name: PersonName): boolean {
  return !isDistinctive(readName(name).words);
}

/** Whether the other name has all words and more, or is a whole name for which this one stands. */
export function isShorterName(one: PersonName, other: PersonName): boolean {
  if (!isShortName(one)) return isPart(readName(one).words, readName(other).words);
  return !isShortName(other) && agreementOfSpellings(readName(one), readName(other)) !== undefined;
}

function isPart(words: readonly string[], longer: readonly string[]): boolean {
  return words.length < longer.length && words.every((word) => longer.includes(word));
}

/** Whether the name has all words of a short name, and is not short itself. An initial stands for a word. */
export function isFullerName(name: PersonName, short: PersonName): boolean {
  const [{ spellings, isCouple: isCoupleToo }, own] = [readName(name), readName(short)];
  if (!isShortName(short) || isShortName(name) || own.isCouple || isCoupleToo) return false;
  return spellings.some((spelling) => agreementOf(own.words, spelling) !== undefined);
}

/** Whether both names have the same words, in any order. */
export function haveSameWords(left: PersonName, right: PersonName): boolean {
  return readName(left).sortedWords === readName(right).sortedWords;
}

/** Whether the names have the same words, two at least, and the same generation. */
export function haveSameFullName(left: PersonName, right: PersonName): boolean {
  return (
    readName(left).generation === readName(right).generation &&
    haveSameWords(left, right) &&
    readName(left).words.length > 1
  );
}

/** Whether both names have a common word that is no initial. */
export function shareWord(left: PersonName, right: PersonName): boolean {
  const others = readName(right).words;
  return readName(left).words.some((word) => !isInitial(word) && others.includes(word));
}

/**
 * The lines of the notes by which the names of all rows of a person count for those that follow: a fuller name, or one that
 * agrees only by a nickname, which the contact does not take, and a generation that its name does not have.
 */
export function furtherNameLines(contact: PersonName, merged: PersonName, row: PersonName): string[] {
  const [mergedName, rowName] = [readName(merged), readName(row)];
  const isNickname = agreementOfSpellings(mergedName, rowName) && !agreementOf(mergedName.words, rowName.words);
  const suffixes = [contact, row].map((name) => readName(name).ownSuffix);
  return [
    ...(mergedName.isCouple === rowName.isCouple && (isShorterName(merged, row) || isNickname) ? [nameLine(row)] : []),
    ...suffixes.flatMap((suffix) =>
      suffix !== undefined && mergedName.generation === undefined ? [`Suffix: ${suffix}`] : [],
    ),
  ];
}

function agreementOf(a: readonly string[], b: readonly string[]): Agreement | undefined {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const common = shorter.filter((word) => longer.includes(word));
  const isAlike =
    common.length < shorter.length ? agreeByInitials(shorter, longer) : new Set(shorter).size > 1 || a[0] === b[0];
  if (common.length === 0 || !isAlike) return undefined;
  return isDistinctive(common) ? "full" : "short";
}

/** Whether these words of a name are more than a bare first name and initials. Some scripts write whole names as one word. */
function isDistinctive(words: readonly string[]): boolean {
  const whole = new Set(words.filter((word) => !isInitial(word)));
  return whole.size > 1 || [...whole].some((word) => unspaced.test(word));
}

const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** At least one word must be the same, and no initial. */
function agreeByInitials(shorter: readonly string[], longer: readonly string[]): boolean {
  const ends = [0, -1].map((at) => [shorter.at(at) ?? "", longer.at(at) ?? ""] as const);
  if (shorter.length < 2 || !ends.every(([word, other]) => mayBeSame(word, other))) return false;
  if (!shorter.some((word) => !isInitial(word) && longer.includes(word))) return false;
  return shorter.slice(1, -1).every((word) => longer.slice(1, -1).some((other) => mayBeSame(word, other)));
}

function mayBeSame(left: string, right: string): boolean {
  return left === right || (isInitial(left) && right.startsWith(left)) || (isInitial(right) && left.startsWith(right));
}
