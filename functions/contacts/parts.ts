/** The dependencies and the types of the contact operations. */
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import type { RetryPolicy } from "../../shared/account/store/account-write.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import type { MembershipReader } from "../../shared/label/membership-reader.ts";
import type { PictureParts } from "../../shared/picture/picture-parts.ts";
import type { FindPlace } from "../../shared/place/find-place.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { SignUpload } from "../../shared/platform/s3/upload-forms.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import type { contactRoutes } from "./routes.ts";

/** The operations of these routes. */
export type ContactOperations<Name extends keyof typeof contactRoutes> = Operations<Pick<typeof contactRoutes, Name>>;

export interface ContactParts extends PictureParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  /** The files of the account bucket. */
  accountFiles: AccountFiles;
  importFiles: ImportFiles;
  /** Signs uploads to the import bucket. */
  signUpload: SignUpload;
  findPlace: FindPlace;
  now: () => Date;
  newId: () => string;
  retry?: RetryPolicy;
}
