/** The operations of the routes that show and change the groups and tags of one contact. */

import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { requireContact } from "../../shared/contact/answer/current.ts";
import { changeMembers, type MemberChange } from "../../shared/label/change-members.ts";
import { type LabelKind, listLabels } from "../../shared/label/store/label.ts";
import { readMemberships } from "../../shared/label/store/memberships.ts";
import { groupView, tagView, usualPreview, viewLabel, viewLabels } from "../../shared/label/view.ts";
import type { AvatarVariant } from "../../shared/picture/avatar-variants.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";

type LabelRoutes = "listContactGroups" | "listContactTags" | "tagContact" | "untagContact";

const pathOf = () => "params.id";

export function contactLabelOperations(parts: ContactParts): ContactOperations<LabelRoutes> {
  const { store, memberships } = parts;

  /** Sorted by label. */
  const labelsOf = async (accountId: string, contactId: string, kind: LabelKind, variant: AvatarVariant) => {
    const head = await getAccountHead(store, accountId);
    await requireContact(store, accountId, contactId);
    const txid = String(head.txid);
    const numbers = new Set((await memberships.load(head)).numbersOf(contactId));
    if (numbers.size === 0) return { txid, labels: [] };
    const labels = (await listLabels(store, head, kind)).filter(({ number }) => numbers.has(number));
    return { txid, labels: await viewLabels(parts, head, labels, { previewLimit: usualPreview, ...variant }) };
  };

  return {
    async listContactGroups({ caller, params, query }) {
      const { txid, labels } = await labelsOf(caller.accountId, params.id, "group", query);
      return { status: 200, txid, body: { groups: labels.map(groupView) } };
    },

    async listContactTags({ caller, params, query }) {
      const { txid, labels } = await labelsOf(caller.accountId, params.id, "tag", query);
      return { status: 200, txid, body: { tags: labels.map(tagView) } };
    },

    async tagContact({ caller: { accountId }, params: { id }, body: { tagId } }) {
      const change: MemberChange = { kind: "tag", labelId: tagId, contactIds: [id], pathOf, refuseUnknown: true };
      const { label, txid } = await changeMembers(parts, accountId, "add", change);
      const head = await getAccountHead(store, accountId);
      return { status: 200, txid, body: { tag: tagView(await viewLabel(parts, head, label)) } };
    },

    async untagContact({ caller: { accountId }, params: { id, tagId } }) {
      await requireContact(store, accountId, id);
      const change: MemberChange = { kind: "tag", labelId: tagId, contactIds: [id], pathOf };
      const { changed, txid } = await changeMembers(parts, accountId, "remove", change);
      const message = changed > 0 ? "The tag was taken off the contact." : "The contact does not have this tag.";
      return { status: 200, txid, body: { message } };
    },
  };
}

/** The labels of the contact's groups, without counts and previews. */
export async function groupLabelsOf(store: Store, head: AccountHead, contactId: string): Promise<string[]> {
  const numbers = new Set((await readMemberships(store, head, [contactId])).get(contactId));
  if (numbers.size === 0) return [];
  const groups = await listLabels(store, head, "group");
  return groups.filter(({ number }) => numbers.has(number)).map(({ label }) => label);
}
