/** The keys of the account bucket, which holds data of accounts outside the tables. */

/** Below this prefix, each account has a document of the search index. */
export const searchPrefix = "search/";
/** Below this prefix are sets of contacts that are being deleted. A new object starts the worker. */
export const deletionPrefix = "deletions/";

/** Below this prefix are closings of accounts whose data are being deleted. A new object starts the worker. */
export const closingPrefix = "closings/";

/** The key has the name of the table, because a table that is restored from a backup must not use documents of the former table. */
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

/** The prefix of the keys of an account's deletions. */
export function deletionsOf(accountId: string): string {
  return `${deletionPrefix}${accountId}/`;
}

/** Undefined for a key that `deletionKey` doesn't make. */
export function parseDeletionKey(key: string): DeletionLocation | undefined {
  const [, accountId, deletionId] = /^deletions\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return accountId === undefined || deletionId === undefined ? undefined : { accountId, deletionId };
}

export interface ClosingLocation {
  accountId: string;
  /** Each attempt to close the account has its own. */
  closingId: string;
}

export function closingKey({ accountId, closingId }: ClosingLocation): string {
  return `${closingPrefix}${accountId}/${closingId}`;
}

/** Undefined for a key that `closingKey` doesn't make. */
export function parseClosingKey(key: string): ClosingLocation | undefined {
  const [, accountId, closingId] = /^closings\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return accountId === undefined || closingId === undefined ? undefined : { accountId, closingId };
}

/** Below this prefix are values before a change that are too long for its item. */
export const longValuePrefix = "history/";

/** The prefix of the keys of an account's long values. */
export function longValuesOf(accountId: string): string {
  return `${longValuePrefix}${accountId}/`;
}

export function longValueKey(accountId: string, name: string): string {
  return longValuesOf(accountId) + name;
}
