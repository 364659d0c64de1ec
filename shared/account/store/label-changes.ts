/**
 * The changes of groups and tags, for those who read changes: of their fields, of their members, and their deletions. The account
 * head has the last ones, so that most writes cost nothing more. When they are many, a write moves them into an item of a log
 * (`LC#`) in its own transaction. Each item has the `txid` of the one before it, so that a reader notices a missing one.
 */
import { queryItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import type { AccountHead } from "./account.ts";

interface LogItem {
  txid: number;
  /** The `txid` of the item before it; 0 for none. */
  after: number;
  /** The `txid` of the last change, by the number of a label or by the key of a deleted one. */
  changes: Readonly<Record<string, number>>;
  expiresAt: number;
}

/** The characters of the changes in the head: about four labels. Every write includes the head, which should not exceed a kilobyte. */
const maxInHead = 48;
/** Milliseconds. */
const lifetime = 90 * 24 * 3600 * 1000;
const keyStart = "LC#";
const txidDigits = 15;
/** A query may miss a write that was just committed, but a second one sees it. */
const reads = 2;

/** The head of a write that changes these labels. */
export function markLabels(head: AccountHead, labels: Iterable<number | string>): AccountHead {
  const changes = Array.from(labels, (label) => [label, head.txid + 1] as const);
  if (changes.length === 0) return head;
  return { ...head, labelChanges: { ...head.labelChanges, ...Object.fromEntries(changes) } };
}

/** Moves the changes into the log if they are many. A write without room for the item leaves them to the next one. */
export function planLabelLog(
  { tableName }: Store,
  head: AccountHead,
  hasRoom: boolean,
  { txid, now }: { txid: number; now: Date },
): { actions: WriteAction[]; head: AccountHead } {
  const { accountId, labelChanges: changes, labelLogTxid: after } = head;
  if (!hasRoom || JSON.stringify(changes).length <= maxInHead) return { actions: [], head };
  const expiresAt = Math.ceil((now.getTime() + lifetime) / 1000);
  const Item = { ...logKey(accountId, txid), txid, after, changes, expiresAt };
  return {
    actions: [{ Put: { TableName: tableName, Item } }],
    head: { ...head, labelChanges: null, labelLogTxid: txid },
  };
}

/**
 * Consistently reads the changes after a `txid` up to the head, which alone says if there are none. Changes up to `knownAfter`
 * may be missing.
 */
export async function readLabelChanges(store: Store, head: AccountHead, after: number, now: Date) {
  const { accountId, labelChanges, labelLogTxid } = head;
  const last = new Map(Object.entries(labelChanges ?? {}));
  const newestFirst: TableQuery = {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":first": logKey(accountId, after + 1).sk,
      ":last": logKey(accountId, labelLogTxid).sk,
    },
    ConsistentRead: true,
    ScanIndexForward: false,
  };
  let knownAfter = labelLogTxid;
  for (let attempt = 1; attempt <= reads && knownAfter > after; attempt++) {
    knownAfter = labelLogTxid;
    for await (const item of queryItems(store, newestFirst)) {
      const { txid, after, changes, expiresAt } = item as Stored<LogItem>;
      // DynamoDB deletes expired items one by one, so an expired item counts as missing.
      if (txid !== knownAfter || expiresAt * 1000 <= now.getTime()) break;
      for (const [label, change] of Object.entries(changes)) last.set(label, Math.max(change, last.get(label) ?? 0));
      knownAfter = after;
    }
  }
  return { changes: new Map([...last].filter(([, txid]) => txid > after)), knownAfter };
}

function logKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: keyStart + String(txid).padStart(txidDigits, "0") };
}
