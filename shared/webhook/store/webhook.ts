/**
 * Storage of webhooks. Their settings are written with the account head, which knows which events any of them subscribes to,
 * so that a write without a subscriber costs nothing. One entry of each account with webhooks is in a partition of its own, so
 * that the hourly run finds these accounts.
 */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { settingsChange } from "../../account/change.ts";
import { type EventType, eventTypes } from "../../account/events.ts";
import type { AccountHead } from "../../account/store/account.ts";
import type { WritePlan } from "../../account/store/account-write.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import { AppError } from "../../platform/http/errors.ts";

export interface WebhookRecord {
  /** UUID version 7. */
  id: string;
  accountId: string;
  url: string;
  /** The types that it subscribes to, at least one. */
  events: readonly EventType[];
  description: string | null;
  enabled: boolean;
  /** Why the service switched it off: its address answered 410, or failed for days. Null if the service did not. */
  disabledReason: "gone" | "failing" | null;
  /** When the service switched it off, ISO 8601 in UTC. */
  disabledAt: string | null;
  /** The `txid` of the write that created it or switched it on last. Events up to there are not delivered. */
  startTxid: number;
  /** The sealed secret, see secret.ts. */
  secret: string;
  /** The sealed secret before the last rotation, which signs too until the time `endsAt`, ISO 8601 in UTC. */
  previousSecret: { secret: string; endsAt: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** The number of webhooks of an account. */
export const maxWebhooks = 5;

const webhookStart = "WH#";

function webhookKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: webhookStart + id };
}

const indexPartition = "WEBHOOKS";

function indexKey(accountId: string) {
  return { pk: indexPartition, sk: accountId };
}

function webhookFromItem(item: Record<string, unknown>): WebhookRecord {
  const { pk: _pk, sk: _sk, ...record } = item as Stored<WebhookRecord>;
  return record;
}

/** Consistently reads a webhook. Undefined if the account has none with this id. */
export async function findWebhook(store: Store, accountId: string, id: string): Promise<WebhookRecord | undefined> {
  const [item] = await batchGet(store, [webhookKey(accountId, id)]);
  return item && webhookFromItem(item);
}

/** Throws `webhook_not_found`. */
export async function getWebhook(store: Store, accountId: string, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(store, accountId, id);
  if (!webhook) throw new AppError("webhook_not_found");
  return webhook;
}

/** Consistently reads the webhooks of the account, the oldest first. */
export async function listWebhooks(store: Store, accountId: string): Promise<WebhookRecord[]> {
  const webhooks: WebhookRecord[] = [];
  for await (const item of queryItems(store, prefixQuery(accountId, webhookStart)))
    webhooks.push(webhookFromItem(item));
  return webhooks;
}

/**
 * The ids of all accounts with webhooks, in their order from `start` on, and then those before it. So runs that begin at a random
 * id and have no time for all of them reach each account sooner or later. Read eventually consistently.
 */
export async function* listWebhookAccounts(store: Store, start = "0"): AsyncGenerator<string, void> {
  for (const condition of ["sk >= :start", "sk < :start"]) {
    const query = {
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ":pk": indexPartition, ":start": start },
    };
    for await (const { sk } of queryItems(store, query)) yield String(sk);
  }
}

type WebhookPlan = Pick<WritePlan<unknown>, "actions" | "head" | "changes">;

/**
 * Plans the write after which the account has the webhooks `after` in place of `before`, all that it had, which were read in
 * the same plan. A record that changed is another object.
 */
export function planWebhooks(
  { tableName: TableName }: Store,
  head: AccountHead,
  before: readonly WebhookRecord[],
  after: readonly WebhookRecord[],
): WebhookPlan {
  const { accountId } = head;
  const kept = new Set(after.map(({ id }) => id));
  const removals = before.filter(({ id }) => !kept.has(id)).map(({ id }) => webhookKey(accountId, id));
  const changed = after.filter((webhook) => !before.includes(webhook));
  const index = indexKey(accountId);
  const actions: WriteAction[] = [
    ...removals.map((Key) => ({ Delete: { TableName, Key } })),
    ...changed.map((webhook) => ({ Put: { TableName, Item: { ...webhookKey(accountId, webhook.id), ...webhook } } })),
    ...(before.length === 0 && after.length > 0 ? [{ Put: { TableName, Item: index } }] : []),
    ...(before.length > 0 && after.length === 0 ? [{ Delete: { TableName, Key: index } }] : []),
  ];
  if (actions.length === 0) return { actions, head };
  const subscribed = new Set(after.flatMap(({ enabled, events }) => (enabled ? events : [])));
  const types = eventTypes.filter((type) => subscribed.has(type));
  const webhookEvents = types.length > 0 ? types : null;
  const changes = settingsChange(accountId, ["webhooks"]);
  return { actions, head: { ...head, webhookCount: after.length, webhookEvents }, changes };
}

/** The action that removes a closed account from the accounts with webhooks. */
export function planWebhookClosing({ tableName: TableName }: Store, head: AccountHead): WriteAction[] {
  return head.webhookCount === 0 ? [] : [{ Delete: { TableName, Key: indexKey(head.accountId) } }];
}

/** Replaces sealed secrets by the same secrets under another pepper, unless they were rotated or removed meanwhile. */
export async function replaceSealedSecrets(
  { client, tableName }: Store,
  { accountId, id, secret: before }: WebhookRecord,
  sealed: Pick<WebhookRecord, "secret" | "previousSecret">,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: webhookKey(accountId, id),
    UpdateExpression: "SET secret = :secret, previousSecret = :previous",
    ConditionExpression: "secret = :before",
    ExpressionAttributeValues: { ":secret": sealed.secret, ":previous": sealed.previousSecret, ":before": before },
  });
  await unlessRefused(client.send(update));
}
