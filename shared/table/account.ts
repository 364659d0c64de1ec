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
  /** By UTC month, `YYYY-MM`, from the current one on. */
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
  /** What its owner is called in mails. */
  name: string;
  /** Local time of the account, `HH:MM`, from which the reminders of a day are sent. */
  reminderSendTime: string;
  remindersEnabled: boolean;
  /** What became of the mails that were sent to `email`; null as long as nothing speaks against sending. */
  mailFault: { state: "refused" | "bounced" | "complained"; at: string } | null;
  /** When the reminder sender shall look at the account next, ISO 8601 in UTC: its entry in the due index; null for never. */
  dueAt: string | null;
  /** The `txid` of the last write that changed important dates, or the name of a contact that has any. */
  datesTxid: number;
  /** When a setting last changed that shows in the calendar feed, ISO 8601 in UTC; null as long as none did. */
  feedChangedAt: string | null;
  /** Of the secret in the address of the calendar feed; null when there is none. */
  calendarToken: { hash: string; createdAt: string } | null;
  groupCount: number;
  tagCount: number;
  /** Of groups and tags together: the last number that one was given. */
  lastLabelNumber: number;
  /** Memberships of contacts in groups and tags, with those in `goneLabels`. */
  membershipCount: number;
  /** The `txid` of the last write that changed memberships. */
  membershipTxid: number;
  /** Numbers of groups and tags that are gone and that memberships may still name; null for none. */
  goneLabels: readonly number[] | null;
  interactionCount: number;
  /** The earliest date of an interaction that lies in the future, or has come and was not seen to; null for none. */
  nextInteractionAt: string | null;
  /** Journals of changes that are not worked off yet (settle.ts). */
  unsettled: number;
  /** Journals of contacts that are gone, and that interactions may still name (departures.ts). */
  departures: number;
  /** Journals of contacts that are gone, and of whom only entries may be left. */
  leftEntries: number;
}

/** A field that has this value is not stored: the head goes along with every write, and shall stay a kilobyte. */
const laterFields = {
  writtenAt: 0,
  lastContactId: "",
  searchTxid: 0,
  deletion: null,
  name: "",
  reminderSendTime: "08:00",
  remindersEnabled: true,
  mailFault: null,
  dueAt: null,
  datesTxid: 0,
  feedChangedAt: null,
  calendarToken: null,
  groupCount: 0,
  tagCount: 0,
  lastLabelNumber: 0,
  membershipCount: 0,
  membershipTxid: 0,
  goneLabels: null,
  interactionCount: 0,
  nextInteractionAt: null,
  unsettled: 0,
  departures: 0,
  leftEntries: 0,
} as const satisfies Partial<AccountHead>;

/** As provisioning writes it: `txid` 1 is the write of the head itself and of `myself`. */
export function newAccountHead(accountId: string, email: string | null, now: Date): AccountHead {
  return {
    ...laterFields,
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
    createdAt: now.toISOString(),
  };
}

export function accountHeadKey(accountId: string) {
  return { pk: accountPartition(accountId), sk: "HEAD" };
}

export function accountHeadToItem(head: AccountHead): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = laterFields;
  const told = Object.entries(head).filter(([name, value]) => !(name in defaults) || value !== defaults[name]);
  return { ...accountHeadKey(head.accountId), ...Object.fromEntries(told) };
}

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

/** The same of an account that may never have been: undefined then. Consistent. */
export async function findAccountHead(store: Store, accountId: string): Promise<AccountHead | undefined> {
  return readHead(store, accountId, true);
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
