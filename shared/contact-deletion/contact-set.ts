/**
 * A fixed set of contacts that is being deleted or restored, as one object of the account bucket. The object is written as a whole or
 * not at all. It starts the worker, and is removed when all contacts of the set are done.
 *
 * The bytes are `contacts` in ASCII, the format version and the number of ids as unsigned 32-bit integers (big-endian),
 * then 16 bytes for each id, and the other fields of the set as JSON.
 */
import { parse, stringify } from "uuid";
import type { AccountFiles } from "../account/store/account-files.ts";
import { type DeletionLocation, deletionKey, deletionsOf, parseDeletionKey } from "../account/store/account-keys.ts";
import { type Author, currentAuthor } from "../platform/http/author.ts";

/** Ten times the contacts that an account may have; 16 MB. */
const maxIds = 1_000_000;
const idBytes = 16;
const headerBytes = 16;
const maxFieldBytes = 10_000;
const magic = "contacts";
const formatVersion = 2;

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
  await files.put(deletionKey(at), encodeContactSet({ ...set, author: currentAuthor() }));
}

/** Undefined if the set is finished. Throws if the object is not a set. */
export async function readContactSet(
  files: Pick<AccountFiles, "read">,
  at: DeletionLocation,
): Promise<ContactSet | undefined> {
  const content = await files.read(deletionKey(at), headerBytes + maxIds * idBytes + maxFieldBytes);
  return content && decodeContactSet(content);
}

/** The ids of the account's bulk deletions into the trash that were requested at this time or later, and that still run. */
export async function findDeletionsSince(files: AccountFiles, accountId: string, since: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of files.list(deletionsOf(accountId))) {
    const at = parseDeletionKey(key);
    const set = at && (await readContactSet(files, at));
    if (at && set?.deletedAt && set.deletedAt >= since) found.push(at.deletionId);
  }
  return found;
}

/** Whether contacts of the account are being deleted or restored in the background. */
export async function isBulkRunning(files: Pick<AccountFiles, "list" | "read">, accountId: string): Promise<boolean> {
  for await (const { key } of files.list(deletionsOf(accountId))) {
    const at = parseDeletionKey(key);
    if (at && (await readContactSet(files, at))?.ids.length) return true;
  }
  return false;
}

/**
 * The number of these ids that no stored set of the account contains. Ids in a set will be deleted with it, and were counted
 * then. Lists the sets and reads each of them; usually there is none.
 */
export async function countNotYetSet(files: AccountFiles, accountId: string, ids: readonly string[]): Promise<number> {
  const left = new Set(ids);
  for await (const { key } of files.list(deletionsOf(accountId))) {
    if (left.size === 0) break;
    const at = parseDeletionKey(key);
    const set = at && (await readContactSet(files, at));
    for (const id of set && !set.isRestore ? set.ids : []) left.delete(id);
  }
  return left.size;
}

export function encodeContactSet({ ids, ...fields }: ContactSet): Uint8Array {
  if (ids.length > maxIds) throw new RangeError(`a set of ${ids.length} contacts is too large`);
  const content = Buffer.alloc(headerBytes + ids.length * idBytes);
  content.write(magic, "ascii");
  content.writeUInt32BE(formatVersion, magic.length);
  content.writeUInt32BE(ids.length, magic.length + 4);
  for (const [index, id] of ids.entries()) content.set(parse(id), headerBytes + index * idBytes);
  return Buffer.concat([content, Buffer.from(JSON.stringify(fields))]);
}

export function decodeContactSet(content: Uint8Array): ContactSet {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (buffer.length < headerBytes || buffer.toString("ascii", 0, magic.length) !== magic) {
    throw new Error("the object is no set of contacts");
  }
  const version = buffer.readUInt32BE(magic.length);
  if (version !== formatVersion) throw new Error(`a set of contacts of version ${version} is not known`);
  const length = buffer.readUInt32BE(magic.length + 4);
  const end = headerBytes + length * idBytes;
  if (buffer.toString("ascii", end, end + 1) !== "{") throw new Error("the set of contacts is not whole");
  const ids = Array.from({ length }, (_, index) => {
    const start = headerBytes + index * idBytes;
    return stringify(buffer.subarray(start, start + idBytes));
  });
  return { ids, ...(JSON.parse(buffer.toString("utf8", end)) as Omit<ContactSet, "ids">) };
}
