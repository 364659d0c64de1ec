/** What requests do after they deleted or restored contacts. */
import { noContacts, putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { type Removal, removeReferences } from "../../../shared/contact-deletion/remove-references.ts";
import { toAppError } from "../../../shared/platform/http/errors.ts";
import type { ContactParts } from "../parts.ts";

/** The number of contacts that are deleted or restored while the caller waits. */
export const mostAtOnce = 1_000;
/** The milliseconds that one more transaction and the answer may take. */
export const lastWriteMargin = 3_000;
/** The milliseconds that the answer may take. */
export const answerMargin = 1_000;
/** The milliseconds that a caller waits until interactions are as they should be. */
const longestWait = 3_000;

/**
 * Rewrites the interactions of deleted and restored contacts, as far as there is time. The contacts themselves are done,
 * so this never fails because time runs out: the deletion worker, or the next request that reads interactions, does the
 * rest. `remainingTime` returns milliseconds. The result is the `txid` of the last write.
 */
export async function finishReferences(
  parts: ContactParts,
  accountId: string,
  remainingTime: () => number,
): Promise<string | undefined> {
  const endsAt = parts.now().getTime() + longestWait;
  const left = () => Math.min(endsAt - parts.now().getTime(), remainingTime() - lastWriteMargin);
  const { isDone, txid } = await removeReferences(parts, accountId, left).catch((fault: unknown): Removal => {
    // The answer must say what was done, even when the table accepts no more writes at the moment.
    if (toAppError(fault).code !== "service_unavailable") throw fault;
    return { isDone: false, txid: undefined };
  });
  if (!isDone) {
    // An empty set starts the worker, which finishes what deletions left. If it can't be stored, later requests finish it.
    await putContactSet(parts.accountFiles, { accountId, deletionId: parts.newId() }, noContacts).catch(
      () => undefined,
    );
  }
  return txid;
}
