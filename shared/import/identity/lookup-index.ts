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
  /** The ids of those that `find` may find by a value of several. */
  sharing: () => ReadonlySet<string>;
  /** Adds all values that a contact has now. It keeps them. */
  add: (id: string, values: readonly Lookup[]) => void;
  /** The ids of the contacts that were added, and of `stored`, the oldest first. */
  find: (lookup: Lookup, stored: readonly string[]) => readonly string[];
}

/** Finds contacts that earlier rows changed, without reading them. Keeps some 100 bytes of each lookup. */
export function createLookupIndex(): LookupIndex {
  /** By the hash of the prefix, the rest of the key with the id, or a list of these. */
  const found = new Map<string, string | string[]>();
  const entriesOf = (hashed: string) => {
    const entries = found.get(hashed) ?? [];
    return typeof entries === "string" ? [entries] : entries;
  };
  return {
    isShared: (lookup) => typeof found.get(hashOf(lookup)) === "object",
    sharing: () =>
      new Set([...found.values()].flatMap((entries) => (typeof entries === "string" ? [] : entries.map(idOf)))),
    add: (id, values) => {
      for (const lookup of values) {
        const hashed = hashOf(lookup);
        // All lookups but those of numbers are found by their whole key.
        const entry = (lookup.kind === "phone" ? `${lookup.value}#` : "") + id;
        const known = entriesOf(hashed);
        // A whole file may share a number, and no more contacts are compared.
        if (known.length >= maxCandidates || known.includes(entry)) continue;
        found.set(hashed, known.length === 0 ? entry : [...known, entry]);
      }
    },
    find: (lookup, stored) => {
      const entries = entriesOf(hashOf(lookup));
      const prefix = entries.length === 0 ? "" : lookupPrefix(lookup);
      const added = entries.filter((entry) => isFoundBy(lookup, prefix + entry.slice(0, -idOf(entry).length)));
      if (added.length === 0) return stored.slice(0, maxCandidates);
      return [...new Set([...stored, ...added.map(idOf)])].sort().slice(0, maxCandidates);
    },
  };
}

/** No id has a `#`, with which the rest of a key ends. */
function idOf(entry: string): string {
  return entry.slice(entry.lastIndexOf("#") + 1);
}

function isMessenger(platform: Platform): boolean {
  return platform === "network_d" || platform === "network_e";
}

/** The values of a row are looked up in several indexes. */
const hashes = new WeakMap<Lookup, string>();

/** 72 bits are enough for the values of one import. */
function hashOf(lookup: Lookup): string {
  let hashed = hashes.get(lookup);
  if (hashed === undefined) {
    hashed = hash("sha256", lookupPrefix(lookup), "base64url").slice(0, 12);
    hashes.set(lookup, hashed);
  }
  return hashed;
}
