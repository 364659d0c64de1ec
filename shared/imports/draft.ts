/**
 * The state of an account as a commit plans it: what is stored, and what earlier rows of the same commit have changed
 * of it.
 */
import type { ContactRecord } from "../contact/record.ts";
import type { AccountHead } from "../table/account.ts";
import { maxNotedActions } from "../table/account-write.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems, contactWriteActions } from "../table/contact.ts";
import {
  importedRowKey,
  isFoundBy,
  type Lookup,
  lookupKey,
  lookupPrefix,
  lookupsOf,
} from "../table/contact-derived.ts";
import { type ContactChange, maxCommonActions } from "../table/contact-write.ts";
import { findManyContactIds, type LookupResult } from "../table/lookups.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow, WantedRow } from "./commit-row.ts";
import { agreesOn } from "./derived-names.ts";
import { type GroupJoins, type Joining, startJoins } from "./group-joins.ts";
import { hasLookup, identifies, maxCandidates, mayBeExportOf } from "./identity.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { rowMark } from "./row-identity.ts";
import { addMarks, exportedId, meetsByMark, personMark } from "./row-marks.ts";

export interface CommitDraft {
  /** The contact that a row was taken over into before. */
  importedAs: (tempId: string) => string | undefined;
  /**
   * The contact that a row is about: the one that it was exported from, if it is not about somebody else by now, or
   * one with its profile, or with its e-mail address, phone number or website and a name that agrees, the account's own after all others; else the one with the
   * mark of its person: that an export of another year said to be connected on the same day under the same name, as so
   * many before it in its file, if neither profile nor e-mail addresses speak against it, or that became of a card with
   * the same UID, if the names agree.
   */
  findMatch: (row: WantedRow) => ContactRecord | undefined;
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
  /** By `lookupPrefix`; each with its `lookupKey`. */
  const changedIds = new Map<string, { key: string; id: string }[]>();
  const labels = rows.flatMap((given) => ("row" in given ? given.row.groupLabels : []));
  const joins = await startJoins(scope, labels, stored.keys());

  const candidates = (lookup: Lookup) => [
    ...find(lookup).slice(0, maxCandidates),
    ...(changedIds.get(lookupPrefix(lookup)) ?? []).flatMap(({ key, id }) => (isFoundBy(lookup, key) ? [id] : [])),
  ];

  const current = (id: string) => changes.get(id)?.after ?? stored.get(id);
  // No item leads to the account's own contact.
  const ownId = (lookup: Lookup) => {
    const own = current(accountId);
    return own && hasLookup(own, lookup) ? [accountId] : [];
  };

  return {
    importedAs: (tempId) => {
      const mark = rowMark(source, tempId);
      return marks.get(mark) ?? (current(accountId)?.importedRows.includes(mark) ? accountId : undefined);
    },

    findMatch: (row) => {
      const given = row.row.contact;
      const exported = current(exportedId(source, accountId, row) ?? "");
      if (exported && mayBeExportOf(exported, given)) return exported;
      for (const lookup of lookupsOf(given)) {
        const agrees = agreesOn(lookup, given);
        const others = candidates(lookup).filter((id) => id !== accountId);
        for (const id of [...others, ...ownId(lookup)]) {
          const contact = current(id);
          if (contact && (identifies(lookup) || agrees(contact))) return contact;
        }
      }
      const person = personMarkOf(source, row);
      const contact = current(marks.get(person ?? "") ?? "");
      return contact && meetsByMark(source, contact, given) ? contact : undefined;
    },

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
      for (const lookup of lookupsOf(after)) {
        const prefix = lookupPrefix(lookup);
        changedIds.set(prefix, [...(changedIds.get(prefix) ?? []), { key: lookupKey(lookup), id: contact.id }]);
      }
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
  const lookups = wanted.flatMap(({ row }) => lookupsOf(row.contact));
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
