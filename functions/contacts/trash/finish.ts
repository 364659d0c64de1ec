/** What requests do while and after they delete or restore contacts. */
import { noContacts, putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { type Removal, removeReferences } from "../../../shared/contact-deletion/remove-references.ts";
import { toAppError, unavailable } from "../../../shared/platform/http/errors.ts";
import type { ContactParts } from "../parts.ts";

/** The number of contacts that are deleted or restored while the caller waits. */
export const mostAtOnce = 1_000;
/** The milliseconds that one more transaction and the answer may take. */
export const lastWriteMargin = 3_000;
/** The milliseconds that the answer may take. */
const answerMargin = 1_000;
/** The milliseconds that a caller waits until interactions are as they should be. */
const longestWait = 3_000;

/** After a transaction. */
interface Written {
  /** As in the account's head. */
  deletedContactItems: number;
  /** The account's `txid`. */
  txid: string;
}

/**
 * Does all transactions of a request, and then what they left of interactions. `begin` gets the milliseconds that a
 * transaction may still take. Contacts stay deleted or restored when this throws `service_unavailable`: the same
 * request does the rest.
 */
export async function doAll<Step extends Written & { finished: boolean }>(
  parts: ContactParts,
  accountId: string,
  remainingTime: () => number,
  begin: (left: () => number) => AsyncIterable<Step>,
): Promise<{ steps: Step[]; txid: string }> {
  const steps: Step[] = [];
  for await (const step of begin(() => remainingTime() - answerMargin)) {
    steps.push(step);
    if (!step.finished && remainingTime() < lastWriteMargin) throw unavailable(new Error("the time is over"));
  }
  const last = steps.at(-1) ?? { deletedContactItems: 0, txid: "" };
  return { steps, txid: await finishReferences(parts, accountId, last, remainingTime) };
}

/**
 * Rewrites the interactions of deleted and restored contacts, as far as there is time. The contacts themselves are done,
 * so this never fails because time runs out: the deletion worker, or the next request that reads interactions, does the
 * rest. `remainingTime` returns milliseconds. The result is the `txid` of the last write.
 */
export async function finishReferences(
  parts: ContactParts,
  accountId: string,
  written: Written,
  remainingTime: () => number,
): Promise<string> {
  if (written.deletedContactItems === 0) return written.txid;
  const endsAt = parts.now().getTime() + longestWait;
  const left = () => Math.min(endsAt - parts.now().getTime(), remainingTime() - lastWriteMargin);
  const { isDone, txid } = await removeReferences(parts, accountId, left).catch((fault: unknown): Removal => {
    // The answer must say what was done, even when the table accepts no more writes at the moment.
    if (toAppError(fault).code !== "service_unavailable") throw fault;
    return { isDone: false, txid: undefined };
  });
  if (!isDone) await startWorker(parts, accountId);
  return txid ?? written.txid;
}

/** An empty set starts the worker. If it can't be stored, later requests or the clock's run do the rest. */
export async function startWorker({ accountFiles, newId }: ContactParts, accountId: string): Promise<void> {
  await putContactSet(accountFiles, { accountId, deletionId: newId() }, noContacts).catch(() => undefined);
}
