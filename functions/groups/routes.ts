/** The rows of the group and tag routes in the route table. Both kinds have the same rows. */
import { oneGroup, oneTag } from "../../shared/label/answer.ts";
import type { LabelKind } from "../../shared/label/store/label.ts";
import { messageAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import { defineRoutes, type LazySchema } from "../../shared/platform/http/route/route.ts";
import * as schemas from "./schemas.ts";

/** The parts of rows in which groups and tags differ. */
interface Differences<Create, Patch, One, List, Changes, Contacts> {
  create: Create;
  patch: Patch;
  one: One;
  list: List;
  changes: Changes;
  contacts: Contacts;
  examples: { create: object; patch: object };
  addSummary: string;
  removeSummary: string;
}

const common = { access: "integration", rateLimit: "default" } as const;
const ids = ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"];

function labelRoutes<
  Create extends LazySchema,
  Patch extends LazySchema,
  One extends LazySchema,
  List extends LazySchema,
  Changes extends LazySchema,
  Contacts extends LazySchema,
>(kind: LabelKind, its: Differences<Create, Patch, One, List, Changes, Contacts>) {
  const notFound = kind === "group" ? "group_not_found" : "tag_not_found";
  const one = { ...common, path: `/${kind}s/{id}`, params: schemas.labelParams };
  const members = { ...common, path: `/${kind}s/{id}/contacts`, params: schemas.labelParams };
  return defineRoutes({
    list: {
      ...common,
      method: "GET",
      path: `/${kind}s`,
      summary: `List the ${kind}s, sorted by label`,
      description: "Each with the count of its contacts and the first of them. There are at most 500.",
      query: schemas.previewQuery,
      answers: { 200: its.list },
    },
    changes: {
      ...common,
      method: "GET",
      path: `/${kind}s/changes`,
      summary: `List the ${kind}s that changed since a \`txid\`, with deletions, to keep a mirror`,
      description:
        `A ${kind} changes with its fields and its members: also when a member is deleted or merged, but not when a member's name changes. ` +
        `Read the members of each at \`GET /${kind}s/{id}/contacts\` with \`fields=id\`.`,
      query: schemas.labelChangesQuery,
      errors: ["changes_expired"],
      answers: { 200: its.changes },
    },
    create: {
      ...common,
      method: "POST",
      path: `/${kind}s`,
      summary: `Create a ${kind}`,
      description:
        kind === "tag"
          ? "No other tag may have the same label, and an account has at most 500 tags: both are 409 `conflict`."
          : "Two groups may have the same label. An account has at most 500 groups: one more is 409 `conflict`.",
      body: its.create,
      example: its.examples.create,
      errors: ["conflict"],
      answers: { 201: its.one },
    },
    deleteMany: {
      ...common,
      method: "DELETE",
      path: `/${kind}s`,
      summary: `Delete many ${kind}s; their contacts stay`,
      description: "Unknown ids are ignored. Many are deleted in several writes.",
      body: schemas.deletionBody,
      example: { ids },
      answers: { 200: schemas.deletedAnswer },
    },
    get: {
      ...one,
      method: "GET",
      summary: `Read a ${kind}`,
      description: "With the count of its contacts and the first of them.",
      query: schemas.previewQuery,
      errors: [notFound],
      answers: { 200: its.one },
    },
    patch: {
      ...one,
      method: "PATCH",
      summary: `Change fields of a ${kind}`,
      description: "An absent field stays as it is. A patch that changes nothing does not count as a change.",
      body: its.patch,
      example: its.examples.patch,
      errors: kind === "tag" ? [notFound, "conflict"] : [notFound],
      answers: { 200: its.one },
    },
    deleteOne: {
      ...one,
      method: "DELETE",
      summary: `Delete a ${kind}; its contacts stay`,
      description: "Nothing else of the contacts changes.",
      errors: [notFound],
      answers: { 200: messageAnswer },
    },
    listContacts: {
      ...members,
      method: "GET",
      summary: `List the contacts of a ${kind}, a page at a time`,
      description: `Takes the conditions and the order of \`GET /contacts\`, within the ${kind}.`,
      query: schemas.membersQuery,
      errors: ["group_not_found", "tag_not_found"],
      answers: { 200: its.contacts },
    },
    addContacts: {
      ...members,
      method: "POST",
      summary: its.addSummary,
      description:
        "Send either `contactIds` or `filter`. `skippedCount` counts contacts that were members already. With an unknown contact (404), or the owner's own (400), nothing is written. A contact has at most 200 groups and tags together: 409 `conflict` names those that have no room.",
      body: schemas.membersBody,
      example: { filter: { search: "harbour" }, excludeIds: ids },
      errors: ["group_not_found", "tag_not_found", "contact_not_found", "import_not_found", "conflict"],
      answers: { 200: schemas.addedAnswer },
    },
    removeContacts: {
      ...members,
      method: "DELETE",
      summary: its.removeSummary,
      description:
        "Send either `contactIds` or `filter`. Contacts that are no members are skipped, and `removedCount` counts the others.",
      body: schemas.membersBody,
      example: { contactIds: ids },
      errors: ["group_not_found", "tag_not_found", "import_not_found"],
      answers: { 200: schemas.removedAnswer },
    },
  });
}

const groups = labelRoutes("group", {
  ...{
    create: schemas.groupCreate,
    patch: schemas.groupPatch,
    one: oneGroup,
    list: schemas.groupList,
    changes: schemas.groupChanges,
    contacts: schemas.groupContacts,
  },
  examples: {
    create: { label: "Climbing", emoji: "🧗", color: "#2f6fed" },
    patch: { label: "Climbing on Thursdays" },
  },
  addSummary: "Add contacts to a group",
  removeSummary: "Remove contacts from a group",
});

const tags = labelRoutes("tag", {
  ...{
    create: schemas.tagCreate,
    patch: schemas.tagPatch,
    one: oneTag,
    list: schemas.tagList,
    changes: schemas.tagChanges,
    contacts: schemas.tagContacts,
  },
  examples: { create: { label: "Speaks Czech", color: "#64748b" }, patch: { color: "#0f766e" } },
  addSummary: "Tag contacts",
  removeSummary: "Remove a tag from contacts",
});

export const groupRoutes = {
  listGroups: groups.list,
  listGroupChanges: groups.changes,
  createGroup: groups.create,
  deleteGroups: groups.deleteMany,
  getGroup: groups.get,
  patchGroup: groups.patch,
  deleteGroup: groups.deleteOne,
  listGroupContacts: groups.listContacts,
  addGroupContacts: groups.addContacts,
  removeGroupContacts: groups.removeContacts,
  listTags: tags.list,
  listTagChanges: tags.changes,
  createTag: tags.create,
  deleteTags: tags.deleteMany,
  getTag: tags.get,
  patchTag: tags.patch,
  deleteTag: tags.deleteOne,
  listTagContacts: tags.listContacts,
  addTagContacts: tags.addContacts,
  removeTagContacts: tags.removeContacts,
};
