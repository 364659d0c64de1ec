/** The declaration of the worker that deletes closed accounts. A closing in the account bucket starts it, and so does the clock. */
import {
  closingPrefix,
  deletionPrefix,
  longValuePrefix,
  searchPrefix,
} from "../../shared/account/store/account-keys.ts";
import { exportPrefix } from "../../shared/export/export-request.ts";
import { photoPrefix, picturePrefix, rowPrefix, uploadPrefix } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import type { FileGrant, FunctionDeclaration } from "../declaration.ts";

const removal = ["DeleteObject", "ListBucket"] as const;

function removalsFrom(bucket: FileGrant["bucket"], prefixes: readonly string[]): FileGrant[] {
  return prefixes.map((prefix) => ({ bucket, prefix, actions: removal }));
}

export const accountDeletionWorker = {
  // It mostly waits for the tables. 15 minutes is the longest time that Lambda allows.
  memory: 512,
  timeoutSeconds: 900,
  bundleKilobytes: 471,
  grants: {
    table: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"],
    cache: ["Query", "BatchWriteItem"],
    files: [
      { bucket: "accounts", prefix: closingPrefix, actions: ["GetObject", ...removal] },
      ...removalsFrom("accounts", [searchPrefix, deletionPrefix, longValuePrefix, importWorkPrefix, exportPrefix]),
      ...removalsFrom("imports", [uploadPrefix, rowPrefix, picturePrefix, photoPrefix]),
      ...removalsFrom("pictures", [avatarPrefix]),
    ],
    mail: true,
  },
} as const satisfies FunctionDeclaration;
