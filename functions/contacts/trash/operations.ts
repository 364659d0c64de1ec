/** The operations of the trash. */
import { type AccountHead, getAccountHead, requireNoUndo } from "../../../shared/account/store/account.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { planMembers, putLongValues } from "../../../shared/account/store/history.ts";
import { summaryView } from "../../../shared/contact/answer/view.ts";
import { bulkChange } from "../../../shared/contact-change/contact-history.ts";
import { findDeletionsSince, putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { planPurge } from "../../../shared/contact-deletion/purge-list.ts";
import { purgeContacts, purgeHidden } from "../../../shared/contact-deletion/purge-trash.ts";
import {
  countRestored,
  type RestoreResult,
  restoreContacts,
} from "../../../shared/contact-deletion/restore-contacts.ts";
import { listTrash, trashedSince } from "../../../shared/contact-deletion/trash-list.ts";
import { withoutReplayLog } from "../../../shared/platform/dynamodb/replay-log.ts";
import { paginate } from "../../../shared/platform/http/answer/pagination.ts";
import { unavailable } from "../../../shared/platform/http/errors.ts";
import type { Operations } from "../../../shared/platform/http/route/route.ts";
import type { ContactParts } from "../parts.ts";
import { doAll, finishReferences, lastWriteMargin, mostAtOnce, startWorker } from "./finish.ts";
import type { trashRows } from "./rows.ts";

export function trashOperations(parts: ContactParts): Operations<typeof trashRows> {
  const { store, avatarUrls, now } = parts;
  return {
    async listTrash({ caller: { accountId }, query }) {
      const head = await getAccountHead(store, accountId);
      const time = now();
      const page = await listTrash(store, head, query, time);
      const avatarUrl = await avatarUrls(accountId, query, time);
      const contacts = page.contacts.map(({ deletedAt, restorableUntil, deletedBy, refusedCode, ...contact }) => {
        return { ...summaryView(contact, avatarUrl), deletedAt, restorableUntil, deletedBy, refusedCode };
      });
      const pagination = paginate(query, contacts.length, page.totalCount);
      return { status: 200, txid: String(head.txid), body: { contacts, pagination } };
    },

    async restoreContacts({ caller: { accountId }, body, remainingTime }) {
      requireNoUndo(await getAccountHead(store, accountId), now());
      if (body.ids) return restoreNow(parts, accountId, [...new Set(body.ids)], remainingTime);
      const { deletedSince = "" } = body;
      await withdrawDeletions(parts, accountId, deletedSince);
      const head = await getAccountHead(store, accountId);
      const { ids, deletedUntil } = await trashedSince(store, head, deletedSince, now());
      if (ids.length <= mostAtOnce) return restoreNow(parts, accountId, ids, remainingTime);
      const set = { ids, deletedAt: null, isRestore: true, deletedUntil } as const;
      await putLongValues(store, planMembers(accountId, ids).objects);
      await putContactSet(parts.accountFiles, { accountId, deletionId: parts.newId() }, set).catch((fault: unknown) => {
        throw unavailable(fault);
      });
      return { status: 202, txid: String(head.txid), body: { restoredCount: ids.length, results: [] } };
    },

    async emptyTrash({ caller: { accountId }, body, remainingTime }) {
      if (body.ids) return purgeNow(parts, accountId, [...new Set(body.ids)], remainingTime);
      return emptyAll(parts, accountId, remainingTime);
    },
  };
}

async function purgeNow(parts: ContactParts, accountId: string, ids: readonly string[], remainingTime: () => number) {
  const purge = { accountId, ids, purgeId: parts.newId() };
  const { steps, txid } = await doAll(parts, accountId, remainingTime, (left) => purgeContacts(parts, purge, left));
  const deletedCount = steps.reduce((sum, { purgedCount }) => sum + purgedCount, 0);
  return { status: 200 as const, txid, body: { deletedCount, message: goneMessage(deletedCount) } };
}

/**
 * Hides everything in the trash in one write, and then removes it: at once, by a worker above 1,000 contacts or when time runs
 * out, or by the clock's run if no worker can be started.
 */
async function emptyAll(parts: ContactParts, accountId: string, remainingTime: () => number) {
  const { store, now, retry, newId } = parts;
  const plan = async (head: AccountHead) => {
    const time = now();
    const { contacts, totalCount } = await listTrash(store, head, { offset: 0, limit: 1, search: null }, time);
    // The clock of the last deletion may be ahead.
    const trashEmptiedAt = [time.toISOString(), ...contacts.map(({ deletedAt }) => deletedAt)].toSorted().at(-1) ?? "";
    const planned = planPurge(store, { ...head, trashEmptiedAt, trashCount: 0 }, time.toISOString());
    const changes = totalCount > 0 ? [bulkChange("deleted", { id: newId(), count: totalCount })] : [];
    return { ...planned, changes, result: totalCount };
  };
  const { result: deletedCount, txid } = await writeAccount(store, accountId, plan, retry);
  if (deletedCount > mostAtOnce) {
    await startWorker(parts, accountId);
    const message = `${deletedCount} contacts are being removed in the background.`;
    return { status: 202 as const, txid, body: { deletedCount, message } };
  }
  let deletedContactItems = 0;
  const left = () => remainingTime() - lastWriteMargin;
  const isPurged = await purgeHidden(parts, accountId, left, async (items) => {
    deletedContactItems = items;
  });
  if (!isPurged) await startWorker(parts, accountId);
  await finishReferences(parts, accountId, { deletedContactItems, txid }, remainingTime);
  const head = await getAccountHead(store, accountId);
  return { status: 200 as const, txid: String(head.txid), body: { deletedCount, message: goneMessage(deletedCount) } };
}

function goneMessage(count: number): string {
  return count === 1 ? "1 contact is gone for good." : `${count} contacts are gone for good.`;
}

async function restoreNow(parts: ContactParts, accountId: string, ids: readonly string[], remainingTime: () => number) {
  const restoration = { accountId, ids, restoreId: parts.newId(), isInBackground: false };
  const { steps, txid } = await doAll(parts, accountId, remainingTime, (left) =>
    restoreContacts(parts, { ...restoration, left }),
  );
  const results = steps.flatMap((step) => step.results);
  return {
    status: 200 as const,
    txid,
    body: { restoredCount: countRestored(results), results: results.map(resultView) },
  };
}

function resultView({ id, refused, lost }: RestoreResult) {
  if (refused) return { id, status: "refused" as const, code: refused };
  return { id, status: "restored" as const, ...(lost.length > 0 && { lost }) };
}

/** The milliseconds for which a worker may have the contacts of a deletion in memory. */
const longestWork = 20 * 60_000;

/**
 * Ends the bulk deletions that were requested since this time. Contacts that they have not reached stay. The head has them
 * for the workers that run, and their sets are removed, so that no other worker starts.
 */
async function withdrawDeletions(
  { store, accountFiles, now, retry }: ContactParts,
  accountId: string,
  since: string,
): Promise<void> {
  const found = await findDeletionsSince(accountFiles, accountId, since);
  if (found.length === 0) return;
  const plan = (head: AccountHead) => {
    const at = now();
    const { withdrawn } = head;
    const earlier = withdrawn && Date.parse(withdrawn.at) > at.getTime() - longestWork ? withdrawn.ids : [];
    const ids = [...new Set([...earlier, ...found])];
    return { actions: [], head: { ...head, withdrawn: { at: at.toISOString(), ids } }, result: undefined };
  };
  await withoutReplayLog(() => writeAccount(store, accountId, plan, retry));
  for (const deletionId of found) await accountFiles.removeObject(deletionKey({ accountId, deletionId }));
}
