/** Deletes groups or tags, together with their memberships. */

import { getAccountHead } from "../../shared/account/store/account.ts";
import { maxPlanActions, type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import type { MembershipReader } from "../../shared/label/membership-reader.ts";
import { getLabels, type LabelKind, planLabelDeletion } from "../../shared/label/store/label.ts";
import { cleaning, planMemberships } from "../../shared/label/store/memberships.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../shared/platform/http/errors.ts";

export interface LabelDeletionParts {
  store: Store;
  memberships: MembershipReader;
  retry?: RetryPolicy;
}

/** The labels that one transaction deletes at most. Each takes an action, and a change in the history. */
const maxLabelsAtOnce = Math.floor(maxPlanActions / 2);

/**
 * Deletes the labels that exist, and counts a repeated id once. The first transaction hides the labels, and further ones
 * remove their numbers from the memberships. After a crash, or after too many conflicts with other writes, numbers may
 * be left there. The head lists them, no answer shows them, and the next deletion, or the next change of their bucket,
 * removes them.
 */
export async function deleteLabels(
  parts: LabelDeletionParts,
  accountId: string,
  kind: LabelKind,
  ids: readonly string[],
): Promise<{ deletedCount: number; txid: string }> {
  const { store, memberships, retry } = parts;
  const distinct = [...new Set(ids)];
  let deletedCount = 0;
  let txid = "";
  for (let start = 0; start < distinct.length; start += maxLabelsAtOnce) {
    const some = distinct.slice(start, start + maxLabelsAtOnce);
    const written = await writeAccount(
      store,
      accountId,
      async (head) => {
        const labels = await getLabels(store, accountId, kind, some);
        const members = await memberships.load(head);
        const membersOf = (number: number) => members.idsOf(number);
        return { ...planLabelDeletion(store, head, kind, labels, membersOf), result: labels.length };
      },
      retry,
    );
    deletedCount += written.result;
    txid = written.txid;
  }
  try {
    return { deletedCount, txid: await cleanMemberships(parts, accountId, txid) };
  } catch (error) {
    // The labels are deleted, so the answer must say so even when their numbers could not be removed.
    if (deletedCount > 0 && error instanceof AppError && error.code === "service_unavailable") {
      return { deletedCount, txid };
    }
    throw error;
  }
}

/** No contact can join a deleted label, so no further bucket can come to contain its number. */
async function cleanMemberships(
  { store, memberships, retry }: LabelDeletionParts,
  accountId: string,
  deletedAt: string,
): Promise<string> {
  const head = await getAccountHead(store, accountId);
  if (head.goneLabels === null) return deletedAt;
  const gone = new Set(head.goneLabels);
  let buckets = (await memberships.load(head)).bucketsNaming(gone).map((name) => [name, []] as const);
  let txid = deletedAt;
  do {
    const left = buckets;
    const written = await writeAccount(
      store,
      accountId,
      async (head, version) => {
        const { done, ...cleaned } = await planMemberships(store, head, left, cleaning, version);
        if (done < left.length) return { ...cleaned, result: done };
        const others = (cleaned.head.goneLabels ?? []).filter((number) => !gone.has(number));
        const goneLabels = others.length > 0 ? others : null;
        return { ...cleaned, head: { ...cleaned.head, goneLabels }, result: done };
      },
      retry,
    );
    txid = written.txid;
    buckets = left.slice(written.result);
  } while (buckets.length > 0);
  return txid;
}
