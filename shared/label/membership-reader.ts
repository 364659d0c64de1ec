/** A cache of the memberships of the accounts that were used last, until a write changes them. */
import { AccountMemory } from "../account/account-memory.ts";
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { Memberships } from "./memberships.ts";
import { requireLabel } from "./store/label.ts";
import { readAllBuckets } from "./store/memberships.ts";

export interface MembershipReader {
  /** The memberships after every write up to the head, and perhaps after later ones; a write is included as a whole. */
  load: (head: AccountHead) => Promise<Memberships>;
}

/** The bytes of about ten accounts of 50,000 contacts. */
const defaultRoom = 16_000_000;
/** The number of reads when writes keep changing memberships. */
const maxReads = 4;

interface Held {
  memberships: Memberships;
  /** The `txid` of the last included write. */
  txid: number;
}

/** Loading costs nothing for an account without memberships, or with unchanged ones. */
export function createMembershipReader(store: Store, room: number = defaultRoom): MembershipReader {
  const memory = new AccountMemory<Held>(room, ({ memberships }) => memberships.size);

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
      if (isWhole) memory.put(accountId, held);
      if (isWhole || reads === maxReads) return held;
      before = after;
    }
  };

  return {
    load: async (head) => {
      const { accountId, membershipCount, membershipTxid } = head;
      if (membershipCount === 0) return new Memberships(new Map());
      return (
        await memory.load(
          accountId,
          ({ txid }) => txid >= membershipTxid,
          () => read(head),
        )
      ).memberships;
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
