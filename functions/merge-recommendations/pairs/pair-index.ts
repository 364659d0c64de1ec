/** The pairs of contacts of an account that may be one person. A change of some contacts only compares these again. */
import type { SearchEntry } from "../../../shared/search/entry.ts";
import { type Candidate, candidateOf, keysOf } from "./candidate.ts";
import { compareContacts, type Likeness } from "./compare-contacts.ts";

export interface Pair extends Likeness {
  /** The ids, the smaller one, which is the contact that was created first, at the left. */
  left: string;
  right: string;
}

/**
 * A key that more contacts have says nothing about one person, as the number of a company or a frequent name. A key is for an
 * exact value or for names, which are often nearly the same.
 */
export const maxSharing = 12;

/** If more than one contact in so many has changed, all are compared again. */
const manyChanges = 20;

interface Indexed {
  entry: SearchEntry;
  /** Hashes of its keys. */
  keys: readonly number[];
}

export class PairIndex {
  private readonly ownId: string;
  private readonly contacts = new Map<string, Indexed>();
  /** By both ids. */
  private readonly pairs = new Map<string, Pair>();
  private sorted: readonly Pair[] | undefined;

  /** `ownId` is the id of the account's own contact, which is always at the left. */
  constructor(ownId: string) {
    this.ownId = ownId;
  }

  /** The best first, then by their ids. */
  list(): readonly Pair[] {
    this.sorted ??= [...this.pairs.values()].sort(
      (one, other) => other.score - one.score || compare(one.left, other.left) || compare(one.right, other.right),
    );
    return this.sorted;
  }

  /** The pair of two contacts, in any order. */
  find(one: string, other: string): Pair | undefined {
    return this.pairs.get(`${one} ${other}`) ?? this.pairs.get(`${other} ${one}`);
  }

  get size(): number {
    return this.contacts.size;
  }

  /** Updates the pairs to those of these entries. An entry that is the same object as before has not changed. */
  update(entries: readonly SearchEntry[]): void {
    const changed = new Map<string, { before: readonly number[]; after: readonly number[] }>();
    const present = new Set<string>();
    for (const entry of entries) {
      present.add(entry.id);
      const known = this.contacts.get(entry.id);
      if (known?.entry === entry) continue;
      const keys = [...new Set(keysOf(entry).map(hashOf))];
      changed.set(entry.id, { before: known?.keys ?? [], after: keys });
      this.contacts.set(entry.id, { entry, keys });
    }
    for (const [id, { keys }] of this.contacts) {
      if (present.has(id)) continue;
      changed.set(id, { before: keys, after: [] });
      this.contacts.delete(id);
    }
    if (changed.size === 0) return;
    this.sorted = undefined;
    const differences = new Map<number, number>();
    for (const { before, after } of changed.values()) {
      for (const key of before) differences.set(key, (differences.get(key) ?? 0) - 1);
      for (const key of after) differences.set(key, (differences.get(key) ?? 0) + 1);
    }
    const all = [...this.contacts.values()];
    const areFew = changed.size * manyChanges < all.length;
    const candidates = areFew ? findCandidates(all, { differences, isChanged: (id) => changed.has(id) }) : undefined;
    for (const [key, { left, right }] of this.pairs) {
      if (!candidates || changed.has(left) || changed.has(right)) this.pairs.delete(key);
    }
    this.compare(candidates ?? findCandidates(all) ?? []);
  }

  private compare(candidates: Iterable<readonly [SearchEntry, SearchEntry]>): void {
    const read = new Map<SearchEntry, Candidate>();
    const candidate = (entry: SearchEntry) => {
      const known = read.get(entry) ?? candidateOf(entry);
      read.set(entry, known);
      return known;
    };
    for (const [one, other] of candidates) {
      const likeness = compareContacts(candidate(one), candidate(other));
      if (!likeness) continue;
      const isInOrder = one.id === this.ownId || (other.id !== this.ownId && one.id < other.id);
      const [left, right] = isInOrder ? [one.id, other.id] : [other.id, one.id];
      this.pairs.set(`${left} ${right}`, { left, right, ...likeness });
    }
  }
}

interface Changes {
  /** By the hash of a key, how many more contacts have it than before. */
  differences: ReadonlyMap<number, number>;
  isChanged: (id: string) => boolean;
}

/** The contacts of an account are fewer than this. */
const slots = 2 ** 17;

/**
 * The pairs of contacts with a common key; with `changes`, those with a changed contact, and undefined if a key came to be or
 * ceased to be shared by too many, because this changes other pairs.
 */
function findCandidates(all: readonly Indexed[], changes?: Changes): [SearchEntry, SearchEntry][] | undefined {
  const found: number[] = [];
  for (const [slot, { keys }] of all.entries()) {
    for (const key of keys) if (!changes || changes.differences.has(key)) found.push(key * slots + slot);
  }
  const sorted = Float64Array.from(found).sort();
  const pairs = new Set<number>();
  const keyAt = (at: number) => Math.floor((sorted[at] ?? -1) / slots);
  for (let from = 0, end = 0; from < sorted.length; from = end) {
    while (keyAt(end) === keyAt(from)) end++;
    const before = end - from - (changes?.differences.get(keyAt(from)) ?? 0);
    if (changes && before > maxSharing !== end - from > maxSharing) return undefined;
    if (end - from > maxSharing) continue;
    for (let one = from; one < end - 1; one++) {
      for (let other = one + 1; other < end; other++) {
        const [left, right] = [(sorted[one] ?? 0) % slots, (sorted[other] ?? 0) % slots];
        const isAsked = !changes || [left, right].some((slot) => changes.isChanged(all[slot]?.entry.id ?? ""));
        if (isAsked) pairs.add(left * slots + right);
      }
    }
  }
  return Array.from(pairs, (pair) => {
    const [left, right] = [all[Math.floor(pair / slots)], all[pair % slots]] as [Indexed, Indexed];
    return [left.entry, right.entry];
  });
}

/** FNV-1a, 30 bits: an accidental hit only costs a comparison. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
