/**
 * The declaration of the webhook sender. New items in the outboxes of accounts start it by the stream of the main table, messages
 * of the webhook queues let it deliver, and EventBridge starts it every hour.
 */
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const webhookSender = {
  // It mostly waits for receivers. What it does not finish in its time, it continues by another message.
  memory: 512,
  timeoutSeconds: 300,
  bundleKilobytes: 820,
  grants: {
    table: contactChanges,
    // Secrets of webhooks are sealed by the pepper.
    pepper: true,
    mail: true,
    queue: true,
  },
} as const satisfies FunctionDeclaration;
