/** The declaration of the export worker. A request in the account bucket starts it, and so does the clock. */
import { searchPrefix } from "../../shared/account/store/account-keys.ts";
import { exportPrefix } from "../../shared/export/export-request.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const exportWorker = {
  // It needs a quarter of this memory, and a whole processor to write vCards and archives in time.
  memory: 1769,
  timeoutSeconds: 900,
  // Node collects the buffers of a stream late by default. Megabytes.
  nodeOptions: "--max-semi-space-size=16 --max-old-space-size=300",
  bundleKilobytes: 948,
  grants: {
    // Changes of interactions that an earlier write left are applied before they are read.
    table: [...contactChanges, "BatchWriteItem"],
    files: [
      { bucket: "accounts", prefix: exportPrefix, actions: ["GetObject", "PutObject", "DeleteObject", "ListBucket"] },
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject", "ListBucket"] },
    ],
  },
} as const satisfies FunctionDeclaration;
