/** What came of a file beside what was expected of it. */
import type { ImportIssue, ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import type { Expectation } from "./expectations.ts";
import type { Outcome } from "./import-whole.ts";
import { compareName, type NameLikeness, shownName } from "./names.ts";

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
  if (outcome.fault !== null) return [`the import failed: ${outcome.fault}`];
  if (refusal !== null) {
    if (outcome.refusal === null) return [`was read (${peopleFound} people), but has to be refused (${refusal.why})`];
    const isSaid = refusal.says.test(outcome.refusal);
    return isSaid ? [] : [`was refused (${refusal.why}) without saying ${refusal.says}: ${outcome.refusal}`];
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
