/** Writes rows of an import: a row creates a contact, or completes the contact that it matches, and is committed only once. */

import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { type RetryPolicy, type WritePlan, type Written, writeAccount } from "../account/store/account-write.ts";
import { createContact, type WriteContext } from "../contact/change/apply.ts";
import type { ContactRecord } from "../contact/record.ts";
import { maxContacts, nextContactId, planContacts } from "../contact-change/contact-write.ts";
import { differingFields } from "../import/merge/differing.ts";
import { exceedsLimits, type ImportedRow, mergeImported } from "../import/merge/merge.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import { isMadeAlike } from "../picture/store-avatar.ts";
import type { FindPlace } from "../place/find-place.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { CommitResult, PictureFault } from "./commit-result.ts";
import type { CommitRow, InvalidRow } from "./commit-row.ts";
import { type CommitDraft, type KnownState, startDraft } from "./draft.ts";
import { maxReceiptActions, type ReceiptWriter } from "./receipt-writer.ts";

export interface CommitParts {
  store: Store;
  indexes: ContactIndexes;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  retry?: RetryPolicy;
}

/** Where the results of a row are recorded; undefined for nowhere. Rows of one transaction have the same receipt. */
export type ReceiptOf = (row: CommitRow) => ReceiptWriter | undefined;

/**
 * Writes the rows in their order, in as few transactions as possible. A transaction is planned from its own reads, or,
 * if no other write came between, from what the one before it left, so that rows of parallel commits match each other's
 * contacts. After a crash between two transactions, the caller sends the
 * same commit again: every contact is complete, and marks identify the rows that are done.
 */
export async function commitRows(
  parts: CommitParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
  receiptOf: ReceiptOf = () => undefined,
): Promise<{ results: CommitResult[]; txid: string }> {
  const { store, retry } = parts;
  const results: CommitResult[] = [];
  let txid: string;
  let known: KnownState | undefined;
  do {
    const left = rows.slice(results.length);
    let state: KnownState | undefined;
    const write = writeAccount(
      store,
      accountId,
      async (head, version) => {
        const planned = await planRows(parts, { head, version, source, left, known, receiptOf });
        state = planned.state();
        return planned.plan;
      },
      retry,
    );
    const written = await write
      .then(async (committed) => {
        await (left[0] && receiptOf(left[0]))?.wrote?.(committed.result.length);
        return committed;
      })
      .catch((fault) => skipForStorage(fault, left, store, accountId));
    if (written.result.length === 0) throw new Error("a row does not fit into a transaction of its own");
    results.push(...written.result);
    txid = written.txid;
    // A plan without changes writes nothing, and another write may get the `txid` that it expected.
    known = String(state?.txid) === txid ? state : undefined;
  } while (results.length < rows.length);
  return { results, txid };
}

interface RowsToPlan {
  head: AccountHead;
  version: number;
  source: ImportSource;
  left: readonly CommitRow[];
  known: KnownState | undefined;
  receiptOf: ReceiptOf;
}

/** Plans a transaction with as many of the first rows as fit. They share a receipt, and their results fit into one part of it. */
async function planRows(
  { store, indexes, now, newId, findPlace }: CommitParts,
  { head, version, source, left, known, receiptOf }: RowsToPlan,
): Promise<{ plan: WritePlan<CommitResult[]>; state: () => KnownState }> {
  const { accountId } = head;
  const time = now();
  const context = { now: time, newId, defaults: head, findPlace };
  const create = (row: ImportedRow) => newContact(accountId, nextContactId(head, newId()), row, context);
  const receipt = left[0] && receiptOf(left[0]);
  const others = left.findIndex((row) => receiptOf(row) !== receipt);
  for (let most = others < 0 ? left.length : others; ; ) {
    const reserved = receipt ? maxReceiptActions : 0;
    const scope = { store, indexes, accountId, source, version, reserved, head, now: time, newId };
    const draft = await startDraft(scope, left, known);
    const results: CommitResult[] = [];
    for (const row of left.slice(0, most)) {
      const created = results.filter(({ status }) => status === "imported").length;
      const hasRoom = head.contactCount + created < maxContacts;
      const result = await addRow(draft, row, results.length, hasRoom ? create : undefined, context);
      if (result === "full") break;
      results.push(result);
    }
    const contacts = planContacts(store, head, draft.changes(), { txid: version, now: time });
    const joins = await draft.joins.plan(contacts.head, version);
    const changes = draft.rowChanges.ofRows(results.length);
    const made = { results, changes, groups: draft.joins.createdIds() };
    const recorded = await (receipt?.plan(made, time, { read: head.txid, written: version }) ?? []);
    if (recorded) {
      const held = draft.rowChanges.planHolding(joins.head, results.length, receipt?.receiptId());
      const actions = [...contacts.actions, ...joins.actions, ...recorded, ...held.actions];
      const events = [...contacts.events, ...joins.events];
      return { plan: { actions, head: held.head, events, result: results }, state: draft.known };
    }
    if (results.length === 1) throw new Error("the result of a row does not fit into a part of its receipt");
    most = Math.ceil(results.length / 2);
  }
}

