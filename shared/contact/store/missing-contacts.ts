/** The error for ids that name no contact. */
import type { AccountHead } from "../../account/store/account.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";
import { loadAliases } from "./aliases.ts";
import { getContacts } from "./contact-list.ts";

/** An id of a request that names no contact, and its path in the request. */
export interface MissingContact {
  id: string;
  path: string;
}

/** A `contact_not_found` with a detail for each id. The detail of a merged contact names the surviving one, if that exists. */
export async function contactNotFound(
  store: Store,
  head: AccountHead,
  missing: readonly MissingContact[],
): Promise<AppError> {
  const { survivorOf } = await loadAliases(store, head);
  const survivors = new Set(missing.flatMap(({ id }) => (survivorOf(id) === id ? [] : [survivorOf(id)])));
  const existing = new Set((await getContacts(store, head.accountId, [...survivors])).map(({ id }) => id));
  const details = missing.map(({ id, path }) => {
    const survivor = survivorOf(id);
    const isMerged = existing.has(survivor);
    return { path, message: isMerged ? `The contact was merged into ${survivor}.` : "There is no such contact." };
  });
  return new AppError("contact_not_found", { details });
}
