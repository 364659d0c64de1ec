/** An imported row beside the contact that it would join, by the code that joins them in a commit. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { contactView } from "../../shared/contact/answer/view.ts";
import { type ParsedField, parsedFields } from "../../shared/contact/fields.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { differingFields } from "../../shared/import/merge/differing.ts";
import { exceedsLimits, mergeImported } from "../../shared/import/merge/merge.ts";
import type { ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import { readCommitRow } from "../../shared/import-commit/commit-row.ts";
import type { FindPlace } from "../../shared/place/find-place.ts";

type ComparedFields = Required<Pick<ReturnType<typeof contactView>, ParsedField>>;

export interface RowComparison {
  /** The fields of the contact as they are, and as a commit of the row would leave them. */
  contact: { id: string } & ComparedFields;
  merged: { id: string } & ComparedFields;
  /** The fields in which the row says something else, which a commit leaves out. */
  differing: string[];
  /** Whether a list of the contact has no room for all values of the row. */
  limitsReached: boolean;
}

/** `null` for a row that a commit would not take, because it is not valid. */
export function compareRow(
  head: AccountHead,
  contact: ContactRecord,
  parsed: ParsedContact,
  { now, newId, findPlace }: { now: Date; newId: () => string; findPlace: FindPlace },
): RowComparison | null {
  const commitRow = readCommitRow(parsed, now);
  if ("fault" in commitRow) return null;
  const { row } = commitRow;
  const merged = mergeImported(contact, row, { now, newId, defaults: head, findPlace });
  const view = (each: ContactRecord) => {
    const shown = contactView(each, { defaults: head, now, avatarUrl: () => null }, parsedFields);
    const fields = Object.fromEntries(parsedFields.map((name) => [name, shown[name]])) as ComparedFields;
    return { id: each.id, ...fields };
  };
  return {
    contact: view(contact),
    merged: view(merged),
    differing: differingFields(merged, row.contact),
    limitsReached: exceedsLimits(contact, row),
  };
}
