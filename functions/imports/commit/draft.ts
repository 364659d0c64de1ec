/** The state of an account while a commit is planned: the stored contacts, with the changes by earlier rows of the commit. */

import type { AccountHead } from "../../../shared/account/store/account.ts";
import { maxRequestActions } from "../../../shared/account/store/account-write.ts";
import type { ContactChange, ContactRecord } from "../../../shared/contact/record.ts";
import { type Aliases, contactsWithLookups, loadAliases } from "../../../shared/contact/store/aliases.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { findManyContactIds, type LookupResult } from "../../../shared/contact/store/lookups.ts";
import { contactWriteActions, maxCommonActions } from "../../../shared/contact-change/contact-write.ts";
import {
  type AccountView,
  createLookupIndex,
  findMatch,
  importLookups,
  maxCandidates,
} from "../../../shared/import/identity/match.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import { addMarks, exportedId, marksOf, personMark } from "../../../shared/import/identity/row-marks.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { findMarked, withoutDeleted } from "../../../shared/import/store/imported-rows.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { CommitRow, ValidRow } from "./commit-row.ts";
import { type GroupJoin, type GroupJoins, startJoins } from "./group-joins.ts";

export interface CommitDraft {
  /** The contact that a row was committed as before, or into which that contact was merged. */
  importedAs: (tempId: string) => string | undefined;
  /** The contact that a row is about (match.ts), with the changes by earlier rows. */
  findMatch: (row: ValidRow) => Promise<ContactRecord | undefined>;
  /**
   * Adds the contact to the transaction and, if there is a row, marks the row as committed. Returns false, and adds
   * nothing, when the transaction would be too large.
   */
  write: (contact: ContactRecord, join: GroupJoin, row?: ValidRow) => boolean;
  changes: () => ContactChange[];
  joins: GroupJoins;
}

export interface DraftScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  /** The version that the transaction writes into its contacts. */
  version: number;
  head: AccountHead;
  now: Date;
  newId: () => string;
}

/** The bytes of all items of a transaction as JSON. DynamoDB accepts 4 MB. */
const maxTransactionBytes = 3.5 * 1000 * 1000;

interface DraftChange {
  before: ContactRecord | null;
  after: ContactRecord;
  /** The number of actions of the transaction that write it. */
  actions: number;
  bytes: number;
}

/** Reads all contacts that these rows can match. The reads are consistent. */
export async function startDraft(scope: DraftScope, rows: readonly CommitRow[]): Promise<CommitDraft> {
  const { store, accountId, source, version } = scope;
  const aliases = await loadAliases(store, scope.head);
  const marks = await readMarks(scope, rows, aliases);
  const { find, stored } = await readCandidates(scope, rows, marks, aliases);
  const changes = new Map<string, DraftChange>();
  const labels = rows.flatMap((row) => ("row" in row ? row.row.groupLabels : []));
  const joins = await startJoins(scope, labels, stored.keys());

  const current = (id: string) => {
    const survivor = aliases.survivorOf(id);
    return changes.get(survivor)?.after ?? stored.get(survivor);
  };
  const changed = createLookupIndex(current);
  const view: AccountView<ContactRecord> = {
    accountId,
    source,
    get: current,
    find: (lookup) => changed.find(lookup, find(lookup)),
    // The account's own contact has its marks in its own item.
    marked: (mark) => marks.get(mark) ?? (current(accountId)?.importedRows.includes(mark) ? accountId : undefined),
  };

  return {
    importedAs: (tempId) => {
      const id = view.marked(rowMark(source, tempId));
      return id === undefined ? undefined : aliases.survivorOf(id);
    },

    findMatch: async (row) => (await findMatch(view, row, row.row.contact))?.contact,

    joins,

    write: (contact, join, row) => {
      const mark = row ? rowMark(source, row.tempId) : null;
      const person = row && personMark(source, row, row.row.contact);
      // The mark of a person is an item of its own, so only the first of two contacts with the same name or UID has it.
      const isFree = person !== undefined && (marks.get(person) ?? contact.id) === contact.id;
      const added = [...(mark === null ? [] : [mark]), ...(isFree ? [person] : [])];
      const before = changes.get(contact.id)?.before ?? stored.get(contact.id) ?? null;
      const createdByRow = before ? contact.createdByRow : (contact.createdByRow ?? mark);
      const importedRows = mark === null ? contact.importedRows : addMarks(contact.importedRows, added, createdByRow);
      const after = { ...contact, version, importedRows, createdByRow };
      const actions = contactWriteActions(store, before, after);
      const change = { before, after, actions: actions.length, bytes: Buffer.byteLength(JSON.stringify(actions)) };
      if (!fits(changes, change, joins.actionsWith(join))) return false;
      joins.accept(join);
      changes.set(contact.id, change);
      for (const each of added) marks.set(each, contact.id);
      if (contact.id !== accountId) changed.add(contact.id, importLookups(after));
      return true;
    },

    changes: () => [...changes.values()],
  };
}

/** Leaves room for the actions of the head, the search log, the due index and the record of an idempotency key. */
function fits(changes: ReadonlyMap<string, DraftChange>, change: DraftChange, joinActions: number): boolean {
  const others = [...changes.values()].filter(({ after }) => after.id !== change.after.id);
  const all = [...others, change];
  return (
    all.reduce((count, { actions }) => count + actions, joinActions) < maxRequestActions - maxCommonActions &&
    all.reduce((bytes, each) => bytes + each.bytes, 0) <= maxTransactionBytes
  );
}

/**
 * The ids of the contacts that these rows, or other rows about the same persons, were committed as, by mark. A mark is
 * deleted with its contact, so an account without contacts has none.
 */
async function readMarks(
  { store, accountId, source, head }: DraftScope,
  rows: readonly CommitRow[],
  aliases: Aliases,
): Promise<Map<string, string>> {
  if (contactsWithLookups(head) === 0) return new Map();
  const marks = rows.flatMap((row) =>
    "row" in row ? marksOf(source, row, row.row.contact) : [rowMark(source, row.tempId)],
  );
  return new Map(await withoutDeleted(store, accountId, await findMarked(store, accountId, marks), aliases));
}

/** The contacts that these rows can match: those that a lookup of their values finds, and the account's own. */
async function readCandidates(
  { store, accountId, source, head }: DraftScope,
  rows: readonly CommitRow[],
  marks: ReadonlyMap<string, string>,
  aliases: Aliases,
): Promise<{ find: LookupResult; stored: Map<string, ContactRecord> }> {
  const isNew = (row: CommitRow): row is ValidRow => "row" in row && !marks.has(rowMark(source, row.tempId));
  const newRows = rows.filter(isNew);
  if (newRows.length === 0) return { find: () => [], stored: new Map() };
  const lookups = newRows.flatMap(({ row }) => importLookups(row.contact));
  const find = await findManyContactIds(store, accountId, lookups, contactsWithLookups(head));
  const ids = new Set([
    accountId,
    ...lookups.flatMap((lookup) => find(lookup).slice(0, maxCandidates)),
    ...newRows.flatMap((row) => marks.get(personMark(source, row, row.row.contact) ?? "") ?? []),
    ...newRows.flatMap((row) => exportedId(source, accountId, row) ?? []),
  ]);
  const contacts = await getContacts(store, accountId, [...new Set(Array.from(ids, (id) => aliases.survivorOf(id)))]);
  return { find, stored: new Map(contacts.map((contact) => [contact.id, contact])) };
}
