/** Groups and tags as one contact has them. */

import { requireContact } from "../../shared/contact/current.ts";
import type { Operations } from "../../shared/http/route.ts";
import { addMembers, type MemberChange, removeMembers } from "../../shared/labels/change-members.ts";
import { labelsOfContact } from "../../shared/labels/of-contact.ts";
import { groupView, tagView, usualPreview, viewLabels } from "../../shared/labels/view.ts";
import { type AvatarVariant, usualVariant } from "../../shared/pictures/avatar-variants.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import type { LabelKind } from "../../shared/table/label.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";

type LabelRoutes = Pick<
  typeof contactRoutes,
  "listGroupsOfContact" | "listTagsOfContact" | "tagContact" | "untagContact"
>;

const pathOf = () => "params.id";

export function labelOperations(parts: ContactParts): Operations<LabelRoutes> {
  const { store } = parts;

  const labelsOf = async (accountId: string, id: string, kind: LabelKind, variant: AvatarVariant) => {
    const head = await getAccountHead(store, accountId);
    await requireContact(store, accountId, id);
    return { txid: String(head.txid), labels: await labelsOfContact(parts, head, id, { kind, variant }) };
  };

  return {
    async listGroupsOfContact({ caller, params, query }) {
      const { txid, labels } = await labelsOf(caller.accountId, params.id, "group", query);
      return { status: 200, txid, body: { groups: labels.map(groupView) } };
    },

    async listTagsOfContact({ caller, params, query }) {
      const { txid, labels } = await labelsOf(caller.accountId, params.id, "tag", query);
      return { status: 200, txid, body: { tags: labels.map(tagView) } };
    },

    async tagContact({ caller: { accountId }, params: { id }, body: { tagId } }) {
      const change: MemberChange = { kind: "tag", labelId: tagId, contactIds: [id], pathOf, refuseUnknown: true };
      const { label, txid } = await addMembers(parts, accountId, change);
      const head = await getAccountHead(store, accountId);
      const views = await viewLabels(parts, head, [label], { previewLimit: usualPreview, ...usualVariant });
      const [tag] = views.map(tagView);
      if (!tag) throw new Error("a tag has no view");
      return { status: 200, txid, body: { tag } };
    },

    async untagContact({ caller: { accountId }, params: { id, tagId } }) {
      await requireContact(store, accountId, id);
      const change: MemberChange = { kind: "tag", labelId: tagId, contactIds: [id], pathOf };
      const { changed, txid } = await removeMembers(parts, accountId, change);
      const message = changed > 0 ? "The tag was taken off the contact." : "The contact does not have this tag.";
      return { status: 200, txid, body: { message } };
    },
  };
}
