/** What the group and tag routes do: the same, under two names. */
import type { Operations } from "../../shared/http/route.ts";
import { groupView, tagView } from "../../shared/labels/view.ts";
import { labelCalls } from "./labels.ts";
import type { GroupParts } from "./parts.ts";
import type { groupRoutes } from "./routes.ts";

export function groupOperations(parts: GroupParts): Operations<typeof groupRoutes> {
  const groups = labelCalls(parts, "group");
  const tags = labelCalls(parts, "tag");
  return {
    async listGroups(input) {
      const { txid, views } = await groups.list(input);
      return { status: 200, txid, body: { groups: views.map(groupView), totalCount: views.length } };
    },
    async createGroup({ caller, body, baseUrl }) {
      const { txid, view } = await groups.create({ caller, fields: body });
      const headers = { location: `${baseUrl}/groups/${view.id}` };
      return { status: 201, txid, headers, body: { group: groupView(view) } };
    },
    async deleteGroups(input) {
      return { status: 200, ...(await groups.removeMany(input)) };
    },
    async getGroup(input) {
      const { txid, view } = await groups.get(input);
      return { status: 200, txid, body: { group: groupView(view) } };
    },
    async patchGroup(input) {
      const { txid, view } = await groups.patch(input);
      return { status: 200, txid, body: { group: groupView(view) } };
    },
    async deleteGroup(input) {
      const { txid, message } = await groups.removeOne(input);
      return { status: 200, txid, body: { message } };
    },
    async listGroupContacts(input) {
      const { txid, named, page } = await groups.listContacts(input);
      return { status: 200, txid, body: { group: named, ...page } };
    },
    async addGroupContacts(input) {
      return { status: 200, ...(await groups.add(input)) };
    },
    async removeGroupContacts(input) {
      return { status: 200, ...(await groups.remove(input)) };
    },

    async listTags(input) {
      const { txid, views } = await tags.list(input);
      return { status: 200, txid, body: { tags: views.map(tagView), totalCount: views.length } };
    },
    async createTag({ caller, body, baseUrl }) {
      const { txid, view } = await tags.create({ caller, fields: { ...body, emoji: null } });
      const headers = { location: `${baseUrl}/tags/${view.id}` };
      return { status: 201, txid, headers, body: { tag: tagView(view) } };
    },
    async deleteTags(input) {
      return { status: 200, ...(await tags.removeMany(input)) };
    },
    async getTag(input) {
      const { txid, view } = await tags.get(input);
      return { status: 200, txid, body: { tag: tagView(view) } };
    },
    async patchTag(input) {
      const { txid, view } = await tags.patch(input);
      return { status: 200, txid, body: { tag: tagView(view) } };
    },
    async deleteTag(input) {
      const { txid, message } = await tags.removeOne(input);
      return { status: 200, txid, body: { message } };
    },
    async listTagContacts(input) {
      const { txid, named, page } = await tags.listContacts(input);
      return { status: 200, txid, body: { tag: named, ...page } };
    },
    async addTagContacts(input) {
      return { status: 200, ...(await tags.add(input)) };
    },
    async removeTagContacts(input) {
      return { status: 200, ...(await tags.remove(input)) };
    },
  };
}
