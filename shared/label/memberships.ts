/** The memberships of a whole account in memory. */
import { bucketOf, contactAt, decodeBucket, digitsOf, visitMembers } from "./store/membership-buckets.ts";

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

  idsOf(number: number): Set<string> {
    const ids = new Set<string>();
    for (const bucket of this.buckets.values()) {
      const digits = digitsOf(bucket);
      visitMembers(bucket, (at, numbers) => {
        if (numbers.includes(number)) ids.add(contactAt(digits, at));
      });
    }
    return ids;
  }

  /** The numbers of the labels of a contact. */
  numbersOf(contactId: string): readonly number[] {
    const bucket = this.buckets.get(bucketOf(contactId));
    return (bucket && decodeBucket(bucket).get(contactId)) ?? [];
  }

  /** The names of the buckets that contain one of these numbers. */
  bucketsNaming(numbers: ReadonlySet<number>): string[] {
    const naming = (bucket: Uint8Array) => {
      let found = false;
      visitMembers(bucket, (_at, own) => {
        found ||= own.some((number) => numbers.has(number));
      });
      return found;
    };
    return [...this.buckets].filter(([, bucket]) => naming(bucket)).map(([name]) => name);
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
