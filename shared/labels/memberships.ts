/** Who is in which groups and tags, of a whole account in memory. */
import { bucketOf, contactAt, decodeBucket, digitsOf, visitMembers } from "../table/membership-buckets.ts";

/** Contacts that are told of a label at most. */
const maxFirst = 10;
/** What a label takes beside its buckets, in bytes: its first contacts. */
const labelOverhead = 1_000;

interface Told {
  count: number;
  /** The oldest ids, ascending. */
  first: string[];
}

export class Memberships {
  /** Bytes, by bucket. */
  private readonly buckets: ReadonlyMap<string, Uint8Array>;
  private byNumber: Map<number, Told> | undefined;

  constructor(buckets: ReadonlyMap<string, Uint8Array>) {
    this.buckets = buckets;
  }

  /** Bytes that it takes in memory, about. */
  get size(): number {
    let size = labelOverhead;
    for (const bucket of this.buckets.values()) size += bucket.length;
    return size + (this.byNumber?.size ?? 0) * labelOverhead;
  }

  countOf(number: number): number {
    return this.tell().get(number)?.count ?? 0;
  }

  /** Up to `limit` contacts of the label, `maxFirst` at most: those that were created first. */
  firstOf(number: number, limit: number): string[] {
    return this.tell().get(number)?.first.slice(0, limit) ?? [];
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

  /** Labels of the contact. */
  numbersOf(contactId: string): readonly number[] {
    const bucket = this.buckets.get(bucketOf(contactId));
    return (bucket && decodeBucket(bucket).get(contactId)) ?? [];
  }

  /** Names of the buckets that name one of these labels. */
  bucketsNaming(numbers: ReadonlySet<number>): string[] {
    const naming = (bucket: Uint8Array) => {
      let found = false;
      visitMembers(bucket, (_at, given) => {
        found ||= given.some((number) => numbers.has(number));
      });
      return found;
    };
    return [...this.buckets].filter(([, bucket]) => naming(bucket)).map(([name]) => name);
  }

  private tell(): Map<number, Told> {
    this.byNumber ??= tellAll(this.buckets.values());
    return this.byNumber;
  }
}

function tellAll(buckets: Iterable<Uint8Array>): Map<number, Told> {
  const byNumber = new Map<number, Told>();
  for (const bucket of buckets) {
    const digits = digitsOf(bucket);
    visitMembers(bucket, (at, numbers) => {
      const id = contactAt(digits, at);
      for (const number of numbers) {
        const told = byNumber.get(number) ?? { count: 0, first: [] };
        byNumber.set(number, told);
        told.count++;
        insert(told.first, id);
      }
    });
  }
  return byNumber;
}

/** Keeps the least. */
function insert(first: string[], id: string): void {
  const last = first.at(-1);
  if (first.length === maxFirst && last !== undefined && id > last) return;
  const after = first.findIndex((each) => each > id);
  first.splice(after < 0 ? first.length : after, 0, id);
  if (first.length > maxFirst) first.pop();
}
