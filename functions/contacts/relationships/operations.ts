/** The operations of the relationship routes. */
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { summaryView } from "../../../shared/contact/answer/view.ts";
import { getSummarisedContacts } from "../../../shared/contact/store/contact-list.ts";
import { contactNotFound } from "../../../shared/contact/store/missing-contacts.ts";
import { type AvatarVariant, usualVariant } from "../../../shared/picture/avatar-variants.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { fitAnswer } from "../../../shared/platform/http/answer/answer-size.ts";
import type { Operations } from "../../../shared/platform/http/route/route.ts";
import { shownRelationships } from "../../../shared/relationship/shown-relationships.ts";
import type { ContactParts } from "../parts.ts";
import { planCreation, planDeletion, planTypeChange, type RelatedContacts } from "./plans.ts";
import type { relationshipRows } from "./rows.ts";
import type { RelationshipAnswer } from "./schemas.ts";

export function relationshipOperations(parts: ContactParts): Operations<typeof relationshipRows> {
  const { store, avatarUrls, now, retry } = parts;

  const viewer = async (accountId: string, variant: AvatarVariant = usualVariant) => {
    const avatarUrl = await avatarUrls(accountId, variant, now());
    return ({ relationship, contact, related }: RelatedContacts): RelationshipAnswer => ({
      id: relationship.id,
      userId: accountId,
      personId: contact.id,
      relatedPersonId: related.id,
      relationshipType: relationship.type,
      person: summaryView(contact, avatarUrl),
      relatedPerson: summaryView(related, avatarUrl),
      createdAt: relationship.createdAt,
      updatedAt: relationship.updatedAt,
    });
  };

  return {
    async listRelationships({ caller: { accountId }, params: { id }, query }) {
      const { head, visible } = await readVisible(store, await getAccountHead(store, accountId), id);
      const relationships = fitAnswer(visible.map(await viewer(accountId, query)));
      return { status: 200, txid: String(head.txid), body: { relationships } };
    },

    async createRelationship({ caller: { accountId }, params: { id }, body }) {
      const plan = planCreation(parts, { contactId: id, relatedId: body.relatedPersonId, type: body.relationshipType });
      const { result, txid } = await writeAccount(store, accountId, plan, retry);
      const viewOf = await viewer(accountId);
      return { status: 201, txid, body: { relationship: viewOf(result) } };
    },

    async patchRelationship({ caller: { accountId }, params, body }) {
      const plan = planTypeChange(parts, params, body.relationshipType);
      const { result, txid } = await writeAccount(store, accountId, plan, retry);
      const viewOf = await viewer(accountId);
      return { status: 200, txid, body: { relationship: viewOf(result) } };
    },

    async deleteRelationship({ caller: { accountId }, params }) {
      const { txid } = await writeAccount(store, accountId, planDeletion(parts, params), retry);
      return { status: 200, txid, body: { message: "The relationship was deleted." } };
    },
  };
}

/** The relationships of a contact as its account is at the head, or at a later one. Throws `contact_not_found`. */
async function readVisible(
  store: Store,
  head: AccountHead,
  id: string,
): Promise<{ head: AccountHead; visible: RelatedContacts[] }> {
  const { accountId } = head;
  const all = await shownRelationships(store, head, id);
  const contacts = await getSummarisedContacts(store, accountId, [id, ...all.map(({ relatedId }) => relatedId)]);
  const contact = contacts.get(id);
  if (!contact) throw await contactNotFound(store, head, [{ id, path: "params.id" }]);
  const visible = all.flatMap((relationship) => {
    const related = contacts.get(relationship.relatedId);
    return related ? [{ relationship, contact, related }] : [];
  });
  if (visible.length < all.length) {
    // A contact that is missing was deleted, or it was merged after the head was read.
    const later = await getAccountHead(store, accountId);
    if (later.mergeTxid > head.mergeTxid) return readVisible(store, later, id);
  }
  return { head, visible };
}
