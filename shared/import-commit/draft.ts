/** The state of an account while a commit is planned: the stored contacts, with the changes by earlier rows of the commit. */

import type { AccountHead } from "../account/store/account.ts";
import { maxPlanActions } from "../account/store/account-write.ts";
import type { ContactChange, ContactRecord } from "../contact/record.ts";
import { type Aliases, contactsWithLookups, loadAliases } from "../contact/store/aliases.ts";
import { findExternalIdOwner } from "../contact/store/external-ids.ts";
import type { LookupResult } from "../contact/store/lookups.ts";
import { contactWriteActions, maxCommonActions } from "../contact-change/contact-write.ts";
import { createLookupIndex, importLookups, type LookupIndex } from "../import/identity/lookup-index.ts";
import { type AccountView, decideJoin } from "../import/identity/match.ts";
import { rowMark } from "../import/identity/row-identity.ts";
import { addMarks, marksOf, personMark } from "../import/identity/row-marks.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import { findMarked, withoutDeleted } from "../import/store/imported-rows.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import { readCandidates } from "./candidates.ts";
import type { CommitRow, ValidRow } from "./commit-row.ts";
import { type GroupJoin, type GroupJoins, startJoins } from "./group-joins.ts";
import { type RowChanges, startRowChanges } from "./row-changes.ts";

export interface CommitDraft {
  /** The contact that a row was committed as before, or into which that contact was merged. */
  importedAs: (tempId: string) => string | undefined;
  /** The contact that a row joins (match.ts), with the changes by earlier rows. */
  findJoin: (row: ValidRow) => Promise<ContactRecord | undefined>;
  /**
   * Notes that the row with this index meets a contact that was there before. Returns false when the transaction would be
   * too large.
   */
  meet: (contactId: string, row: number) => boolean;
  /**
   * Adds the contact to the transaction, as the row with this index changes it, and, if the row is given, marks it as
   * committed. Returns false, and adds nothing, when the transaction would be too large.
   */
  write: (contact: ContactRecord, join: GroupJoin, index: number, row?: ValidRow) => boolean;
  rowChanges: RowChanges;
  changes: () => ContactChange[];
  joins: GroupJoins;
  /** What is known after the transaction was committed, so that the next one need not read it again. */
  known: () => KnownState;
}

/** The state of the account after a write, as far as it matters to the rows of a commit. */
export interface KnownState {
  /** The `txid` of the write. */
  txid: number;
  aliases: Aliases;
  /** The ids of contacts by mark. */
  marks: ReadonlyMap<string, string>;
  /** The ids of contacts by the external ids of the rows. */
  owners: ReadonlyMap<string, string>;
  stored: ReadonlyMap<string, ContactRecord>;
  /** The ids of the stored contacts by lookup, as they were read. */
  find: LookupResult;
  /** The ids of the contacts that the commit has written. */
  written: readonly string[];
}

export interface DraftScope {
  store: Store;
  indexes: ContactIndexes;
  accountId: string;
  source: ImportSource;
  /** The version that the transaction writes into its contacts. */
  version: number;
  /** The actions for which the transaction leaves room besides those that every commit has. */
  reserved: number;
  head: AccountHead;
  now: Date;
  newId: () => string;
}

/** The bytes of the contacts of a transaction as JSON. DynamoDB accepts 4 MB, of which a part of a receipt takes up to 400 KB. */
const maxTransactionBytes = 3.3 * 1000 * 1000;

interface DraftChange {
  before: ContactRecord | null;
  after: ContactRecord;
  /** The number of actions of the transaction that write it. */
  actions: number;
  bytes: number;
}

/**
 * Reads all contacts that these rows can match, unless `known` is the state of the account. The reads are consistent.
 */
