/** The rows that the preview keeps, which of them it shows, and which of them are chosen. */
import type { ParsedContact } from "../../../../shared/client/types.ts";
import { fold } from "../../../../shared/platform/text/fold.ts";

/** The severities of issues, the worst first. */
export const severities = ["error", "warning", "info"] as const;
export type PreviewRow = ReturnType<typeof summarise>;

/**
 * What the list shows and searches of a parsed contact. The other values are loaded again when the row is opened, because
 * 50,000 whole rows would take hundreds of megabytes.
 */
export function summarise(contact: ParsedContact) {
  const { tempId, isValid, issues, duplicateInFile, duplicateOf, groups, photo, emails, phones, addresses } = contact;
  const { network_a, network_b, network_c, network_d, network_e } = contact;
  const mails = emails.map(({ value }) => value);
  const numbers = phones.map(({ prefix, value }) => `${prefix} ${value}`.trim());
  const towns = addresses.map(({ addressCity }) => addressCity);
  const handles = [network_a, network_b, network_c, network_d, network_e];
  const name = nameOf(contact);
  const does = contact.headline ?? contact.position;
  const texts = [name, does, contact.position, contact.location, ...towns, ...mails, contact.website, ...groups];
  const words = fold([...texts, ...handles, ...addresses.map(({ addressFormatted }) => addressFormatted)].join(" "));
  const countOf = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  const counts = { error: countOf("error"), warning: countOf("warning"), info: countOf("info") };
  const worst = severities.find((severity) => counts[severity] > 0);
  return {
    tempId,
    isValid,
    duplicateInFile,
    contactId: duplicateOf?.contactId ?? null,
    groups,
    photo,
    likelyPerson: contact.likelyPerson !== false,
    name,
    values: [does, mails[0], numbers[0], contact.location ?? towns.find(Boolean), handles.find(Boolean)]
      .filter(Boolean)
      .slice(0, 4)
      .join(" · "),
    searched: `${words} ${numbers.map(digitsOf).join(" ")}`,
    issue: issues.find(({ severity }) => severity === worst),
    issueCount: issues.length,
    counts,
  };
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

type Named = Pick<ParsedContact, "firstName" | "lastName"> & { middleName?: string | null };

export function nameOf({ firstName, middleName, lastName }: Named): string {
  return [firstName, middleName, lastName].filter(Boolean).join(" ") || "Without a name";
}

/** The filters of the list: what each is called, and which rows it lets through. */
export const filters = {
  all: ["All", () => true],
  error: ["Errors", ({ counts }) => counts.error > 0],
  warning: ["Warnings", ({ counts }) => counts.warning > 0],
  info: ["Notes", ({ counts }) => counts.info > 0],
  duplicate: ["Duplicates", ({ contactId, duplicateInFile }) => contactId !== null || duplicateInFile !== null],
  leftOut: ["Left out", (row, leftOut) => !row.isValid || leftOut.has(row.tempId)],
} as const satisfies Record<string, readonly [string, (row: PreviewRow, leftOut: ReadonlySet<string>) => boolean]>;
export type Filter = keyof typeof filters;

/** The rows that pass the filter and have all words of the search. */
export function findRows(
  rows: readonly PreviewRow[],
  filter: Filter,
  search: string,
  leftOut: ReadonlySet<string>,
): PreviewRow[] {
  const [, isLetThrough] = filters[filter];
  // A word of a number is searched without its punctuation, as numbers are kept.
  const words = fold(search)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => (/^[+(\d][\d()./-]*$/.test(word) ? digitsOf(word) || word : word));
  return rows.filter((row) => isLetThrough(row, leftOut) && words.every((word) => row.searched.includes(word)));
}

/**
 * The choice for a commit: without `include` and `exclude`, it takes every valid row. When all rows are loaded, the shorter of
 * both lists is sent, which has at most half of the rows.
 */
export function choiceOf(rows: readonly PreviewRow[], leftOut: ReadonlySet<string>, isComplete: boolean) {
  if (leftOut.size === 0) return {};
  const chosen = rows.filter(({ isValid, tempId }) => isValid && !leftOut.has(tempId));
  if (isComplete && chosen.length < leftOut.size) return { include: chosen.map(({ tempId }) => tempId) };
  return { exclude: [...leftOut] };
}
