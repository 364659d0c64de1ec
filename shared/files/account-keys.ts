/** The keys of the account bucket: what the service keeps of an account beside its tables. */

/** Documents of the search index, one for each account. */
export const searchPrefix = "search/";
/** Sets of contacts that are being deleted; what is written below it starts the worker. */
export const deletionPrefix = "deletions/";

/** By table: one that is restored from a backup has another name, and documents of the lost one are not its own. */
export function searchKey(tableName: string, accountId: string): string {
  return `${searchPrefix}${tableName}/${accountId}`;
}

export interface DeletionLocation {
  accountId: string;
  deletionId: string;
}

export function deletionKey({ accountId, deletionId }: DeletionLocation): string {
  return `${deletionsOf(accountId)}${deletionId}`;
}

/** The prefix of an account's deletions. */
export function deletionsOf(accountId: string): string {
  return `${deletionPrefix}${accountId}/`;
}

/** Undefined for a key that no deletion of ours made. */
export function parseDeletionKey(key: string): DeletionLocation | undefined {
  const [, accountId, deletionId] = /^deletions\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return accountId === undefined || deletionId === undefined ? undefined : { accountId, deletionId };
}
