/**
 * Memberships of contacts in groups and tags, in buckets (`M#<bucket>`). They are the only record of memberships; counts and
 * previews are derived from them. Every change is planned within a write of the account, on buckets that it has read
 * (account-write.ts).
 */
import type { AccountHead } from "../../account/store/account.ts";
import { maxPlanActions, type PlanPart } from "../../account/store/account-write.ts";
import { markLabels } from "../../account/store/label-changes.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { memberEvents } from "./label.ts";
import { byBucket, decodeBucket, encodeBucket, type MembershipBucket } from "./membership-buckets.ts";

/** The largest number of groups and tags of one contact. A bucket of an account of 50,000 contacts stays below 100 KB. */
export const maxMemberships = 200;
/** The bytes of the buckets of one transaction; DynamoDB takes 4 MB. */
const maxBucketBytes = 3.5 * 1000 * 1000;
const bucketCount = 256;
/** The approximate bytes of a contact in a bucket without its labels. */
const contactBytes = 17;
/** The bytes of an item without its contacts: its keys and the names of its attributes. */
const itemOverhead = 60;
/** The bytes that a consistent read of one unit reads. */
const unitBytes = 4096;

/** Returns the new labels of a contact from its current ones; both are ascending numbers, also of deleted labels (hidden-labels.ts). */
export type Edit = (numbers: readonly number[], contactId: string) => readonly number[];

export interface MembershipPlan extends PlanPart {
  /** The number of memberships that were added or removed. */
  changed: number;
  /** The contacts whose memberships changed. */
  contactIds: readonly string[];
  /** The number of buckets that are done. The others have no room in the transaction. */
  done: number;
}

/** Consistently reads all buckets, by name: a megabyte for 50,000 contacts with two labels each. */
export async function readAllBuckets(store: Store, accountId: string): Promise<Map<string, Uint8Array>> {
  const buckets = new Map<string, Uint8Array>();
  for await (const { sk, members } of queryItems(store, prefixQuery(accountId, keyStart))) {
    buckets.set(String(sk).slice(keyStart.length), members as Uint8Array);
  }
  return buckets;
}

/** Consistently reads the numbers of the labels of those contacts that have any, also of deleted labels. */
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
        return numbers ? [[id, numbers] as const] : [];
      }),
    ),
  );
}

/** Adds contacts to a label. `onFull` gets those that have the largest number of labels that exist; they are unchanged. */
export function joining(
  number: number,
  exists: (number: number) => boolean,
  onFull: (contactId: string) => void = () => undefined,
): Edit {
  return (numbers, contactId) => {
    if (numbers.includes(number)) return numbers;
    if (numbers.filter(exists).length < maxMemberships) return [...numbers, number].sort((one, other) => one - other);
    onFull(contactId);
    return numbers;
  };
}

export function leaving(number: number): Edit {
  return (numbers) => numbers.filter((each) => each !== number);
}

/**
 * Plans the edit of the memberships of contacts, which are listed by bucket, in as many buckets as fit into a transaction.
 * `version` is the `txid` of the write. It has no changes of its own, because most memberships change with something else.
 */
export async function planMemberships(
  store: Store,
  head: AccountHead,
  buckets: Iterable<readonly [name: string, contactIds: readonly string[]]>,
  edit: Edit,
  version: number,
): Promise<MembershipPlan> {
  // The change of members takes one.
  const planned = [...buckets].slice(0, maxPlanActions - 1);
  const isNew = head.membershipCount === 0;
  const names = planned.map(([name]) => name);
  const stored = isNew ? new Map<string, MembershipBucket>() : await readBuckets(store, head, names);
  let [changed, stay, bytes, done] = [0, 0, 0, 0];
  const actions: WriteAction[] = [];
  const numbersChanged = new Set<number>();
  const contactIds: string[] = [];
  for (const [name, ids] of planned) {
    const before: MembershipBucket = stored.get(name) ?? new Map();
    const after = new Map(before);
    const changedHere: number[] = [];
    const contactsHere: string[] = [];
    for (const id of ids) {
      const numbers = before.get(id) ?? [];
      const edited = edit(numbers, id);
      const differing = new Set(numbers).symmetricDifference(new Set(edited));
      changedHere.push(...differing);
      if (differing.size > 0) contactsHere.push(id);
      if (edited.length > 0) after.set(id, edited);
      else after.delete(id);
    }
    if (changedHere.length > 0) {
      const action = writeBucket(store, head.accountId, name, after);
      bytes += action.Put?.Item?.members.length ?? 0;
      if (done > 0 && bytes > maxBucketBytes) break;
      actions.push(action);
      stay += countOf(after) - countOf(before);
    }
    for (const number of changedHere) numbersChanged.add(number);
    contactIds.push(...contactsHere);
    changed += changedHere.length;
    done++;
  }
  const events = await memberEvents(store, head, numbersChanged);
  const after = markLabels(counted(head, actions, stay, version), numbersChanged);
  return { actions, head: after, events, changes: [], changed, contactIds, done };
}

/**
 * The largest share of a transaction that the memberships of one deleted contact take. The bytes are twice the average size
 * of a bucket, because some buckets are larger.
 */
export function membershipSize({ contactCount, membershipCount }: AccountHead): { actions: number; bytes: number } {
  if (membershipCount === 0) return { actions: 0, bytes: 0 };
  return { actions: 1, bytes: Math.ceil((2 * (contactBytes * contactCount + 2 * membershipCount)) / bucketCount) };
}

const keyStart = "M#";

function bucketKey(accountId: string, name: string) {
  return { pk: accountPartition(accountId), sk: keyStart + name };
}

/** Reads the buckets by key, or all of them if that is cheaper, because each read by key costs at least one unit. */
async function readBuckets(
  store: Store,
  head: AccountHead,
  names: readonly string[],
): Promise<Map<string, MembershipBucket>> {
  const { accountId, contactCount, membershipCount } = head;
  const contacts = Math.max(1, Math.min(contactCount, membershipCount));
  const allBytes = contacts * (contactBytes + itemOverhead / Math.ceil(contacts / bucketCount)) + 2 * membershipCount;
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

function countOf(bucket: MembershipBucket): number {
  let count = 0;
  for (const numbers of bucket.values()) count += numbers.length;
  return count;
}
