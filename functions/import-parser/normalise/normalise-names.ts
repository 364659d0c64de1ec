/** Derives the three names of a contact from all names in a row. */
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import type { Platform } from "../../../shared/contact/reach/handles.ts";
import type { PhoneParts } from "../../../shared/contact/reach/phones.ts";
import { nameWords } from "../../../shared/import/identity/read-name.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { cleanLine, quote, type RowIssues } from "../../../shared/import/row/row-issues.ts";
import { cutToUnits } from "../../../shared/platform/text/cut.ts";
import { isVisible } from "../../../shared/platform/text/schema.ts";

export interface Names {
  firstName: string;
  lastName: string;
  middleName: string;
}

export type Handles = Readonly<Record<Platform, string | null>>;

/** The values that replace a missing name, in this order. */
export interface Substitutes {
  organisation: string;
  handles: Handles;
  emails: readonly { value: string }[];
  phones: readonly PhoneParts[];
}

/**
 * Uses the parts of the name if they agree with the shown name, otherwise the shown name. If both lack a first name, the
 * nickname, the last name and the substitutes follow in this order. `firstName` is empty if all of them are missing.
 */
export function normaliseNames(issues: RowIssues, row: RawRow, substitutes: Substitutes): Names {
  const names = chooseNames(issues, row, substitutes);
  const clean = (field: keyof Names) => cleanLine(issues, names[field], limits[field], { field });
  const firstName = clean("firstName");
  return {
    firstName: isVisible(firstName) ? firstName : "",
    lastName: clean("lastName"),
    middleName: clean("middleName"),
  };
}

interface Parts {
  given: string;
  middle: string;
  family: string;
  /** The folded words of the prefix and of the suffix. */
  affixes: string[][];
}

function chooseNames(issues: RowIssues, row: RawRow, substitutes: Substitutes): Names {
  const shown = visible(row.formattedName);
  const parts: Parts = {
    given: visible(row.givenName),
    middle: bounded(row.middleName),
    family: bounded(row.familyName),
    affixes: [row.namePrefix, row.nameSuffix].map((affix) => nameWords(bounded(affix))),
  };
  const { given, middle, family } = parts;
  const isAddress = shown.toLowerCase() === substitutes.emails[0]?.value.toLowerCase();
  if (shown === "" || (isAddress && given + family !== "")) return unshown(issues, row, parts, substitutes);
  const isPlain = shown === `${given} ${family}` || isRunTogether(shown, parts);
  let names: Names = { firstName: given, lastName: family, middleName: middle };
  if (given === "" || !(isPlain || agrees(shown, parts))) names = shownName(issues, row, shown, parts);
  else if (!isPlain) names = completeParts(issues, shown, parts);
  keepAffixes(issues, row, names);
  return names;
}

/** Chooses the names if the shown name is missing or is only an e-mail address. */
function unshown(issues: RowIssues, row: RawRow, { given, middle, family }: Parts, substitutes: Substitutes): Names {
  keepAffixes(issues, row, only(""));
  const firstName = given || visible(row.nickname);
  if (firstName !== "") return { firstName, lastName: family, middleName: middle };
  if (isVisible(family)) return only(family, middle);
  const { organisation, handles, emails, phones } = substitutes;
  const email = emails[0]?.value ?? "";
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  const number = phones[0] ? `${phones[0].prefix}${phones[0].value}` : "";
  return only([middle, organisation, shownHandle(handles), localPart, number].find(isVisible) ?? "");
}

function shownHandle({ network_a, network_b, network_c, network_d, network_e }: Handles): string {
  // The URL is `https://host/in/name` or `https://host/pub/name/1/2/3`.
  return network_a?.split("/").at(4) ?? network_b ?? network_c ?? network_d ?? network_e ?? "";
}

/** Returns the parts with the last name or middle name that only the shown name has. */
function completeParts(issues: RowIssues, shown: string, { given, middle, family, affixes }: Parts): Names {
  const names = { firstName: given, lastName: family, middleName: middle };
  const known = nameWords(`${given} ${middle} ${family}`);
  if (withoutRuns(nameWords(shown), affixes).every((word) => isAmong(known, word))) return names;
  const lower = shown.toLowerCase();
  const starts = lower.length === shown.length && lower.startsWith(`${given.toLowerCase()} `);
  if (family === "") {
    if (!starts) return only(shown);
    const lastName = shown.slice(given.length).trim();
    return { firstName: given, lastName, middleName: contains(lastName, middle) ? "" : middle };
  }
  if (middle === "" && starts && lower.endsWith(` ${family.toLowerCase()}`)) {
    return { ...names, middleName: shown.slice(given.length, -family.length).trim() };
  }
  issues.keepAsLine("Name", shown);
  return names;
}

