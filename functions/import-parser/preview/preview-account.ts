/** The account as a preview sees it: the contacts that rows are compared with, as the earlier rows would leave them. */
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { type Aliases, contactsWithLookups, loadAliases } from "../../../shared/contact/store/aliases.ts";
import { contactKey, contactsFromItems } from "../../../shared/contact/store/contact.ts";
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import { contactPages } from "../../../shared/contact/store/contact-list.ts";
import {
  findManyContactIds,
  isCheaperAsWhole,
  type LookupResult,
  readLookupsOfKind,
} from "../../../shared/contact/store/lookups.ts";
import type { AccountView } from "../../../shared/import/identity/account-view.ts";
import { createLookupIndex, importLookups, maxCandidates } from "../../../shared/import/identity/lookup-index.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import { exportedId, marksOf, personMark } from "../../../shared/import/identity/row-marks.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { createMarkFinder, withoutDeleted } from "../../../shared/import/store/imported-rows.ts";
import { batchGet } from "../../../shared/platform/dynamodb/batch.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { type ComparedContact, PackedContacts } from "./compared-contact.ts";
import type { FileRows } from "./file-rows.ts";

/** The usual `keptLength`. */
const maxLength = 4_000_000;
/** The same for an account that is read whole: about 50,000 contacts. Of a larger one, the others are read by their keys. */
const maxWholeLength = 16_000_000;
/** The contacts that a unit of a range read covers. Read by its key, one costs half a unit, or a unit if it may be missing. */
const contactsPerUnit = 3;

export interface PreviewScope {
  store: Store;
  head: AccountHead;
  source: ImportSource;
  aliases: Aliases;
  /** The account's own contact, which no lookup and no mark finds. */
  own: ContactRecord | undefined;
  rows: Pick<FileRows, "find" | "isAlone" | "validCount" | "lookupCount">;
  /** The length of the packed contacts, of some 300 characters each, that are kept from one batch to the next. */
  keptLength?: number;
}

/**
 * Reads contacts inconsistently, at half the price. A contact may be a moment old, because names seldom change while a file
 * is read, and a commit compares again. A contact that is not found was perhaps created a moment ago, so it is read again
 * consistently. Ids of which most are missing are read consistently at once. If reading the contacts that the whole file needs
 * costs more than reading all contacts of the account, all are read, consistently.
 */
export class PreviewAccount implements AccountView<ComparedContact> {
  readonly accountId: string;
  readonly source: ImportSource;
  readonly inFile: FileRows["find"];
  readonly #scope: PreviewScope;
  readonly #contactCount: number;
  readonly #findMarks: ReturnType<typeof createMarkFinder>;
  /** The contacts that were read, and the ids of those that do not exist. */
  readonly #stored = new PackedContacts();
  readonly #missing = new Set<string>();
  /** The ids of all contacts, if all were read, and the contacts, of which none is read again. */
  #existing: Set<string> | undefined;
  readonly #whole = new PackedContacts();
  /** The stored contacts and the marks of the batch that was read last. */
  #findStored: (lookup: Lookup) => readonly string[] | Promise<readonly string[]> = () => [];
  #storedMarks: ReadonlyMap<string, string> = new Map();
  /** What the earlier rows of the file would write. */
  readonly #changed = new PackedContacts();
  readonly #changedIndex = createLookupIndex();
  readonly #marks = new Map<string, string>();
  readonly #lookupsOfKind = new Map<Lookup["kind"], Promise<LookupResult>>();

