/** What the view says about events, webhooks and deliveries. */
import type { Webhook, WebhookDelivery, WebhookEvent } from "../../../../shared/client/types.ts";

/** All events of the client, so that a new one is a type error here. */
export const events: { [Event in WebhookEvent]: Event } = {
  "contact.created": "contact.created",
  "contact.updated": "contact.updated",
  "contact.deleted": "contact.deleted",
  "contact.merged": "contact.merged",
  "group.changed": "group.changed",
  "tag.changed": "tag.changed",
  "import.done": "import.done",
  "reminder.due": "reminder.due",
};

export const disabledTexts: Record<NonNullable<Webhook["disabledReason"]>, string> = {
  gone: "The service switched it off, because its URL answered 410.",
  failing: "The service switched it off, because every delivery failed for three days.",
};

const endings = { succeeded: "", retrying: ", is tried again", failed: ", given up" } as const;
type Outcome = Pick<WebhookDelivery, "status" | "attempts" | "responseStatus" | "durationMs" | "error">;

/** What became of a delivery, in one line. */
export function deliveryText({ status, attempts, responseStatus, durationMs, error }: Outcome): string {
  if (status === "pending") return "Is being sent";
  const answer = responseStatus === null ? `No answer (${error})` : `Answered ${responseStatus}`;
  return `${answer} after ${durationMs} ms, attempt ${attempts}${endings[status]}`;
}
