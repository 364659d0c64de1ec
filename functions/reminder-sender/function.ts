/** The declaration of the reminder sender, which EventBridge starts every hour. */
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const reminderSender = {
  // A mail takes 15 ms of a whole processor. With a smaller share, the processor would limit the rate, and not `mailRate`.
  memory: 1769,
  // The longest time that Lambda allows.
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
