/** Changes of a webhook in one write with the account head, which knows the events of all webhooks. */
import { type RetryPolicy, type Written, writeAccount } from "../account/store/account-write.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import { listWebhooks, planWebhooks, type WebhookRecord } from "./store/webhook.ts";

export interface WebhookChangeParts {
  store: Store;
  retry?: RetryPolicy;
}

/** A webhook with changes, or the same object for none; undefined removes it. `txid` is the one of the write. */
type Change = (webhook: WebhookRecord, txid: number) => WebhookRecord | undefined;

/** Returns the webhook as it is after the change, or as it was before its removal. Throws `webhook_not_found`. */
export function changeWebhook(
  { store, retry }: WebhookChangeParts,
  accountId: string,
  webhookId: string,
  change: Change,
): Promise<Written<WebhookRecord>> {
  return writeAccount(
    store,
    accountId,
    async (head, txid) => {
      const before = head.webhookCount > 0 ? await listWebhooks(store, accountId) : [];
      const webhook = before.find(({ id }) => id === webhookId);
      if (!webhook) throw new AppError("webhook_not_found");
      const changed = change(webhook, txid);
      const after = before.flatMap((each) => (each === webhook ? (changed ?? []) : each));
      return { ...planWebhooks(store, head, before, after), result: changed ?? webhook };
    },
    retry,
  );
}

/**
 * Switches a webhook off. Undefined if it is off already, so that its owner is notified once, or has another address now, which
 * was not tried.
 */
export async function switchOff(
  parts: WebhookChangeParts,
  { accountId, id, url }: Pick<WebhookRecord, "accountId" | "id" | "url">,
  disabledReason: NonNullable<WebhookRecord["disabledReason"]>,
  now: Date,
): Promise<WebhookRecord | undefined> {
  const disabledAt = now.toISOString();
  let isOn = false;
  const { result } = await changeWebhook(parts, accountId, id, (webhook) => {
    isOn = webhook.enabled && webhook.url === url;
    if (!isOn) return webhook;
    return { ...webhook, enabled: false, disabledReason, disabledAt, updatedAt: disabledAt };
  });
  return isOn ? result : undefined;
}
