/**
 * The account head: settings, counters and the account's `txid`. Every write to account data replaces it under a
 * condition on the `txid` that was read, so that all writes of an account have one order (see account-write.ts).
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { LeapDay } from "../time/calendar.ts";
import { accountPartition, type Store } from "./store.ts";

export interface AccountHead {
  accountId: string;
  /** Only an address that the issuer verified. */
  email: string | null;
  timezone: string;
  language: string;
  leapDay: LeapDay;
  /** Grows by one with every committed write. */
  txid: number;
  /** When it was last written, in milliseconds since the epoch, by the writer's clock. */
  writtenAt: number;
  /** Without `myself`. */
  contactCount: number;
  /** By UTC year of creation, without `myself`. */
  contactsByYear: Readonly<Record<string, number>>;
  /** By UTC month, `YYYY-MM`. */
  interactionsByMonth: Readonly<Record<string, number>>;
  apiKeyIds: readonly string[];
  /** The greatest id of a contact that ever was, but for `myself`: later ones are greater. */
  lastContactId: string;
  /** The `txid` of the last write that the search log knows of; 0 for none. */
  searchTxid: number;
  /**
   * The set of contacts that a worker last deleted from, and how many of its ids, from the first one on, are done:
   * whoever goes on after a crash begins there. Nobody need clear it.
   */
  deletion: { id: string; done: number } | null;
  createdAt: string;
}

/** As provisioning writes it: `txid` 1 is the write of the head itself and of `myself`. */
export function newAccountHead(accountId: string, email: string | null, now: Date): AccountHead {
  return {
    accountId,
    email,
    timezone: "UTC",
    language: "en",
    leapDay: "feb28",
    txid: 1,
    writtenAt: now.getTime(),
    contactCount: 0,
    contactsByYear: {},
    interactionsByMonth: {},
    apiKeyIds: [],
    lastContactId: "",
    searchTxid: 0,
    deletion: null,
    createdAt: now.toISOString(),
  };
}

export function accountHeadKey(accountId: string) {
  return { pk: accountPartition(accountId), sk: "HEAD" };
}

export function accountHeadToItem(head: AccountHead): Record<string, unknown> {
  return { ...accountHeadKey(head.accountId), ...head };
}

/** What heads of older accounts lack. */
const laterFields: Partial<AccountHead> = { writtenAt: 0, lastContactId: "", searchTxid: 0, deletion: null };

function accountHeadFromItem(item: Record<string, unknown>): AccountHead {
  const { pk: _pk, sk: _sk, ...head } = item;
  return { ...laterFields, ...head } as unknown as AccountHead;
}

/** Consistent: what it says includes every write that was answered. Throws when the account was never provisioned. */
export async function getAccountHead(store: Store, accountId: string): Promise<AccountHead> {
  const head = await readHead(store, accountId, true);
  if (!head) throw new Error("the account has no head");
  return head;
}

/**
 * At half the price: may be some milliseconds old, so its `txid` may be too small, never too great. Read it before what
 * it is told with.
 */
export async function getRecentAccountHead(store: Store, accountId: string): Promise<AccountHead> {
  return (await readHead(store, accountId, false)) ?? getAccountHead(store, accountId);
}

async function readHead(store: Store, accountId: string, ConsistentRead: boolean): Promise<AccountHead | undefined> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: accountHeadKey(accountId), ConsistentRead }),
  );
  return Item && accountHeadFromItem(Item);
}

/** The head after `delta` contacts that were created in the given UTC years came (1) or went (-1). */
export function countContacts(head: AccountHead, createdAt: readonly string[], delta: 1 | -1): AccountHead {
  const contactsByYear = { ...head.contactsByYear };
  for (const timestamp of createdAt) {
    const year = timestamp.slice(0, 4);
    contactsByYear[year] = (contactsByYear[year] ?? 0) + delta;
  }
  return { ...head, contactCount: head.contactCount + delta * createdAt.length, contactsByYear };
}
