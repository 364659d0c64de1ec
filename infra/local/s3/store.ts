/**
 * The objects of the S3 emulator. The bytes are in files with random names. The metadata of an object are in a file
 * whose name is the hash of the key, so that no key reaches outside the folder. An index of all keys is in memory; one
 * process owns the folder.
 */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ObjectExpiry } from "../../cloud/resources/object-expiry.ts";
import { readJsonFiles, writeWholeFile } from "../server/files.ts";
import { S3Error } from "./request.ts";

export interface StoredObject {
  key: string;
  size: number;
  /** The MD5 of the bytes in hexadecimal, without quotes. */
  etag: string;
  /** ISO 8601. */
  lastModified: string;
  /** content-type and the like, by lower-case name. */
  headers: Record<string, string>;
  /** The name of the file that holds the bytes. */
  blob: string;
}

/** Bytes, both ends included. */
export interface SizeLimits {
  least: number;
  most: number;
}

interface SourceLimits extends Partial<SizeLimits> {
  /** The MD5 that the bytes must have, in hexadecimal. */
  md5?: string | undefined;
}

export interface Bucket {
  name: string;
  find(key: string): StoredObject | undefined;
  /** Objects whose keys have the prefix, in the order of their keys. */
  below(prefix: string): StoredObject[];
  /** A descriptor of the object's bytes, which stays valid when the object is replaced. The caller closes it. */
  open(object: StoredObject): number;
  /**
   * Reads an object without holding it in memory, and replaces one with the same key, in one step. Throws `S3Error` when the
   * source breaks off or has another size; then nothing changes, and the rest of the source is left to be read.
   */
  write(key: string, source: Readable, headers: Record<string, string>, limits?: SourceLimits): Promise<StoredObject>;
  remove(key: string): void;
}

const dayMilliseconds = 24 * 60 * 60_000;

/** Opens a bucket's folder, which is made when it is missing, and removes the objects that have expired. `now` in milliseconds. */
export function openBucket(
  dataDir: string,
  name: string,
  now: () => number,
  expiry: readonly ObjectExpiry[] = [],
): Bucket {
  const folders = { objects: join(dataDir, name, "objects"), blobs: join(dataDir, name, "blobs") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const stored = readJsonFiles<StoredObject>(folders.objects);
  const index = new Map(stored.map((object) => [object.key, object]));
  const fileOf = (blob: string): string => join(folders.blobs, blob);
  const descriptionOf = (key: string): string =>
    join(folders.objects, `${createHash("sha256").update(key).digest("hex")}.json`);
  // A killed process may have left bytes that are no object.
  const blobs = new Set(stored.map(({ blob }) => blob));
  for (const blob of readdirSync(folders.blobs)) if (!blobs.has(blob)) rmSync(fileOf(blob));

  const bucket: Bucket = {
    name,
    find: (key) => index.get(key),
    below: (prefix) =>
      [...index.values()].filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1)),
    open: ({ blob }) => openSync(fileOf(blob), "r"),
    write: async (key, source, headers, limits) => {
      const blob = randomUUID();
      const received = await receive(source, fileOf(blob), limits);
      const object = { key, ...received, lastModified: new Date(now()).toISOString(), headers, blob };
      const replaced = index.get(key);
      writeWholeFile(descriptionOf(key), JSON.stringify(object));
      index.set(key, object);
      if (replaced) rmSync(fileOf(replaced.blob));
      return object;
    },
    remove: (key) => {
      const object = index.get(key);
      if (!object) return;
      rmSync(descriptionOf(key));
      rmSync(fileOf(object.blob));
      index.delete(key);
    },
  };
  for (const { prefix = "", days } of expiry) {
    for (const { key, lastModified } of bucket.below(prefix)) {
      if (now() - Date.parse(lastModified) > days * dayMilliseconds) bucket.remove(key);
    }
  }
  return bucket;
}

async function receive(
  source: Readable,
  file: string,
  { least = 0, most = Number.POSITIVE_INFINITY, md5: expected }: SourceLimits = {},
): Promise<{ size: number; etag: string }> {
  const md5 = createHash("md5");
  let size = 0;
  const measure = async function* (): AsyncGenerator<Buffer> {
    // A destroyed source would also cut the connection that the answer needs.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > most) throw new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
      md5.update(chunk);
      yield chunk;
    }
    if (size < least) {
      throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    }
  };
  // A stream that opens the file itself may do so after a refusal has removed it.
  const fd = openSync(file, "wx");
  try {
    await pipeline(measure, createWriteStream("", { fd }));
    const etag = md5.digest("hex");
    if (expected !== undefined && etag !== expected) {
      throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
    }
    return { size, etag };
  } catch (error) {
    rmSync(file, { force: true });
    throw error instanceof S3Error ? error : new S3Error("IncompleteBody", "The request body ended too soon.");
  }
}
