/**
 * Writes chosen rows of an import: new people become contacts, known ones are completed, and no row is taken over
 * twice.
 */
import { createContact, type WriteContext } from "../contact/apply.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { ErrorCode } from "../http/errors.ts";
import type { FindPlace } from "../places/find-place.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../table/account-write.ts";
import { nextContactId, planContacts } from "../table/contact-write.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow } from "./commit-row.ts";
import { type CommitDraft, startDraft } from "./draft.ts";
import { exceedsLimits, type ImportedRow, mergeImported } from "./merge.ts";
import type { ImportSource } from "./parsed-contact.ts";

export interface CommitResult {
  tempId: string;
  status: "imported" | "updated" | "skipped";
  contactId?: string;
  /**
   * Of a skipped row: `already_imported`, `unchanged` (the contact has all that the row says), or the code of its
   * fault. Of any row: `limits_reached`, when the contact's lists had no room for all that the row says.
   */
  code?: "already_imported" | "unchanged" | "limits_reached" | ErrorCode;
}

export interface CommitParts {
  store: Store;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  retry?: RetryPolicy;
}

/**
 * In as few transactions as the rows fit into, in their order. What a transaction reads lies inside its plan, so that
 * rows of commits that run side by side meet each other. A crash between two leaves whole contacts with their marks:
 * the same commit sent again does the rest.
 */
export async function commitRows(
  { store, now, newId, findPlace, retry }: CommitParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
): Promise<{ results: CommitResult[]; txid: string }> {
  const results: CommitResult[] = [];
  let txid: string;
  do {
    const left = rows.slice(results.length);
    const written = await writeAccount(
      store,
      accountId,
      async (head, version): Promise<WritePlan<CommitResult[]>> => {
        const draft = await startDraft({ store, accountId, source, version, contactCount: head.contactCount }, left);
        const time = now();
        const context = { now: time, newId, defaults: head, findPlace };
        const create = (row: ImportedRow) => newContact(accountId, nextContactId(head, newId()), row, context);
        const planned: CommitResult[] = [];
        for (const row of left) {
          const result = takeRow(draft, row, create, context);
          if (result === "full") break;
          planned.push(result);
        }
        return { ...planContacts(store, head, draft.changes(), { txid: version, now: time }), result: planned };
      },
      retry,
    );
    if (written.result.length === 0) throw new Error("a row does not fit into a transaction of its own");
    results.push(...written.result);
    txid = written.txid;
  } while (results.length < rows.length);
  return { results, txid };
}

/** "full": the transaction has no room left for this row. */
function takeRow(
  draft: CommitDraft,
  given: CommitRow,
  create: (row: ImportedRow) => ContactRecord,
  context: WriteContext,
): CommitResult | "full" {
  const { tempId } = given;
  if ("fault" in given) return { tempId, status: "skipped", code: given.fault };
  const known = draft.importedAs(tempId);
  if (known !== undefined) return { tempId, status: "skipped", contactId: known, code: "already_imported" };

  const { row } = given;
  const match = draft.findMatch(row.contact);
  const before = match ?? create(row);
  const after = match ? mergeImported(match, row, context) : before;
  if (!draft.write(tempId, after)) return "full";

  const contactId = after.id;
  const limited = exceedsLimits(before, row) ? ({ code: "limits_reached" } as const) : {};
  if (!match) return { tempId, status: "imported", contactId, ...limited };
  if (after === match) return { tempId, status: "skipped", contactId, code: "unchanged", ...limited };
  return { tempId, status: "updated", contactId, ...limited };
}

function newContact(accountId: string, id: string, row: ImportedRow, context: WriteContext): ContactRecord {
  return mergeImported(createContact(accountId, id, row.contact, context), row, context);
}
