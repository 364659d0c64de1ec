/** Deletes many contacts: up to a thousand while the caller waits, more as a fixed set in the background. */
import type * as z from "zod";
import { putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { deleteContacts } from "../../shared/contact-deletion/delete-contacts.ts";
import { AppError, unavailable } from "../../shared/http/errors.ts";
import { rowMark } from "../../shared/imports/row-identity.ts";
import { readRowIds } from "../../shared/imports/rows.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { getImport, type ImportRecord, listParsedImports } from "../../shared/table/import.ts";
import { findCreatedIds } from "../../shared/table/imported-rows.ts";
import type { ContactParts } from "./parts.ts";
import type { bulkDeleteBody } from "./schemas.ts";

export type BulkDeleteBody = z.output<typeof bulkDeleteBody>;

export interface BulkDeleted {
  deletedCount: number;
  /** Whether they still are to go. */
  inBackground: boolean;
  txid: string;
}

/** Contacts that are deleted while the caller waits. */
const mostAtOnce = 1_000;
/** Milliseconds that one more transaction and the answer may take. */
const lastWriteMargin = 3_000;

/**
 * What was deleted stays deleted when this throws `service_unavailable`: the same request sent again does the rest. A
 * set is in the background as a whole or not at all, and a contact that is created or comes to match later is no part
 * of it.
 */
export async function bulkDelete(
  parts: ContactParts,
  accountId: string,
  body: BulkDeleteBody,
  remainingTime: () => number,
): Promise<BulkDeleted> {
  if (body.ids) return deleteNow(parts, accountId, namedIds(accountId, body.ids), remainingTime);
  const head = await getAccountHead(parts.store, accountId);
  const ids = await matchingIds(parts, head, body);
  if (ids.length <= mostAtOnce) return deleteNow(parts, accountId, ids, remainingTime);
  const at = { accountId, deletionId: parts.newId() };
  await putContactSet(parts.accountFiles, at, ids).catch((fault: unknown) => {
    throw unavailable(fault);
  });
  return { deletedCount: ids.length, inBackground: true, txid: String(head.txid) };
}

async function deleteNow(
  parts: ContactParts,
  accountId: string,
  ids: readonly string[],
  remainingTime: () => number,
): Promise<BulkDeleted> {
  let deletedCount = 0;
  let txid = "";
  for await (const step of deleteContacts(parts, { accountId, ids })) {
    deletedCount += step.deletedCount;
    txid = step.txid;
    if (!step.finished && remainingTime() < lastWriteMargin) throw unavailable(new Error("the time is over"));
  }
  return { deletedCount, inBackground: false, txid };
}

function namedIds(accountId: string, given: readonly string[]): string[] {
  const ids = new Set(given);
  if (ids.delete(accountId) && ids.size === 0) throw new AppError("contact_ids_only_myself");
  return [...ids];
}

/** As the account is at the head, or a moment later; the oldest first. */
async function matchingIds(
  parts: ContactParts,
  head: AccountHead,
  { filter = {}, excludeIds = [] }: BulkDeleteBody,
): Promise<string[]> {
  const { search = null, keepInTouch = false, groupId, tagId, importId } = filter;
  // No account has a group or a tag yet.
  if (groupId !== undefined) throw new AppError("group_not_found");
  if (tagId !== undefined) throw new AppError("tag_not_found");
  const created = importId === undefined ? undefined : await createdBy(parts, head, importId);
  const excluded = new Set(excludeIds);
  const index = await parts.indexes.load(head);
  return index
    .find({ search, keepInTouch }, { order: "createdAt", descending: false })
    .filter((id) => !excluded.has(id) && (created?.has(id) ?? true));
}

/**
 * The contacts that this import created. A row may be the same in several files, and a commit does not say which of
 * them it means: the contact is the last one's that was parsed by then. So undoing an import never takes a contact that
 * is older than it, or that came with a later one.
 */
async function createdBy(
  { store, importFiles, now }: ContactParts,
  { accountId, contactCount }: AccountHead,
  importId: string,
): Promise<Set<string>> {
  const time = now();
  const record = await getImport(store, accountId, importId, time);
  if (!record) throw new AppError("import_not_found");
  const rowsOf = async (of: ImportRecord) => {
    return (await readRowIds(importFiles, of)).map((tempId) => rowMark(of.source, tempId));
  };
  const wanted = { rows: await rowsOf(record), start: rowMark(record.source, "") };
  const created = await findCreatedIds(store, accountId, wanted, contactCount);
  const others = await listParsedImports(store, accountId, time);
  const later = others.filter(({ source, createdAt }) => source === record.source && createdAt > record.createdAt);
  const firstSeen = Date.parse(record.createdAt);
  const ids = new Map([...created].filter(([, id]) => createdTime(id) >= firstSeen));
  for (const other of later) {
    if (ids.size === 0) break;
    const from = Date.parse(other.createdAt);
    for (const row of await rowsOf(other)) if (createdTime(ids.get(row)) >= from) ids.delete(row);
  }
  return new Set(ids.values());
}

/** Milliseconds since the epoch, of which an id of version 7 begins with 48 bits (RFC 9562, 5.7). */
function createdTime(id: string | undefined): number {
  return id === undefined ? Number.NaN : Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
