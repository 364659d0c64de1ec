/** Deletes contacts: one, or up to a thousand, while the caller waits, and more as a fixed set in the background. */
import { type AccountHead, getAccountHead, requireNoUndo } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { requireContact, requireVersion } from "../../shared/contact/answer/current.ts";
import { summaryView } from "../../shared/contact/answer/view.ts";
import { getSummarisedContacts } from "../../shared/contact/store/contact-list.ts";
import { countNotYetSet, putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { type Deletion, deleteContacts, planDeletion } from "../../shared/contact-deletion/delete-contacts.ts";
import { momentOfDeletion, withRoom } from "../../shared/contact-deletion/trash.ts";
import { findFiltered } from "../../shared/contact-list/contact-filter.ts";
import { afterPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { byBucket } from "../../shared/label/store/membership-buckets.ts";
import { usualVariant } from "../../shared/picture/avatar-variants.ts";
import { picturesOf } from "../../shared/picture/store/unshown-pictures.ts";
import { AppError, unavailable } from "../../shared/platform/http/errors.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";
import { maxSample } from "./schemas.ts";
import { doAll, finishReferences, mostAtOnce } from "./trash/finish.ts";

export function deletionOperations(parts: ContactParts): ContactOperations<"deleteContact" | "deleteContacts"> {
  const { store, removeAvatars, now, retry } = parts;
  return {
    async deleteContact({ caller: { accountId }, params: { id }, query, headers, remainingTime }) {
      if (id === accountId) throw new AppError("contact_delete_self_forbidden");
      const write = (isPermanent: boolean, hasRoom: boolean) =>
        writeAccount(
          store,
          accountId,
          afterPendingWork(parts, async (head, version) => {
            const deletedAt = isPermanent ? null : momentOfDeletion(head, now());
            const before = await requireContact(store, accountId, id);
            const time = now();
            requireVersion(headers["if-match"], { contact: before, head, time });
            const planned = await planDeletion(store, head, [before], { txid: version, now: time, deletedAt, hasRoom });
            const { deletedContactItems } = planned.head;
            const pictures = deletedAt ? [] : picturesOf([before]);
            return { ...planned, result: { pictures, deletedContactItems } };
          }),
          retry,
        );
      const { written, hadRoom } = await withRoom(query.permanent, write);
      const { pictures, deletedContactItems } = written.result;
      await removeAvatars(accountId, pictures);
      const last = { deletedContactItems, txid: written.txid };
      const txid = await finishReferences(parts, accountId, last, remainingTime);
      return { status: 200, txid, body: { message: `The contact was deleted.${noRoom(hadRoom)}` } };
    },

    async deleteContacts({ caller: { accountId }, body, remainingTime }) {
      const head = await getAccountHead(store, accountId);
      const deletedAt = body.permanent ? null : momentOfDeletion(head, now());
      const ids = body.ids
        ? withoutOwnContact(accountId, body.ids)
        : inBucketOrder(head, await findFiltered(parts, head, body));
      if (body.dryRun) return dryRun(parts, head, ids);
      if (!body.ids) requireNoUndo(head, now());
      return ids.length > mostAtOnce
        ? deleteLater(parts, head, { ids, deletedAt })
        : deleteNow(parts, { accountId, ids, deletedAt }, remainingTime);
    },
  };
}

function noRoom(hadRoom: boolean): string {
  return hadRoom ? "" : " The account has no room for a trash, so nothing can bring back what went past it.";
}

/** What the deletion of these contacts would answer. */
async function dryRun(parts: ContactParts, { accountId, txid }: AccountHead, ids: readonly string[]) {
  const { store, accountFiles, avatarUrls, now } = parts;
  const isLater = ids.length > mostAtOnce;
  const sample = isLater ? ids.slice(0, maxSample) : ids;
  const found = await getSummarisedContacts(store, accountId, sample);
  const deletedCount = isLater ? await countNotYetSet(accountFiles, accountId, ids) : found.size;
  const avatarUrl = await avatarUrls(accountId, usualVariant, now());
  const contacts = sample.flatMap((id) => found.get(id) ?? []).slice(0, maxSample);
  const message = `${deletedCount} ${deletedCount === 1 ? "contact" : "contacts"} would be deleted.`;
  const body = { deletedCount, sample: contacts.map((contact) => summaryView(contact, avatarUrl)), message };
  return { status: 200 as const, txid: String(txid), body };
}

/**
 * Stores the set of the contacts, which a worker deletes. A set is stored as a whole or not at all. It never includes
 * contacts that are created, or begin to match the filter, later, and doesn't depend on other sets. Contacts that another
 * set contains are not counted again.
 */
async function deleteLater(
  { accountFiles, newId }: ContactParts,
  { accountId, txid }: AccountHead,
  set: Pick<Deletion, "ids" | "deletedAt">,
) {
  try {
    const deletedCount = await countNotYetSet(accountFiles, accountId, set.ids);
    await putContactSet(accountFiles, { accountId, deletionId: newId() }, set);
    const message = `${deletedCount} contacts are being deleted in the background.`;
    return { status: 202 as const, txid: String(txid), body: { deletedCount, message } };
  } catch (fault) {
    throw unavailable(fault);
  }
}

async function deleteNow(
  parts: ContactParts,
  deletion: Pick<Deletion, "accountId" | "ids" | "deletedAt">,
  remainingTime: () => number,
) {
  const deletionId = parts.newId();
  const { steps, txid } = await doAll(parts, deletion.accountId, remainingTime, (left) =>
    deleteContacts(parts, { ...deletion, deletionId, left }),
  );
  const deletedCount = steps.reduce((sum, step) => sum + step.deletedCount, 0);
  const message = deletedCount === 1 ? "1 contact was deleted." : `${deletedCount} contacts were deleted.`;
  const body = { deletedCount, message: `${message}${noRoom(steps.every(({ hadRoom }) => hadRoom))}` };
  return { status: 200 as const, txid, body };
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
