/** The declaration of the deletion worker. A set of contacts in the account bucket starts it, and so does the clock. */
import { deletionPrefix } from "../../shared/account/store/account-keys.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const deletionWorker = {
  // It needs half of this memory and mostly waits for the table. 15 minutes is the longest time that Lambda allows.
  memory: 512,
  timeoutSeconds: 900,
  bundleKilobytes: 590,
  grants: {
    table: [...contactChanges, "BatchWriteItem"],
    files: [
      { bucket: "accounts", prefix: deletionPrefix, actions: ["GetObject", "DeleteObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["DeleteObject"] },
    ],
  },
} as const satisfies FunctionDeclaration;
