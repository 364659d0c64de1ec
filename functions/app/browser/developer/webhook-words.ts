/** What the view says about events, webhooks and deliveries. */
import type { Webhook, WebhookDelivery, WebhookEvent } from "../../../../shared/client/types.ts";

/** Every event of the typed client, so that a new one is a type error here. */
export const eventWords: Record<WebhookEvent, string> = {
  "contact.created": "A contact was created.",
  "contact.updated": "A contact was changed.",
  "contact.deleted": "A contact was deleted.",
  "contact.merged": "Two contacts became one.",
  "group.changed": "A group or its members changed.",
  "tag.changed": "A tag or its contacts changed.",
  "import.done": "An import has ended.",
  "reminder.due": "A birthday or another date is due.",
};

/** Why the service has switched a webhook off. */
export function disabledText({ disabledReason }: Pick<Webhook, "disabledReason">): string {
  const why = disabledReason === "gone" ? "its URL answered 410" : "every delivery failed for three days";
  return `Switched off by the service, because ${why}.`;
}

type Outcome = Pick<WebhookDelivery, "status" | "attempts" | "responseStatus" | "durationMs" | "error">;

/** What became of a delivery, in one line. */
export function deliveryText({ status, attempts, responseStatus, durationMs, error }: Outcome): string {
  if (status === "pending") return "Is being sent";
  const time = durationMs === null ? "" : ` after ${durationMs} ms`;
  const answer = responseStatus === null ? `No answer${time}: ${error}` : `Answered ${responseStatus}${time}`;
  const count = attempts > 1 ? `, ${attempts} attempts` : "";
  return `${answer}${count}${endings[status]}`;
}

const endings = { succeeded: "", retrying: ", is tried again", failed: ", given up" } as const;