  constructor(scope: PreviewScope) {
    const { store, head, source, rows } = scope;
    this.accountId = head.accountId;
    this.source = source;
    this.inFile = rows.find;
    this.#scope = scope;
    this.#contactCount = contactsWithLookups(head);
    const marks = { store, accountId: this.accountId, source, contactCount: this.#contactCount };
    this.#findMarks = createMarkFinder({ ...marks, total: rows.validCount });
  }

  static async open(
    store: Store,
    accountId: string,
    source: ImportSource,
    rows: PreviewScope["rows"],
    keptLength?: number,
  ): Promise<PreviewAccount> {
    const head = await getAccountHead(store, accountId);
    const aliases = await loadAliases(store, head);
    // The own contact is one item, in which a commit of a moment ago may have left a mark.
    const [own] = await contactsFromItems(store, await batchGet(store, [contactKey(accountId, accountId)]));
    return new PreviewAccount({ store, head, source, aliases, own, rows, ...(keptLength && { keptLength }) });
  }

  /** Reads all contacts and marks that these rows need. They are the next ones of the file. */
  async read(rows: readonly ParsedContact[]): Promise<void> {
    if (this.#contactCount === 0 || rows.length === 0) return;
    const { accountId, source } = this;
    this.#storedMarks = await this.#readMarks(rows.flatMap((row) => marksOf(source, row, row)));
    const left = rows.filter((row) => !this.#storedMarks.has(rowMark(source, row.tempId)));
    const batches = this.#scope.rows.validCount / rows.length;
    const exported = left.flatMap((row) => exportedId(source, accountId, row) ?? []).filter((id) => id !== accountId);
    await this.#readAllIfCheaper(exported, batches);
    const mayBeMissing = true;
    await this.#load(exported, mayBeMissing);
    this.#findStored = await this.#readLookups(rows.flatMap(importLookups));
    const ids = left.flatMap((row) => this.#storedMarks.get(personMark(source, row, row) ?? "") ?? []);
    for (const row of left) ids.push(...(await this.#firstCandidates(row)));
    // A few contacts may be found again and again.
    if (ids.length > rows.length / 2) await this.#readAllIfCheaper(ids, batches / 2);
    await this.#load(ids);
  }

  /** `unitsOfEach`: what reading such an id by its key costs in all batches of the file. */
  async #readAllIfCheaper(ids: readonly string[], unitsOfEach: number): Promise<void> {
    const { store } = this.#scope;
    if (this.#existing || this.#unknown(ids).length * unitsOfEach * contactsPerUnit <= this.#contactCount) return;
    this.#existing = new Set();
    for await (const contacts of contactPages(store, this.accountId, { order: "createdAt", descending: false })) {
      for (const contact of contacts) {
        this.#existing.add(contact.id);
        if (this.#whole.length <= maxWholeLength) this.#whole.set(contact);
      }
    }
  }

  get(id: string): Promise<ComparedContact | undefined> | ComparedContact | undefined {
    const survivor = this.#scope.aliases.survivorOf(id);
    return this.#changed.get(survivor) ?? (survivor === this.accountId ? this.#scope.own : this.#getStored(survivor));
  }

  async find(lookup: Lookup): Promise<readonly string[]> {
    return this.#changedIndex.find(lookup, await this.#findStored(lookup));
  }

  /** The oldest contact of the account that this lookup finds. */
  async oldestStored(lookup: Lookup): Promise<ComparedContact | undefined> {
    const [id] = await this.#findStored(lookup);
    return id === undefined ? undefined : this.get(id);
  }

  marked(mark: string): string | undefined {
    const isOwn = this.#scope.own?.importedRows.includes(mark);
    return this.#marks.get(mark) ?? this.#storedMarks.get(mark) ?? (isOwn ? this.accountId : undefined);
  }

  /** Notes the contact as the row would leave it. The first contact with the mark of a person keeps it, as in a commit. */
  write(contact: ComparedContact, row: ParsedContact): void {
    const mark = rowMark(this.source, row.tempId);
    this.#marks.set(mark, contact.id);
    // No other row finds the new contact of a row without common values.
    const isNew = contact.createdByRow === mark;
    if (isNew && this.#scope.rows.isAlone(row)) return;
    this.#changed.set(contact);
    // A new contact has the values of its row, whose lookups are known.
    if (contact.id !== this.accountId) this.#changedIndex.add(contact.id, importLookups(isNew ? row : contact));
    const person = personMark(this.source, row, row);
    if (person !== undefined && this.marked(person) === undefined) this.#marks.set(person, contact.id);
  }

  async #getStored(id: string): Promise<ComparedContact | undefined> {
    if (!this.#isKnown(id)) await this.#load([id]);
    return this.#whole.get(id) ?? this.#stored.get(id);
  }

  async #readMarks(marks: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { store, aliases } = this.#scope;
    const marked = await withoutDeleted(store, this.accountId, await this.#findMarks(marks), aliases);
    return new Map(Array.from(marked, ([mark, id]) => [mark, aliases.survivorOf(id)]));
  }

  /** A query for each value of these rows, or a reading of all lookups that serves all rows of the file, if it is cheaper. */
  async #readLookups(lookups: readonly Lookup[]) {
    const { store, rows } = this.#scope;
    const isWhole = isCheaperAsWhole(rows.lookupCount, this.#contactCount);
    if (!isWhole) return findManyContactIds(store, this.accountId, lookups, this.#contactCount);
    return async (lookup: Lookup) => {
      // All of a kind are read when the first is needed, and some 100 bytes of each are kept.
      const known = this.#lookupsOfKind.get(lookup.kind) ?? readLookupsOfKind(store, this.accountId, lookup);
      this.#lookupsOfKind.set(lookup.kind, known);
      return (await known)(lookup);
    };
  }

  /** Returns the candidates up to the first lookup that finds a contact by a profile. Other candidates are rarely compared. */
  async #firstCandidates(row: ParsedContact): Promise<string[]> {
    const ids: string[] = [];
    for (const lookup of importLookups(row)) {
      const found = (await this.#findStored(lookup)).slice(0, maxCandidates);
      ids.push(...found);
      if (found.length > 0 && lookup.kind === "handle" && lookup.platform !== "website") break;
    }
    return ids;
  }

  /**
   * Reads the contacts that are not known; for the id of a merged contact, the surviving one. `mayBeMissing`: most of the ids
   * are no contacts of the account.
   */
  async #load(ids: readonly string[], mayBeMissing = false): Promise<void> {
    // The account has no contact besides its own.
    if (this.#contactCount === 0 || ids.length === 0) return;
    if (this.#stored.length > (this.#scope.keptLength ?? maxLength)) {
      this.#stored.clear();
      this.#missing.clear();
    }
    if (!mayBeMissing) await this.#loadUnknown(ids, false);
    await this.#loadUnknown(ids, true);
  }

  async #loadUnknown(ids: readonly string[], consistent: boolean): Promise<void> {
    const { store } = this.#scope;
    const unknown = this.#unknown(ids);
    const keys = unknown.map((id) => contactKey(this.accountId, id));
    const contacts = await contactsFromItems(store, await batchGet(store, keys, { consistent }));
    for (const contact of contacts) this.#stored.set(contact);
    if (consistent) for (const id of unknown) if (!this.#stored.has(id)) this.#missing.add(id);
  }

  #isKnown(id: string): boolean {
    return this.#whole.has(id) || this.#stored.has(id);
  }

  #unknown(ids: readonly string[]): string[] {
    const survivors = new Set(ids.map(this.#scope.aliases.survivorOf));
    const isMissing = (id: string) => this.#missing.has(id) || this.#existing?.has(id) === false;
    return [...survivors].filter((id) => !this.#isKnown(id) && !isMissing(id));
  }
}
