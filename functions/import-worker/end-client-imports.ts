/** Ends the receipts of imports that clients commit themselves, where a webhook waits for it. */
import type { WebhookEvent } from "../../shared/account/events.ts";
import { AccountClosedError } from "../../shared/account/store/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import {
  changeReceipt,
  listEndedClientReceipts,
  type ReceiptRecord,
} from "../../shared/import-commit/store/receipt.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { listWebhookAccounts, listWebhooks } from "../../shared/webhook/store/webhook.ts";
import type { Invocation } from "../invocation.ts";
import { hasTime } from "./work.ts";

interface EndParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

/** The event of the end of an import. */
export function importDone({ importId, id: receiptId }: Pick<ReceiptRecord, "importId" | "id">): WebhookEvent {
  return { type: "import.done", importId, receiptId };
}

/** Receipts in one transaction. */
const mostAtOnce = 50;
/** An import that ended before has its event, unless no webhook was subscribed then. Runs may be missing for a day. Milliseconds. */
const newsLasts = 26 * 60 * 60_000;

/**
 * Each such receipt ends, with its event, in one write, so that the event is not sent twice. Accounts without a webhook that
 * subscribes to it need no write, because the time alone ends a receipt. Throws the last fault after all accounts had their turn.
 */
export async function endClientImports({ store, now, retry }: EndParts, invocation: Invocation): Promise<void> {
  const faults: unknown[] = [];
  // The id of a request is random, so that runs without time for all accounts do not always leave the same ones.
  for await (const accountId of listWebhookAccounts(store, invocation.requestId)) {
    if (!hasTime(invocation)) break;
    const end = writeAccount(
      store,
      accountId,
      async (head) => {
        const none = { actions: [], head, result: undefined };
        if (!head.webhookEvents?.includes("import.done")) return none;
        const time = now();
        const since = await subscribedSince(store, accountId);
        const earliest = Math.max(time.getTime() - newsLasts, since);
        const ended = (await listEndedClientReceipts(store, accountId, time)).filter(({ over }) => over >= earliest);
        if (ended.length === 0) return none;
        const records = ended.slice(0, mostAtOnce).map(({ receipt }) => receipt);
        const changes = records.map((receipt) =>
          changeReceipt(store, receipt, { status: "done", endedAt: receipt.lastCommitAt }),
        );
        return { actions: changes, head, events: records.map(importDone), result: undefined };
      },
      retry,
    );
    await end.catch((fault: unknown) => {
      if (!(fault instanceof AccountClosedError)) faults.push(fault);
    });
  }
  if (faults.length > 0) throw faults.at(-1);
}

/** When the first webhook was created that is subscribed now, in milliseconds since the epoch. */
async function subscribedSince(store: Store, accountId: string): Promise<number> {
  const webhooks = await listWebhooks(store, accountId);
  const subscribed = webhooks.filter(({ enabled, events }) => enabled && events.includes("import.done"));
  return Math.min(...subscribed.map(({ createdAt }) => Date.parse(createdAt)));
}
