/**
 * A fixed set of contacts that is being deleted, as one object of the account bucket. The object is written as a whole or
 * not at all. It starts the worker, and is removed when all contacts of the set are deleted.
 *
 * The bytes are `contacts` in ASCII, the format version and the number of ids as unsigned 32-bit integers (big-endian),
 * then 16 bytes for each id, then its author as JSON.
 */
import { parse, stringify } from "uuid";
import type { AccountFiles } from "../account/store/account-files.ts";
import { type DeletionLocation, deletionKey, deletionsOf, parseDeletionKey } from "../account/store/account-keys.ts";
import { type Author, currentAuthor } from "../platform/http/author.ts";

export interface ContactSet {
  ids: string[];
  /** Who asked for the deletion. */
  author: Author;
}

/** Ten times the contacts that an account may have; 16 MB. */
const maxIds = 1_000_000;
const idBytes = 16;
const headerBytes = 16;
const maxAuthorBytes = 4_000;
const magic = "contacts";
const formatVersion = 1;

/** When this resolves, the contacts will be deleted, even if the caller crashes. */
export async function putContactSet(files: AccountFiles, at: DeletionLocation, ids: string[]): Promise<void> {
  await files.put(deletionKey(at), encodeContactSet({ ids, author: currentAuthor() }));
}

/** Undefined if the set is finished. Throws if the object is not a set. */
export async function readContactSet(files: AccountFiles, at: DeletionLocation): Promise<ContactSet | undefined> {
  const content = await files.read(deletionKey(at), headerBytes + maxIds * idBytes + maxAuthorBytes);
  return content && decodeContactSet(content);
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
    for (const id of (at && (await readContactSet(files, at)))?.ids ?? []) left.delete(id);
  }
  return left.size;
}

export function encodeContactSet({ ids, author }: ContactSet): Uint8Array {
  if (ids.length > maxIds) throw new RangeError(`a set of ${ids.length} contacts is too large`);
  const content = Buffer.alloc(headerBytes + ids.length * idBytes);
  content.write(magic, "ascii");
  content.writeUInt32BE(formatVersion, magic.length);
  content.writeUInt32BE(ids.length, magic.length + 4);
  for (const [index, id] of ids.entries()) content.set(parse(id), headerBytes + index * idBytes);
  return Buffer.concat([content, Buffer.from(JSON.stringify(author))]);
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
  return { ids, author: JSON.parse(buffer.toString("utf8", end)) as Author };
}
