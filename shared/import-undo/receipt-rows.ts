/** The rows of a receipt that is undone, from the last one to the first: which contact they changed, and their parts. */
import type { RowChange } from "../import/undo/row-change.ts";
import type { ReceiptRecord } from "../import-commit/store/receipt.ts";
import { type ReceiptPart, readParts } from "../import-commit/store/receipt-parts.ts";
import type { Store } from "../platform/dynamodb/store.ts";

/** How many parts are read together when the undo needs rows that are not in memory. */
const partsAtOnce = 20;
/** The parts in memory. A part has some kilobytes, and at most a few megabytes. */
const mostParts = 40;

export class ReceiptRows {
  /** The ids of the groups that the rows made. */
  readonly groups: string[] = [];
  private readonly store: Store;
  private readonly receipt: ReceiptRecord;
  /** Ascending. */
  private readonly offsets: number[] = [];
  /** By contact, the index of the row that changed it, or the ascending indexes of several such rows. */
  private readonly rowsOf = new Map<string, number | number[]>();
  private readonly parts = new Map<number, ReceiptPart>();

  private constructor(store: Store, receipt: ReceiptRecord) {
    this.store = store;
    this.receipt = receipt;
  }

  /** Reads all parts once. In memory stay the ids of the contacts, 6 MB for 50,000. */
  static async read(store: Store, receipt: ReceiptRecord): Promise<ReceiptRows> {
    const rows = new ReceiptRows(store, receipt);
    for await (const part of readParts(store, receipt)) rows.note(part);
    return rows;
  }

  /** The part that has the row with this index. */
  async partOf(index: number): Promise<ReceiptPart> {
    const at = this.offsets.findLastIndex((offset) => offset <= index);
    const offset = this.offsets[at] ?? 0;
    if (!this.parts.has(offset)) {
      if (this.parts.size >= mostParts) this.parts.clear();
      const from = this.offsets[Math.max(0, at + 1 - partsAtOnce)] ?? 0;
      const range = { from, to: offset, atOnce: partsAtOnce };
      for await (const part of readParts(this.store, this.receipt, range)) this.parts.set(part.offset, part);
    }
    const part = this.parts.get(offset);
    if (!part) throw new Error(`receipt ${this.receipt.id} has no part for row ${index}`);
    return part;
  }

  /** The changes by one row: usually one, none of a row that wrote nothing. */
  async changesBy(index: number): Promise<readonly RowChange[]> {
    const { offset, changes } = await this.partOf(index);
    return changes.filter(({ row }) => row === index - offset);
  }

  /** Whether no later row changed the contact. */
  isLast(contactId: string, index: number): boolean {
    return this.indexesOf(contactId).at(-1) === index;
  }

  /** The changes of a contact, in their order. */
  async changesOf(contactId: string): Promise<RowChange[]> {
    const changes: RowChange[] = [];
    for (const index of this.indexesOf(contactId)) {
      changes.push(...(await this.changesBy(index)).filter((change) => change.contactId === contactId));
    }
    return changes;
  }

  /** The result of the last row that changed the contact. */
  async lastResultOf(contactId: string) {
    const index = this.indexesOf(contactId).at(-1) ?? 0;
    const { offset, results } = await this.partOf(index);
    return results[index - offset];
  }

  /** Keeps the parts as they were rewritten. */
  replace(parts: Iterable<ReceiptPart>): void {
    for (const part of parts) this.parts.set(part.offset, part);
  }

  private indexesOf(contactId: string): readonly number[] {
    const known = this.rowsOf.get(contactId) ?? [];
    return typeof known === "number" ? [known] : known;
  }

  private note({ offset, changes, groups }: ReceiptPart): void {
    this.offsets.push(offset);
    this.groups.push(...groups);
    for (const { row, contactId } of changes) {
      const known = this.indexesOf(contactId);
      this.rowsOf.set(contactId, known.length === 0 ? offset + row : [...known, offset + row]);
    }
  }
}
