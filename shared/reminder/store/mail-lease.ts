/**
/**
 * Leases on reminder mails (shared/platform/mail/lease.ts), each with the occurrences in its mail. A lease that also includes
 * contacts to be in touch with is written with the account's head, whose position moves. An account has at most one lease
 * that has not ended, and it is the last by its key (`W#<day>` or `W#<day>#<number>`).
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { AccountHead } from "../../account/store/account.ts";
import { writeAccount } from "../../account/store/account-write.ts";
import { prefixQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { updateOf } from "../../platform/dynamodb/update.ts";
import { createLease, firstLease, type Lease, type LeaseKey } from "../../platform/mail/lease.ts";
import type { LeaseName } from "./lease-name.ts";

export interface LeasedOccurrence {
  contactId: string;
  dateId: string;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

/** The contacts to be in touch with that a mail includes, by their positions: after `from`, and up to `to`. */
export interface LeasedPositions {
  from: string;
  to: string;
}

/** The subjects of a mail. */
export interface LeasedContent {
  occurrences: readonly LeasedOccurrence[];
  positions: LeasedPositions | null;
}

/** The fault of a mail that SES had accepted. */
export type LeaseFault = "rejected" | "bounced" | "complained";

export interface MailLease extends LeaseName, Lease {
  /** The same for every attempt. */
  occurrences: readonly LeasedOccurrence[];
  /** Null for a mail without contacts to be in touch with. Every attempt includes those that are left. */
  positions: LeasedPositions | null;
  /** When SES accepted the mail; null if that is not known. */
  acceptedAt: string | null;
  fault: LeaseFault | null;
}

/** Seconds for which a lease is kept, for late events and for questions about a mail. */
const keptFor = 60 * 24 * 3600;

export function leaseKey({ accountId, day, number }: LeaseName): LeaseKey {
  // The numbers have four digits, because keys are sorted as text.
  const suffix = number === 1 ? "" : `#${String(number).padStart(4, "0")}`;
  return { pk: accountPartition(accountId), sk: `W#${day}${suffix}` };
}

/** The account's last lease, consistently read; undefined when it has none. */
export async function findLastLease({ client, tableName }: Store, accountId: string): Promise<MailLease | undefined> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      ...prefixQuery(accountId, "W#"),
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] && leaseFromItem(accountId, Items[0]);
}

/** Consistently read; undefined if the lease does not exist or has expired. */
export async function getLease({ client, tableName }: Store, name: LeaseName): Promise<MailLease | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: leaseKey(name), ConsistentRead: true }),
  );
  return Item && leaseFromItem(name.accountId, Item);
}

/**
 * Begins the first attempt. With positions, it moves the position of the head in the same transaction, so that what is
 * tracked from now on is behind them. Undefined if another run has this lease, or if tracked contacts have changed since
 * `read`, the head with which the mail was made.
 */
export async function leaseMail(
  store: Store,
  name: LeaseName,
  content: LeasedContent,
  { read, now }: { read: Pick<AccountHead, "keepTxid" | "keptInTouchUntil">; now: Date },
): Promise<MailLease | undefined> {
  const { occurrences, positions } = content;
  const attributes = {
    occurrences: occurrences.map(({ contactId, dateId, occurrence }) => `${contactId} ${dateId} ${occurrence}`),
    ...(positions && { positions }),
    expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
  };
  const key = leaseKey(name);
  if (!positions) {
    const item = await createLease(store, key, attributes, now);
    return item && leaseFromItem(name.accountId, { ...item });
  }
  const Put = firstLease(store, key, attributes, now);
  const { result } = await writeAccount(store, name.accountId, async (head) => {
    const isCurrent = head.keepTxid === read.keepTxid && head.keptInTouchUntil === read.keptInTouchUntil;
    if (!isCurrent || (await getLease(store, name))) return { actions: [], head, result: undefined };
    const result = leaseFromItem(name.accountId, { ...Put.Item });
    return { actions: [{ Put }], head: { ...head, keptInTouchUntil: positions.to }, result };
  });
  return result;
}

/** Ends the lease, or records the fault of its mail, in a transaction with the head. */
export function updateLeaseAction(
  { tableName: TableName }: Store,
  name: LeaseName,
  update: { state: "done" | "refused" } | { fault: LeaseFault },
): WriteAction {
  const ConditionExpression = "attribute_exists(pk)";
  return { Update: { TableName, Key: leaseKey(name), ...updateOf(update), ConditionExpression } };
}

function leaseFromItem(accountId: string, item: Record<string, unknown>): MailLease {
  const { sk, state, occurrences, attempts, attemptedAt, ...more } = item as StoredLease;
  const { positions = null, acceptedAt = null, fault = null } = more;
  const [, day = "", number = "1"] = sk.split("#");
  return {
    accountId,
    day,
    number: Number(number),
    state,
    occurrences: occurrences.map((text) => {
      const [contactId = "", dateId = "", occurrence = ""] = text.split(" ");
      return { contactId, dateId, occurrence };
    }),
    positions,
    attempts,
    attemptedAt,
    acceptedAt,
    fault,
  };
}

/** Occurrences are stored as text, so that the 2,000 occurrences of the largest mail fit into an item of 400 KB. */
type StoredLease = Stored<
  Omit<MailLease, keyof LeaseName | "occurrences"> & { occurrences: string[] },
  "positions" | "acceptedAt" | "fault"
>;
