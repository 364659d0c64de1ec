/**
 * The objects of the S3 emulator: the bytes in files of random names, what is known about them in files named after the hash of the key, so
 * that no key can reach outside the folder. An index of all keys is held in memory; one process owns the folder.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { S3Error } from "./s3-error.ts";

export interface StoredObject {
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  /** ISO 8601. */
  lastModified: string;
  /** content-type, content-disposition and their kin, and x-amz-meta-…, by lower-case name. */
  headers: Record<string, string>;
  /** As the sender stated it. */
  checksum?: { header: string; value: string };
  /** The name of the file that holds the bytes. */
  blob: string;
}

export type ObjectDescription = Omit<StoredObject, "blob" | "lastModified">;

export interface Bucket {
  name: string;
  find(key: string): StoredObject | undefined;
  /** Objects whose keys begin so, those after the given key only, in the order of the keys' bytes in UTF-8. */
  below(prefix: string, after?: string): StoredObject[];
  /** A descriptor of the object's bytes, which stays good when the object is replaced. The caller closes it. */
  open(object: StoredObject): number;
  /** A file for bytes that are coming in, removed at the next start if nothing becomes of it. */
  incomingFile(): string;
  /** Makes an incoming file an object, in one step, in place of one of the same key. Throws `S3Error` when `ifAbsent` and there is one. */
  commit(file: string, description: ObjectDescription, ifAbsent?: boolean): StoredObject;
  remove(key: string): void;
}

/** Opens a bucket's folder, which is made if need be. `now` in milliseconds. */
export function openBucket(dataDir: string, name: string, now: () => number): Bucket {
  const folders = {
    objects: join(dataDir, name, "objects"),
    blobs: join(dataDir, name, "blobs"),
    incoming: join(dataDir, name, "incoming"),
  };
  rmSync(folders.incoming, { recursive: true, force: true });
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const index = loadIndex(folders.objects);
  removeOrphans(folders.blobs, index);

  const metaFile = (key: string): string =>
    join(folders.objects, `${createHash("sha256").update(key).digest("hex")}.json`);
  const removeBlob = (object: StoredObject | undefined): void => {
    if (object !== undefined) rmSync(join(folders.blobs, object.blob), { force: true });
  };

  return {
    name,
    find: (key) => index.get(key),
    below: (prefix, after) =>
      [...index.values()]
        .filter(({ key }) => key.startsWith(prefix) && (after === undefined || compareBytes(key, after) > 0))
        .sort((a, b) => compareBytes(a.key, b.key)),
    open: (object) => openSync(join(folders.blobs, object.blob), "r"),
    incomingFile: () => join(folders.incoming, randomUUID()),
    // All of it in one turn of the event loop: parallel uploads of one key cannot come between.
    commit: (file, description, ifAbsent = false) => {
      const replaced = index.get(description.key);
      if (ifAbsent && replaced !== undefined) {
        rmSync(file, { force: true });
        throw new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
      }
      const object: StoredObject = { ...description, lastModified: new Date(now()).toISOString(), blob: randomUUID() };
      renameSync(file, join(folders.blobs, object.blob));
      writeWhole(metaFile(object.key), JSON.stringify(object));
      index.set(object.key, object);
      removeBlob(replaced);
      return object;
    },
    remove: (key) => {
      const object = index.get(key);
      if (object === undefined) return;
      rmSync(metaFile(key), { force: true });
      index.delete(key);
      removeBlob(object);
    },
  };
}

function loadIndex(folder: string): Map<string, StoredObject> {
  const objects = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): StoredObject => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return new Map(objects.map((object) => [object.key, object]));
}

/** A process that was killed may have left bytes that belong to no object. */
function removeOrphans(folder: string, index: ReadonlyMap<string, StoredObject>): void {
  const known = new Set([...index.values()].map((object) => object.blob));
  for (const name of readdirSync(folder)) if (!known.has(name)) rmSync(join(folder, name), { force: true });
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
