/** How rows find contacts: those that are stored, and those that earlier rows changed or made. */
import { hash } from "node:crypto";
import type { Platform } from "../contact/handles.ts";
import { type Findable, isFoundBy, type Lookup, lookupKey, lookupPrefix, lookupsOf } from "../table/contact-derived.ts";

/** Contacts that are compared for one e-mail address, phone number or website that many share. */
export const maxCandidates = 100;

/** Reading numbers takes long, and many rows may share one with a contact. */
const lookups = new WeakMap<Findable, Lookup[]>();

/** What contacts are looked up by for a row. A messenger's number is a number like others, in any spelling. */
export function importLookups(row: Findable): readonly Lookup[] {
  let known = lookups.get(row);
  if (known === undefined) {
    known = lookupsOf(row).filter((lookup) => lookup.kind !== "handle" || !isMessenger(lookup.platform));
    lookups.set(row, known);
  }
  return known;
}

/** Whether a lookup finds this contact. */
export function hasLookup(contact: Findable, lookup: Lookup): boolean {
  const prefix = lookupPrefix(lookup);
  return importLookups(contact).some((own) => {
    return own.kind === lookup.kind && lookupPrefix(own) === prefix && isFoundBy(lookup, lookupKey(own));
  });
}

export interface LookupIndex {
  /** A contact that has these values by now, as far as its lists had room for them. */
  add: (id: string, values: readonly Lookup[]) => void;
  /** The oldest first, with those that the storage finds. */
  find: (lookup: Lookup, stored: readonly string[]) => readonly string[];
}

/** Keeps some 100 bytes of each lookup. `get` answers a contact that was added. */
export function createLookupIndex(get: (id: string) => Findable | undefined): LookupIndex {
  /** By the hash of the prefix: the one contact, mostly, or several. */
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
        // Nobody looks at more, and a whole file may share a number.
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

/** 72 bits, enough for the values of one import. */
function keyOf(lookup: Lookup): string {
  return hash("sha256", lookupPrefix(lookup), "base64url").slice(0, 12);
}
