/**
 * A fixed set of contacts that is being deleted or restored, as one object of the account bucket. The object is written as a whole or
 * not at all. It starts the worker, and is removed when all contacts of the set are done.
 */
import type { AccountFiles } from "../account/store/account-files.ts";
import { type DeletionLocation, deletionKey, deletionsOf, parseDeletionKey } from "../account/store/account-keys.ts";
import { type Author, currentAuthor } from "../platform/http/author.ts";

/** Ten times the ids of an account with the most contacts. */
const maxBytes = 40_000_000;

export interface ContactSet {
  ids: readonly string[];
  /** Who asked for the deletion or the restore. */
  author: Author;
  /** The moment that contacts have in the trash, ISO 8601 in UTC; null for a deletion past it and for a restore. */
  deletedAt: string | null;
  /** Present if the contacts are restored from the trash. */
  isRestore?: true;
  /** The latest deletion of a restore. Contacts that are deleted again later stay in the trash, ISO 8601 in UTC. */
  deletedUntil?: string;
}

/** An empty set starts the worker, which finishes what deletions left. */
export const noContacts = { ids: [], deletedAt: null };

/** When this resolves, the contacts will be deleted or restored, even if the caller crashes. */
export async function putContactSet(
  files: AccountFiles,
  at: DeletionLocation,
  set: Omit<ContactSet, "author">,
): Promise<void> {
  await files.put(deletionKey(at), Buffer.from(JSON.stringify({ ...set, author: currentAuthor() })));
}

/** Undefined if the set is finished. */
export async function readContactSet(
  files: Pick<AccountFiles, "read">,
  at: DeletionLocation,
): Promise<ContactSet | undefined> {
  const content = await files.read(deletionKey(at), maxBytes);
  // Only `putContactSet` writes there.
  return content && (JSON.parse(new TextDecoder().decode(content)) as ContactSet);
}

/** The sets of the account that are not finished. Usually there is none. */
async function* readSets(files: Pick<AccountFiles, "list" | "read">, accountId: string) {
  for await (const { key } of files.list(deletionsOf(accountId))) {
    const at = parseDeletionKey(key);
    const set = at && (await readContactSet(files, at));
    if (set) yield { ...set, deletionId: at.deletionId };
  }
}

/** The ids of the account's bulk deletions into the trash that were requested since this time, and that still run. */
export async function findDeletionsSince(files: AccountFiles, accountId: string, since: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { deletionId, deletedAt } of readSets(files, accountId))
    if (deletedAt && deletedAt >= since) found.push(deletionId);
  return found;
}

/** Whether contacts of the account are being deleted or restored in the background. */
export async function isBulkRunning(files: Pick<AccountFiles, "list" | "read">, accountId: string): Promise<boolean> {
  for await (const { ids } of readSets(files, accountId)) if (ids.length > 0) return true;
  return false;
}

/** The number of these ids that no set of the account has. Those in a set will be deleted with it, and were counted. */
export async function countNotYetSet(files: AccountFiles, accountId: string, ids: readonly string[]): Promise<number> {
  const left = new Set(ids);
  for await (const set of readSets(files, accountId)) for (const id of set.isRestore ? [] : set.ids) left.delete(id);
  return left.size;
}
