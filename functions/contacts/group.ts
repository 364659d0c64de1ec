/** The declaration of the contact group. Its rows are in routes.ts. */
import { deletionPrefix, longValuePrefix, searchPrefix } from "../../shared/account/store/account-keys.ts";
import { photoPrefix, rowPrefix } from "../../shared/import/store/import-keys.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import { contactReserved, contactRoutes } from "./routes.ts";

export const routeGroup = {
  name: "contacts",
  title: "Contacts",
  description:
    "The people of the account. A location or an address without coordinates gets those of its town, which `granularity` shows, " +
    "and the map shows it there; coordinates that a caller sent are never changed. A pin may appear about a second after its write. " +
    "A relationship is shown by both of its contacts, each with what the other one is to it.",
  resources: ["/contacts"],
  // The function needs 450 MB to read the largest picture.
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 964,
  grants: {
    // A deletion also removes, in batches, the interaction entries of the deleted contacts.
    table: [...contactChanges, "BatchWriteItem"],
    files: [
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "accounts", prefix: deletionPrefix, actions: ["GetObject", "PutObject", "DeleteObject", "ListBucket"] },
      { bucket: "accounts", prefix: longValuePrefix, actions: ["PutObject"] },
      // A filter may name the import that contacts came from.
      { bucket: "imports", prefix: rowPrefix, actions: ["GetObject"] },
      // Pictures that are too large for the gateway are uploaded here.
      { bucket: "imports", prefix: photoPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject", "PutObject", "DeleteObject"] },
    ],
    places: true,
    pictures: true,
  },
  rows: contactRoutes,
  reserved: contactReserved,
} as const satisfies GroupDeclaration;
