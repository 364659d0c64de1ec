/**
 * The state of an account as a commit plans it: what is stored, and what earlier rows of the same commit have changed
 * of it.
 */
import type { ContactRecord } from "../contact/record.ts";
import type { ContactCreate } from "../contact/schema.ts";
import { maxNotedActions } from "../table/account-write.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems, contactWriteActions } from "../table/contact.ts";
import { importedRowKey, type Lookup, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";
import type { ContactChange } from "../table/contact-write.ts";
import { findManyContactIds, type LookupResult } from "../table/lookups.ts";
import { maxLogActions } from "../table/search-log.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow } from "./commit-row.ts";
import { identifies, namesAgree } from "./identity.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { rowMark } from "./row-identity.ts";

export interface CommitDraft {
  /** The contact that a row was taken over into before. */
  importedAs: (tempId: string) => string | undefined;
  /**
   * The contact that a row is about: one with its profile, or with its e-mail address, phone number or website and a
   * name that agrees.
   */
  findMatch: (row: ContactCreate) => ContactRecord | undefined;
  /**
   * Notes that this contact is to be written, and that the row became it, if one is given; false, and nothing is noted,
   * when the transaction would be too large.
   */
  write: (contact: ContactRecord, tempId?: string) => boolean;
  changes: () => ContactChange[];
}

export interface DraftScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  /** What the transaction stamps on its contacts. */
  version: number;
  contactCount: number;
}

/** Marks of a contact; when there are more, the oldest are forgotten, but for the row that created it. */
const maxMarks = 20;
/** Contacts that are compared by name for one e-mail address or phone number that many share. */
const maxCandidates = 100;
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
  const { store, source, version } = scope;
  const marks = await readMarks(scope, rows);
  const { find, stored } = await readCandidates(scope, rows, marks);
  const changes = new Map<string, DraftChange>();
  const changedIds = new Map<string, string[]>();

  const candidates = (lookup: Lookup) => [
    ...find(lookup).slice(0, maxCandidates),
    ...(changedIds.get(lookupPrefix(lookup)) ?? []),
  ];

  return {
    importedAs: (tempId) => marks.get(rowMark(source, tempId)),

    findMatch: (row) => {
      for (const lookup of lookupsOf(row)) {
        for (const id of candidates(lookup)) {
          const contact = changes.get(id)?.after ?? stored.get(id);
          if (contact && (identifies(lookup) || namesAgree(contact, row))) return contact;
        }
      }
      return undefined;
    },

    write: (contact, tempId) => {
      const mark = tempId === undefined ? null : rowMark(source, tempId);
      const before = changes.get(contact.id)?.before ?? stored.get(contact.id) ?? null;
      const createdByRow = before ? contact.createdByRow : (contact.createdByRow ?? mark);
      const importedRows = mark === null ? contact.importedRows : addMark(contact.importedRows, mark, createdByRow);
      const after = { ...contact, version, importedRows, createdByRow };
      const actions = contactWriteActions(store, before, after);
      const change = { before, after, actions: actions.length, bytes: Buffer.byteLength(JSON.stringify(actions)) };
      if (!fits(changes, change)) return false;
      changes.set(contact.id, change);
      if (mark !== null) marks.set(mark, contact.id);
      for (const lookup of lookupsOf(after)) {
        const prefix = lookupPrefix(lookup);
        changedIds.set(prefix, [...(changedIds.get(prefix) ?? []), contact.id]);
      }
      return true;
    },

    changes: () => [...changes.values()],
  };
}

/** Of the actions of a transaction the head takes one, the search log its own, and so does the note of a keyed request. */
function fits(changes: ReadonlyMap<string, DraftChange>, change: DraftChange): boolean {
  const others = [...changes.values()].filter(({ after }) => after.id !== change.after.id);
  const all = [...others, change];
  return (
    all.reduce((count, { actions }) => count + actions, 0) < maxNotedActions - maxLogActions &&
    all.reduce((bytes, each) => bytes + each.bytes, 0) <= maxTransactionBytes
  );
}

function addMark(marks: readonly string[], mark: string, createdByRow: string | null): string[] {
  const kept = createdByRow === null ? [] : [createdByRow];
  const others = [...marks, mark].filter((each) => each !== createdByRow);
  return [...kept, ...others.slice(kept.length - maxMarks)];
}

/**
 * The contacts that became of these rows, by mark. Marks go with their contact, so an account without contacts has
 * none.
 */
async function readMarks(
  { store, accountId, source, contactCount }: DraftScope,
  rows: readonly CommitRow[],
): Promise<Map<string, string>> {
  if (contactCount === 0) return new Map();
  const markOf = new Map(
    rows.map(({ tempId }) => {
      const mark = rowMark(source, tempId);
      return [importedRowKey(accountId, mark).sk, mark];
    }),
  );
  const keys = [...markOf.values()].map((mark) => importedRowKey(accountId, mark));
  const items = await batchGet(store, keys);
  return new Map(items.map(({ sk, id }) => [markOf.get(String(sk)) ?? "", String(id)]));
}

/** The contacts that can be found by what these rows say. */
async function readCandidates(
  { store, accountId, source, contactCount }: DraftScope,
  rows: readonly CommitRow[],
  marks: ReadonlyMap<string, string>,
): Promise<{ find: LookupResult; stored: Map<string, ContactRecord> }> {
  const lookups = rows.flatMap((given) =>
    "row" in given && !marks.has(rowMark(source, given.tempId)) ? lookupsOf(given.row.contact) : [],
  );
  const find = await findManyContactIds(store, accountId, lookups, contactCount);
  const ids = new Set(lookups.flatMap((lookup) => find(lookup).slice(0, maxCandidates)));
  const items = await batchGet(
    store,
    [...ids].map((id) => contactKey(accountId, id)),
  );
  const contacts = await contactsFromItems(store, items);
  return { find, stored: new Map(contacts.map((contact) => [contact.id, contact])) };
}
