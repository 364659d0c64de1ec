/**
 * The list of accounts with contacts that must be removed from the trash (`TRASH`), in the order of the time from which this
 * is to be done, so that the clock's run finds them. The account's head has the same time (`purgeAt`), and both are written
 * in one transaction.
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { AccountHead } from "../account/store/account.ts";
import { queryItems } from "../platform/dynamodb/query.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";

/** The largest number of contacts in the trash. Older ones go first. */
export const maxTrashed = 100_000;
/** The milliseconds that a contact stays in the trash. */
export const trashTime = 30 * 24 * 3600 * 1000;

/** When a contact that was deleted at this time goes for good. */
export function restorableUntil(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + trashTime).toISOString();
}

/** The number of actions that move an entry. */
export const maxPurgeActions = 2;

const partition = "TRASH";

function entryKey(accountId: string, purgeAt: string) {
  return { pk: partition, sk: `${purgeAt}#${accountId}` };
}

/** Moves the account's entry; null removes it. At most `maxPurgeActions`. */
export function planPurge(
  { tableName: TableName }: Store,
  head: AccountHead,
  purgeAt: string | null,
): { actions: WriteAction[]; head: AccountHead } {
  const { accountId } = head;
  if (purgeAt === head.purgeAt) return { actions: [], head };
  const removal = head.purgeAt === null ? [] : [{ Delete: { TableName, Key: entryKey(accountId, head.purgeAt) } }];
  const addition = purgeAt === null ? [] : [{ Put: { TableName, Item: entryKey(accountId, purgeAt) } }];
  // What an empty trash has hidden is gone, or comes back when the work that is left is done.
  const hasHiddenInteractions = head.hasHiddenInteractions && (purgeAt !== null || head.deletedContactItems > 0);
  return { actions: [...removal, ...addition], head: { ...head, purgeAt, hasHiddenInteractions } };
}

/** Moves the entry if the trash has contacts that must go earlier, after some were deleted at this moment. */
export function planPurgeAfter(store: Store, head: AccountHead, deletedAt: string, now: Date) {
  const first = head.trashCount > maxTrashed ? now.toISOString() : restorableUntil(deletedAt);
  return planPurge(store, head, head.purgeAt !== null && head.purgeAt <= first ? head.purgeAt : first);
}

/** The accounts with contacts to remove, the first one first. */
export async function* accountsToPurge(
  store: Store,
  now: Date,
): AsyncGenerator<{ accountId: string; purgeAt: string }> {
  const query = {
    KeyConditionExpression: "pk = :pk AND sk < :end",
    ExpressionAttributeValues: { ":pk": partition, ":end": `${now.toISOString()}~` },
  };
  for await (const { sk } of queryItems(store, query)) {
    const [purgeAt = "", accountId = ""] = String(sk).split("#");
    yield { accountId, purgeAt };
  }
}

/** Removes the entry of an account that was closed. */
export async function forgetPurge({ client, tableName }: Store, accountId: string, purgeAt: string): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: entryKey(accountId, purgeAt) }));
}