/** When the storage of an account is full, the rows that are left are skipped. The rows before them are written. */
async function skipForStorage(
  fault: unknown,
  left: readonly CommitRow[],
  store: Store,
  accountId: string,
): Promise<Written<CommitResult[]>> {
  if (!(fault instanceof AppError && fault.code === "storage_limit_reached")) throw fault;
  const { txid } = await getAccountHead(store, accountId);
  const result = left.map((row) => skipped("fault" in row ? row : { tempId: row.tempId, fault: fault.code }));
  return { result, txid: String(txid) };
}

/**
 * Adds a row to the draft. "full" means that the transaction has no room for it. `create` is undefined when the account
 * has as many contacts as it may.
 */
async function addRow(
  draft: CommitDraft,
  commitRow: CommitRow,
  index: number,
  create: ((row: ImportedRow) => ContactRecord) | undefined,
  context: WriteContext,
): Promise<CommitResult | "full"> {
  const { tempId } = commitRow;
  if ("fault" in commitRow) return skipped(commitRow);
  const known = draft.importedAs(tempId);
  if (known !== undefined) {
    if (!draft.meet(known, index)) return "full";
    return { tempId, status: "skipped", contactId: known, code: "already_imported" };
  }

  const { row } = commitRow;
  const join = await draft.findJoin(commitRow);
  const before = join ?? create?.(row);
  if (!before) return skipped({ tempId, fault: "contact_limit_reached" });
  if (join && !draft.meet(join.id, index)) return "full";
  const merged = join ? mergeImported(join, row, context) : before;
  const after = withPicture(merged, commitRow.picture, context);
  const groups = draft.joins.propose(after.id, row.groupLabels);
  const isLimited = exceedsLimits(before, row) || groups.isLimited;
  const isChanged = after !== join || groups.numbers.length > 0;
  // A row whose values did not all fit is not marked as committed, so that another commit can add the rest.
  const isDone = !join || !isLimited;
  if ((isDone || isChanged) && !draft.write(after, groups, index, isDone ? commitRow : undefined)) return "full";

  const contactId = after.id;
  const limited = isLimited ? ({ code: "limits_reached" } as const) : {};
  const avatar = avatarResult(after, commitRow);
  if (!join) return { tempId, status: "imported", contactId, ...limited, ...avatar };
  const fields = [
    ...differingFields(after, row.contact),
    ...(isOtherPicture(after, commitRow.picture) ? ["avatar"] : []),
  ];
  const details = { ...limited, ...(fields.length > 0 && { differing: fields }), ...avatar };
  if (!isChanged) return { tempId, status: "skipped", contactId, code: "unchanged", ...details };
  return { tempId, status: "updated", contactId, ...details };
}

function skipped({ tempId, fault, details }: InvalidRow): CommitResult {
  return { tempId, status: "skipped", code: fault, ...(details && { details }) };
}

function newContact(accountId: string, id: string, row: ImportedRow, context: WriteContext): ContactRecord {
  return mergeImported(createContact(accountId, id, row.contact, context), row, context);
}

/** The contact keeps the picture that it has. */
function withPicture(contact: ContactRecord, picture: string | undefined, { now }: WriteContext): ContactRecord {
  if (picture === undefined || contact.photoVersion !== null) return contact;
  return { ...contact, photoVersion: picture, updatedAt: now.toISOString() };
}

function avatarResult(
  { photoVersion }: ContactRecord,
  { picture, pictureFault }: { picture?: string; pictureFault?: PictureFault },
): Pick<CommitResult, "avatar"> {
  if (pictureFault !== undefined) return { avatar: pictureFault };
  if (picture === undefined) return {};
  return { avatar: photoVersion === picture ? "taken" : "kept" };
}

function isOtherPicture({ photoVersion }: ContactRecord, picture: string | undefined): boolean {
  if (picture === undefined || photoVersion === null) return false;
  return !isMadeAlike(photoVersion, picture);
}
