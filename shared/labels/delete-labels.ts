/** Deletes groups or tags, with everything that says who was in them. */
import { AppError } from "../http/errors.ts";
import { getAccountHead } from "../table/account.ts";
import { type RetryPolicy, writeAccount } from "../table/account-write.ts";
import { getLabels, type LabelKind, planLabelDeletion } from "../table/label.ts";
import { planCleaning } from "../table/memberships.ts";
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
 * take their numbers out of the memberships. What is left there by a crash, or where others kept coming between, is
 * named by the head, is shown to nobody, and goes with the next request for a deletion, or with the next change of the
 * bucket that it lies in.
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
  try {
    return { deletedCount, txid: await clean(parts, accountId, txid) };
  } catch (error) {
    // They are deleted all the same: nobody is to be told that they are not.
    if (deletedCount > 0 && error instanceof AppError && error.code === "service_unavailable") {
      return { deletedCount, txid };
    }
    throw error;
  }
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
  let names = (await memberships.load(head)).bucketsNaming(gone);
  let txid = deletedAt;
  do {
    const left: readonly string[] = names;
    const written = await writeAccount(
      store,
      accountId,
      async (head, version) => {
        const { taken, ...cleaned } = await planCleaning(store, head, left, version);
        if (taken < left.length) return { ...cleaned, result: taken };
        const others = (cleaned.head.goneLabels ?? []).filter((number) => !gone.has(number));
        const goneLabels = others.length > 0 ? others : null;
        return { ...cleaned, head: { ...cleaned.head, goneLabels }, result: taken };
      },
      retry,
    );
    txid = written.txid;
    names = left.slice(written.result);
  } while (names.length > 0);
  return txid;
}
