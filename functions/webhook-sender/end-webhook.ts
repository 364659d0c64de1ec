/**
 * Ends the deliveries of a webhook that is switched off, and notifies its owner by a mail if the service did it. The run that
 * holds the webhook's lease sends the mail. After a crash just before the state says that it was sent, it is sent again.
 */
import { findAccountHead } from "../../shared/account/store/account.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import { AddressError, deliverableAddress } from "../../shared/platform/mail/deliverable-address.ts";
import { buildMessage, type Mailbox } from "../../shared/platform/mail/message.ts";
import type { Mailer } from "../../shared/platform/mail/ses.ts";
import { refuseMail } from "../../shared/reminder/mail-fault.ts";
import { deliveryIdOf, endDelivery } from "../../shared/webhook/store/deliveries.ts";
import { type DeliveryState, newDeliveryState } from "../../shared/webhook/store/delivery-state.ts";
import type { WebhookRecord } from "../../shared/webhook/store/webhook.ts";
import { buildOffMail } from "./off-mail.ts";

export interface EndParts {
  store: Store;
  mailer: Mailer;
  /** Undefined if the stack sends no mail. */
  sender: Mailbox | undefined;
  now: () => Date;
  log: Log;
}

/** Records that the open deliveries are not tried again. */
export async function endOpen({ store }: EndParts, webhook: WebhookRecord, { open }: DeliveryState): Promise<void> {
  const { accountId, id: webhookId } = webhook;
  // Deliveries without an attempt have no record yet.
  const tried = open.filter(({ attempts }) => attempts > 0);
  for (const { txid, index, at } of tried) {
    await endDelivery(store, { accountId, webhookId, id: deliveryIdOf(webhookId, txid, index, at) });
  }
}

/** The state of a webhook that is switched off. Its owner is notified, unless they did it, and nothing is open any more. */
export async function endWebhook(
  parts: EndParts,
  webhook: WebhookRecord,
  state: DeliveryState,
): Promise<DeliveryState> {
  const { disabledAt } = webhook;
  await endOpen(parts, webhook, state);
  if (disabledAt !== null && state.ownerNotifiedOf !== disabledAt) await notifyOwner(parts, webhook, disabledAt);
  const { cursor, quickAttemptsNeeded } = state;
  return { ...newDeliveryState(cursor), quickAttemptsNeeded, ownerNotifiedOf: disabledAt };
}

/** SES does not accept the mail now. The message of the queue comes again. */
class OffMailDelayedError extends Error {
  override readonly name = "OffMailDelayedError";
}

async function notifyOwner(parts: EndParts, webhook: WebhookRecord, disabledAt: string): Promise<void> {
  const { store, mailer, sender, now, log } = parts;
  const { accountId } = webhook;
  const head = await findAccountHead(store, accountId);
  if (!sender || !head || head.email === null || head.mailFault !== null) return;
  const { email, name, language } = head;
  const refuse = async (code: string) => {
    await refuseMail(store, accountId, email, { now: now() });
    log({ level: "warn", event: "mail.refused", accountId, code });
  };
  try {
    const content = { ...buildOffMail(webhook, language), date: new Date(disabledAt), id: `${webhook.id}-off` };
    const raw = await buildMessage({ from: sender, to: { name, address: email }, ...content });
    const outcome = await mailer.send({ from: sender.address, to: deliverableAddress(email), raw, tags: {} });
    switch (outcome.kind) {
      case "accepted":
        return;
      case "unknown":
        return log({ level: "warn", event: "mail.unknown", accountId, code: outcome.code });
      case "refused":
        return refuse(outcome.code);
      case "misconfigured":
        throw new OffMailDelayedError(outcome.code);
      case "throttled":
        throw new OffMailDelayedError(outcome.limit);
    }
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    await refuse(error.name);
  }
}
