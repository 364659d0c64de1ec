/**
 * Leases on reminder mails (shared/platform/mail/lease.ts), each with the occurrences in its mail. An account has at most one
 * lease that has not ended, and it is the last by its key (`W#<day>` or `W#<day>#<number>`).
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { prefixQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { updateOf } from "../../platform/dynamodb/update.ts";
import { createLease, type Lease, type LeaseKey } from "../../platform/mail/lease.ts";
import type { LeaseName } from "./lease-name.ts";

export interface LeasedOccurrence {
  contactId: string;
  dateId: string;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

/** The fault of a mail that SES had accepted. */
export type LeaseFault = "rejected" | "bounced" | "complained";

export interface MailLease extends LeaseName, Lease {
  /** At least one, the same for every attempt. */
  occurrences: LeasedOccurrence[];
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

/** Begins the first attempt. Undefined if another run has this lease. */
export async function leaseMail(
  store: Store,
  name: LeaseName,
  occurrences: readonly LeasedOccurrence[],
  now: Date,
): Promise<MailLease | undefined> {
  const attributes = {
    occurrences: occurrences.map(({ contactId, dateId, occurrence }) => `${contactId} ${dateId} ${occurrence}`),
    expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
  };
  const item = await createLease(store, leaseKey(name), attributes, now);
  return item && leaseFromItem(name.accountId, { ...item });
}

/** Ends the lease, or records the fault of its mail, in a transaction with the head. */
export function updateLeaseAction(
  { tableName: TableName }: Store,
  name: LeaseName,
  update: { state: "settled" | "refused" } | { fault: LeaseFault },
): WriteAction {
  const ConditionExpression = "attribute_exists(pk)";
  return { Update: { TableName, Key: leaseKey(name), ...updateOf(update), ConditionExpression } };
}

function leaseFromItem(accountId: string, item: Record<string, unknown>): MailLease {
  const { sk, state, occurrences, attempts, attemptedAt, acceptedAt = null, fault = null } = item as unknown as Stored;
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
    attempts,
    attemptedAt,
    acceptedAt,
    fault,
  };
}

/** Occurrences are stored as text, so that the 4,000 occurrences of the largest mail fit into an item of 400 KB. */
type Stored = Omit<MailLease, keyof LeaseName | "occurrences" | "acceptedAt" | "fault"> &
  Partial<Pick<MailLease, "acceptedAt" | "fault">> & { sk: string; occurrences: string[] };
