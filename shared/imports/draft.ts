/**
 * The state of an account as a commit plans it: what is stored, and what earlier rows of the same commit have changed
 * of it.
 */
import type { ContactRecord } from "../contact/record.ts";
import type { AccountHead } from "../table/account.ts";
import { maxNotedActions } from "../table/account-write.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems, contactWriteActions } from "../table/contact.ts";
import { importedRowKey } from "../table/contact-derived.ts";
import { type ContactChange, maxCommonActions } from "../table/contact-write.ts";
import { findManyContactIds, type LookupResult } from "../table/lookups.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow, WantedRow } from "./commit-row.ts";
import { type GroupJoins, type Joining, startJoins } from "./group-joins.ts";
import { createLookupIndex, importLookups, maxCandidates } from "./lookup-index.ts";
import { type AccountView, findMatch } from "./match.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { rowMark } from "./row-identity.ts";
import { addMarks, exportedId, personMark } from "./row-marks.ts";

export interface CommitDraft {
  /** The contact that a row was taken over into before. */
  importedAs: (tempId: string) => string | undefined;
  /** The contact that a row is about (match.ts), as it is by now. */
  findMatch: (row: WantedRow) => Promise<ContactRecord | undefined>;
  /**
   * Notes that this contact is to be written, and that the row became it, if one is given; false, and nothing is noted,
   * when the transaction would be too large.
   */
  write: (contact: ContactRecord, joining: Joining, row?: WantedRow) => boolean;
  /** What these labels of groups mean for the contact, as things stand. */
  proposeGroups: (contactId: string, labels: readonly string[]) => Joining;
  changes: () => ContactChange[];
  joins: GroupJoins;
}

export interface DraftScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  /** What the transaction stamps on its contacts. */
  version: number;
  head: AccountHead;
  now: Date;
  newId: () => string;
}

/** Bytes of all items of a transaction as JSON; DynamoDB takes 4 MB. */
const maxTransactionBytes = 3.5 * 1000 * 1000;

interface DraftChange {
  before: ContactRecord | null;
  after: ContactRecord;
  /** Actions that writing it takes. */
  actions: number;
  bytes: number;
}

/** Reads, consistently, all that these rows can meet. */
export async function startDraft(scope: DraftScope, rows: readonly CommitRow[]): Promise<CommitDraft> {
  const { store, accountId, source, version } = scope;
  const marks = await readMarks(scope, rows);
  const { find, stored } = await readCandidates(scope, rows, marks);
  const changes = new Map<string, DraftChange>();
  const labels = rows.flatMap((given) => ("row" in given ? given.row.groupLabels : []));
  const joins = await startJoins(scope, labels, stored.keys());

  const current = (id: string) => changes.get(id)?.after ?? stored.get(id);
  const changed = createLookupIndex(current);
  const view: AccountView<ContactRecord> = {
    accountId,
    source,
    get: current,
    find: (lookup) => changed.find(lookup, find(lookup)),
    // The own contact keeps its marks in itself.
    marked: (mark) => marks.get(mark) ?? (current(accountId)?.importedRows.includes(mark) ? accountId : undefined),
  };

  return {
    importedAs: (tempId) => view.marked(rowMark(source, tempId)),

    findMatch: async (row) => (await findMatch(view, row, row.row.contact))?.contact,

    proposeGroups: (contactId, labels) => joins.propose(contactId, labels),

    joins,

    write: (contact, joining, row) => {
      const mark = row ? rowMark(source, row.tempId) : null;
      const person = row && personMarkOf(source, row);
      // Of two people of one name or UID the first keeps it: no two contacts may have the same item. A contact is found
      // by its own id without.
      const isNeeded = person !== undefined && contact.id !== accountId && contact.id !== row?.uid;
      const isFree = isNeeded && (marks.get(person) ?? contact.id) === contact.id;
      const added = [...(mark === null ? [] : [mark]), ...(isFree ? [person] : [])];
      const before = changes.get(contact.id)?.before ?? stored.get(contact.id) ?? null;
      const createdByRow = before ? contact.createdByRow : (contact.createdByRow ?? mark);
      const importedRows = mark === null ? contact.importedRows : addMarks(contact.importedRows, added, createdByRow);
      const after = { ...contact, version, importedRows, createdByRow };
      const actions = contactWriteActions(store, before, after);
      const change = { before, after, actions: actions.length, bytes: Buffer.byteLength(JSON.stringify(actions)) };
      if (!fits(changes, change, joins.actionsWith(joining))) return false;
      joins.accept(joining);
      changes.set(contact.id, change);
      for (const each of added) marks.set(each, contact.id);
      if (contact.id !== accountId) changed.add(contact.id, importLookups(after));
      return true;
    },

    changes: () => [...changes.values()],
  };
}

