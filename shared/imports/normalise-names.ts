/** The three names of a contact, from the many that a file may give. */
import type { Platform } from "../contact/handles.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import type { PhoneParts } from "../contact/phones.ts";
import { cutToUnits } from "../text/cut.ts";
import { foldAlike } from "../text/fold.ts";
import { isVisible } from "../text/visible.ts";
import { nameWords } from "./identity-names.ts";
import type { RawRow, SingleText } from "./raw-row.ts";
import { type About, cleanLine, keepAsLine, quote, type Remarks, remark } from "./remarks.ts";

export interface Names {
  firstName: string;
  lastName: string;
  middleName: string;
}

export type Handles = Readonly<Record<Platform, string | null>>;

/** What names a row when it has no name, in this order. */
export interface Substitutes {
  organisation: string;
  handles: Handles;
  emails: readonly { value: string }[];
  phones: readonly PhoneParts[];
}

/**
 * The parts of the name where they agree with the shown name, which rules where they don't. Without a given name: the shown name, the nickname, the
 * last name, and the substitutes. Without any of them `firstName` is empty.
 */
export function normaliseNames(remarks: Remarks, row: RawRow, substitutes: Substitutes): Names {
  const names = chooseNames(remarks, row, substitutes);
  const firstName = cleanLine(remarks, names.firstName, limits.firstName, fieldOf.firstName);
  return {
    firstName: isVisible(firstName) ? firstName : "",
    lastName: cleanLine(remarks, names.lastName, limits.lastName, fieldOf.lastName),
    middleName: cleanLine(remarks, names.middleName, limits.middleName, fieldOf.middleName),
  };
}

const fieldOf = {
  firstName: { field: "firstName" },
  lastName: { field: "lastName" },
  middleName: { field: "middleName" },
} as const;

interface Parts {
  given: string;
  middle: string;
  family: string;
  /** Folded words of what stands before the name, and of what stands behind it. */
  affixes: string[][];
}

function chooseNames(remarks: Remarks, row: RawRow, substitutes: Substitutes): Names {
  const shown = visible(row.formattedName);
  const parts: Parts = {
    given: visible(row.givenName),
    middle: bounded(row.middleName),
    family: bounded(row.familyName),
    affixes: [row.namePrefix, row.nameSuffix].map((affix) => nameWords(bounded(affix))),
  };
  const { given, family } = parts;
  const email = substitutes.emails[0]?.value;
  const isAddress = email !== undefined && atSign.test(shown) && foldAlike(email, shown);
  if (shown === "" || (isAddress && given + family !== "")) return unshown(remarks, row, parts, substitutes);
  const names = nameOf(remarks, row, shown, parts);
  keepAffixes(remarks, row, names);
  keepAsLine(remarks, "Nickname", row.nickname);
  return names;
}

function nameOf(remarks: Remarks, row: RawRow, shown: string, parts: Parts): Names {
  const { given, family } = parts;
  if (isWritten(shown, parts)) return { firstName: given, lastName: family, middleName: parts.middle };
  if (given !== "" && agrees(shown, parts)) return completeParts(remarks, row, parts);
  return shownName(remarks, row, parts);
}

/** Also the characters that fold to it. */
const atSign = /[@\uff20\ufe6b]/;

/** No shown name, or only an e-mail address as one. */
function unshown(remarks: Remarks, row: RawRow, { given, middle, family }: Parts, substitutes: Substitutes): Names {
  const nickname = visible(row.nickname);
  keepAffixes(remarks, row, only(""));
  if (given !== "") keepAsLine(remarks, "Nickname", nickname);
  const firstName = given || nickname;
  if (firstName !== "") return { firstName, lastName: family, middleName: middle };
  if (isVisible(family)) return only(family, middle);
  const { organisation, handles, emails, phones } = substitutes;
  const others = [middle, organisation, shownHandle(handles), localPart(emails), wholeNumber(phones)];
  return only(others.find(isVisible) ?? "");
}

function shownHandle({ network_a, network_b, network_c, network_d, network_e }: Handles): string {
  // Of `https://host/in/name`, and of `https://host/pub/name/1/2/3`.
  const name = network_a === null ? null : (network_a.split("/").at(4) ?? null);
  return name ?? network_b ?? network_c ?? network_d ?? network_e ?? "";
}

function localPart([first]: Substitutes["emails"]): string {
  const email = first?.value ?? "";
  return email.slice(0, Math.max(0, email.lastIndexOf("@")));
}

function wholeNumber([first]: Substitutes["phones"]): string {
  return first ? `${first.prefix}${first.value}` : "";
}

/** The parts, and what the shown name has beyond them: a last name or a middle name that the parts lack. */
function completeParts(remarks: Remarks, row: RawRow, parts: Parts): Names {
  const shown = visible(row.formattedName);
  const { given, middle, family } = parts;
  const names = { firstName: given, lastName: family, middleName: middle };
  const known = nameWords(`${given} ${middle} ${family}`);
  const words = withoutRuns(nameWords(shown), parts.affixes);
  if (isRunTogether(shown, parts) || words.every((word) => known.includes(word) || isInitialOf(word, known)))
    return names;
  const lower = shown.toLowerCase();
  const starts = lower.length === shown.length && lower.startsWith(`${given.toLowerCase()} `);
  if (family === "") return starts ? { ...only(given, middle), lastName: rest(shown, given, middle) } : only(shown);
  if (middle === "" && starts && lower.endsWith(` ${family.toLowerCase()}`)) {
    return { ...names, middleName: shown.slice(given.length, -family.length).trim() };
  }
  keepAsLine(remarks, "Name", shown);
  return names;
}

