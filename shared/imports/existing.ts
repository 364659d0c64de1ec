/** Which rows of a file are about people who are contacts already. */
import { getAccountHead } from "../table/account.ts";
import { type Lookup, lookupsOf } from "../table/contact-derived.ts";
import { findManyContactIds } from "../table/lookups.ts";
import type { Store } from "../table/store.ts";
import { identifies } from "./identity.ts";
import type { ParsedContact } from "./parsed-contact.ts";

/**
 * Fills `alreadyExists` and `duplicateOf` by any profile, e-mail address or phone number that a contact has, in this
 * order, and of several contacts by the oldest. Whether the name agrees too is asked at commit: here a person looks at
 * it.
 */
export async function markExisting(
  store: Store,
  accountId: string,
  contacts: readonly ParsedContact[],
): Promise<ParsedContact[]> {
  const { contactCount } = await getAccountHead(store, accountId);
  const find = await findManyContactIds(store, accountId, contacts.flatMap(telling), contactCount);
  return contacts.map((contact) => {
    for (const lookup of telling(contact)) {
      const [contactId] = find(lookup);
      if (contactId !== undefined) {
        return { ...contact, alreadyExists: true, duplicateOf: { contactId, matchedOn: lookup.kind } };
      }
    }
    return contact;
  });
}

/** All but the website, which colleagues share. */
function telling(contact: ParsedContact): Lookup[] {
  return lookupsOf(contact).filter((lookup) => lookup.kind !== "handle" || identifies(lookup));
}
