/** Deletes contacts: one, or up to a thousand, while the caller waits, and more as a fixed set in the background. */
import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { requireContact, requireVersion } from "../../shared/contact/answer/current.ts";
import { countNotYetSet, putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { deleteContacts, planDeletion } from "../../shared/contact-deletion/delete-contacts.ts";
import { type Removal, removeReferences } from "../../shared/contact-deletion/remove-references.ts";
import { findFiltered } from "../../shared/contact-list/contact-filter.ts";
import { afterPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { byBucket } from "../../shared/label/store/membership-buckets.ts";
import { picturesLeft } from "../../shared/picture/store/unshown-pictures.ts";
import { AppError, toAppError, unavailable } from "../../shared/platform/http/errors.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";

export function deletionOperations(parts: ContactParts): ContactOperations<"deleteContact" | "deleteContacts"> {
  const { store, removeAvatars, now, retry } = parts;
  return {
    async deleteContact({ caller: { accountId }, params: { id }, headers, remainingTime }) {
      if (id === accountId) throw new AppError("contact_delete_self_forbidden");
      const { result, txid } = await writeAccount(
        store,
        accountId,
        afterPendingWork(parts, async (head, version) => {
          const before = await requireContact(store, accountId, id);
          const time = now();
          requireVersion(headers["if-match"], { contact: before, head, time });
          const changes = [{ before, after: null }];
          const planned = await planDeletion(store, head, changes, { txid: version, now: time });
          const { deletedContactItems } = planned.head;
          return { ...planned, result: { pictures: picturesLeft(changes), deletedContactItems } };
        }),
        retry,
      );
      await removeAvatars(accountId, result.pictures);
      const finishedAt =
        result.deletedContactItems > 0 ? await finishDeletion(parts, accountId, remainingTime) : undefined;
      return { status: 200, txid: finishedAt ?? txid, body: { message: "The contact was deleted." } };
    },

    async deleteContacts({ caller: { accountId }, body, remainingTime }) {
      if (body.ids) return deleteNow(parts, accountId, withoutOwnContact(accountId, body.ids), remainingTime);
      const head = await getAccountHead(store, accountId);
      const ids = inBucketOrder(head, await findFiltered(parts, head, body));
      return ids.length > mostAtOnce ? deleteLater(parts, head, ids) : deleteNow(parts, accountId, ids, remainingTime);
    },
  };
}

/** The number of contacts that are deleted while the caller waits. */
const mostAtOnce = 1_000;
/** The milliseconds that one more transaction and the answer may take. */
const lastWriteMargin = 3_000;
/** The milliseconds that the answer may take. */
const answerMargin = 1_000;
/** The milliseconds that a caller waits until interactions no longer name the deleted contacts. */
const longestWait = 3_000;

/**
 * Stores the set of the contacts, which a worker deletes. A set is stored as a whole or not at all. It never includes
 * contacts that are created, or begin to match the filter, later, and doesn't depend on other sets. Contacts that another
 * set contains are not counted again.
 */
async function deleteLater({ accountFiles, newId }: ContactParts, { accountId, txid }: AccountHead, ids: string[]) {
  try {
    const deletedCount = await countNotYetSet(accountFiles, accountId, ids);
    await putContactSet(accountFiles, { accountId, deletionId: newId() }, ids);
    const message = `${deletedCount} contacts are being deleted in the background.`;
    return { status: 202 as const, txid: String(txid), body: { deletedCount, message } };
  } catch (fault) {
    throw unavailable(fault);
  }
}

/** Contacts stay deleted when this throws `service_unavailable`: the same request deletes the rest. */
async function deleteNow(parts: ContactParts, accountId: string, ids: readonly string[], remainingTime: () => number) {
  let [deletedCount, deletedContactItems] = [0, 0];
  let txid = "";
  const left = () => remainingTime() - answerMargin;
  for await (const step of deleteContacts(parts, { accountId, ids, deletionId: parts.newId(), left })) {
    deletedCount += step.deletedCount;
    ({ deletedContactItems, txid } = step);
    if (!step.finished && remainingTime() < lastWriteMargin) throw unavailable(new Error("the time is over"));
  }
  const finishedAt = deletedContactItems > 0 ? await finishDeletion(parts, accountId, remainingTime) : undefined;
  const message = deletedCount === 1 ? "1 contact was deleted." : `${deletedCount} contacts were deleted.`;
  return { status: 200 as const, txid: finishedAt ?? txid, body: { deletedCount, message } };
}

/** Contacts of the same membership bucket come one after another, so that the bucket is rewritten once or twice. */
function inBucketOrder({ membershipCount }: AccountHead, ids: string[]): string[] {
  return membershipCount === 0 ? ids : [...byBucket(ids).values()].flat();
}

function withoutOwnContact(accountId: string, ids: readonly string[]): string[] {
  const others = new Set(ids);
  if (others.delete(accountId) && others.size === 0) throw new AppError("contact_ids_only_myself");
  return [...others];
}

/**
 * Removes the deleted contacts from interactions, as far as there is time. The contacts themselves are already deleted,
 * so this never fails because time runs out: the deletion worker, or the next request that reads interactions, does the
 * rest. `remainingTime` returns milliseconds. The result is the `txid` of the last write.
 */
async function finishDeletion(
  parts: ContactParts,
  accountId: string,
  remainingTime: () => number,
): Promise<string | undefined> {
  const endsAt = parts.now().getTime() + longestWait;
  const left = () => Math.min(endsAt - parts.now().getTime(), remainingTime() - lastWriteMargin);
  const { isDone, txid } = await removeReferences(parts, accountId, left).catch((fault: unknown): Removal => {
    // The answer must say that the contact is deleted, even when the table accepts no more writes at the moment.
    if (toAppError(fault).code !== "service_unavailable") throw fault;
    return { isDone: false, txid: undefined };
  });
  if (!isDone) {
    // An empty set starts the worker, which finishes what deletions left. If it can't be stored, later requests finish it.
    await putContactSet(parts.accountFiles, { accountId, deletionId: parts.newId() }, []).catch(() => undefined);
  }
  return txid;
}