/**
 * Of the actions of a transaction the head takes one, the search log and the due index their own, and so does the note
 * of a keyed request.
 */
function fits(changes: ReadonlyMap<string, DraftChange>, change: DraftChange, joinActions: number): boolean {
  const others = [...changes.values()].filter(({ after }) => after.id !== change.after.id);
  const all = [...others, change];
  return (
    all.reduce((count, { actions }) => count + actions, joinActions) < maxNotedActions - maxCommonActions &&
    all.reduce((bytes, each) => bytes + each.bytes, 0) <= maxTransactionBytes
  );
}

function personMarkOf(source: ImportSource, row: WantedRow): string | undefined {
  return personMark(source, row, row.row.contact);
}

/**
 * The contacts that became of these rows, or of the persons whom they are about, by mark. Marks go with their contact,
 * so an account without contacts has none.
 */
async function readMarks(
  { store, accountId, source, head: { contactCount } }: DraftScope,
  rows: readonly CommitRow[],
): Promise<Map<string, string>> {
  if (contactCount === 0) return new Map();
  const markOf = new Map(
    rows.flatMap((given) => {
      const person = "row" in given ? personMarkOf(source, given) : undefined;
      const wanted = [rowMark(source, given.tempId), ...(person === undefined ? [] : [person])];
      return wanted.map((mark): [string, string] => [importedRowKey(accountId, mark).sk, mark]);
    }),
  );
  const keys = [...markOf.values()].map((mark) => importedRowKey(accountId, mark));
  const items = await batchGet(store, keys);
  return new Map(items.map(({ sk, id }) => [markOf.get(String(sk)) ?? "", String(id)]));
}

/** The contacts that these rows can meet: those that are found by what they say, and the account's own. */
async function readCandidates(
  { store, accountId, source, head: { contactCount } }: DraftScope,
  rows: readonly CommitRow[],
  marks: ReadonlyMap<string, string>,
): Promise<{ find: LookupResult; stored: Map<string, ContactRecord> }> {
  const isNew = (given: CommitRow): given is WantedRow => "row" in given && !marks.has(rowMark(source, given.tempId));
  const wanted = rows.filter(isNew);
  if (wanted.length === 0) return { find: () => [], stored: new Map() };
  const lookups = wanted.flatMap(({ row }) => importLookups(row.contact));
  const find = await findManyContactIds(store, accountId, lookups, contactCount);
  const ids = new Set([
    accountId,
    ...lookups.flatMap((lookup) => find(lookup).slice(0, maxCandidates)),
    ...wanted.flatMap((row) => marks.get(personMarkOf(source, row) ?? "") ?? []),
    ...(contactCount === 0 ? [] : wanted.flatMap((row) => exportedId(source, accountId, row) ?? [])),
  ]);
  const items = await batchGet(
    store,
    [...ids].map((id) => contactKey(accountId, id)),
  );
  const contacts = await contactsFromItems(store, items);
  return { find, stored: new Map(contacts.map((contact) => [contact.id, contact])) };
}