export async function startDraft(
  scope: DraftScope,
  rows: readonly CommitRow[],
  known?: KnownState,
): Promise<CommitDraft> {
  const { store, accountId, source, version, head } = scope;
  const state = known?.txid === head.txid ? known : await readState(scope, rows);
  const { aliases, find } = state;
  const [marks, owners, stored] = [new Map(state.marks), new Map(state.owners), new Map(state.stored)];
  const changes = new Map<string, DraftChange>();
  const labels = rows.flatMap((row) => ("row" in row ? row.row.groupLabels : []));
  const joins = await startJoins(scope, labels, stored.keys());
  const rowChanges = await startRowChanges({ ...scope, aliases }, [...stored.keys(), ...marks.values()]);

  const fits = (all: readonly DraftChange[], otherActions: number) =>
    fitTransaction(all, otherActions + scope.reserved);

  const current = (id: string) => {
    const survivor = aliases.survivorOf(id);
    return changes.get(survivor)?.after ?? stored.get(survivor);
  };
  const changed = createLookupIndex(current);
  for (const id of state.written) addTo(changed, stored.get(id));
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

    findJoin: async (row) => {
      const { contact } = row.row;
      const owner = contact.externalId == null ? undefined : owners.get(contact.externalId);
      return owner === undefined ? (await decideJoin(view, row, contact)).join?.contact : current(owner);
    },

    joins,
    rowChanges,

    meet: (contactId, row) => {
      if (rowChanges.leftOf(contactId).length === 0) return true;
      if (!fits([...changes.values()], joins.actionsWith() + rowChanges.actionsWith(contactId))) return false;
      rowChanges.meet(contactId, row);
      return true;
    },

    write: (contact, join, index, row) => {
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
      const others = [...changes.values()].filter((each) => each.after.id !== after.id);
      const joinActions = joins.actionsWith(join);
      if (!fits([...others, change], joinActions + rowChanges.actionsWith(contact.id))) return false;
      rowChanges.add(current(contact.id) ?? null, after, { row: index, labels: join.numbers });
      joins.accept(join);
      changes.set(contact.id, change);
      for (const each of added) marks.set(each, contact.id);
      if (after.externalId !== null) owners.set(after.externalId, contact.id);
      addTo(changed, after);
      return true;
    },

    changes: () => [...changes.values()],

    known: () => ({
      txid: version,
      aliases,
      marks,
      owners,
      stored: new Map([...stored, ...Array.from(changes, ([id, { after }]) => [id, after] as const)]),
      find,
      written: [...state.written, ...changes.keys()],
    }),
  };
}

/** No lookup finds the account's own contact. */
function addTo(index: LookupIndex, contact: ContactRecord | undefined): void {
  if (contact && contact.id !== contact.accountId) index.add(contact.id, importLookups(contact));
}

async function readState(scope: DraftScope, rows: readonly CommitRow[]): Promise<KnownState> {
  const { store, source, head } = scope;
  const aliases = await loadAliases(store, head);
  const marks = await readMarks(scope, rows, aliases);
  const isNew = (row: CommitRow): row is ValidRow => "row" in row && !marks.has(rowMark(source, row.tempId));
  const owners = await readOwners(scope, rows.filter(isNew));
  const candidates = await readCandidates(scope, rows.filter(isNew), marks, aliases, [...owners.values()]);
  return { txid: head.txid, aliases, marks, owners, ...candidates, written: [] };
}

/** The contacts that have the external ids of the rows. */
async function readOwners({ store, head }: DraftScope, rows: readonly ValidRow[]): Promise<Map<string, string>> {
  const externalIds = new Set(rows.flatMap(({ row }) => row.contact.externalId ?? []));
  const owners = await mapInParallel([...externalIds], parallelReads, async (externalId) => {
    return [externalId, await findExternalIdOwner(store, head, externalId)] as const;
  });
  return new Map(owners.flatMap(([externalId, owner]) => (owner === undefined ? [] : [[externalId, owner]])));
}

const parallelReads = 8;

/** Leaves room for the actions of the search log and the due index. */
function fitTransaction(changes: readonly DraftChange[], otherActions: number): boolean {
  return (
    changes.reduce((count, { actions }) => count + actions, otherActions) <= maxPlanActions - maxCommonActions &&
    changes.reduce((bytes, each) => bytes + each.bytes, 0) <= maxTransactionBytes
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
    "row" in row
      ? [...marksOf(source, row, row.row.contact), ...(row.notSameAs ?? []).map((id) => rowMark(source, id))]
      : [rowMark(source, row.tempId)],
  );
  return new Map(await withoutDeleted(store, accountId, await findMarked(store, accountId, marks), aliases));
}
