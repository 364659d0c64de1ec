/**
 * External ids are unique in an account. Every write that gives one checks this by a consistent read after that of the
 * account head, so that two parallel writes can't both find it free: the one that commits later is planned again.
 */
import type { AccountHead } from "../../account/store/account.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { ContactRecord } from "../record.ts";
import { loadAliases } from "./aliases.ts";
import { getContacts } from "./contact-list.ts";
import { findContactIds } from "./lookups.ts";

/**
 * The contact that has this external id, or into which a contact with it was merged. So a merged contact keeps its external
 * id for an undo, and another system finds the person by it.
 */
export async function findExternalIdOwner(
  store: Store,
  head: AccountHead,
  externalId: string,
): Promise<string | undefined> {
  const ids = await findContactIds(store, head.accountId, { kind: "externalId", value: externalId });
  if (ids.length === 0) return undefined;
  const { survivorOf } = await loadAliases(store, head);
  // The lookups of a deleted contact may still be in storage.
  const [owner] = await getContacts(store, head.accountId, [...new Set(ids.map(survivorOf))]);
  return owner?.id;
}

/** Throws `conflict` with the contact that has the external id of `after`, if that is another one. */
export async function requireOwnExternalId(
  store: Store,
  head: AccountHead,
  before: ContactRecord | null,
  { id, externalId }: ContactRecord,
): Promise<void> {
  if (externalId === null || externalId === before?.externalId) return;
  const owner = await findExternalIdOwner(store, head, externalId);
  if (owner === undefined || owner === id) return;
  const details = [{ path: "body.externalId", message: `The contact ${owner} has this external id.` }];
  throw new AppError("conflict", { message: "Another contact has this external id.", details });
}
