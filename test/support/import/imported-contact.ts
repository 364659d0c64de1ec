/** A contact that imports, edits and undos change, by the code that the service runs, without a table. */
import { applyPatch, createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactCreateSchema, contactPatchSchema } from "../../../shared/contact/schema.ts";
import { addMarks } from "../../../shared/import/identity/row-marks.ts";
import { type ImportedRow, mergeImported } from "../../../shared/import/merge/merge.ts";
import { changeOfRow, type RowChange } from "../../../shared/import/undo/row-change.ts";
import {
  holdLeftovers,
  type Leftover,
  type UndoneContact,
  undoContact,
} from "../../../shared/import/undo/undone-contact.ts";
import type { FindPlace } from "../../../shared/place/find-place.ts";
import { findAnywhere } from "../map/places.ts";

const accountId = "0195561e-5a00-7000-8000-000000000001";
const start = Date.parse("2026-03-01T10:00:00.000Z");

export class ImportedContact {
  contact: ContactRecord | null = null;
  labels: readonly number[] = [];
  leftovers: readonly Leftover[] = [];
  isReferenced = false;
  mergedAt = 0;
  txid = 0;
  findPlace: FindPlace = findAnywhere;
  private readonly changes = new Map<string, RowChange[]>();
  private ids = 0;

  private next(): WriteContext {
    this.txid++;
    return {
      now: new Date(start + this.txid * 60_000),
      newId: () => `00000000-0000-4000-8000-${String(++this.ids).padStart(12, "0")}`,
      defaults: { timezone: "UTC", language: "en" },
      findPlace: this.findPlace,
    };
  }

  write(body: object): void {
    const contact = createContact(accountId, "c1", contactCreateSchema().parse(body), this.next());
    this.contact = { ...contact, version: this.txid };
  }

  /** An edit that changes nothing writes nothing. */
  edit(patch: object): void {
    if (!this.contact) return;
    const after = applyPatch(this.contact, contactPatchSchema().parse(patch), this.next());
    if (after !== this.contact) this.contact = { ...after, version: this.txid };
  }

  importRow(receiptId: string, body: object, groups: readonly number[] = []): void {
    const context = this.next();
    const row: ImportedRow = { contact: contactCreateSchema().parse(body), groupLabels: [] };
    const before = this.contact;
    const merged = mergeImported(before ?? createContact(accountId, "c1", row.contact, context), row, context);
    const mark = `vcard#row${this.txid}`;
    const createdByRow = before ? merged.createdByRow : mark;
    const importedRows = addMarks(merged.importedRows, [mark], createdByRow);
    const after = { ...merged, importedRows, createdByRow, version: this.txid };
    const joined = groups.filter((number) => !this.labels.includes(number));
    this.note(receiptId, changeOfRow(before, after, { row: 0, labels: joined }));
    this.contact = after;
    this.labels = [...this.labels, ...joined].sort((one, other) => one - other);
    this.leftovers = holdLeftovers(this.leftovers, receiptId);
  }

  /** A row that was committed before meets the contact. */
  meet(receiptId: string): void {
    const held = holdLeftovers(this.leftovers, receiptId);
    if (held !== this.leftovers) this.note(receiptId, { row: 0, contactId: "c1", txid: this.txid });
    this.leftovers = held;
  }

  /** What is stored of a change goes through JSON. */
  undo(receiptId: string): UndoneContact["outcome"] | undefined {
    const { contact, labels, isReferenced, mergedAt } = this;
    const changes = this.changes.get(receiptId);
    if (!contact || !changes) return undefined;
    const { now } = this.next();
    const stored = JSON.parse(JSON.stringify({ changes, leftovers: this.leftovers }));
    const own = { receiptId, changes: stored.changes };
    const undone = undoContact(
      { contact, labels, exists: () => true, isReferenced, mergedAt },
      own,
      stored.leftovers,
      now,
    );
    this.contact = undone.contact && { ...undone.contact, version: this.txid };
    this.labels = undone.labels;
    this.leftovers = undone.leftovers;
    return undone.outcome;
  }

  private note(receiptId: string, change: RowChange): void {
    this.changes.set(receiptId, [...(this.changes.get(receiptId) ?? []), change]);
  }
}
