/** Memberships of accounts as a process keeps them: those that were used last, until somebody changes them. */
import { type AccountHead, getAccountHead } from "../table/account.ts";
import { readAllBuckets } from "../table/memberships.ts";
import type { Store } from "../table/store.ts";
import { Turns } from "../table/turns.ts";
import { Memberships } from "./memberships.ts";

export interface MembershipReader {
  /** Includes every write up to the head, and perhaps later ones; never a part of one. */
  load: (head: AccountHead) => Promise<Memberships>;
}

/** Bytes: some ten accounts of 50,000 contacts. */
const defaultRoom = 16_000_000;
/** Times that reading is begun anew when somebody changes memberships meanwhile. */
const maxReads = 4;

interface Held {
  memberships: Memberships;
  /** Of the last write that it knows of. */
  txid: number;
}

/** An account without memberships costs nothing, and so does one whose memberships are as they were. */
export function createMembershipReader(store: Store, room: number = defaultRoom): MembershipReader {
  /** The one that was used longest ago comes first. */
  const memory = new Map<string, Held>();
  const turns = new Turns();

  const fromMemory = ({ accountId, membershipTxid }: AccountHead): Memberships | undefined => {
    const held = memory.get(accountId);
    if (!held || held.txid < membershipTxid) return undefined;
    memory.delete(accountId);
    memory.set(accountId, held);
    return held.memberships;
  };

  const keep = (accountId: string, held: Held): void => {
    memory.delete(accountId);
    memory.set(accountId, held);
    let taken = 0;
    for (const { memberships } of memory.values()) taken += memberships.size;
    for (const [oldest, { memberships }] of memory) {
      if (taken <= room || memory.size === 1) return;
      memory.delete(oldest);
      taken -= memberships.size;
    }
  };

  // A query may see some items of a transaction before the others ("Isolation levels for DynamoDB transactions", AWS's
  // guide): it is whole when no transaction came between.
  const read = async (head: AccountHead): Promise<Memberships> => {
    let before = head;
    for (let reads = 1; ; reads++) {
      const memberships = new Memberships(await readAllBuckets(store, head.accountId));
      const after = await getAccountHead(store, head.accountId);
      if (after.membershipTxid === before.membershipTxid) {
        keep(head.accountId, { memberships, txid: after.membershipTxid });
        return memberships;
      }
      if (reads === maxReads) return memberships;
      before = after;
    }
  };

  return {
    load: async (head) => {
      if (head.membershipCount === 0) return new Memberships(new Map());
      return fromMemory(head) ?? turns.take(head.accountId, async () => fromMemory(head) ?? read(head));
    },
  };
}
