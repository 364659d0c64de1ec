/**
 * Relationships as they are shown. A merge leaves the stored ones as they are: their contacts are mapped when they are read,
 * so that an undo has nothing to restore (contact/store/aliases.ts).
 */
import type { AccountHead } from "../account/store/account.ts";
import { type Aliases, loadAliases } from "../contact/store/aliases.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { allStoredRelationships, type Relationship, storedRelationships } from "./store/relationship.ts";

/** Its contacts are those that exist now, except one that was deleted. */
export interface ShownRelationship extends Relationship {
  /**
   * The stored relationships for which this one stands, oldest first. There are several when contacts that were merged had
   * the same relationship; the oldest one is shown.
   */
  stored: Relationship[];
}

const parallelQueries = 16;

/**
 * The relationships of a contact, oldest first. The related contact may have been deleted; then the relationship must not be
 * shown.
 */
export async function shownRelationships(
  store: Store,
  head: AccountHead,
  contactId: string,
): Promise<ShownRelationship[]> {
  const { accountId, hasRelationships } = head;
  if (!hasRelationships) return [];
  const aliases = await loadAliases(store, head);
  const ids = [contactId, ...aliases.aliasesOf(contactId)];
  const found = await mapInParallel(ids, parallelQueries, (id) => storedRelationships(store, accountId, id));
  return unite(found.flat(), aliases);
}

/**
 * All relationships of an account between contacts that exist, each once, from one of its ends. Keeps only the
 * relationships of merged contacts in memory, which come last.
 */
export async function* allRelationships(
  store: Store,
  head: AccountHead,
  exists: (contactId: string) => boolean,
): AsyncGenerator<Relationship, void> {
  if (!head.hasRelationships) return;
  const aliases = await loadAliases(store, head);
  const merged: Relationship[] = [];
  for await (const each of allStoredRelationships(store, head.accountId)) {
    const [contactId, relatedId] = [aliases.survivorOf(each.contactId), aliases.survivorOf(each.relatedId)];
    if (contactId > relatedId || !exists(contactId) || !exists(relatedId)) continue;
    if ([contactId, relatedId].some((id) => aliases.aliasesOf(id).length > 0)) merged.push(each);
    else yield each;
  }
  yield* unite(merged, aliases);
}

/** Leaves out relationships of a contact with itself. */
function unite(found: readonly Relationship[], aliases: Aliases): ShownRelationship[] {
  const shown = new Map<string, ShownRelationship>();
  for (const each of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const [contactId, relatedId] = [aliases.survivorOf(each.contactId), aliases.survivorOf(each.relatedId)];
    if (contactId === relatedId) continue;
    const key = `${contactId} ${relatedId} ${each.type}`;
    const oldest = shown.get(key);
    if (oldest) oldest.stored.push(each);
    else shown.set(key, { ...each, contactId, relatedId, stored: [each] });
  }
  return [...shown.values()];
}
