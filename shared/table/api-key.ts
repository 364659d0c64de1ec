/**
 * An API key, under a partition of its own: a caller names it by its id alone, before anything is known of the account.
 * The account head lists the ids, so that creating and deleting keys have one order and an account never has more than
 * it may.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { AppError } from "../http/errors.ts";
import type { AccountHead } from "./account.ts";
import type { WriteAction, WritePlan } from "./account-write.ts";
import { batchGet } from "./batch-get.ts";
import type { Store } from "./store.ts";

export interface ApiKeyRecord {
  keyId: string;
  accountId: string;
  label: string;
  permission: "read" | "full";
  /** Of the whole key, see api-key-hash.ts. */
  hash: string;
  /** What may be shown of the key. */
  keyPrefix: string;
  createdAt: string;
  /** Not more exact than a minute. */
  lastUsedAt: string | null;
}

const maxApiKeys = 5;
/** Milliseconds between two notes of a key's use. */
const usePrecision = 60_000;

function apiKeyKey(keyId: string) {
  return { pk: `KEY#${keyId}`, sk: `KEY#${keyId}` };
}

/** A key that was never used has no time of use, which is what the condition of `markApiKeyUsed` asks for. */
function apiKeyToItem({ lastUsedAt, ...key }: ApiKeyRecord): Record<string, unknown> {
  return { ...apiKeyKey(key.keyId), ...key, ...(lastUsedAt !== null && { lastUsedAt }) };
}

function apiKeyFromItem(item: Record<string, unknown>): ApiKeyRecord {
  const { pk: _pk, sk: _sk, lastUsedAt = null, ...key } = item;
  return { ...key, lastUsedAt } as unknown as ApiKeyRecord;
}

/** The key with this id, whosever it is. Consistent: a deleted key is gone at once. */
export async function getApiKey(store: Store, keyId: string): Promise<ApiKeyRecord | undefined> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: apiKeyKey(keyId), ConsistentRead: true }),
  );
  return Item && apiKeyFromItem(Item);
}

/** The account's keys, newest first. */
export async function listApiKeys(store: Store, { apiKeyIds }: AccountHead): Promise<ApiKeyRecord[]> {
  const items = await batchGet(store, apiKeyIds.map(apiKeyKey));
  const keys = new Map(items.map(apiKeyFromItem).map((key) => [key.keyId, key]));
  return apiKeyIds.toReversed().flatMap((keyId) => keys.get(keyId) ?? []);
}

/** Throws `api_key_limit_exceeded`. */
export function planCreation(store: Store, head: AccountHead, key: ApiKeyRecord): WritePlan<ApiKeyRecord> {
  if (head.apiKeyIds.length >= maxApiKeys) throw new AppError("api_key_limit_exceeded");
  const create: WriteAction = {
    Put: { TableName: store.tableName, Item: apiKeyToItem(key), ConditionExpression: "attribute_not_exists(pk)" },
  };
  return { actions: [create], head: { ...head, apiKeyIds: [...head.apiKeyIds, key.keyId] }, result: key };
}

/** A key that has the label already is not written. Throws `api_key_not_found`. */
export async function planRenaming(
  store: Store,
  head: AccountHead,
  keyId: string,
  label: string,
): Promise<WritePlan<ApiKeyRecord>> {
  requireOwn(head, keyId);
  const key = await getApiKey(store, keyId);
  if (!key) throw new AppError("api_key_not_found");
  if (key.label === label) return { actions: [], head, result: key };
  const rename: WriteAction = {
    Update: {
      TableName: store.tableName,
      Key: apiKeyKey(keyId),
      // Only the label: the time of use is written past the head.
      UpdateExpression: "SET label = :label",
      ConditionExpression: "accountId = :account",
      ExpressionAttributeValues: { ":label": label, ":account": head.accountId },
    },
  };
  return { actions: [rename], head, result: { ...key, label } };
}

/** Throws `api_key_not_found`. */
export function planDeletion(store: Store, head: AccountHead, keyId: string): WritePlan<void> {
  requireOwn(head, keyId);
  const remove: WriteAction = { Delete: { TableName: store.tableName, Key: apiKeyKey(keyId) } };
  const apiKeyIds = head.apiKeyIds.filter((id) => id !== keyId);
  return { actions: [remove], head: { ...head, apiKeyIds }, result: undefined };
}

/** Notes that the key is used now, unless that is known to the minute. A key that is gone by now stays gone. */
export async function markApiKeyUsed(store: Store, { keyId, lastUsedAt }: ApiKeyRecord, now: Date): Promise<void> {
  const before = new Date(now.getTime() - usePrecision).toISOString();
  if (lastUsedAt !== null && lastUsedAt > before) return;
  try {
    await store.client.send(
      new UpdateCommand({
        TableName: store.tableName,
        Key: apiKeyKey(keyId),
        UpdateExpression: "SET lastUsedAt = :now",
        ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :before)",
        ExpressionAttributeValues: { ":now": now.toISOString(), ":before": before },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** The head lists exactly the account's own keys: another account's key is as unknown as one that never was. */
function requireOwn({ apiKeyIds }: AccountHead, keyId: string): void {
  if (!apiKeyIds.includes(keyId)) throw new AppError("api_key_not_found");
}
