/**
 * What a refresh token was exchanged for. Many issuers accept a refresh token once, and two tabs may send the same one at the
 * same time. So the first of them reserves the exchange, and the others get its result for a minute.
 */
import { createHash } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";

export interface RefreshKey {
  accountId: string;
  refreshToken: string;
}

/** In milliseconds. A request that exchanges a token ends earlier. */
const reservationLasts = 10_000;
const resultLasts = 60_000;

/** The items of an account share a partition, so that they are found when the account is deleted. */
function itemKey({ accountId, refreshToken }: RefreshKey) {
  const hash = createHash("sha256").update(refreshToken).digest("base64url");
  return { pk: accountPartition(accountId), sk: `REFRESH#${hash}` };
}

/** `validUntil` in milliseconds since the epoch. DynamoDB deletes items only some time after they expire. */
function itemOf(key: RefreshKey, validUntil: number, sealed?: string) {
  return { ...itemKey(key), validUntil, expiresAt: Math.ceil(validUntil / 1000), ...(sealed && { sealed }) };
}

/** False if another request exchanges the token, or has done so within the last minute. */
export async function reserveRefresh({ client, tableName }: Store, key: RefreshKey, now: Date): Promise<boolean> {
  const put = new PutCommand({
    TableName: tableName,
    Item: itemOf(key, now.getTime() + reservationLasts),
    ConditionExpression: "attribute_not_exists(pk) OR validUntil <= :now",
    ExpressionAttributeValues: { ":now": now.getTime() },
  });
  return (await unlessRefused(client.send(put))) !== undefined;
}

/** Consistently reads the sealed result of the exchange. Undefined while it runs, and after it failed. */
export async function findRefreshed({ client, tableName }: Store, key: RefreshKey): Promise<string | undefined> {
  const get = new GetCommand({ TableName: tableName, Key: itemKey(key), ConsistentRead: true });
  return (await client.send(get)).Item?.sealed;
}

export async function keepRefreshed(
  { client, tableName }: Store,
  key: RefreshKey,
  sealed: string,
  now: Date,
): Promise<void> {
  await client.send(new PutCommand({ TableName: tableName, Item: itemOf(key, now.getTime() + resultLasts, sealed) }));
}

/** Lets another request try the exchange. Throws if one has done so already, because its result must stay. */
export async function releaseRefresh({ client, tableName }: Store, key: RefreshKey): Promise<void> {
  const ConditionExpression = "attribute_not_exists(sealed)";
  await client.send(new DeleteCommand({ TableName: tableName, Key: itemKey(key), ConditionExpression }));
}
