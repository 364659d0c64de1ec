/** The declaration of the import worker. A request in the account bucket starts it, and so does the clock. */
import { deletionPrefix, longValuePrefix, searchPrefix } from "../../shared/account/store/account-keys.ts";
import { picturePrefix, rowPrefix } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { contactChanges, type FunctionDeclaration } from "../declaration.ts";

export const importWorker = {
  // Several pictures of 5 MB are in memory at once, beside the search index. 15 minutes is the longest time that Lambda allows.
  memory: 1024,
  timeoutSeconds: 900,
  // Rows and contacts are garbage soon, and Node collects it late by default. Megabytes.
  nodeOptions: "--max-semi-space-size=8 --max-old-space-size=400",
  bundleKilobytes: 826,
  grants: {
    table: contactChanges,
    files: [
      // An undo of changes reads long values, and lets the deletion worker do what is left after it.
      { bucket: "accounts", prefix: longValuePrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "accounts", prefix: deletionPrefix, actions: ["PutObject"] },
      { bucket: "accounts", prefix: importWorkPrefix, actions: ["GetObject", "DeleteObject", "ListBucket"] },
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "imports", prefix: rowPrefix, actions: ["GetObject"] },
      { bucket: "imports", prefix: picturePrefix, actions: ["GetObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["PutObject", "DeleteObject"] },
    ],
    settings: ["WRITE_UNITS_PER_SECOND"],
    places: true,
    pictures: true,
  },
} as const satisfies FunctionDeclaration;
