/** The memberships of a whole account in memory, and a cache for the accounts that were used last. */
import { AccountMemory } from "../account/account-memory.ts";
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { requireLabel } from "./store/label.ts";
import { bucketOf, contactAt, decodeBucket, digitsOf, visitMembers } from "./store/membership-buckets.ts";
import { readAllBuckets } from "./store/memberships.ts";

export interface MembershipReader {
  /** The memberships after every write up to the head, and perhaps after later ones; a write is included as a whole. */
  load: (head: AccountHead) => Promise<Memberships>;
}

/** The bytes of about ten accounts of 50,000 contacts. */
const cacheBytes = 16_000_000;
/** The number of reads when writes keep changing memberships. */
const maxReads = 4;

interface Held {
  memberships: Memberships;
  /** The `txid` of the last included write. */
  txid: number;
}

/** Loading costs nothing for an account without memberships, or with unchanged ones. */
export function createMembershipReader(store: Store): MembershipReader {
  const memory = new AccountMemory<Held>(cacheBytes, ({ memberships }) => memberships.size);

  // A query may see some items of a transaction before the others ("DynamoDB transaction isolation levels", Amazon
  // DynamoDB developer guide). The result is consistent if no transaction came in between.
  const read = async (head: AccountHead): Promise<Held> => {
    const { accountId } = head;
    let before = head;
    for (let reads = 1; ; reads++) {
      const memberships = new Memberships(await readAllBuckets(store, accountId));
      const after = await getAccountHead(store, accountId);
      const held = { memberships, txid: after.membershipTxid };
      const isWhole = after.membershipTxid === before.membershipTxid;
      if (isWhole) memory.keep(accountId, held);
      if (isWhole || reads === maxReads) return held;
      before = after;
    }
  };

  return {
    load: async (head) => {
      const { accountId, membershipCount, membershipTxid } = head;
      if (membershipCount === 0) return new Memberships(new Map());
      const isRecent = ({ txid }: Held) => txid >= membershipTxid;
      return (await memory.load(accountId, isRecent, () => read(head))).memberships;
    },
  };
}

export interface LabelFilter {
  groupId?: string | undefined;
  tagId?: string | undefined;
  /** The number of a label that was already read. */
  labelNumber?: number | undefined;
}

/**
 * The contacts that have all labels of the filter; undefined for a filter without labels. Throws `group_not_found` or
 * `tag_not_found`.
 */
export async function findLabelled(
  { store, memberships }: { store: Store; memberships: MembershipReader },
  head: AccountHead,
  { groupId, tagId, labelNumber }: LabelFilter,
): Promise<ReadonlySet<string> | undefined> {
  const labels = await Promise.all([
    ...(groupId === undefined ? [] : [requireLabel(store, head.accountId, "group", groupId)]),
    ...(tagId === undefined ? [] : [requireLabel(store, head.accountId, "tag", tagId)]),
  ]);
  const numbers = [...labels.map(({ number }) => number), ...(labelNumber === undefined ? [] : [labelNumber])];
  if (numbers.length === 0) return undefined;
  const all = await memberships.load(head);
  const [first, ...others] = numbers.map((number) => all.idsOf(number));
  return new Set([...(first ?? [])].filter((id) => others.every((ids) => ids.has(id))));
}

/** The largest number of contacts that `firstOf` returns. */
const maxFirst = 10;
/** The bytes that the first contacts of a label take. */
const labelOverhead = 1_000;

interface LabelMembers {
  count: number;
  /** The oldest ids, ascending. */
  first: string[];
}

export class Memberships {
  private readonly buckets: ReadonlyMap<string, Uint8Array>;
  private readonly bytes: number;
  private byNumber: Map<number, LabelMembers> | undefined;

  constructor(buckets: ReadonlyMap<string, Uint8Array>) {
    this.buckets = buckets;
    this.bytes = Array.from(buckets.values(), (bucket) => bucket.length).reduce((sum, length) => sum + length, 0);
  }

  /** The approximate bytes in memory. */
  get size(): number {
    return this.bytes + (1 + (this.byNumber?.size ?? 0)) * labelOverhead;
  }

  countOf(number: number): number {
    return this.members().get(number)?.count ?? 0;
  }

  /** The contacts of the label that were created first: up to `limit`, and at most ten. */
  firstOf(number: number, limit: number): string[] {
    return this.members().get(number)?.first.slice(0, limit) ?? [];
  }

  /** The contacts that have one of these labels. */
  idsOf(sought: number | ReadonlySet<number>): Set<string> {
    const ids = new Set<string>();
    for (const bucket of this.buckets.values()) {
      const digits = digitsOf(bucket);
      visitMembers(bucket, (at, numbers) => {
        const isMember =
          typeof sought === "number" ? numbers.includes(sought) : numbers.some((each) => sought.has(each));
        if (isMember) ids.add(contactAt(digits, at));
      });
    }
    return ids;
  }

  /** The numbers of the labels of a contact, also of deleted ones. */
  numbersOf(contactId: string): readonly number[] {
    const bucket = this.buckets.get(bucketOf(contactId));
    return (bucket && decodeBucket(bucket).get(contactId)) ?? [];
  }

  /** The numbers of all labels with members. */
  numbers(): number[] {
    return [...this.members().keys()];
  }

  private members(): Map<number, LabelMembers> {
    this.byNumber ??= readMembers(this.buckets.values());
    return this.byNumber;
  }
}

function readMembers(buckets: Iterable<Uint8Array>): Map<number, LabelMembers> {
  const byNumber = new Map<number, LabelMembers>();
  for (const bucket of buckets) {
    const digits = digitsOf(bucket);
    visitMembers(bucket, (at, numbers) => {
      const id = contactAt(digits, at);
      for (const number of numbers) {
        const members = byNumber.get(number) ?? { count: 0, first: [] };
        byNumber.set(number, members);
        members.count++;
        insert(members.first, id);
      }
    });
  }
  return byNumber;
}

/** Inserts the id in order and keeps the lowest `maxFirst` ids. */
function insert(first: string[], id: string): void {
  const last = first.at(-1);
  if (first.length === maxFirst && last !== undefined && id > last) return;
  const after = first.findIndex((each) => each > id);
  first.splice(after < 0 ? first.length : after, 0, id);
  if (first.length > maxFirst) first.pop();
}
