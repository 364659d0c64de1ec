/** The days after which S3 deletes objects, as data for the stack and for the local host. */
import { deletionPrefix, longValuePrefix, searchPrefix } from "../../../shared/account/store/account-keys.ts";
import { exportPrefix } from "../../../shared/export/export-request.ts";
import { importWorkPrefix } from "../../../shared/import/store/import-work.ts";

export interface ObjectExpiry {
  id: string;
  /** The beginning of the keys; all keys without it. */
  prefix?: string;
  days: number;
}

/** An import is known for a day. A commit that begins at its end needs the rows and pictures for some hours more. */
export const importFileDays = 2;

export const objectExpiry: Readonly<Record<"imports" | "pictures" | "accounts", readonly ObjectExpiry[]>> = {
  imports: [{ id: "expire", days: importFileDays }],
  pictures: [],
  accounts: [
    // A missing document is made from the table. The log that updates it is kept no longer than this.
    { id: "expire-search", prefix: searchPrefix, days: 90 },
    // The worker removes a set when it has finished. One that always failed is in the dead-letter queue by then.
    { id: "expire-deletions", prefix: deletionPrefix, days: 30 },
    // The worker removes a request when its work has ended.
    { id: "expire-import-work", prefix: importWorkPrefix, days: 30 },
    // An undo reads a value as long as its change is shown. A day later no undo that began in time still runs.
    { id: "expire-long-values", prefix: longValuePrefix, days: 31 },
    // The worker removes a file after two hours.
    { id: "expire-exports", prefix: exportPrefix, days: 1 },
  ],
};
