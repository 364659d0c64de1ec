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
 * A key that more contacts have, such as the number of a company or a frequent name, says nothing about one person. Only the
 * oldest contact with a twin key is compared with all others, which are its copies, as after many imports.
 */
export const maxSharing = 12;

/** If more than one contact in this number has changed, all are compared again. */
const manyChanges = 20;

interface Indexed {
  entry: SearchEntry;
  /** Hashes of its keys: even numbers, and odd ones of its twin keys. */
  keys: readonly number[];
}

function isOfTwins(key: number): boolean {
  return key % 2 === 1;
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

  /** Makes the pairs of these entries. An entry that is the same object as before has not changed. */
  update(entries: readonly SearchEntry[]): void {
    const changed: ChangedKeys = new Map();
    const present = new Set<string>();
    for (const entry of entries) {
      present.add(entry.id);
      const known = this.contacts.get(entry.id);
      if (known?.entry === entry) continue;
      const { keys: shared, twinKeys } = keysOf(entry);
      const keys = [
        ...new Set([...shared.map((key) => 2 * hashOf(key)), ...twinKeys.map((key) => 2 * hashOf(key) + 1)]),
      ];
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
    const all = [...this.contacts.values()];
    const areFew = changed.size * manyChanges < all.length;
    const candidates = areFew ? findCandidates(all, changesOf(changed)) : undefined;
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

/** The keys of changed contacts, by id. */
type ChangedKeys = Map<string, { before: readonly number[]; after: readonly number[] }>;

interface Changes {
  /** By the key, how many more contacts have it than before. */
  differences: ReadonlyMap<number, number>;
  /** By the key, the oldest contact that has it only before or only after. */
  moved: ReadonlyMap<number, string>;
  isChanged: (id: string) => boolean;
}

function changesOf(changed: ChangedKeys): Changes {
  const differences = new Map<number, number>();
  const moved = new Map<number, string>();
  for (const [id, { before, after }] of changed) {
    for (const key of before) differences.set(key, (differences.get(key) ?? 0) - 1);
    for (const key of after) differences.set(key, (differences.get(key) ?? 0) + 1);
    const [had, has] = [new Set(before), new Set(after)];
    for (const key of [...before, ...after]) {
      if (had.has(key) === has.has(key)) continue;
      const known = moved.get(key);
      moved.set(key, known !== undefined && known < id ? known : id);
    }
  }
  return { differences, moved, isChanged: (id) => changed.has(id) };
}

/** The contacts of an account are fewer than this. */
const slots = 2 ** 17;

/**
 * The pairs of contacts with a common key; with `changes`, only the pairs with a changed contact. Undefined if a key began or
 * ceased to be shared by too many, or if its oldest contact is another one, because this changes pairs of other contacts.
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
    const key = keyAt(from);
    while (keyAt(end) === key) end++;
    const count = end - from;
    const areMany = count > maxSharing;
    if (changes && count - (changes.differences.get(key) ?? 0) > maxSharing !== areMany) return undefined;
    if (count === 1 || (areMany && !isOfTwins(key))) continue;
    const members = Array.from(sorted.subarray(from, end), (each) => each % slots);
    const idOf = (slot: number) => all[slot]?.entry.id ?? "";
    if (areMany) {
      members.sort((one, other) => compare(idOf(one), idOf(other)));
      const moved = changes?.moved.get(key);
      if (moved !== undefined && moved <= idOf(members[0] ?? 0)) return undefined;
    }
    for (const [at, left] of members.slice(0, areMany ? 1 : count).entries()) {
      for (const right of members.slice(at + 1)) {
        const isAsked = !changes || changes.isChanged(idOf(left)) || changes.isChanged(idOf(right));
        if (isAsked) pairs.add(Math.min(left, right) * slots + Math.max(left, right));
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
