/** The birth of an account: its head and its own contact, both or neither. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { ContactRecord } from "../contact/record.ts";
import { type AccountHead, accountHeadKey, accountHeadToItem } from "./account.ts";
import { mayPass } from "./account-write.ts";
import { contactToItem } from "./contact.ts";
import type { Store } from "./store.ts";

/** Consistent, so that an account that was just made is seen. */
export async function accountExists(store: Store, accountId: string): Promise<boolean> {
  const { Item } = await store.client.send(
    new GetCommand({
      TableName: store.tableName,
      Key: accountHeadKey(accountId),
      ProjectionExpression: "pk",
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

/**
 * False when nothing was written and trying again may help: another request was faster or is at it right now, or the
 * table is busy.
 */
export async function putNewAccount(store: Store, head: AccountHead, myself: ContactRecord): Promise<boolean> {
  const items = [accountHeadToItem(head), contactToItem(myself)];
  try {
    await store.client.send(
      new TransactWriteCommand({
        TransactItems: items.map((Item) => ({
          Put: { TableName: store.tableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
        })),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException && mayPass(error)) return false;
    throw error;
  }
}
