/** The account as a commit sees it: what was read for the remaining rows, with the changes by earlier rows. */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord } from "../contact/record.ts";
import { loadAbsorbedLookups } from "../contact/store/absorbed-contacts.ts";
import { type Aliases, contactsWithLookups, loadAliases } from "../contact/store/aliases.ts";
import { type Lookup, lookupKey } from "../contact/store/contact-derived.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { findExternalIdOwner } from "../contact/store/external-ids.ts";
import { findManyContactIds, type LookupResult } from "../contact/store/lookups.ts";
import type { AccountView } from "../import/identity/account-view.ts";
import { createLookupIndex, hasLookup, importLookups, maxCandidates } from "../import/identity/lookup-index.ts";
import { rowMark } from "../import/identity/row-identity.ts";
import { exportedId, marksOf, personMark } from "../import/identity/row-marks.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import { findMarked, withoutDeleted } from "../import/store/imported-rows.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { CommitRow, ValidRow } from "./commit-row.ts";

export interface ReadScope {
  store: Store;
  indexes: ContactIndexes;
  head: AccountHead;
  source: ImportSource;
}

/** The contacts that rows of a commit may join, and the marks and lookups by which they are found. */
export interface KnownAccount {
  readonly accountId: string;
  readonly source: ImportSource;
  readonly aliases: Aliases;
  /** The ids of contacts by mark. */
  readonly marks: ReadonlyMap<string, string>;
  /** The ids of contacts by the external ids of the rows. */
  readonly owners: ReadonlyMap<string, string>;
  readonly contacts: ReadonlyMap<string, ContactRecord>;
  find(lookup: Lookup): readonly string[];
}

/** What is known, with the changes by rows. It becomes what the next transaction knows, which so need not read it again. */
export class CommitAccount implements AccountView<ContactRecord>, KnownAccount {
  readonly accountId: string;
  readonly source: ImportSource;
  readonly aliases: Aliases;
  readonly marks: Map<string, string>;
  readonly owners: Map<string, string>;
  readonly contacts: Map<string, ContactRecord>;
  readonly #before: KnownAccount;
  readonly #changed = createLookupIndex();

  constructor(before: KnownAccount) {
    this.accountId = before.accountId;
    this.source = before.source;
    this.aliases = before.aliases;
    this.marks = new Map(before.marks);
    this.owners = new Map(before.owners);
    this.contacts = new Map(before.contacts);
    this.#before = before;
  }

  get(id: string): ContactRecord | undefined {
    return this.contacts.get(this.aliases.survivorOf(id));
  }

  find(lookup: Lookup): readonly string[] {
    return this.#changed.find(lookup, this.#before.find(lookup));
  }

  /** The account's own contact has its marks in its own item. */
  marked(mark: string): string | undefined {
    const isOwn = this.get(this.accountId)?.importedRows.includes(mark);
    return this.marks.get(mark) ?? (isOwn ? this.accountId : undefined);
  }

  /** No lookup finds the account's own contact. */
  write(contact: ContactRecord, marks: readonly string[]): void {
    const { id, externalId } = contact;
    this.contacts.set(id, contact);
    for (const mark of marks) this.marks.set(mark, id);
    if (externalId !== null) this.owners.set(externalId, id);
    if (id !== this.accountId) this.#changed.add(id, importLookups(contact));
  }
}

/** Consistently reads everything that these rows can meet. */
export async function readAccount(scope: ReadScope, rows: readonly CommitRow[]): Promise<KnownAccount> {
  const { store, source, head } = scope;
  const { accountId } = head;
  const aliases = await loadAliases(store, head);
  const marks = await readMarks(scope, rows, aliases);
  const isNew = (row: CommitRow): row is ValidRow => "row" in row && !marks.has(rowMark(source, row.tempId));
  const newRows = rows.filter(isNew);
  const owners = await readOwners(scope, newRows);
  if (newRows.length === 0) return { accountId, source, aliases, marks, owners, contacts: new Map(), find: () => [] };

  const findAbsorbed = await loadAbsorbedLookups(store, head);
  const named = await readLookups(scope, newRows);
  const ids = [
    accountId,
    ...owners.values(),
    ...[...named.values()].flat(),
    ...newRows.flatMap(({ row }) =>
      importLookups(row.contact).flatMap((lookup) => findAbsorbed(lookup).slice(0, maxCandidates)),
    ),
    ...newRows.flatMap((row) => marks.get(personMark(source, row, row.row.contact) ?? "") ?? []),
    ...newRows.flatMap((row) => exportedId(source, accountId, row) ?? []),
  ];
  const read = await getContacts(store, accountId, [...new Set(ids.map(aliases.survivorOf))]);
  const contacts = new Map(read.map((contact) => [contact.id, contact]));
  const find: LookupResult = (lookup) => {
    const found = (named.get(lookupKey(lookup)) ?? []).filter((id) => {
      const contact = contacts.get(id);
      return contact !== undefined && hasLookup(contact, lookup);
    });
    const absorbed = findAbsorbed(lookup);
    return absorbed.length === 0 ? found : [...new Set([...found, ...absorbed])].sort();
  };
  return { accountId, source, aliases, marks, owners, contacts, find };
}

/**
 * The ids of the contacts that these rows, or other rows about the same persons, were committed as, by mark. A mark is
 * deleted with its contact, so an account without contacts has none.
 */
async function readMarks(
  { store, source, head }: ReadScope,
  rows: readonly CommitRow[],
  aliases: Aliases,
): Promise<ReadonlyMap<string, string>> {
  if (contactsWithLookups(head) === 0) return new Map();
  const marks = rows.flatMap((row) =>
    "row" in row
      ? [...marksOf(source, row, row.row.contact), ...(row.notSameAs ?? []).map((id) => rowMark(source, id))]
      : [rowMark(source, row.tempId)],
  );
  const { accountId } = head;
  return withoutDeleted(store, accountId, await findMarked(store, accountId, marks), aliases);
}

const parallelReads = 8;

/** The contacts that have the external ids of the rows. */
async function readOwners({ store, head }: ReadScope, rows: readonly ValidRow[]): Promise<Map<string, string>> {
  const externalIds = new Set(rows.flatMap(({ row }) => row.contact.externalId ?? []));
  const owners = await mapInParallel([...externalIds], parallelReads, async (externalId) => {
    return [externalId, await findExternalIdOwner(store, head, externalId)] as const;
  });
  return new Map(owners.flatMap(([externalId, owner]) => (owner === undefined ? [] : [[externalId, owner]])));
}

/**
 * The ids of the contacts that may have a value of these rows, by lookup. The search index in memory says which, so values
 * that nobody has cost no read. A commit of 25 rows would otherwise make 150 queries. It makes them in a large account whose
 * index is neither in memory nor stored, because building the index could take longer than the request.
 */
async function readLookups(
  { store, indexes, head }: ReadScope,
  rows: readonly ValidRow[],
): Promise<Map<string, readonly string[]>> {
  const lookups = rows.flatMap(({ row }) => importLookups(row.contact));
  const index = head.contactCount === 0 ? undefined : await indexes.loadInTime(head);
  const idsWith: LookupResult = index
    ? (lookup) => index.idsWith(lookup, maxCandidates)
    : await findManyContactIds(store, head.accountId, lookups, head.contactCount);
  // The index may change as soon as something else is awaited.
  return new Map(lookups.map((lookup) => [lookupKey(lookup), idsWith(lookup).slice(0, maxCandidates)]));
}
