/**
 * Journals of changes that pass what one transaction takes: the first transaction writes the truth and, as an item
 * `U#`, what is left to follow from it; further ones work that off (settle.ts). The head counts them.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { WriteAction } from "./account-write.ts";
import { keysFrom } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

export interface Journal {
  interactionId: string;
  /** Contacts that are, or were, participants, and do not show the change yet. */
  contactIds: readonly string[];
  /** The interaction's date before the change; null when it was made. */
  oldDate: string | null;
}

export interface StoredJournal {
  /** The `txid` of the write that left it. */
  txid: number;
  journal: Journal;
}

const txidDigits = 15;

function journalKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: `U#${String(txid).padStart(txidDigits, "0")}` };
}

/** Takes the place of one with the same `txid`; nothing left to do removes it. */
export function journalAction({ tableName: TableName }: Store, accountId: string, stored: StoredJournal): WriteAction {
  const Key = journalKey(accountId, stored.txid);
  if (stored.journal.contactIds.length === 0) return { Delete: { TableName, Key } };
  return { Put: { TableName, Item: { ...Key, ...stored.journal } } };
}

/** The oldest. Consistent. */
export async function firstJournal(store: Store, accountId: string): Promise<StoredJournal | undefined> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({
      TableName: store.tableName,
      ...keysFrom(accountId, "U#"),
      Limit: 1,
    }),
  );
  const [item] = Items;
  if (!item) return undefined;
  const { pk: _pk, sk, ...journal } = item;
  return { txid: Number(String(sk).slice("U#".length)), journal: journal as Journal };
}