/** Splits the shown name at the last name if it contains the last name. The notes keep parts that differ from it. */
function shownName(issues: RowIssues, row: RawRow, shown: string, { given, middle, family }: Parts): Names {
  const first = family === "" ? "" : without(shown, family);
  const hasFamily = isVisible(first);
  const isOther = hasFamily ? given !== "" : [given, middle, family].some((part) => !contains(shown, part));
  if (isOther) {
    const other = [given, middle, family].filter((part) => part !== "").join(" ");
    const message = `The name in parts, ${quote(other)}, differs from the shown name, and stands in the notes.`;
    issues.add("warning", "name_parts_differ", message, { field: "firstName", origin: row.origins.givenName });
    issues.keepAsLine("Name", other);
  }
  if (!hasFamily) return only(shown);
  return { firstName: first, lastName: family, middleName: isOther || contains(first, middle) ? "" : middle };
}

function only(firstName: string, middleName = ""): Names {
  return { firstName, lastName: "", middleName };
}

/** Keeps the prefix and the suffix in the notes, unless the chosen names contain them. */
function keepAffixes(issues: RowIssues, row: RawRow, { firstName, middleName, lastName }: Names): void {
  const taken = `${firstName} ${middleName} ${lastName}`;
  for (const [label, text] of [["Prefix", row.namePrefix] as const, ["Suffix", row.nameSuffix] as const]) {
    const affix = bounded(text);
    if (affix === "") continue;
    if (nameWords(affix).length === 0 || !contains(taken, affix)) issues.keepAsLine(label, affix);
  }
}

/** Names are compared word by word, so a hostile name must be short. The limits of a contact cut even more. */
function bounded(text: string): string {
  return text === "" ? "" : cutToUnits(text, longestCompared).trim();
}

/** Returns the bounded text, or an empty string if the text has no visible character. */
function visible(text: string): string {
  const name = bounded(text);
  return isVisible(name) ? name : "";
}

/** The limit in UTF-16 code units, which exceeds three names of maximal length. */
const longestCompared = 1_000;

/**
 * Whether the shown name contains the given and last name, or the parts contain all words of the shown name. Affixes and
 * the middle name are removed first, because their letters ("M.D.") are not initials of a name.
 */
function agrees(shown: string, parts: Parts): boolean {
  const middle = nameWords(parts.middle);
  const own = nameWords(`${parts.given} ${parts.family}`);
  const shownWords = nameWords(shown);
  if (own.every((word) => shownWords.includes(word))) return true;
  return withoutRuns(shownWords, [...parts.affixes, middle]).every(
    (word) => isAmong([...own, ...middle], word) || own.some((other) => other.length === 1 && word.startsWith(other)),
  );
}

/** Whether the word equals one of these words, or is the initial of one. */
function isAmong(words: readonly string[], word: string): boolean {
  return words.some((other) => other === word || (word.length === 1 && other.startsWith(word)));
}

/** Removes the first occurrence of each run from the words. */
function withoutRuns(words: readonly string[], runs: readonly (readonly string[])[]): readonly string[] {
  return runs.reduce((left, run) => {
    const at = left.findIndex((_, start) => run.every((word, index) => left[start + index] === word));
    return at === -1 ? left : left.toSpliced(at, run.length);
  }, words);
}

/** Whether the shown name joins the parts without blanks, as some scripts do. */
function isRunTogether(shown: string, { given, family }: Parts): boolean {
  const [whole, first, last] = [shown, given, family].map((name) => nameWords(name).join(""));
  return first !== "" && (whole === `${first}${last}` || whole === `${last}${first}`);
}

/** Removes the last name from the end or start of the shown name. Returns an empty string if neither has it. */
function without(shown: string, family: string): string {
  const [lower, part] = [shown.toLowerCase(), family.toLowerCase()];
  if (lower.length !== shown.length || part.length !== family.length) return "";
  if (lower.endsWith(` ${part}`)) return shown.slice(0, -part.length).trim();
  return lower.startsWith(`${part},`) || lower.startsWith(`${part} `) ? shown.slice(part.length + 1).trim() : "";
}

function contains(text: string, part: string): boolean {
  const words = new Set(nameWords(text));
  return nameWords(part).every((word) => words.has(word));
}