/** The shown name, apart at the last name where that stands in it; a name in parts that is another one is kept as such. */
function shownName(remarks: Remarks, row: RawRow, { given, middle, family }: Parts): Names {
  const shown = visible(row.formattedName);
  const first = family === "" ? "" : without(shown, family);
  const hasFamily = isVisible(first);
  const isOther = hasFamily ? given !== "" : [given, middle, family].some((part) => !contains(shown, part));
  if (isOther) {
    const other = [given, middle, family].filter((part) => part !== "").join(" ");
    const message = `The name in parts, ${quote(other)}, differs from the shown name, and stands in the notes.`;
    remark(remarks, "warning", "name_parts_differ", message, aboutFirstName(row, "givenName"));
    keepAsLine(remarks, "Name", other);
  }
  if (!hasFamily) return only(shown);
  return { firstName: first, lastName: family, middleName: isOther || contains(first, middle) ? "" : middle };
}

function only(firstName: string, middleName = ""): Names {
  return { firstName, lastName: "", middleName };
}

/** What stands before and behind the name, unless it is a part of the names that are taken. */
function keepAffixes(remarks: Remarks, row: RawRow, { firstName, middleName, lastName }: Names): void {
  const taken = `${firstName} ${middleName} ${lastName}`;
  for (const [label, affix] of [
    ["Prefix", bounded(row.namePrefix)] as const,
    ["Suffix", bounded(row.nameSuffix)] as const,
  ]) {
    if (nameWords(affix).length === 0 || !contains(taken, affix)) keepAsLine(remarks, label, affix);
  }
}

function aboutFirstName(row: RawRow, text: SingleText): About {
  return { field: "firstName", origin: row.origins[text] };
}

/** Names are compared word by word: a hostile one must not be as long as a book. What is cut here would be cut anyway. */
function bounded(text: string): string {
  return text === "" ? "" : cutToUnits(text, longestCompared).trim();
}

/** The same of what may become a first name, which shows something or is none. */
function visible(text: string): string {
  const name = bounded(text);
  return isVisible(name) ? name : "";
}

/** UTF-16 code units: more than three names of the longest that a contact has. */
const longestCompared = 1_000;

/** The usual case, told without folding. */
function isWritten(shown: string, { given, middle, family }: Parts): boolean {
  return given !== "" && (shown === `${given} ${family}` || shown === `${given} ${middle} ${family}`);
}

/**
 * Given and last name stand in the shown name, or all of the shown name in the parts. Affixes and the middle name are
 * taken out first, as a whole: their letters ("M.D.") are no initials of a name.
 */
function agrees(shown: string, parts: Parts): boolean {
  const middle = nameWords(parts.middle);
  const own = nameWords(`${parts.given} ${parts.family}`);
  const shownWords = nameWords(shown);
  if (own.every((word) => shownWords.includes(word)) || isRunTogether(shown, parts)) return true;
  const words = withoutRuns(shownWords, [...parts.affixes, middle]);
  return words.every((word) => hasWord(own, word) || isInitialOf(word, middle));
}

/** An initial of the shown name, for a middle name that is written out. */
function isInitialOf(word: string, others: readonly string[]): boolean {
  return word.length === 1 && others.some((other) => other.length > 1 && other.startsWith(word));
}

/** The words without the first place where all words of a run follow each other. */
function withoutRuns(words: readonly string[], runs: readonly (readonly string[])[]): readonly string[] {
  let left = words;
  for (const run of runs) {
    const at =
      run.length === 0 ? -1 : left.findIndex((_, start) => run.every((word, index) => left[start + index] === word));
    if (at !== -1) left = left.toSpliced(at, run.length);
  }
  return left;
}

/** An initial stands for its word. */
function hasWord(words: readonly string[], word: string): boolean {
  return words.some(
    (other) =>
      other === word || (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other)),
  );
}

/** As in scripts without blanks. */
function isRunTogether(shown: string, { given, family }: Parts): boolean {
  const whole = nameWords(shown).join("");
  const [first, last] = [nameWords(given).join(""), nameWords(family).join("")];
  return first !== "" && (whole === first + last || whole === last + first);
}

/** The shown name without the last name at its end or start. */
function without(shown: string, family: string): string {
  const [lower, part] = [shown.toLowerCase(), family.toLowerCase()];
  if (lower.length !== shown.length || part.length !== family.length) return "";
  if (lower.endsWith(` ${part}`)) return shown.slice(0, -part.length).trim();
  return lower.startsWith(`${part},`) || lower.startsWith(`${part} `) ? shown.slice(part.length + 1).trim() : "";
}

/** What follows the given name, without a middle name that is known already. */
function rest(shown: string, given: string, middle: string): string {
  const behind = shown.slice(given.length).trim();
  const repeats = middle !== "" && behind.toLowerCase().startsWith(`${middle.toLowerCase()} `);
  return repeats ? behind.slice(middle.length).trim() : behind;
}

function contains(text: string, part: string): boolean {
  const words = new Set(nameWords(text));
  return nameWords(part).every((word) => words.has(word));
}
