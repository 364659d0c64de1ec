/** Deletes many contacts: up to a thousand while the caller waits, more as a fixed set in the background. */
import type * as z from "zod";
import { countNotYetSet, putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { deleteContacts } from "../../shared/contact-deletion/delete-contacts.ts";
import { AppError, unavailable } from "../../shared/http/errors.ts";
import { findFiltered } from "../../shared/lists/contact-filter.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { byBucket } from "../../shared/table/membership-buckets.ts";
import { finishDeletion } from "./after-deletion.ts";
import type { ContactParts } from "./parts.ts";
import type { bulkDeleteBody } from "./schemas.ts";

export type BulkDeleteBody = z.output<typeof bulkDeleteBody>;

export interface BulkDeleted {
  /** Without those that a set in the background takes already. */
  deletedCount: number;
  /** Whether they still are to go. */
  inBackground: boolean;
  txid: string;
}

/** Contacts that are deleted while the caller waits. */
const mostAtOnce = 1_000;
/** Milliseconds that one more transaction and the answer may take. */
const lastWriteMargin = 3_000;
/** Milliseconds that the answer may take. */
const answerMargin = 1_000;

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
  const ids = inOrder(head, await findFiltered(parts, head, body));
  if (ids.length <= mostAtOnce) return deleteNow(parts, accountId, ids, remainingTime);
  const deletedCount = await deleteLater(parts, accountId, ids).catch((fault: unknown) => {
    throw unavailable(fault);
  });
  return { deletedCount, inBackground: true, txid: String(head.txid) };
}

/** Gives how many go by this set alone; it has all of them, so that it holds by itself. */
async function deleteLater(
  { accountFiles, newId }: ContactParts,
  accountId: string,
  ids: readonly string[],
): Promise<number> {
  const count = await countNotYetSet(accountFiles, accountId, ids);
  await putContactSet(accountFiles, { accountId, deletionId: newId() }, ids);
  return count;
}

async function deleteNow(
  parts: ContactParts,
  accountId: string,
  ids: readonly string[],
  remainingTime: () => number,
): Promise<BulkDeleted> {
  let [deletedCount, departures] = [0, 0];
  let txid = "";
  for await (const step of deleteContacts(parts, { accountId, ids, left: () => remainingTime() - answerMargin })) {
    deletedCount += step.deletedCount;
    ({ departures, txid } = step);
    if (!step.finished && remainingTime() < lastWriteMargin) throw unavailable(new Error("the time is over"));
  }
  const finishedAt = departures > 0 ? await finishDeletion(parts, accountId, remainingTime) : undefined;
  return { deletedCount, inBackground: false, txid: finishedAt ?? txid };
}

/** Contacts whose memberships lie together go together: a bucket is then rewritten once or twice, not for each of them. */
function inOrder({ membershipCount }: AccountHead, ids: string[]): string[] {
  return membershipCount === 0 ? ids : [...byBucket(ids).values()].flat();
}

function namedIds(accountId: string, given: readonly string[]): string[] {
  const ids = new Set(given);
  if (ids.delete(accountId) && ids.size === 0) throw new AppError("contact_ids_only_myself");
  return [...ids];
}
