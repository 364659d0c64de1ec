/** Deletes all items and objects of an account, wherever they are. */
import { type AccountFiles, createAccountFiles } from "../../shared/account/store/account-files.ts";
import { deletionsOf, longValuesOf, searchKey } from "../../shared/account/store/account-keys.ts";
import { exportPrefix } from "../../shared/export/export-request.ts";
import { importPrefixes } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import { avatarsOf } from "../../shared/picture/avatar-variants.ts";
import { createPictureFiles, type PictureFiles } from "../../shared/picture/store/picture-files.ts";
import { unshownQuery } from "../../shared/picture/store/unshown-pictures.ts";
import { batchDelete, type ItemKey } from "../../shared/platform/dynamodb/batch.ts";
import { partitionQuery, queryPages, type TableQuery } from "../../shared/platform/dynamodb/query.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { ConsumedUnits } from "../../shared/platform/log/capacity.ts";

export interface BucketObjects {
  list: AccountFiles["list"];
  remove: PictureFiles["removePictures"];
}

/** Lists objects as in the account bucket, and removes them as in the picture bucket, which works in any bucket. */
export function bucketObjects(name: string): BucketObjects {
  return { list: createAccountFiles(name).list, remove: createPictureFiles(name).removePictures };
}

export interface EverythingParts {
  store: Store;
  cache: Store;
  accounts: BucketObjects;
  imports: BucketObjects;
  pictures: BucketObjects;
  now: () => Date;
  pause: (milliseconds: number) => Promise<void>;
}

export interface Deletion {
  accountId: string;
  /** An item that stays. */
  except: ItemKey;
  /** Grow while the deletion runs. */
  counts: { items: number; objects: number };
  units: ConsumedUnits;
  /** Milliseconds. */
  remainingTime: () => number;
}

/** The time of the invocation is over before everything is deleted. The next invocation continues. */
export class DeletionUnfinishedError extends Error {
  override readonly name = "DeletionUnfinishedError";
}

/** The items of an account take 1,000 write units a second, because they share a partition. More is throttled. */
const unitsPerSecond = 900;
/** The keys in one call (quota of DynamoDB, and of S3). */
const [itemsAtOnce, objectsAtOnce] = [25, 1_000];
/** The milliseconds that the last call and the end of the run may take. */
const lastCallMargin = 30_000;

/** Throws `DeletionUnfinishedError`. One call runs at a time, so that none still runs after a fault. */
export async function deleteEverything(parts: EverythingParts, deletion: Deletion): Promise<void> {
  const { store, cache, accounts, imports, pictures } = parts;
  const { accountId } = deletion;
  // Requests to other workers go first, so that these find no work.
  const requests = [deletionsOf(accountId), `${importWorkPrefix}${accountId}/`, `${exportPrefix}${accountId}/`];
  const ofAccount = [...requests, searchKey(store.tableName, accountId), longValuesOf(accountId)];
  for (const prefix of ofAccount) await deleteBelow(accounts, prefix, deletion);
  await deleteItems(parts, store, partitionQuery(accountId), deletion);
  await deleteItems(parts, store, unshownQuery(accountId), deletion);
  await deleteItems(parts, cache, partitionQuery(accountId), deletion);
  for (const prefix of importPrefixes(accountId)) await deleteBelow(imports, prefix, deletion);
  await deleteBelow(pictures, avatarsOf(accountId), deletion);
}

async function deleteItems(parts: EverythingParts, table: Store, query: TableQuery, deletion: Deletion): Promise<void> {
  const { now, pause } = parts;
  const { except, counts, units } = deletion;
  const before = { time: now().getTime(), units: units.writeUnits };
  for await (const page of queryPages(table, { ...query, ProjectionExpression: "pk, sk" })) {
    const keys = (page as ItemKey[]).filter(({ pk, sk }) => pk !== except.pk || sk !== except.sk);
    for (const some of parted(keys, itemsAtOnce)) {
      requireTime(deletion);
      await batchDelete(table, some, pause);
      counts.items += some.length;
      const early = ((units.writeUnits - before.units) / unitsPerSecond) * 1_000 - (now().getTime() - before.time);
      if (early > 0) await pause(early);
    }
  }
}

async function deleteBelow(bucket: BucketObjects, prefix: string, deletion: Deletion): Promise<void> {
  let keys: string[] = [];
  const removeThese = async () => {
    requireTime(deletion);
    await bucket.remove(keys);
    deletion.counts.objects += keys.length;
    keys = [];
  };
  for await (const { key } of bucket.list(prefix)) {
    if (keys.push(key) === objectsAtOnce) await removeThese();
  }
  await removeThese();
}

function requireTime({ remainingTime }: Deletion): void {
  if (remainingTime() < lastCallMargin) throw new DeletionUnfinishedError("the time is over");
}

function* parted<Item>(items: readonly Item[], size: number): Generator<Item[], void> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
