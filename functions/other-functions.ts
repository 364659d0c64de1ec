/** The functions without routes: the authorizer, the gate, and functions that a bucket, a table, a queue, a schedule or SES starts. */
import { accountDeletionWorker } from "./account-deletion-worker/function.ts";
import { authorizer } from "./authorizer/function.ts";
import type { FunctionDeclaration } from "./declaration.ts";
import { deletionWorker } from "./deletion-worker/function.ts";
import { exportWorker } from "./export-worker/function.ts";
import { gate } from "./health/group.ts";
import { importParser } from "./import-parser/function.ts";
import { importWorker } from "./import-worker/function.ts";
import { mailEvents } from "./mail-events/function.ts";
import { reminderSender } from "./reminder-sender/function.ts";
import { webhookSender } from "./webhook-sender/function.ts";

export const otherFunctions = {
  authorizer,
  gate,
  "import-parser": importParser,
  "import-worker": importWorker,
  "deletion-worker": deletionWorker,
  "export-worker": exportWorker,
  "account-deletion-worker": accountDeletionWorker,
  "reminder-sender": reminderSender,
  "mail-events": mailEvents,
  "webhook-sender": webhookSender,
} as const satisfies Readonly<Record<string, FunctionDeclaration>>;
