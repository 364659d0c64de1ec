/** Finds the contact of a row, for both the preview of a file and its commit. */
import { hash } from "node:crypto";
import type { Platform } from "../../contact/reach/handles.ts";
import {
  type Findable,
  isFoundBy,
  type Lookup,
  lookupKey,
  lookupPrefix,
  lookupsOf,
} from "../../contact/store/contact-derived.ts";
import type { ImportSource, ParsedContact } from "../row/parsed-contact.ts";
import { areOnePerson, type ComparedPerson, isProfile } from "./identity.ts";
import { exportedId, personMark, type RowOrigin } from "./row-marks.ts";

type MaybePromise<Value> = Value | Promise<Value>;

/** The contacts of an account, with the changes by earlier rows. */
export interface AccountView<Contact> {
  accountId: string;
  source: ImportSource;
  /** The contact of an id; for the id of a merged contact, the surviving one. */
  get: (id: string) => MaybePromise<Contact | undefined>;
  /** The ids of the contacts that a lookup finds, the oldest first, without the account's own. Some may be merged. */
  find: (lookup: Lookup) => MaybePromise<readonly string[]>;
  /** The id of the contact that has this mark (row-marks.ts). */
  marked: (mark: string) => string | undefined;
}

export interface Match<Contact> {
  contact: Contact;
  matchedOn: NonNullable<ParsedContact["duplicateOf"]>["matchedOn"];
}

/**
 * The first of these contacts that is the person of the row by the rules of identity.ts: the contact from which the row was
 * exported; the contacts found by its profiles, its website, its e-mail addresses and numbers, the oldest first and the
 * account's own last; the contact with the mark of the person (the same UID, or the same name and day of connecting).
 */
export async function findMatch<Contact extends ComparedPerson & Findable & { id: string }>(
  view: AccountView<Contact>,
  origin: RowOrigin,
  row: ComparedPerson & Findable,
): Promise<Match<Contact> | undefined> {
  const { accountId, source } = view;
  const uid = exportedId(source, accountId, origin);
  const exported = uid === undefined ? undefined : await view.get(uid);
  if (exported && areOnePerson({ kind: "export" }, exported, row)) return { contact: exported, matchedOn: "import" };
  const own = await view.get(accountId);
  for (const lookup of importLookups(row)) {
    const ids = await view.find(lookup);
    let survivor: Contact | undefined;
    for (const id of own && hasLookup(own, lookup) ? [...ids, accountId] : ids) {
      const contact = await view.get(id);
      if (!contact) continue;
      if (contact.id !== id && isProfile(lookup)) survivor ??= contact;
      else if (areOnePerson(lookup, contact, row)) return { contact, matchedOn: lookup.kind };
    }
    // A contact that was merged had the profile. The surviving contact may not show it, but no other contact does.
    if (survivor) return { contact: survivor, matchedOn: lookup.kind };
  }
  const marked = view.marked(personMark(source, origin, row) ?? "");
  const contact = marked === undefined ? undefined : await view.get(marked);
  const kind = source === "network_a" ? "connection" : "uid";
  return contact && areOnePerson({ kind }, contact, row) ? { contact, matchedOn: "import" } : undefined;
}

/** The number of contacts that are compared if many share an e-mail address, a phone number or a website. */
export const maxCandidates = 100;

/** Lookups that were read: reading numbers takes long, and a contact is compared with many rows. */
const lookups = new WeakMap<Findable, Lookup[]>();

/** The lookups by which the contacts of a row are found. The number of a messenger is a phone number, in any spelling. */
export function importLookups(row: Findable): readonly Lookup[] {
  let known = lookups.get(row);
  if (known === undefined) {
    known = lookupsOf(row).filter((lookup) => lookup.kind !== "handle" || !isMessenger(lookup.platform));
    lookups.set(row, known);
  }
  return known;
}

/** Whether the lookup finds this contact. */
export function hasLookup(contact: Findable, lookup: Lookup): boolean {
  const prefix = lookupPrefix(lookup);
  return importLookups(contact).some((own) => {
    return own.kind === lookup.kind && lookupPrefix(own) === prefix && isFoundBy(lookup, lookupKey(own));
  });
}

export interface LookupIndex {
  /** Adds a contact that has these values now, if its lists had room for them. */
  add: (id: string, values: readonly Lookup[]) => void;
  /** The ids of the contacts that were added, and of `stored`, the oldest first. */
  find: (lookup: Lookup, stored: readonly string[]) => readonly string[];
}

/** Finds contacts that earlier rows changed. Keeps some 100 bytes of each lookup. `get` returns a contact that was added. */
export function createLookupIndex(get: (id: string) => Findable | undefined): LookupIndex {
  /** The id of the contact by the hash of the prefix, or a list of ids. */
  const found = new Map<string, string | string[]>();
  const idsOf = (key: string) => {
    const ids = found.get(key) ?? [];
    return typeof ids === "string" ? [ids] : ids;
  };
  return {
    add: (id, values) => {
      for (const lookup of values) {
        const key = keyOf(lookup);
        const known = idsOf(key);
        // A whole file may share a number, and no more contacts are compared.
        if (known.length >= maxCandidates || known.includes(id)) continue;
        found.set(key, known.length === 0 ? id : [...known, id]);
      }
    },
    find: (lookup, stored) => {
      const added = idsOf(keyOf(lookup)).filter((id) => {
        const contact = get(id);
        return contact !== undefined && hasLookup(contact, lookup);
      });
      if (added.length === 0) return stored.slice(0, maxCandidates);
      return [...new Set([...stored, ...added])].sort().slice(0, maxCandidates);
    },
  };
}

function isMessenger(platform: Platform): boolean {
  return platform === "network_d" || platform === "network_e";
}

/** 72 bits are enough for the values of one import. */
function keyOf(lookup: Lookup): string {
  return hash("sha256", lookupPrefix(lookup), "base64url").slice(0, 12);
}
