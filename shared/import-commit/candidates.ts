/**
 * Reads the contacts that the rows of a commit can match. The search index in memory says which contacts may have a value of
 * a row, so values that nobody has cost no read. A commit of 25 rows would otherwise make 150 queries. It makes them in a
 * large account whose index is neither in memory nor stored, because building the index could take longer than the request.
 */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord } from "../contact/record.ts";
import { loadAbsorbedLookups } from "../contact/store/absorbed-contacts.ts";
import type { Aliases } from "../contact/store/aliases.ts";
import { lookupKey } from "../contact/store/contact-derived.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { findManyContactIds, type LookupResult } from "../contact/store/lookups.ts";
import { hasLookup, importLookups, maxCandidates } from "../import/identity/lookup-index.ts";
import { exportedId, personMark } from "../import/identity/row-marks.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { ValidRow } from "./commit-row.ts";

export interface CandidateScope {
  store: Store;
  indexes: ContactIndexes;
  accountId: string;
  source: ImportSource;
  head: AccountHead;
}

export interface Candidates {
  find: LookupResult;
  stored: ReadonlyMap<string, ContactRecord>;
}

/** The contacts that a lookup of the rows finds, those with these marks, the owners of their external ids, and the account's own. */
export async function readCandidates(
  { store, indexes, accountId, source, head }: CandidateScope,
  rows: readonly ValidRow[],
  marks: ReadonlyMap<string, string>,
  aliases: Aliases,
  owners: readonly string[] = [],
): Promise<Candidates> {
  if (rows.length === 0) return { find: () => [], stored: new Map() };
  const findAbsorbed = await loadAbsorbedLookups(store, head);
  const lookups = rows.flatMap(({ row }) => importLookups(row.contact));
  const index = head.contactCount === 0 ? undefined : await indexes.loadInTime(head);
  const idsWith: LookupResult = index
    ? (lookup) => index.idsWith(lookup, maxCandidates)
    : await findManyContactIds(store, accountId, lookups, head.contactCount);
  // The index may change as soon as something else is awaited.
  const named = new Map(lookups.map((lookup) => [lookupKey(lookup), idsWith(lookup).slice(0, maxCandidates)]));
  const ids = [
    accountId,
    ...owners,
    ...[...named.values()].flat(),
    ...lookups.flatMap((lookup) => findAbsorbed(lookup).slice(0, maxCandidates)),
    ...rows.flatMap((row) => marks.get(personMark(source, row, row.row.contact) ?? "") ?? []),
    ...rows.flatMap((row) => exportedId(source, accountId, row) ?? []),
  ];
  const contacts = await getContacts(store, accountId, [...new Set(ids.map(aliases.survivorOf))]);
  const stored = new Map(contacts.map((contact) => [contact.id, contact]));
  const find: LookupResult = (lookup) => {
    const found = (named.get(lookupKey(lookup)) ?? []).filter((id) => {
      const contact = stored.get(id);
      return contact !== undefined && hasLookup(contact, lookup);
    });
    const absorbed = findAbsorbed(lookup);
    return absorbed.length === 0 ? found : [...new Set([...found, ...absorbed])].sort();
  };
  return { find, stored };
}
