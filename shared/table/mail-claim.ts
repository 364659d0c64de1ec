/**
 * Claims on mails: before a mail of reminders goes out, its claim says of which occurrences it tells, so that nobody
 * else sends it; afterwards the claim says what became of it. They are no account data: no answer shows them, so they
 * are written past the account's head, each step under a condition of its own. An account has at most one claim that is
 * not done with, and it is the last by its key (`W#<day>` or `W#<day>#<number>`).
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { WriteAction } from "./account-write.ts";
import type { ClaimName } from "./claim-name.ts";
import { keysFrom } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

export interface ClaimedOccurrence {
  contactId: string;
  dateId: string;
  /** `YYYY-MM-DD` */
  occurrence: string;
}

/**
 * - `claimed`: an attempt is under way, or nobody knows how it ended.
 * - `released`: surely not sent; the next attempt may come at once.
 * - `accepted`: SES took the mail, and the dates do not say so yet.
 * - `refused`: SES will never take it; nobody was told.
 * - `settled`: the dates say that their owner was told.
 */
export type ClaimState = "claimed" | "released" | "accepted" | "refused" | "settled";

/** What became of a mail that SES took. */
export type ClaimFault = "rejected" | "bounced" | "complained";

export interface MailClaim extends ClaimName {
  state: ClaimState;
  /** At least one; the same at every attempt. */
  occurrences: ClaimedOccurrence[];
  attempts: number;
  /** When the last attempt began, ISO 8601 in UTC. */
  attemptedAt: string;
  /** When SES took it, as far as we know. */
  acceptedAt: string | null;
  fault: ClaimFault | null;
}

/** Seconds for which a claim is kept: events may come for that long, and somebody may ask what became of a mail. */
const keptFor = 60 * 24 * 3600;

function claimKey({ accountId, day, number }: ClaimName) {
  // Four digits, as the order of keys is that of text.
  const suffix = number === 1 ? "" : `#${String(number).padStart(4, "0")}`;
  return { pk: accountPartition(accountId), sk: `W#${day}${suffix}` };
}

/** The account's last claim, consistently read; undefined when it has none. */
export async function findLastClaim({ client, tableName }: Store, accountId: string): Promise<MailClaim | undefined> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      ...keysFrom(accountId, "W#"),
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] && claimFromItem(accountId, Items[0]);
}

/** Consistently read; undefined when there is no such claim, or no longer. */
export async function getClaim({ client, tableName }: Store, name: ClaimName): Promise<MailClaim | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: claimKey(name), ConsistentRead: true }),
  );
  return Item && claimFromItem(name.accountId, Item);
}

/** The first attempt. Undefined: somebody else has claimed it. */
export async function claimMail(
  { client, tableName }: Store,
  name: ClaimName,
  occurrences: readonly ClaimedOccurrence[],
  now: Date,
): Promise<MailClaim | undefined> {
  const attemptedAt = now.toISOString();
  const Item = {
    ...claimKey(name),
    state: "claimed" satisfies ClaimState,
    occurrences: occurrences.map(({ contactId, dateId, occurrence }) => `${contactId} ${dateId} ${occurrence}`),
    attempts: 1,
    attemptedAt,
    expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
  };
  const put = new PutCommand({ TableName: tableName, Item, ConditionExpression: "attribute_not_exists(pk)" });
  return (await isDone(client.send(put))) ? claimFromItem(name.accountId, Item) : undefined;
}

/** A further attempt. Undefined: somebody else came first, or an event has settled it. */
export async function claimAgain(store: Store, claim: MailClaim, now: Date): Promise<MailClaim | undefined> {
  const attempt = { attempts: claim.attempts + 1, attemptedAt: now.toISOString() };
  const claimed = await change(store, claim, {
    UpdateExpression: "SET #state = :claimed, attempts = :attempts, attemptedAt = :at",
    ConditionExpression: "#state = :state AND attempts = :read",
    ExpressionAttributeValues: {
      ":claimed": "claimed",
      ":attempts": attempt.attempts,
      ":at": attempt.attemptedAt,
      ":state": claim.state,
      ":read": claim.attempts,
    },
  });
  return claimed ? { ...claim, state: "claimed", ...attempt } : undefined;
}

/**
 * SES took the mail: whoever hears of it first says so, the sender or an event, be it of this attempt or of an earlier
 * one. False: that was said before, or there is no such claim.
 */
export function acceptClaim(store: Store, name: ClaimName, acceptedAt: string, messageId: string): Promise<boolean> {
  return change(store, name, {
    UpdateExpression: "SET #state = :accepted, acceptedAt = :at, messageId = :message",
    ConditionExpression: "#state IN (:claimed, :released)",
    ExpressionAttributeValues: {
      ":accepted": "accepted",
      ":claimed": "claimed",
      ":released": "released",
      ":at": acceptedAt,
      ":message": messageId,
    },
  });
}

/** This attempt was surely not taken. False: the claim is no longer that of this attempt. */
export function releaseClaim(store: Store, claim: MailClaim): Promise<boolean> {
  return change(store, claim, {
    UpdateExpression: "SET #state = :released",
    ConditionExpression: "#state = :claimed AND attempts = :attempts",
    ExpressionAttributeValues: { ":released": "released", ":claimed": "claimed", ":attempts": claim.attempts },
  });
}

/** For a transaction with the head: the claim is done with. */
export function endClaimAction(
  { tableName: TableName }: Store,
  name: ClaimName,
  state: "settled" | "refused",
): WriteAction {
  return {
    Update: {
      TableName,
      Key: claimKey(name),
      UpdateExpression: "SET #state = :state",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":state": state },
    },
  };
}

/** For a transaction with the head: what became of the mail. */
export function claimFaultAction({ tableName: TableName }: Store, name: ClaimName, fault: ClaimFault): WriteAction {
  return {
    Update: {
      TableName,
      Key: claimKey(name),
      UpdateExpression: "SET fault = :fault",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":fault": fault },
    },
  };
}

async function change(
  { client, tableName }: Store,
  name: ClaimName,
  update: Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeValues">,
): Promise<boolean> {
  const ExpressionAttributeNames = { "#state": "state" };
  return isDone(
    client.send(new UpdateCommand({ TableName: tableName, Key: claimKey(name), ...update, ExpressionAttributeNames })),
  );
}

/** False: the condition does not hold. */
async function isDone(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function claimFromItem(accountId: string, item: Record<string, unknown>): MailClaim {
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

/** Occurrences as text: 4,000 of them, which a mail may hold, stay below DynamoDB's 400 KB an item. */
type Stored = Omit<MailClaim, keyof ClaimName | "occurrences" | "acceptedAt" | "fault"> &
  Partial<Pick<MailClaim, "acceptedAt" | "fault">> & { sk: string; occurrences: string[] };
