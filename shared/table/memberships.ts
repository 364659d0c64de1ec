/**
 * Memberships of contacts in groups and tags, by their buckets (`M#<bucket>`). They are the only record of who is
 * where: counts and previews follow from them, so that nothing can disagree. Every change is planned within a write of the
 * account, on buckets that it has read (account-write.ts).
 */
import type { AccountHead } from "./account.ts";
import { maxNotedActions, type WriteAction } from "./account-write.ts";
import { batchGet } from "./batch-get.ts";
import { byBucket, decodeBucket, encodeBucket, type MembershipBucket } from "./membership-buckets.ts";
import { keysFrom, queryItems } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

/** Groups and tags of one contact together: a bucket of an account of 50,000 contacts stays below 100 KB. */
export const maxMemberships = 200;
/** Buckets that one transaction changes, beside the head and two actions of others. */
const maxBuckets = maxNotedActions - 3;
/** Bytes of the buckets of one transaction; DynamoDB takes 4 MB. */
const maxBucketBytes = 3.5 * 1000 * 1000;
const bucketCount = 256;
/** Of a contact in a bucket, about, without its labels. */
const contactBytes = 17;
/** Of an item, beside its contacts: its keys and the names of its attributes. */
const itemOverhead = 60;
/** That a consistent read of one unit reads. */
const unitBytes = 4096;

/** What the labels of a contact are to be, from what they are: ascending numbers. */
export type Edit = (numbers: readonly number[], contactId: string) => readonly number[];

export interface MembershipPlan {
  actions: WriteAction[];
  head: AccountHead;
  /** Memberships that came or went, but for those in labels that are gone. */
  changed: number;
  /** Buckets that were seen to; those after them had no room in the transaction. */
  taken: number;
}

/** All buckets, consistently read, by their names. A megabyte for 50,000 contacts with two labels each. */
export async function readAllBuckets(store: Store, accountId: string): Promise<Map<string, Uint8Array>> {
  const buckets = new Map<string, Uint8Array>();
  for await (const { sk, members } of queryItems(store, keysFrom(accountId, keyStart))) {
    buckets.set(String(sk).slice(keyStart.length), members as Uint8Array);
  }
  return buckets;
}

/** The numbers of the labels of these contacts, as far as they have any; consistently read. */
export async function readMemberships(
  store: Store,
  head: AccountHead,
  contactIds: Iterable<string>,
): Promise<Map<string, readonly number[]>> {
  const buckets = byBucket(contactIds);
  if (head.membershipCount === 0 || buckets.size === 0) return new Map();
  const stored = await readBuckets(store, head, [...buckets.keys()]);
  return new Map(
    [...buckets].flatMap(([name, ids]) =>
      ids.flatMap((id) => {
        const numbers = stored.get(name)?.get(id);
        return numbers ? [[id, withoutGone(head, numbers)] as const] : [];
      }),
    ),
  );
}

/** Puts contacts into a label; `onFull` is told of those that have as many labels as they may have, and stay as they are. */
export function joining(number: number, onFull: (contactId: string) => void): Edit {
  return (numbers, contactId) => {
    if (numbers.includes(number)) return numbers;
    if (numbers.length < maxMemberships) return [...numbers, number].sort((one, other) => one - other);
    onFull(contactId);
    return numbers;
  };
}

export function leaving(number: number): Edit {
  return (numbers) => numbers.filter((each) => each !== number);
}

/** Of contacts that are deleted. */
export const leavingAll: Edit = () => [];

/**
 * Edits the memberships of these contacts, which come by their buckets; as many buckets as fit into a transaction. One
 * that is rewritten loses whatever names labels that are gone. `version` is the `txid` of the write.
 */
export async function planMemberships(
  store: Store,
  head: AccountHead,
  buckets: Iterable<readonly [name: string, contactIds: readonly string[]]>,
  edit: Edit,
  version: number,
): Promise<MembershipPlan> {
  const wanted = [...buckets].slice(0, maxBuckets);
  const isNew = head.membershipCount === 0;
  if (isNew && edit === leavingAll) return { actions: [], head, changed: 0, taken: wanted.length };
  const names = wanted.map(([name]) => name);
  const stored = isNew ? new Map<string, MembershipBucket>() : await readBuckets(store, head, names);
  let [changed, stay, bytes, taken] = [0, 0, 0, 0];
  const actions: WriteAction[] = [];
  for (const [name, ids] of wanted) {
    const before = stored.get(name) ?? new Map();
    const cleaned = clean(head, before);
    const after = new Map(cleaned);
    let changedHere = 0;
    for (const id of ids) {
      const numbers = cleaned.get(id) ?? [];
      const edited = edit(numbers, id);
      changedHere += Math.abs(edited.length - numbers.length);
      if (edited.length > 0) after.set(id, edited);
      else after.delete(id);
    }
    // A contact may be only in what is gone: when it goes, nothing of it stays.
    if (changedHere > 0 || ids.some((id) => before.has(id) && !after.has(id))) {
      const action = writeBucket(store, head.accountId, name, after);
      bytes += action.Put?.Item?.members.length ?? 0;
      if (taken > 0 && bytes > maxBucketBytes) break;
      actions.push(action);
      stay += countOf(after) - countOf(before);
    }
    changed += changedHere;
    taken++;
  }
  return { actions, head: counted(head, actions, stay, version), changed, taken };
}

