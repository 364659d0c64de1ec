/**
 * The account head: settings, counters and the account's `txid`. Every write to an account replaces the head on the
 * condition that its `txid` has not changed, so that all writes of an account have one order (see account-write.ts).
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store, type Stored } from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { LeapDay } from "../../platform/time/calendar.ts";

export interface AccountHead {
  accountId: string;
  /** An address that the issuer verified, or null. */
  email: string | null;
  timezone: string;
  language: string;
  leapDay: LeapDay;
  /** Every committed write increments it. */
  txid: number;
  /** The time of the last write in milliseconds since the epoch, by the clock of the writer. */
  writtenAt: number;
  /** The number of contacts without the owner's own contact. */
  contactCount: number;
  /** The number of contacts by UTC year of creation, without the owner's own contact. */
  contactsByYear: Readonly<Record<string, number>>;
  /** The number of interactions by UTC month, `YYYY-MM`, from the current month on. */
  interactionsByMonth: Readonly<Record<string, number>>;
  apiKeyIds: readonly string[];
  /** The greatest contact id so far, except the owner's. Ids of later contacts are greater. */
  lastContactId: string;
  /** The `txid` of the last write in the search log; 0 for none. */
  searchTxid: number;
  /** The `txid` of the last write in the search log that deleted contacts; 0 for none. */
  deletionTxid: number;
  /** Contacts that were changed after the search log, in nothing that is searched (touches.ts); null for none. */
  touched: Uint8Array | null;
  /**
   * The set of contacts that a worker deleted last, and the number of its ids that are done, from the first one on. After
   * a crash, the deletion continues there. The field is never cleared.
   */
  deletion: { id: string; done: number } | null;
  /** The undo of changes that runs; null for none. */
  undoId: string | null;
  createdAt: string;
  /** The owner's name in mails. */
  name: string;
  /** The local time, `HH:MM`, from which the reminders of a day are sent. */
  reminderSendTime: string;
  remindersEnabled: boolean;
  /** Why mails to `email` failed; null if none failed. */
  mailFault: { state: "refused" | "bounced" | "complained"; at: string } | null;
  /** The account's entry in the due index: when the reminder sender must check the account, ISO 8601 in UTC; null for never. */
  dueAt: string | null;
  /** The `txid` of the last write that changed important dates or the name of a contact with important dates. */
  datesTxid: number;
  /** The `txid` of the last write that changed contacts with `keepFrequencyDays`; 0 without such a write. */
  keepTxid: number;
  /** The position up to which mails have included contacts to be in touch with (tracked-contacts.ts); "" before the first one. */
  keptInTouchUntil: string;
  /** When a setting that affects the calendar feed last changed, ISO 8601 in UTC; null if none changed. */
  feedChangedAt: string | null;
  /** The hash of the token of the calendar feed; null without a token. */
  calendarToken: { hash: string; createdAt: string } | null;
  /** The number of recipients of shared contacts on the last day (UTC) on which the account shared any; null for none. */
  shares: { day: string; recipients: number } | null;
  groupCount: number;
  tagCount: number;
  /** The `txid` of each of the last changes of groups and tags (label-changes.ts); null for none. */
  labelChanges: Readonly<Record<string, number>> | null;
  /** The `txid` of the last write in the log of such changes; 0 for none. */
  labelLogTxid: number;
  /** The number of the newest group or tag. */
  lastLabelNumber: number;
  /** The number of memberships of contacts in groups and tags, including those in deleted ones. */
  membershipCount: number;
  /** The `txid` of the last write that changed memberships. */
  membershipTxid: number;
  /** True from the first deletion on of a group or tag that may have members. */
  hasHiddenLabels: boolean;
  interactionCount: number;
  /**
   * The position, by date and id, from which interactions may not be applied yet, because they are in the future or were
   * when they were written; null for none.
   */
  nextInteractionAt: string | null;
  /** The number of items with pending work of interactions. */
  pendingWork: number;
  /** The number of items with deleted contacts to which interactions or relationships may still refer. */
  deletedContactItems: number;
  /** Bulk deletions that a restore withdrew at this time, ISO 8601 in UTC. Workers that have their sets in memory stop; null for none. */
  withdrawn: { at: string; ids: readonly string[] } | null;
  /** The number of contacts in the trash, without those that were hidden when it was emptied. */
  trashCount: number;
  /** Contacts that were deleted up to this time are no longer in the trash, because it was emptied, ISO 8601 in UTC; "" for never. */
  trashEmptiedAt: string;
  /** The account's entry in the list by which the clock empties the trash (purge-trash.ts), ISO 8601 in UTC; null for none. */
  purgeAt: string | null;
  /** Whether interactions may be hidden, because all of their participants are in the trash. The head doesn't count them. */
  hasHiddenInteractions: boolean;
  /** The number of items in the log of merged contacts. It never falls. */
  mergeCount: number;
  /** The `txid` of the last of these items; 0 for none. */
  mergeTxid: number;
  /** True from the first relationship on. It is never reset, because those of deleted contacts are removed without the head. */
  hasRelationships: boolean;
  /** The number of declined merge recommendations. */
  declinedCount: number;
  /** The `txid` of the last write that declined or restored one. */
  declinedTxid: number;
  /** Until when undos of imports may have left something that a later undo takes back, ISO 8601 in UTC; null for never. */
  leftoversUntil: string | null;
  webhookCount: number;
  /** The types of events that enabled webhooks subscribe to; null for none. */
  webhookEvents: readonly string[] | null;
  /** The `txid` of the last write with an event that a webhook subscribes to. */
  outboxTxid: number;
}

