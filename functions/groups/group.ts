/** The declaration of the route group for groups and tags. Its rows are in routes.ts. */
import { longValuePrefix, searchPrefix } from "../../shared/account/store/account-keys.ts";
import { rowPrefix } from "../../shared/import/store/import-keys.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import { groupRoutes } from "./routes.ts";

export const routeGroup = {
  name: "groups",
  title: "Groups and tags",
  description:
    "A contact can be in any number of groups and have any number of tags, up to 200 of both together. Members are added and removed " +
    "by their ids or by a filter; answers count what really changed.",
  resources: ["/groups", "/tags"],
  // It holds the same search index in memory as the contact group.
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 780,
  grants: {
    // A list in the order of interactions first applies interactions that are due, which writes contacts.
    table: contactChanges,
    files: [
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "accounts", prefix: longValuePrefix, actions: ["PutObject"] },
      // A filter may name the import that contacts came from.
      { bucket: "imports", prefix: rowPrefix, actions: ["GetObject"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject"] },
    ],
  },
  rows: groupRoutes,
} as const satisfies GroupDeclaration;
