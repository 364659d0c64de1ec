/** What the request that deleted contacts does about what they left behind, before it answers. */
import { putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { finishDepartures } from "../../shared/contact-deletion/finish-departures.ts";
import { toAppError } from "../../shared/http/respond.ts";
import type { Forgotten } from "../../shared/table/forget-departed.ts";
import type { ContactParts } from "./parts.ts";

/** Milliseconds that whoever waits for a deletion waits for this. */
const longestWait = 3_000;
/** Milliseconds that a write under way and the answer may take. */
const lastWriteMargin = 3_000;

/**
 * Interactions forget who is gone, as far as there is time, of which `remainingTime` tells the milliseconds. The contacts
 * themselves are gone already: so it never fails for want of time, and leaves the rest to the worker, or to whoever
 * reads interactions first. Gives the `txid` of its last write.
 */
export async function finishDeletion(
  parts: Pick<ContactParts, "store" | "now" | "retry" | "accountFiles" | "newId">,
  accountId: string,
  remainingTime: () => number,
): Promise<string | undefined> {
  const endsAt = parts.now().getTime() + longestWait;
  const left = () => Math.min(endsAt - parts.now().getTime(), remainingTime() - lastWriteMargin);
  const { isDone, txid } = await finishDepartures(parts, accountId, left).catch(unfinished);
  if (!isDone) {
    // A set of nobody: its worker ends what deletions left behind. Should it not come, others do the same.
    await putContactSet(parts.accountFiles, { accountId, deletionId: parts.newId() }, []).catch(() => undefined);
  }
  return txid;
}

/** The deletion is done and must be answered, also where the table has no more to give: then others finish it. */
function unfinished(fault: unknown): Forgotten {
  if (toAppError(fault).code !== "service_unavailable") throw fault;
  return { isDone: false, txid: undefined };
}
