/**
 * The encoding of memberships. Contacts are spread over 256 buckets by the last two digits of their ids, which are random
 * (RFC 9562, section 5.7). A bucket has an entry for each contact with memberships, in the order of the ids: the 16 bytes
 * of the id, then as LEB128 numbers the count of labels, the number of the first label, and the difference of each further
 * number to the one before.
 */
import { parse } from "uuid";

/** The numbers of groups and tags by contact id, ascending and never empty. */
export type MembershipBucket = ReadonlyMap<string, readonly number[]>;

const idBytes = 16;

/** The name of the bucket of a contact: two hexadecimal digits. */
export function bucketOf(contactId: string): string {
  return contactId.slice(-2);
}

/** The ids by their buckets, in the order of the buckets; each id once. */
export function byBucket(contactIds: Iterable<string>): Map<string, string[]> {
  const buckets = new Map<string, string[]>();
  for (const id of new Set(contactIds)) {
    const known = buckets.get(bucketOf(id));
    if (known) known.push(id);
    else buckets.set(bucketOf(id), [id]);
  }
  return new Map([...buckets].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function encodeBucket(bucket: MembershipBucket): Uint8Array {
  const sorted = [...bucket].sort(([one], [other]) => (one < other ? -1 : 1));
  const bytes: number[] = [];
  for (const [id, numbers] of sorted) {
    bytes.push(...parse(id));
    pushVarint(bytes, numbers.length);
    let last = 0;
    for (const number of numbers) {
      pushVarint(bytes, number - last);
      last = number;
    }
  }
  return Uint8Array.from(bytes);
}

export function decodeBucket(bytes: Uint8Array): Map<string, number[]> {
  const bucket = new Map<string, number[]>();
  const digits = digitsOf(bytes);
  visitMembers(bytes, (at, numbers) => bucket.set(contactAt(digits, at), [...numbers]));
  return bucket;
}

/** The bucket in hexadecimal. Converting it as a whole takes a tenth of the time of converting each id. */
export function digitsOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
}

/** The id that begins at this byte of a bucket. */
export function contactAt(digits: string, at: number): string {
  const id = digits.slice(2 * at, 2 * (at + idBytes));
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

/**
 * Calls `visit` for every contact of the bucket, with the byte at which its id begins and with its numbers. The array is
 * reused by the next call, because most contacts are skipped. Throws if the bytes are not a bucket.
 */
export function visitMembers(bytes: Uint8Array, visit: (at: number, numbers: readonly number[]) => void): void {
  const numbers: number[] = [];
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) throw new Error("the bucket of memberships is broken");
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const start = at;
    at += idBytes;
    numbers.length = 0;
    let last = 0;
    for (let left = next(); left > 0; left--) {
      last += next();
      numbers.push(last);
    }
    visit(start, numbers);
  }
}

function pushVarint(bytes: number[], value: number): void {
  let left = value;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left = Math.floor(left / 0x80);
  }
  bytes.push(left);
}
