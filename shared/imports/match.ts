/** The contact that a row is about: one search for the preview of a file and for its commit. */
import type { Findable, Lookup } from "../table/contact-derived.ts";
import { areOnePerson, type Somebody } from "./identity.ts";
import { hasLookup, importLookups } from "./lookup-index.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";
import { exportedId, personMark, type RowOrigin } from "./row-marks.ts";

type MaybePromise<Value> = Value | Promise<Value>;

/** An account as it is when the row comes. */
export interface AccountView<Contact> {
  accountId: string;
  source: ImportSource;
  get: (id: string) => MaybePromise<Contact | undefined>;
  /** The oldest first. The account's own contact is found by none: it is asked itself. */
  find: (lookup: Lookup) => MaybePromise<readonly string[]>;
  /** The contact that has this mark (row-marks.ts). */
  marked: (mark: string) => string | undefined;
}

export interface Match<Contact> {
  contact: Contact;
  matchedOn: NonNullable<ParsedContact["duplicateOf"]>["matchedOn"];
}

/**
 * The first of these that is the row's person by the rules of identity.ts: the contact that the row was exported from; of
 * each of its profiles, its website, its addresses and numbers the oldest contact, the account's own last; the contact
 * with the mark of its person, which has the same UID, or name and day of connecting.
 */
export async function findMatch<Contact extends Somebody & Findable>(
  view: AccountView<Contact>,
  origin: RowOrigin,
  row: Somebody & Findable,
): Promise<Match<Contact> | undefined> {
  const { accountId, source } = view;
  const uid = exportedId(source, accountId, origin);
  const exported = uid === undefined ? undefined : await view.get(uid);
  if (exported && areOnePerson({ kind: "export" }, exported, row)) return { contact: exported, matchedOn: "import" };
  const own = await view.get(accountId);
  for (const lookup of importLookups(row)) {
    const ids = await view.find(lookup);
    for (const id of own && hasLookup(own, lookup) ? [...ids, accountId] : ids) {
      const contact = await view.get(id);
      if (contact && areOnePerson(lookup, contact, row)) return { contact, matchedOn: lookup.kind };
    }
  }
  const marked = view.marked(personMark(source, origin, row) ?? "");
  const contact = marked === undefined ? undefined : await view.get(marked);
  const kind = source === "network_a" ? "connection" : "uid";
  return contact && areOnePerson({ kind }, contact, row) ? { contact, matchedOn: "import" } : undefined;
}
