/** The three names of a contact, from the many that a file may give. */
import type { Platform } from "../contact/handles.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import type { PhoneParts } from "../contact/phones.ts";
import { cutToUnits } from "../text/cut.ts";
import { foldAlike } from "../text/fold.ts";
import { isVisible } from "../text/visible.ts";
import { nameWords } from "./identity-names.ts";
import type { RawRow, SingleText } from "./raw-row.ts";
import { type About, cleanLine, lose, quote, type Remarks, remark } from "./remarks.ts";

export interface Names {
  firstName: string;
  lastName: string;
  middleName: string;
  /** A name in parts that contradicts the shown one, such as the person's at a company: it goes into the headline. */
  otherName: string;
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
    otherName: names.otherName,
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
  /** Folded words of what stands before and behind the name. */
  affixes: string[];
}

function chooseNames(remarks: Remarks, row: RawRow, substitutes: Substitutes): Names {
  const shown = visible(row.formattedName);
  const parts: Parts = {
    given: visible(row.givenName),
    middle: bounded(row.middleName),
    family: bounded(row.familyName),
    affixes: row.namePrefix === "" && row.nameSuffix === "" ? [] : affixWords(row),
  };
  const { given, family } = parts;
  const email = substitutes.emails[0]?.value;
  const isAddress = email !== undefined && atSign.test(shown) && foldAlike(email, shown);
  if (shown === "" || (isAddress && given + family !== "")) return unshown(remarks, row, parts, substitutes);
  noteAffixes(remarks, row, given === "" ? shown : "");
  noteNickname(remarks, row);
  if (isWritten(shown, parts)) return { firstName: given, lastName: family, middleName: parts.middle, otherName: "" };
  if (given !== "" && agrees(shown, parts)) return completeParts(remarks, row, parts);
  return shownName(remarks, row, parts);
}

function affixWords({ namePrefix, nameSuffix }: RawRow): string[] {
  return nameWords(`${bounded(namePrefix)} ${bounded(nameSuffix)}`);
}

/** Also the characters that fold to it. */
const atSign = /[@\uff20\ufe6b]/;

/** No shown name, or only an e-mail address as one. */
function unshown(remarks: Remarks, row: RawRow, { given, middle, family }: Parts, substitutes: Substitutes): Names {
  const nickname = visible(row.nickname);
  noteAffixes(remarks, row, "");
  if (given !== "") noteNickname(remarks, row);
  const firstName = given || nickname;
  if (firstName !== "") return { firstName, lastName: family, middleName: middle, otherName: "" };
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
  const names = { firstName: given, lastName: family, middleName: middle, otherName: "" };
  const known = [...nameWords(`${given} ${middle} ${family}`), ...parts.affixes];
  if (isRunTogether(shown, parts) || nameWords(shown).every((word) => hasWord(known, word))) return names;
  const lower = shown.toLowerCase();
  const starts = lower.length === shown.length && lower.startsWith(`${given.toLowerCase()} `);
  if (family === "") return starts ? { ...only(given, middle), lastName: rest(shown, given, middle) } : only(shown);
  if (middle === "" && starts && lower.endsWith(` ${family.toLowerCase()}`)) {
    return { ...names, middleName: shown.slice(given.length, -family.length).trim() };
  }
  lose(
    remarks,
    "info",
    "formatted_name_differs",
    `The file shows the name as ${quote(shown)}.`,
    aboutFirstName(row, "formattedName"),
  );
  return names;
}

/** The shown name, apart at the last name where that stands in it; parts that name somebody else are kept as another name. */
function shownName(remarks: Remarks, row: RawRow, { given, middle, family }: Parts): Names {
  const shown = visible(row.formattedName);
  const first = family === "" ? "" : without(shown, family);
  if (isVisible(first)) {
    if (given !== "") {
      const message = `The given name ${quote(given)} differs from the shown name and was left out.`;
      lose(remarks, "warning", "name_parts_differ", message, aboutFirstName(row, "givenName"));
    }
    return { firstName: first, lastName: family, middleName: contains(first, middle) ? "" : middle, otherName: "" };
  }
  const otherName = [given, middle, family].filter((part) => part !== "" && !contains(shown, part)).join(" ");
  if (otherName !== "") {
    const message = `The name in parts, ${quote(otherName)}, differs from the shown name and was put into the headline.`;
    const about = { field: "headline", origin: row.origins.givenName };
    remark(remarks, "warning", "name_parts_differ", message, about);
  }
  return { ...only(shown), otherName };
}

function only(firstName: string, middleName = ""): Names {
  return { firstName, lastName: "", middleName, otherName: "" };
}

function noteAffixes(remarks: Remarks, row: RawRow, shown: string): void {
  if (row.namePrefix === "" && row.nameSuffix === "") return;
  for (const affix of [bounded(row.namePrefix), bounded(row.nameSuffix)]) {
    if (affix === "" || contains(shown, affix)) continue;
    const message = `${quote(affix)} before or behind the name has no place in a contact.`;
    lose(remarks, "info", "name_part_without_place", message, aboutFirstName(row, "givenName"));
  }
}

function noteNickname(remarks: Remarks, row: RawRow): void {
  if (visible(row.nickname) === "") return;
  const message = `The nickname ${quote(row.nickname)} has no place in a contact that has a name.`;
  lose(remarks, "info", "nickname_without_place", message, aboutFirstName(row, "nickname"));
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

/** Given and last name stand in the shown name, or all of the shown name in the parts. */
function agrees(shown: string, parts: Parts): boolean {
  const shownWords = nameWords(shown);
  const own = nameWords(`${parts.given} ${parts.family}`);
  if (own.every((word) => hasWord(shownWords, word)) || isRunTogether(shown, parts)) return true;
  const all = [...own, ...nameWords(parts.middle), ...parts.affixes];
  return shownWords.every((word) => hasWord(all, word));
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
