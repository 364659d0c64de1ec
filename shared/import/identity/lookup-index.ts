/** The values by which the contacts of a row are found, and an index of the contacts that have them. */
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
  /** Whether several that were added may have this value. */
  isShared: (lookup: Lookup) => boolean;
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
    isShared: (lookup) => idsOf(keyOf(lookup)).length > 1,
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
