/** Compares what an import makes of a file with what is expected of it. */
import { splitNotes } from "../../shared/import/row/note-lines.ts";
import type { ImportIssue, ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import type { Expectation } from "./expectations.ts";
import type { Outcome } from "./import-whole.ts";

export interface ComparedName {
  /** From 1. */
  row: number;
  expected: string;
  shown: string;
  likeness: NameLikeness;
}

export interface CheckedFile {
  expectation: Expectation;
  /** Valid contacts. */
  peopleFound: number;
  names: readonly ComparedName[];
  values: Outcome["values"];
  issues: Readonly<Record<ImportIssue["severity"], number>>;
  /** Refused, as it has to be. */
  isRefused: boolean;
  /** Everything but names that is not as expected; empty if nothing is. */
  differences: readonly string[];
}

export function checkFile(expectation: Expectation, outcome: Outcome): CheckedFile {
  const contacts = outcome.rows.filter((row) => row !== null);
  const peopleFound = contacts.filter(({ isValid }) => isValid).length;
  return {
    expectation,
    peopleFound,
    names: compareNames(expectation.names, outcome.rows),
    values: outcome.values,
    issues: countIssues(contacts),
    isRefused: expectation.refusal !== null && outcome.refusal !== null,
    differences: differencesOf(expectation, outcome, peopleFound),
  };
}

function differencesOf(expectation: Expectation, outcome: Outcome, peopleFound: number): string[] {
  const { refusal, people, rows } = expectation;
  if (refusal !== null) {
    if (outcome.refusal === null) return [`was read (${peopleFound} people), but has to be refused (${refusal.why})`];
    const isInMessage = refusal.says.test(outcome.refusal);
    return isInMessage
      ? []
      : [`was refused (${refusal.why}) without a message like ${refusal.says}: ${outcome.refusal}`];
  }
  if (outcome.refusal !== null) return [`was refused, but has ${people} people: ${outcome.refusal}`];
  const differences: string[] = [];
  if (rows !== null && outcome.rows.length !== rows) differences.push(`${outcome.rows.length} rows instead of ${rows}`);
  if (peopleFound !== people) differences.push(`${peopleFound} people instead of ${people}`);
  return differences;
}

/** Of the rows that have a name there. What is rightly no person shows none; what is wrongly none is missed as a person. */
function compareNames(names: readonly string[], rows: Outcome["rows"]): ComparedName[] {
  return names.flatMap((expected, index): ComparedName[] => {
    const contact = rows[index];
    if (expected === "" || contact === null) return [];
    const row = index + 1;
    if (contact === undefined) return [{ row, expected, shown: "", likeness: "different" }];
    return [{ row, expected, shown: shownName(contact), likeness: compareName(expected, contact) }];
  });
}

function countIssues(contacts: readonly ParsedContact[]): CheckedFile["issues"] {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { issues } of contacts) for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

type NameLikeness = "same words" | "but for parts" | "different";

type NamedContact = Pick<ParsedContact, "firstName" | "middleName" | "lastName" | "emails" | "issues" | "notes">;

/** `expected` as in EXPECT.json: a name, or what stands for one behind `nickname: `, `org: `, `email: ` or `tel: `. */
export function compareName(expected: string, contact: NamedContact): NameLikeness {
  const shown = shownName(contact);
  const [, kind = "", value = expected] = /^(nickname|org|email|tel): (.*)$/s.exec(expected) ?? [];
  if (kind === "tel") return digits(value) === digits(shown) ? "same words" : "different";
  if (kind === "email") {
    const isThere = contact.emails.some((email) => email.value.toLowerCase() === value.toLowerCase());
    return isThere && shown === value.slice(0, value.lastIndexOf("@")) ? "same words" : "different";
  }
  const [expectedWords, found] = [wordsOf(value), wordsOf(shown)];
  const missing = expectedWords.filter((word) => !found.includes(word));
  const further = found.filter((word) => !expectedWords.includes(word));
  if (missing.length + further.length === 0) return "same words";
  if (missing.length === expectedWords.length) return "different";
  const reported = wordsOf(
    contact.issues
      .filter(({ field }) => field === "firstName")
      .map(quoted)
      .concat(splitNotes(contact.notes ?? "").lines.filter((line) => nameLine.test(line)))
      .join(" "),
  );
  const middle = wordsOf(contact.middleName ?? "");
  const isExplained =
    missing.every((word) => reported.includes(word) || hasInitial(found, word)) &&
    further.every((word) => middle.includes(word) || hasInitial(expectedWords, word));
  return isExplained ? "but for parts" : "different";
}

function shownName({ firstName, middleName, lastName }: NamedContact): string {
  return [firstName, middleName ?? "", lastName].filter((part) => part !== "").join(" ");
}

/** Each once, in lower case and compatibility forms: half-width kana are kana, but ü is no u. */
function wordsOf(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set(words)].filter((word) => word !== "");
}

/** Lines of the notes with parts of names. */
const nameLine = /^(?:Prefix|Suffix|Name|Further name|Nickname): /;

/** The values that an issue repeats. */
function quoted({ message }: ParsedContact["issues"][number]): string {
  return [...message.matchAll(/"([^"]*)"/g)].map(([, value]) => value).join(" ");
}

/** One of the two is the other's first letter. */
function hasInitial(words: readonly string[], word: string): boolean {
  return words.some(
    (other) => (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other)),
  );
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}
