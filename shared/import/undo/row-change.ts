/** What an imported row changed in a contact, as it is stored beside the row's result, so that the import can be undone. */
import type { ContactRecord } from "../../contact/record.ts";
import { contactDigest } from "./contact-digest.ts";
import { type ValueChange, valueChanges } from "./value-changes.ts";

export interface RowChange {
  /** The index of the row's result beside which the change is stored. */
  row: number;
  contactId: string;
  /** The `txid` of the write. */
  txid: number;
  /** Of a contact that the row created: its `contactDigest`. */
  created?: string;
  /** Of a contact that was there before: the values that the row changed. */
  values?: readonly ValueChange[];
  /** The numbers of the groups that the contact joined. */
  labels?: readonly number[];
  /** The marks that the contact got. */
  marks?: readonly string[];
}

/**
 * The change by one row: `before` is the contact before the row, null if the row created it, `after` the contact with its
 * marks as the transaction writes it. A row that meets a contact without changing it has a change without content, if an
 * undo must know about it (undone-contact.ts).
 */
export function changeOfRow(
  before: ContactRecord | null,
  after: ContactRecord,
  { row, labels }: { row: number; labels: readonly number[] },
): RowChange {
  const values = before ? valueChanges(before, after) : [];
  const marks = after.importedRows.filter((mark) => !before?.importedRows.includes(mark));
  return {
    row,
    contactId: after.id,
    txid: after.version,
    ...(before === null && { created: contactDigest(after) }),
    ...(values.length > 0 && { values }),
    ...(labels.length > 0 && { labels }),
    ...(marks.length > 0 && { marks }),
  };
}
