/**
 * The objects of the S3 emulator. The bytes are in files with random names. What is known about an object is in a file
 * whose name is the hash of the key, so that no key reaches outside the folder. An index of all keys is in memory; one
 * process owns the folder.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface StoredObject {
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  /** ISO 8601. */
  lastModified: string;
  /** content-type and the like, by lower-case name. */
  headers: Record<string, string>;
  /** The name of the file that holds the bytes. */
  blob: string;
}

export interface Bucket {
  name: string;
  find(key: string): StoredObject | undefined;
  /** Objects whose keys have the prefix and come after the key `after`, in the order of the keys' bytes in UTF-8. */
  below(prefix: string, after?: string): StoredObject[];
  /** A descriptor of the object's bytes, which stays valid when the object is replaced. The caller closes it. */
  open(object: StoredObject): number;
  /** A file for an upload. The next start removes it if it has not become an object. */
  incomingFile(): string;
  /** Makes an incoming file an object, in one step. It replaces an object with the same key. */
  commit(file: string, description: Omit<StoredObject, "blob" | "lastModified">): StoredObject;
  remove(key: string): void;
}

/** Opens a bucket's folder, which is made when it is missing. `now` in milliseconds. */
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
    commit: (file, description) => {
      const replaced = index.get(description.key);
      const object: StoredObject = { ...description, lastModified: new Date(now()).toISOString(), blob: randomUUID() };
      renameSync(file, join(folders.blobs, object.blob));
      const meta = metaFile(object.key);
      writeFileSync(`${meta}.new`, JSON.stringify(object));
      renameSync(`${meta}.new`, meta);
      index.set(object.key, object);
      removeBlob(replaced);
      return object;
    },
    remove: (key) => {
      rmSync(metaFile(key), { force: true });
      removeBlob(index.get(key));
      index.delete(key);
    },
  };
}

function loadIndex(folder: string): Map<string, StoredObject> {
  const objects = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): StoredObject => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return new Map(objects.map((object) => [object.key, object]));
}

/** Removes bytes that a killed process has left without an object. */
function removeOrphans(folder: string, index: ReadonlyMap<string, StoredObject>): void {
  const known = new Set([...index.values()].map((object) => object.blob));
  for (const name of readdirSync(folder)) if (!known.has(name)) rmSync(join(folder, name), { force: true });
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
