/** The operations of groups and tags without a gateway. */
import { v7 as newUuid } from "uuid";
import { type GroupParts, groupOperations } from "../../../functions/groups/operations.ts";
import { groupRoutes } from "../../../functions/groups/routes.ts";
import { createMembershipReader } from "../../../shared/label/membership-reader.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { noPictures } from "../contact/pictures.ts";
import { memoryFiles } from "../import/imports.ts";
import { operationCalls } from "../process/operation-calls.ts";

/** The operations for one account, in a process of its own. */
export function groupCalls(store: Store, accountId: string, parts: Partial<GroupParts> = {}) {
  const operations = groupOperations({
    ...noPictures,
    store,
    indexes: createContactIndexes({ store, now: () => new Date(), log: () => undefined }),
    memberships: createMembershipReader(store),
    importFiles: memoryFiles(),
    now: () => new Date(),
    newId: () => newUuid(),
    ...parts,
  });
  const call = operationCalls(groupRoutes, operations, accountId);
  return {
    createGroup: async (body: unknown) => (await call("createGroup", { body })).body.group,
    createTag: async (body: unknown) => (await call("createTag", { body })).body.tag,
    groups: async (query = {}) => (await call("listGroups", { query })).body.groups,
    tags: async () => (await call("listTags")).body.tags,
    groupChanges: async (query = {}) => (await call("listGroupChanges", { query })).body,
    tagChanges: async (query = {}) => (await call("listTagChanges", { query })).body,
    getGroup: async (id: string, query = {}) => (await call("getGroup", { params: { id }, query })).body.group,
    patchGroup: (id: string, body: unknown) => call("patchGroup", { params: { id }, body }),
    patchTag: (id: string, body: unknown) => call("patchTag", { params: { id }, body }),
    deleteGroup: (id: string) => call("deleteGroup", { params: { id } }),
    deleteTag: (id: string) => call("deleteTag", { params: { id } }),
    deleteGroups: async (ids: readonly string[]) => (await call("deleteGroups", { body: { ids } })).body.deletedCount,
    contacts: (id: string, query = {}) => call("listGroupContacts", { params: { id }, query }),
    tagged: (id: string, query = {}) => call("listTagContacts", { params: { id }, query }),
    add: async (id: string, body: unknown) => (await call("addGroupContacts", { params: { id }, body })).body,
    remove: async (id: string, body: unknown) => (await call("removeGroupContacts", { params: { id }, body })).body,
    untag: async (id: string, body: unknown) => (await call("removeTagContacts", { params: { id }, body })).body,
    tag: async (id: string, body: unknown) => (await call("addTagContacts", { params: { id }, body })).body,
  };
}
