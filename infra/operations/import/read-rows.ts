/** Reads the rows of an import and the results of a receipt, for what a person wants to know of them. */
import type { Client, Output } from "../../../shared/client/client.ts";
import type { ParsedContact } from "../../../shared/client/types.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { type IssueCount, inWords, maxListed, type NamedRow } from "./report.ts";
import type { ParsedImport } from "./send-files.ts";

const pageRows = 500;

/** How many rows have each issue. */
export async function countIssues(client: Client, parsed: ParsedImport): Promise<IssueCount[]> {
  const counts = new Map<string, IssueCount>();
  for await (const { issues } of rowsOf(client, parsed)) {
    const first = new Map(issues.map((issue) => [`${issue.severity} ${issue.code}`, issue]));
    for (const [key, { code, severity, message }] of first) {
      const count = counts.get(key);
      if (count) count.rows += 1;
      else counts.set(key, { code, severity, rows: 1, example: message });
    }
  }
  return [...counts.values()];
}

/** The first rows that are not valid, and the first that the commit could not write. */
export async function namedFailures(
  client: Client,
  parsed: ParsedImport,
  receiptId: string | null,
  count: number,
): Promise<NamedRow[]> {
  const wanted = Math.min(maxListed, count);
  const reasons = receiptId === null ? new Map<string, string>() : await failedResults(client, receiptId, wanted);
  const found: NamedRow[] = [];
  for await (const row of rowsOf(client, parsed)) {
    const reason = row.isValid ? reasons.get(row.tempId) : faultsOf(row);
    if (reason !== undefined) found.push({ name: nameOf(row), reason });
    if (found.length >= wanted) break;
  }
  return found;
}

/** Reasons by tempId. */
async function failedResults(client: Client, id: string, wanted: number): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for await (const { tempId, status, code, details } of resultsOf(client, id)) {
    if (status !== "skipped" || !code || harmless.has(code)) continue;
    reasons.set(tempId, details?.map(({ message }) => message).join(" ") || reasonOf(code));
    if (reasons.size >= wanted) break;
  }
  return reasons;
}

const harmless = new Set(["already_imported", "unchanged"]);

function reasonOf(code: string): string {
  return code in errorCatalogue ? errorCatalogue[code as keyof typeof errorCatalogue].message : inWords(code);
}

function faultsOf({ issues }: ParsedContact): string {
  const errors = issues.filter(({ severity }) => severity === "error");
  return errors.map(({ message }) => message).join(" ");
}

function nameOf(row: ParsedContact): string {
  const line = row.issues.find((issue) => issue.line !== undefined)?.line;
  return fullName(row) || row.emails[0]?.value || (line ? `line ${line}` : `row ${row.tempId}`);
}

async function* rowsOf(client: Client, { source, importId }: ParsedImport): AsyncGenerator<ParsedContact> {
  for (let [offset, hasMore] = [0, true]; hasMore; ) {
    const page = await client.readImport({ source, importId, offset, limit: pageRows });
    yield* page.contacts;
    offset += page.contacts.length;
    hasMore = page.pagination.hasMore;
  }
}

type Result = Output<"getImportReceipt">["results"][number];

export async function* resultsOf(client: Client, id: string): AsyncGenerator<Result> {
  for (let [offset, hasMore] = [0, true]; hasMore; ) {
    const page = await client.getImportReceipt({ id, offset, limit: pageRows });
    yield* page.results;
    offset += page.results.length;
    hasMore = page.pagination.hasMore;
  }
}

/** Of a contact, or of a row. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
