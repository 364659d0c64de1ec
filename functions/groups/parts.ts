/** What the operations of groups and tags are given. */
import type { AvatarUrls } from "../../shared/files/avatar-urls.ts";
import type { ImportFiles } from "../../shared/files/import-files.ts";
import type { MembershipReader } from "../../shared/labels/membership-reader.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import type { RetryPolicy } from "../../shared/table/account-write.ts";
import type { Store } from "../../shared/table/store.ts";

export interface GroupParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  importFiles: ImportFiles;
  avatarUrls: AvatarUrls;
  now: () => Date;
  newId: () => string;
  retry?: RetryPolicy;
}
