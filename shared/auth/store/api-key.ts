/**
 * Storage of API keys. Each key has its own partition, because the authorizer looks it up by its id before it knows the
 * account. The account head lists the ids, so that creations and deletions have one order and the limit of an account
 * holds.
 */
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { settingsChange } from "../../account/change.ts";
import type { AccountHead } from "../../account/store/account.ts";
import type { WritePlan } from "../../account/store/account-write.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import type { Store, Stored, WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import { AppError } from "../../platform/http/errors.ts";

export interface ApiKeyRecord {
  keyId: string;
  accountId: string;
  label: string;
  permission: "read" | "full";
  /** The hash of the key, see `hashApiKey`. */
  hash: string;
  /** The masked key. */
  keyPrefix: string;
  createdAt: string;
  /** With a precision of a minute. */
  lastUsedAt: string | null;
}

const maxApiKeys = 5;
/** The milliseconds after which a further use of a key is recorded. */
const usePrecision = 60_000;

function apiKeyKey(keyId: string) {
  return { pk: `KEY#${keyId}`, sk: `KEY#${keyId}` };
}

/** An unused key has no attribute `lastUsedAt`, which the condition of `recordApiKeyUse` checks. */
function apiKeyToItem({ lastUsedAt, ...key }: ApiKeyRecord): Record<string, unknown> {
  return { ...apiKeyKey(key.keyId), ...key, ...(lastUsedAt !== null && { lastUsedAt }) };
}

function apiKeyFromItem(item: Record<string, unknown>): ApiKeyRecord {
  const { pk: _pk, sk: _sk, lastUsedAt = null, ...key } = item as Stored<ApiKeyRecord, "lastUsedAt">;
  return { ...key, lastUsedAt };
}

/** Consistently reads a key of any account, so that a deleted key is invalid at once. */
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
  return {
    actions: [create],
    head: { ...head, apiKeyIds: [...head.apiKeyIds, key.keyId] },
    changes: settingsChange(head.accountId, ["apiKeys"]),
    result: key,
  };
}

/** Writes nothing when the key already has the label. Throws `api_key_not_found`. */
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
      // An update keeps `lastUsedAt`, which is written without the account head.
      UpdateExpression: "SET label = :label",
      ConditionExpression: "accountId = :account",
      ExpressionAttributeValues: { ":label": label, ":account": head.accountId },
    },
  };
  const changes = settingsChange(head.accountId, ["apiKeys"]);
  return { actions: [rename], head, changes, result: { ...key, label } };
}

/** Throws `api_key_not_found`. */
export function planDeletion(store: Store, head: AccountHead, keyId: string): WritePlan<void> {
  requireOwn(head, keyId);
  const remove: WriteAction = { Delete: { TableName: store.tableName, Key: apiKeyKey(keyId) } };
  const apiKeyIds = head.apiKeyIds.filter((id) => id !== keyId);
  const changes = settingsChange(head.accountId, ["apiKeys"]);
  return { actions: [remove], head: { ...head, apiKeyIds }, changes, result: undefined };
}

/** Records the use of a key, at most once a minute. A deleted key stays deleted. */
export async function recordApiKeyUse(store: Store, { keyId, lastUsedAt }: ApiKeyRecord, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - usePrecision).toISOString();
  if (lastUsedAt !== null && lastUsedAt > minuteAgo) return;
  await unlessRefused(
    store.client.send(
      new UpdateCommand({
        TableName: store.tableName,
        Key: apiKeyKey(keyId),
        UpdateExpression: "SET lastUsedAt = :now",
        ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :before)",
        ExpressionAttributeValues: { ":now": now.toISOString(), ":before": minuteAgo },
      }),
    ),
  );
}

/** Stores another hash of the same key, unless the key was deleted or its hash replaced meanwhile. */
export async function replaceApiKeyHash(
  store: Store,
  { keyId, hash: before }: ApiKeyRecord,
  hash: string,
): Promise<void> {
  await unlessRefused(
    store.client.send(
      new UpdateCommand({
        TableName: store.tableName,
        Key: apiKeyKey(keyId),
        UpdateExpression: "SET #hash = :hash",
        ConditionExpression: "#hash = :before",
        ExpressionAttributeNames: { "#hash": "hash" },
        ExpressionAttributeValues: { ":hash": hash, ":before": before },
      }),
    ),
  );
}

/** Keys of other accounts are not found. */
function requireOwn({ apiKeyIds }: AccountHead, keyId: string): void {
  if (!apiKeyIds.includes(keyId)) throw new AppError("api_key_not_found");
}
