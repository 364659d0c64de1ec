/** The declaration of the reminder sender, which EventBridge starts every hour. */
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const reminderSender = {
  // It mostly waits for the table, for SES and for the rate limiter. 15 minutes is the longest time that Lambda allows.
  memory: 512,
  timeoutSeconds: 900,
  bundleKilobytes: 771,
  grants: {
    table: contactChanges,
    // The links that turn reminders off are signed.
    pepper: true,
    mail: true,
    settings: ["PUBLIC_URL"],
  },
} as const satisfies FunctionDeclaration;
