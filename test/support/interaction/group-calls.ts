/** The operations of groups and tags without a gateway. Bodies are parsed as in the pipeline. */
import { v7 as newUuid } from "uuid";
import type { GroupParts } from "../../../functions/groups/operations.ts";
import { groupOperations } from "../../../functions/groups/operations.ts";
import {
  deletionBody,
  groupCreate,
  groupPatch,
  membersBody,
  previewQuery,
  tagCreate,
  tagPatch,
} from "../../../functions/groups/schemas.ts";
import { listQuery } from "../../../shared/contact-list/list-query.ts";
import { createMembershipReader } from "../../../shared/label/membership-reader.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { noPictures } from "../contact/pictures.ts";
import { memoryFiles } from "../import/imports.ts";
import { sessionInput } from "../process/operation-input.ts";

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
  const call = sessionInput(accountId);
  return {
    createGroup: async (body: unknown) => {
      return (await operations.createGroup({ ...call, body: groupCreate().parse(body) })).body.group;
    },
    createTag: async (body: unknown) =>
      (await operations.createTag({ ...call, body: tagCreate().parse(body) })).body.tag,
    groups: async (query: Readonly<Record<string, string>> = {}) => {
      return (await operations.listGroups({ ...call, query: previewQuery().parse(query) })).body.groups;
    },
    tags: async () => (await operations.listTags({ ...call, query: previewQuery().parse({}) })).body.tags,
    getGroup: async (id: string, query: Readonly<Record<string, string>> = {}) => {
      return (await operations.getGroup({ ...call, params: { id }, query: previewQuery().parse(query) })).body.group;
    },
    patchGroup: (id: string, body: unknown) =>
      operations.patchGroup({ ...call, params: { id }, body: groupPatch().parse(body) }),
    patchTag: (id: string, body: unknown) =>
      operations.patchTag({ ...call, params: { id }, body: tagPatch().parse(body) }),
    deleteGroup: (id: string) => operations.deleteGroup({ ...call, params: { id } }),
    deleteTag: (id: string) => operations.deleteTag({ ...call, params: { id } }),
    deleteGroups: async (ids: readonly string[]) =>
      (await operations.deleteGroups({ ...call, body: deletionBody().parse({ ids }) })).body.deletedCount,
    contacts: (id: string, query: Readonly<Record<string, string>> = {}) =>
      operations.listGroupContacts({ ...call, params: { id }, query: listQuery().parse(query) }),
    add: async (id: string, body: unknown) =>
      (await operations.addGroupContacts({ ...call, params: { id }, body: membersBody().parse(body) })).body,
    remove: async (id: string, body: unknown) =>
      (await operations.removeGroupContacts({ ...call, params: { id }, body: membersBody().parse(body) })).body,
    tag: async (id: string, body: unknown) =>
      (await operations.addTagContacts({ ...call, params: { id }, body: membersBody().parse(body) })).body,
  };
}