/** Fields with these values are not stored, because every write includes the head, which should not exceed a kilobyte. */
const defaultFields = {
  writtenAt: 0,
  lastContactId: "",
  searchTxid: 0,
  touched: null,
  deletion: null,
  undoId: null,
  name: "",
  reminderSendTime: "08:00",
  remindersEnabled: true,
  mailFault: null,
  dueAt: null,
  datesTxid: 0,
  keepTxid: 0,
  keptInTouchUntil: "",
  feedChangedAt: null,
  calendarToken: null,
  shares: null,
  groupCount: 0,
  tagCount: 0,
  labelChanges: null,
  labelLogTxid: 0,
  lastLabelNumber: 0,
  membershipCount: 0,
  membershipTxid: 0,
  hasHiddenLabels: false,
  interactionCount: 0,
  nextInteractionAt: null,
  pendingWork: 0,
  deletedContactItems: 0,
  withdrawn: null,
  trashCount: 0,
  trashEmptiedAt: "",
  purgeAt: null,
  hasHiddenInteractions: false,
  mergeCount: 0,
  mergeTxid: 0,
  hasRelationships: false,
  declinedCount: 0,
  declinedTxid: 0,
  leftoversUntil: null,
  webhookCount: 0,
  webhookEvents: null,
  outboxTxid: 0,
} as const satisfies Partial<AccountHead>;

/**
 * The head of a new account. Its first write, with `txid` 1, creates the head and the owner's own contact. After an earlier
 * account of the same person, whose last `txid` was `lastTxid`, all of its `txid`s are greater.
 */
export function newAccountHead(accountId: string, email: string | null, now: Date, lastTxid = 0): AccountHead {
  const txid = lastTxid + 1;
  const ofCaches = Object.keys(defaultFields).filter((name) => lastTxid > 0 && name.endsWith("Txid"));
  return {
    ...defaultFields,
    ...Object.fromEntries(ofCaches.map((name) => [name, txid])),
    accountId,
    email,
    deletionTxid: lastTxid > 0 ? txid : 0,
    timezone: "UTC",
    language: "en",
    leapDay: "feb28",
    txid,
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
  const defaults: Readonly<Record<string, unknown>> = defaultFields;
  const item: Record<string, unknown> = accountHeadKey(head.accountId);
  const fields: Readonly<Record<string, unknown>> = { ...head };
  for (const name in fields) if (!(name in defaults) || fields[name] !== defaults[name]) item[name] = fields[name];
  return item;
}

function accountHeadFromItem(item: Record<string, unknown>): AccountHead {
  const { pk: _pk, sk: _sk, ...head } = item as Stored<AccountHead, keyof typeof defaultFields | "deletionTxid">;
  // Heads of earlier versions don't have the last deletion. It is not after the last item of the search log.
  return { ...defaultFields, deletionTxid: head.searchTxid ?? 0, ...head };
}

/** The account was closed after its caller was authorised. */
export class AccountClosedError extends AppError {
  constructor() {
    super("auth_required", { message: "The account was closed." });
  }
}

/** Consistently reads the head. Throws `AccountClosedError` when the account doesn't exist. */
export async function getAccountHead(store: Store, accountId: string): Promise<AccountHead> {
  const head = await readHead(store, accountId, true);
  if (!head) throw new AccountClosedError();
  return head;
}

/**
 * Reads the head at half the price. It may be some milliseconds old. If it is read before other data, its `txid` is never
 * greater than the `txid` of those data.
 */
export async function getRecentAccountHead(store: Store, accountId: string): Promise<AccountHead> {
  return (await readHead(store, accountId, false)) ?? getAccountHead(store, accountId);
}

/** Milliseconds after which the record of an undo expires, so that nothing can end it any more. */
export const longestUndo = 30 * 24 * 3600 * 1000;

/** Throws `conflict` while an undo of changes runs, because what many changes do at once would get into its way. */
export function requireNoUndo({ undoId }: AccountHead, now: Date): void {
  if (undoId === null) return;
  // The id is a UUID of version 7.
  const startedAt = Number.parseInt(undoId.replace("-", "").slice(0, 12), 16);
  if (now.getTime() < startedAt + longestUndo)
    throw new AppError("conflict", { message: `An undo of changes runs: it is ${undoId}.` });
}

/** Consistently reads the head; undefined when the account doesn't exist. */
export async function findAccountHead(store: Store, accountId: string): Promise<AccountHead | undefined> {
  return readHead(store, accountId, true);
}

async function readHead(store: Store, accountId: string, ConsistentRead: boolean): Promise<AccountHead | undefined> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: accountHeadKey(accountId), ConsistentRead }),
  );
  return Item && accountHeadFromItem(Item);
}

/** The head after contacts with these creation times were added (1) or removed (-1). */
export function countContacts(head: AccountHead, createdAt: readonly string[], delta: 1 | -1): AccountHead {
  if (createdAt.length === 0) return head;
  const contactsByYear = { ...head.contactsByYear };
  for (const timestamp of createdAt) {
    const year = timestamp.slice(0, 4);
    contactsByYear[year] = (contactsByYear[year] ?? 0) + delta;
  }
  return { ...head, contactCount: head.contactCount + delta * createdAt.length, contactsByYear };
}