/** Rewrites these buckets, as many as fit into a transaction, without what names labels that are gone. */
export async function planCleaning(
  store: Store,
  head: AccountHead,
  names: readonly string[],
  version: number,
): Promise<Pick<MembershipPlan, "actions" | "head" | "taken">> {
  const wanted = names.slice(0, maxBuckets);
  const stored = await readBuckets(store, head, wanted);
  const actions: WriteAction[] = [];
  let [stay, bytes, taken] = [0, 0, 0];
  for (const name of wanted) {
    const before = stored.get(name) ?? new Map();
    const after = clean(head, before);
    const gone = countOf(after) - countOf(before);
    if (gone !== 0) {
      const action = writeBucket(store, head.accountId, name, after);
      bytes += action.Put?.Item?.members.length ?? 0;
      if (taken > 0 && bytes > maxBucketBytes) break;
      actions.push(action);
      stay += gone;
    }
    taken++;
  }
  return { actions, head: counted(head, actions, stay, version), taken };
}

/**
 * What deleting a contact takes of a transaction for its memberships, at most: actions, and bytes of its bucket, of
 * which the average is known and some are larger.
 */
export function departureSize({ contactCount, membershipCount }: AccountHead): { actions: number; bytes: number } {
  if (membershipCount === 0) return { actions: 0, bytes: 0 };
  return { actions: 1, bytes: Math.ceil((2 * (contactBytes * contactCount + 2 * membershipCount)) / bucketCount) };
}

const keyStart = "M#";

function bucketKey(accountId: string, name: string) {
  return { pk: accountPartition(accountId), sk: keyStart + name };
}

/** Reads these one by one, or all at once where that is cheaper: an item read by its key costs a unit at least. */
async function readBuckets(
  store: Store,
  head: AccountHead,
  names: readonly string[],
): Promise<Map<string, MembershipBucket>> {
  const { accountId, contactCount, membershipCount } = head;
  const people = Math.max(1, Math.min(contactCount, membershipCount));
  const allBytes = people * (contactBytes + itemOverhead / Math.ceil(people / bucketCount)) + 2 * membershipCount;
  if (names.length > Math.ceil(allBytes / unitBytes)) {
    const all = await readAllBuckets(store, accountId);
    return new Map(
      names.flatMap((name) => {
        const bucket = all.get(name);
        return bucket ? [[name, decodeBucket(bucket)] as const] : [];
      }),
    );
  }
  const items = await batchGet(
    store,
    names.map((name) => bucketKey(accountId, name)),
  );
  return new Map(
    items.map(({ sk, members }) => [String(sk).slice(keyStart.length), decodeBucket(members as Uint8Array)]),
  );
}

function writeBucket({ tableName }: Store, accountId: string, name: string, bucket: MembershipBucket): WriteAction {
  const Key = bucketKey(accountId, name);
  if (bucket.size === 0) return { Delete: { TableName: tableName, Key } };
  return { Put: { TableName: tableName, Item: { ...Key, members: encodeBucket(bucket) } } };
}

function counted(head: AccountHead, actions: readonly WriteAction[], delta: number, version: number): AccountHead {
  if (actions.length === 0) return head;
  return { ...head, membershipCount: head.membershipCount + delta, membershipTxid: version };
}

function clean(head: AccountHead, bucket: MembershipBucket): MembershipBucket {
  if (head.goneLabels === null) return bucket;
  const kept = [...bucket].map(([id, numbers]) => [id, withoutGone(head, numbers)] as const);
  return new Map(kept.filter(([, numbers]) => numbers.length > 0));
}

function withoutGone({ goneLabels }: AccountHead, numbers: readonly number[]): readonly number[] {
  return goneLabels === null ? numbers : numbers.filter((number) => !goneLabels.includes(number));
}

function countOf(bucket: MembershipBucket): number {
  let count = 0;
  for (const numbers of bucket.values()) count += numbers.length;
  return count;
}
