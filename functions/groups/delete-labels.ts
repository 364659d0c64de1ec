/** Deletes groups or tags. Their memberships are hidden with them, and removed later. */

import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { maxPlanActions, type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import type { MembershipReader, Memberships } from "../../shared/label/membership-reader.ts";
import { readHidden } from "../../shared/label/store/hidden-labels.ts";
import { getLabels, type LabelKind, labelNumbers, planLabelDeletion } from "../../shared/label/store/label.ts";
import { byBucket } from "../../shared/label/store/membership-buckets.ts";
import { planMemberships } from "../../shared/label/store/memberships.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../shared/platform/http/errors.ts";

export interface LabelDeletionParts {
  store: Store;
  memberships: MembershipReader;
  now: () => Date;
  retry?: RetryPolicy;
}

/** The labels that one transaction deletes at most, beside the hidden labels. Each takes an action, and a change in the history. */
const maxLabelsAtOnce = Math.floor((maxPlanActions - 1) / 2);
/** Hidden memberships beyond this number go, those of the labels first that were deleted first, so that no bucket becomes too large. */
const maxHiddenMemberships = 5_000_000;

/**
 * Deletes the labels that exist, and counts a repeated id once. Further transactions remove what labels that are no longer hidden
 * have left in the memberships. After a crash, or after too many conflicts with other writes, it stays there. No answer
 * shows it, and the next deletion removes it.
 */
export async function deleteLabels(
  parts: LabelDeletionParts,
  accountId: string,
  kind: LabelKind,
  ids: readonly string[],
): Promise<{ deletedCount: number; txid: string }> {
  const { store, memberships, now, retry } = parts;
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
        const countOf = (number: number) => members.countOf(number);
        const plan = await planLabelDeletion(store, head, kind, { labels, now: now(), countOf });
        return { ...plan, result: labels.length };
      },
      retry,
    );
    deletedCount += written.result;
    txid = written.txid;
  }
  try {
    return { deletedCount, txid: await cleanMemberships(parts, accountId, txid) };
  } catch (error) {
    // The labels are deleted, so the answer must say so even when old numbers could not be removed.
    if (deletedCount > 0 && error instanceof AppError && error.code === "service_unavailable") {
      return { deletedCount, txid };
    }
    throw error;
  }
}

/** Removes the numbers of labels that are neither there nor hidden. No contact can join these. */
async function cleanMemberships(parts: LabelDeletionParts, accountId: string, deletedAt: string): Promise<string> {
  const { store, memberships, retry } = parts;
  const head = await getAccountHead(store, accountId);
  if (head.membershipCount === 0) return deletedAt;
  const all = await memberships.load(head);
  const kept = await keptNumbers(parts, head, all);
  const old = new Set(all.numbers().filter((number) => !kept.has(number)));
  let buckets = old.size === 0 ? [] : [...byBucket(all.idsOf(old))];
  let txid = deletedAt;
  while (buckets.length > 0) {
    const left = buckets;
    const written = await writeAccount(
      store,
      accountId,
      async (current, version) => {
        const still = await keptNumbers(parts, current, all);
        const edit = (numbers: readonly number[]) => numbers.filter((number) => still.has(number) || !old.has(number));
        const { done, ...cleaned } = await planMemberships(store, current, left, edit, version);
        return { ...cleaned, result: done };
      },
      retry,
    );
    txid = written.txid;
    buckets = left.slice(written.result);
  }
  return txid;
}

/** The numbers of the labels that exist, and of hidden ones, as many as have room. */
async function keptNumbers(
  { store, now }: LabelDeletionParts,
  head: AccountHead,
  all: Memberships,
): Promise<ReadonlySet<number>> {
  const [existing, hidden] = await Promise.all([labelNumbers(store, head), readHidden(store, head, now())]);
  let room = maxHiddenMemberships;
  const fitting = hidden.toReversed().filter((number) => {
    room -= existing.has(number) ? 0 : all.countOf(number);
    return room >= 0;
  });
  return new Set([...existing, ...fitting]);
}
