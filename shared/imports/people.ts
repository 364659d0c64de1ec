/** Names of contacts, by which rows of a file are compared with them: read in batches, and kept for the rows to come. */
import { batchGet } from "../table/batch-get.ts";
import { contactKey } from "../table/contact.ts";
import type { Store } from "../table/store.ts";
import type { PersonName } from "./identity.ts";

/** A contact as far as rows are compared with it. */
export interface Person extends PersonName {
  network_a: string | null;
}

/** Contacts, of some 100 bytes each, whose names are kept from one batch to the next. */
const maxKept = 20_000;

/**
 * Reads those of the contacts that were not read before, at half the price: a name that is a moment old does. Answers
 * who is behind an id of this batch; undefined for a contact that is gone.
 */
export function createPeople(
  store: Store,
  accountId: string,
): (ids: readonly string[]) => Promise<(id: string) => Person | undefined> {
  /** All names as one, and the profile in a line of its own. */
  const known = new Map<string, string>();
  return async (ids) => {
    if (known.size > maxKept) known.clear();
    const keys = ids.filter((id) => !known.has(id)).map((id) => contactKey(accountId, id));
    const attributes = ["id", "firstName", "middleName", "lastName", "network_a"];
    for (const item of await batchGet(store, keys, { consistent: false, attributes })) {
      const { id, firstName = "", middleName = "", lastName = "", network_a = "" } = item;
      known.set(String(id), `${firstName} ${middleName} ${lastName}\n${network_a}`);
    }
    return (id) => {
      const [firstName, network_a] = known.get(id)?.split("\n") ?? [];
      return firstName === undefined ? undefined : { firstName, network_a: network_a || null };
    };
  };
}
