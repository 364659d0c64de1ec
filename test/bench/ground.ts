/** A table and a bucket for the bench, which its processes share. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDatabase } from "../../infra/local/database/database.ts";
import { createTable } from "../../infra/local/database/tables.ts";
import { startS3Emulator } from "../../infra/local/s3/emulator.ts";
import { type AccountFiles, createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createExportFiles, type ExportFiles } from "../../shared/export/store/export-files.ts";
import { createImportFiles, type ImportFiles } from "../../shared/import/store/import-files.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { mainTable, type TableDefinition } from "../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { type Cost, type Meter, meteredStore } from "../support/capacity/meter.ts";

/** All files are in one bucket. */
export interface Ground {
  store: Store;
  files: AccountFiles;
  exportFiles: ExportFiles;
  importFiles: ImportFiles;
}

/** The addresses of the table and the bucket, for another process. */
export interface GroundAddress {
  dynamoDb: string;
  s3: string;
  accessKeyId: string;
}

export const region = "us-east-1";
export const secretAccessKey = "local";
/** The database may be slow on a busy machine. */
export const requestHandler = { requestTimeout: 120_000, throwOnRequestTimeout: true };
const tableName = "contacts";
const bucket = "contacts-accounts";

/** Uses the database at this endpoint; the access key separates the table from others there. */
export async function startGround(
  dynamoDb: string,
  accessKeyId: string,
): Promise<{ address: GroundAddress; stop: () => Promise<void> }> {
  // The database would delete items that expire in the time of the bench, by the real clock.
  const definition: TableDefinition = { ...mainTable, expiryAttribute: undefined };
  await createTable({ endpoint: dynamoDb, region, accessKeyId }, tableName, definition);
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const s3 = await startS3Emulator({ dataDir, buckets: [bucket], accessKeyId, secretAccessKey });
  const stop = async () => {
    await s3.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { address: { dynamoDb, s3: s3.endpoint, accessKeyId }, stop };
}

/** Does this work with a database of its own. */
export async function onGround<Result>(work: (address: GroundAddress) => Promise<Result>): Promise<Result> {
  const database = await startDatabase();
  try {
    const { address, stop } = await startGround(database.endpoint, "bench");
    return await work(address).finally(stop);
  } finally {
    await database.stop();
  }
}

export function openGround({ dynamoDb, s3, accessKeyId }: GroundAddress): Ground {
  const credentials = { accessKeyId, secretAccessKey };
  const storage = { endpoint: s3, region, credentials };
  return {
    store: { client: createDocumentClient({ endpoint: dynamoDb, region, credentials, requestHandler }), tableName },
    files: createAccountFiles(bucket, storage),
    exportFiles: createExportFiles(bucket, storage),
    importFiles: createImportFiles(bucket, storage),
  };
}

/** The same table and files, counted except for those of exports and imports. */
export function meteredGround(meter: Meter, { store, files, ...others }: Ground): Ground {
  const counted = <Args extends unknown[], Result>(more: Partial<Cost>, call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      meter.add(more);
      return call(...args);
    };
  };
  const [reading, writing] = [{ storageReads: 1 }, { storageWrites: 1 }];
  return {
    ...others,
    store: meteredStore(meter, store, mainTable),
    files: {
      put: counted(writing, files.put),
      read: counted(reading, files.read),
      removeObject: counted(writing, files.removeObject),
      list: counted(reading, files.list),
    },
  };
}
