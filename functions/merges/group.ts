/** The declaration of the merge group. */
import { longValuePrefix } from "../../shared/account/store/account-keys.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import * as schemas from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;
const one = { ...common, path: "/contacts/merges/{mergeId}", params: schemas.mergeParams } as const;

export const routeGroup = {
  name: "merges",
  title: "Merges",
  description:
    "Two contacts that are one person become one contact. The left one keeps its id and its values. Empty fields take those of the " +
    "right one, lists are united and notes joined; `conflicts` lists every field that differed, and what had no room. Groups, tags, " +
    "interactions, relationships and everything else of the right contact become the left one's. A request for the right id is then " +
    "404 and names the surviving one. `dryRun` shows all of that before. For 30 days a merge can be undone: the right contact comes " +
    "back with what it had, and the left one gets back its values, except of fields that were changed since (`kept`).",
  resources: ["/contacts/merge", "/contacts/merges"],
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 756,
  grants: {
    table: contactChanges,
    // Signed addresses of pictures.
    files: [
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject"] },
      { bucket: "accounts", prefix: longValuePrefix, actions: ["PutObject"] },
    ],
  },
  rows: {
    mergeContacts: {
      ...common,
      method: "POST",
      path: "/contacts/merge",
      summary: "Merge a contact into another, or see what that would do",
      description:
        "An empty field takes the value of the right contact; of two different values the left one stays, unless `conflictResolutions` says otherwise; lists are united. Everything that belongs to the right contact becomes the left one's. With `dryRun` nothing is written.",
      body: schemas.mergeBody,
      example: {
        leftPersonId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a",
        rightPersonId: "0199e0c4-9a02-7c55-8d13-6b1f0e2a4c77",
        conflictResolutions: { headline: "right" },
        dryRun: true,
      },
      errors: ["contact_merge_same_contact", "contact_not_found", "conflict"],
      answers: { 200: schemas.mergeAnswer },
    },
    listMerges: {
      ...common,
      method: "GET",
      path: "/contacts/merges",
      summary: "List the merges of the last 30 days, newest first",
      description: "A merge can be undone until its `undoableUntil`; `undoneAt` says that it was.",
      query: schemas.mergesQuery,
      answers: { 200: schemas.mergeList },
    },
    getMerge: {
      ...one,
      method: "GET",
      summary: "Read a merge",
      description: "With the summaries of both contacts as they are now.",
      query: schemas.mergeQuery,
      errors: ["merge_not_found"],
      answers: { 200: schemas.oneMerge },
    },
    undoMerge: {
      ...one,
      method: "DELETE",
      summary: "Undo a merge",
      description:
        "Possible for 30 days. The right contact is there again under its id, and the left one has its earlier values, except those that were changed since, which `kept` names.",
      errors: ["merge_not_found", "merge_not_undoable"],
      answers: { 200: schemas.undoAnswer },
    },
  },
} as const satisfies GroupDeclaration;
