/** Deletes groups or tags, with everything that says who was in them. */
import { getAccountHead } from "../table/account.ts";
import { type RetryPolicy, writeAccount } from "../table/account-write.ts";
import { getLabels, type LabelKind, planLabelDeletion } from "../table/label.ts";
import { maxBuckets, planCleaning } from "../table/memberships.ts";
import type { Store } from "../table/store.ts";
import type { MembershipReader } from "./membership-reader.ts";

export interface LabelDeletionParts {
  store: Store;
  memberships: MembershipReader;
  retry?: RetryPolicy;
}

/** Of one transaction. */
const maxLabelsAtOnce = 90;

/**
 * Those of these ids that exist, once each. From the first transaction on nobody sees the labels any more; further ones
 * take their numbers out of the memberships. What a crash leaves there is named by the head, is shown to nobody, and
 * goes with the next deletion of a label, or with the next change of the bucket that it lies in.
 */
export async function deleteLabels(
  parts: LabelDeletionParts,
  accountId: string,
  kind: LabelKind,
  ids: readonly string[],
): Promise<{ deletedCount: number; txid: string }> {
  const { store, retry } = parts;
  const distinct = [...new Set(ids)];
  let deletedCount = 0;
  let txid = "";
  for (let at = 0; at < distinct.length; at += maxLabelsAtOnce) {
    const some = distinct.slice(at, at + maxLabelsAtOnce);
    const written = await writeAccount(
      store,
      accountId,
      async (head) => {
        const labels = await getLabels(store, accountId, kind, some);
        return { ...planLabelDeletion(store, head, kind, labels), result: labels.length };
      },
      retry,
    );
    deletedCount += written.result;
    txid = written.txid;
  }
  return { deletedCount, txid: deletedCount > 0 ? await clean(parts, accountId, txid) : txid };
}

/** Nobody can join a label that is gone, so the buckets that name one now are all that there will be. */
async function clean(
  { store, memberships, retry }: LabelDeletionParts,
  accountId: string,
  deletedAt: string,
): Promise<string> {
  const head = await getAccountHead(store, accountId);
  if (head.goneLabels === null) return deletedAt;
  const gone = new Set(head.goneLabels);
  const names = (await memberships.load(head)).bucketsNaming(gone);
  let txid = deletedAt;
  let at = 0;
  do {
    const some = names.slice(at, at + maxBuckets);
    at += some.length;
    const isLast = at >= names.length;
    const written = await writeAccount(
      store,
      accountId,
      async (head, version) => {
        const cleaned = await planCleaning(store, head, some, version);
        if (!isLast) return { ...cleaned, result: undefined };
        const left = (cleaned.head.goneLabels ?? []).filter((number) => !gone.has(number));
        const goneLabels = left.length > 0 ? left : null;
        return { ...cleaned, head: { ...cleaned.head, goneLabels }, result: undefined };
      },
      retry,
    );
    txid = written.txid;
  } while (at < names.length);
  return txid;
}
