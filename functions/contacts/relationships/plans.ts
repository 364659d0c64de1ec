/** Plans the writes of relationships. Relationships of merged contacts keep their ids, so that an undo separates them again. */
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { type FirstWrite, maxPlanActions, type WritePlan } from "../../../shared/account/store/account-write.ts";
import { getSummarisedContacts, type SummarisedContact } from "../../../shared/contact/store/contact-list.ts";
import { contactNotFound } from "../../../shared/contact/store/missing-contacts.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { relationshipHistory } from "../../../shared/relationship/relationship-history.ts";
import { type ShownRelationship, shownRelationships } from "../../../shared/relationship/shown-relationships.ts";
import {
  deleteRelationship,
  putRelationship,
  type Relationship,
  type RelationshipType,
} from "../../../shared/relationship/store/relationship.ts";
import type { ContactParts } from "../parts.ts";

/** A relationship with the contacts that its answer shows. */
export interface RelatedContacts {
  relationship: Pick<Relationship, "id" | "type" | "createdAt" | "updatedAt">;
  contact: SummarisedContact;
  related: SummarisedContact;
}

/** The number of relationships that a contact may have, unless a merge united more. */
export const maxRelationships = 200;
/** The relationships of a transaction, beside the change. */
const relationshipsAtOnce = Math.floor((maxPlanActions - 1) / 2);

type Plan<Result> = (head: AccountHead) => Promise<WritePlan<Result> | FirstWrite>;

/**
 * The plan throws `relationship_self_forbidden`, `contact_not_found`, `relationship_already_exists`, and `conflict` when a
 * contact has the most relationships.
 */
export function planCreation(
  { store, now, newId }: ContactParts,
  ends: Pick<Relationship, "contactId" | "relatedId" | "type">,
): Plan<RelatedContacts> {
  const { contactId, relatedId, type } = ends;
  if (contactId === relatedId) throw new AppError("relationship_self_forbidden");
  return async (head) => {
    const { accountId } = head;
    const contacts = await getSummarisedContacts(store, accountId, [contactId, relatedId]);
    const [contact, related] = [contacts.get(contactId), contacts.get(relatedId)];
    if (!contact) throw await contactNotFound(store, head, [{ id: contactId, path: "params.id" }]);
    if (!related) throw await contactNotFound(store, head, [{ id: relatedId, path: "body.relatedPersonId" }]);
    const [own, theirs] = await Promise.all([
      shownRelationships(store, head, contactId),
      shownRelationships(store, head, relatedId),
    ]);
    requireNone(own, relatedId, type);
    await requireRoom(store, accountId, "params.id", own);
    await requireRoom(store, accountId, "body.relatedPersonId", theirs);
    const timestamp = now().toISOString();
    const relationship = { id: newId(), ...ends, createdAt: timestamp, updatedAt: timestamp };
    return {
      actions: putRelationship(store, accountId, relationship),
      head: { ...head, hasRelationships: true },
      changes: [relationshipHistory(null, relationship)],
      result: { relationship, contact, related },
    };
  };
}

interface Target {
  /** The contact in the path. */
  id: string;
  relationshipId: string;
}

/**
 * The same type, or none, changes nothing. The plan throws `contact_not_found`, `relationship_not_found` and
 * `relationship_already_exists`.
 */
export function planTypeChange(
  parts: ContactParts,
  target: Target,
  type: RelationshipType | undefined,
): Plan<RelatedContacts> {
  return async (head) => {
    const { all, ...result } = await requireShown(parts, head, target);
    const { relationship: shown, contact, related } = result;
    if (type === undefined || type === shown.type) return { actions: [], head, result };
    requireNone(all, related.id, type);
    const change = { type, updatedAt: parts.now().toISOString() };
    const write = (each: Relationship) => putRelationship(parts.store, head.accountId, { ...each, ...change });
    const changed = { relationship: { ...shown, ...change }, contact, related };
    const changes = [relationshipHistory(storedFirst(shown), { ...storedFirst(shown), ...change })];
    const actions = shown.stored.flatMap(write);
    return planSurplus(parts.store, head, shown) ?? { actions, head, changes, result: changed };
  };
}

/** The plan throws `contact_not_found` and `relationship_not_found`. */
export function planDeletion(parts: ContactParts, target: Target): Plan<undefined> {
  return async (head) => {
    const { relationship: shown } = await requireShown(parts, head, target);
    const remove = (each: Relationship) => deleteRelationship(parts.store, head.accountId, each);
    const changes = [relationshipHistory(storedFirst(shown), null)];
    const actions = shown.stored.flatMap(remove);
    return planSurplus(parts.store, head, shown) ?? { actions, head, changes, result: undefined };
  };
}

/** The history names contacts as they are stored, because an undo finds the relationship by them, also after that of a merge. */
function storedFirst({ stored: [first], ...shown }: ShownRelationship): Relationship {
  return first ?? shown;
}

interface Shown extends RelatedContacts {
  relationship: ShownRelationship;
  /** All relationships of the contact. */
  all: ShownRelationship[];
}

/** The relationship as its account is at the head, or at a later one, with which nothing can be written. */
async function requireShown(parts: ContactParts, head: AccountHead, target: Target): Promise<Shown> {
  const { accountId } = head;
  const { id, relationshipId } = target;
  const all = await shownRelationships(parts.store, head, id);
  const relationship = all.find((each) => each.id === relationshipId);
  const ids = [id, ...(relationship ? [relationship.relatedId] : [])];
  const contacts = await getSummarisedContacts(parts.store, accountId, ids);
  const contact = contacts.get(id);
  if (!contact) throw await contactNotFound(parts.store, head, [{ id, path: "params.id" }]);
  const related = relationship && contacts.get(relationship.relatedId);
  if (related) return { relationship, contact, related, all };
  // The related contact may have been merged after the head was read.
  const later = relationship && (await getAccountHead(parts.store, accountId));
  if (later && later.mergeTxid > head.mergeTxid) return requireShown(parts, later, target);
  throw new AppError("relationship_not_found");
}

/**
 * Contacts that were merged may have had the same relationship more often than a transaction has room for. The newest of
 * these, which are hidden, are then deleted first.
 */
function planSurplus(store: Store, head: AccountHead, { stored }: ShownRelationship): FirstWrite | undefined {
  const surplus = stored.slice(relationshipsAtOnce).slice(-relationshipsAtOnce);
  if (surplus.length === 0) return undefined;
  return { first: { actions: surplus.flatMap((each) => deleteRelationship(store, head.accountId, each)), head } };
}

function requireNone(all: readonly ShownRelationship[], relatedId: string, type: RelationshipType): void {
  if (all.some((other) => other.relatedId === relatedId && other.type === type)) {
    throw new AppError("relationship_already_exists");
  }
}

/** Relationships with deleted contacts, which may still be stored, don't count. */
async function requireRoom(
  store: Store,
  accountId: string,
  path: string,
  all: readonly ShownRelationship[],
): Promise<void> {
  if (all.length < maxRelationships) return;
  const ids = all.map(({ relatedId }) => relatedId);
  const existing = await getSummarisedContacts(store, accountId, ids);
  if (ids.filter((id) => existing.has(id)).length < maxRelationships) return;
  const message = `The contact ${all[0]?.contactId} has ${maxRelationships} relationships, the most.`;
  throw new AppError("conflict", { message, details: [{ path, message }] });
}
