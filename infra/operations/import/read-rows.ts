/** Reads the rows of an import and the results of a receipt, for what a person wants to know of them. */
import type { Client } from "../../../shared/client/client.ts";
import type { GetImportReceiptAnswer, ParsedContact } from "../../../shared/client/types.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { type IssueCount, inWords, maxListed, type NamedRow } from "./report.ts";
import type { ParsedImport } from "./send-files.ts";

/** How many rows have each issue, and the first rows that are not valid. */
export async function readIssues(
  client: Client,
  parsed: ParsedImport,
): Promise<{ issues: IssueCount[]; invalid: NamedRow[] }> {
  const counts = new Map<string, IssueCount>();
  const invalid: NamedRow[] = [];
  for await (const row of rowsOf(client, parsed)) {
    const first = new Map(row.issues.map((issue) => [`${issue.severity} ${issue.code}`, issue]));
    for (const [key, { code, severity, message }] of first) {
      const count = counts.get(key);
      if (count) count.rows += 1;
      else counts.set(key, { code, severity, rows: 1, example: message });
    }
    if (row.isValid || invalid.length === maxListed) continue;
    invalid.push({ name: nameOf(row), reason: inOneLine(row.issues.filter(({ severity }) => severity === "error")) });
  }
  return { issues: [...counts.values()], invalid };
}

/** The first rows that a commit could not write. */
export async function readFailures(
  client: Client,
  { source, importId }: ParsedImport,
  receiptId: string,
): Promise<NamedRow[]> {
  const failures: NamedRow[] = [];
  for await (const { tempId, status, code, details } of resultsOf(client, receiptId)) {
    if (status !== "skipped" || !code || harmless.has(code)) continue;
    const { row } = await client.getImportRow({ source, importId, tempId });
    failures.push({ name: nameOf(row), reason: inOneLine(details) || reasonOf(code) });
    if (failures.length === maxListed) break;
  }
  return failures;
}

const harmless = new Set(["already_imported", "unchanged"]);

function reasonOf(code: string): string {
  return code in errorCatalogue ? errorCatalogue[code as keyof typeof errorCatalogue].message : inWords(code);
}

function inOneLine(faults: readonly { message: string }[] = []): string {
  return faults.map(({ message }) => message).join(" ");
}

function nameOf(row: ParsedContact): string {
  const line = row.issues.find((issue) => issue.line !== undefined)?.line;
  return fullName(row) || row.emails[0]?.value || (line ? `line ${line}` : `row ${row.tempId}`);
}

/** Of a contact, or of a row. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

export function rowsOf(client: Client, { source, importId }: ParsedImport): AsyncGenerator<ParsedContact> {
  return allOf(async (page) => {
    const { contacts, pagination } = await client.getImport({ source, importId, ...page });
    return [contacts, pagination];
  });
}

export function resultsOf(client: Client, id: string): AsyncGenerator<GetImportReceiptAnswer["results"][number]> {
  return allOf(async (page) => {
    const { results, pagination } = await client.getImportReceipt({ id, ...page });
    return [results, pagination];
  });
}

const pageRows = 500;

async function* allOf<Item>(
  read: (page: { offset: number; limit: number }) => Promise<[Item[], { hasMore: boolean }]>,
): AsyncGenerator<Item> {
  for (let [offset, hasMore] = [0, true]; hasMore; ) {
    const [items, pagination] = await read({ offset, limit: pageRows });
    yield* items;
    offset += items.length;
    hasMore = pagination.hasMore && items.length > 0;
  }
}
