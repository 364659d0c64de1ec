/** What the operations of the contact group are given. */
import type { AccountFiles } from "../../shared/files/account-files.ts";
import type { ImportFiles } from "../../shared/files/import-files.ts";
import type { SignUpload } from "../../shared/files/upload-forms.ts";
import type { MembershipReader } from "../../shared/labels/membership-reader.ts";
import type { PictureParts } from "../../shared/pictures/picture-parts.ts";
import type { FindPlace } from "../../shared/places/find-place.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import type { RetryPolicy } from "../../shared/table/account-write.ts";
import type { Store } from "../../shared/table/store.ts";

export interface ContactParts extends PictureParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  /** Of the account bucket. */
  accountFiles: AccountFiles;
  importFiles: ImportFiles;
  /** To the import bucket. */
  signUpload: SignUpload;
  findPlace: FindPlace;
  now: () => Date;
  newId: () => string;
  retry?: RetryPolicy;
}
