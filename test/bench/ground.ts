/** What the bench stands on: a table and a bucket of its own, which its processes share. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDatabase } from "../../infra/local/database.ts";
import { startS3Emulator } from "../../infra/local/s3-emulator.ts";
import { createTable } from "../../infra/local/tables.ts";
import { type AccountFiles, createAccountFiles } from "../../shared/files/account-files.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { mainTable, type TableDefinition } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";

export interface Ground {
  store: Store;
  files: AccountFiles;
}

/** Where a process finds the table and the bucket. */
export interface GroundAddress {
  dynamoDb: string;
  s3: string;
  accessKeyId: string;
}

const region = "us-east-1";
const secretAccessKey = "local";
const tableName = "contacts";
const bucket = "contacts-accounts";

/** In the emulator at this endpoint; the access key keeps it apart from all others there. */
export async function startGround(
  dynamoDb: string,
  accessKeyId: string,
): Promise<{ address: GroundAddress; stop: () => Promise<void> }> {
  // The emulator would delete by the real clock what expires by the bench's.
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

/** Does this work on a ground in an emulator of its own. */
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
  // The emulator of a busy machine may take its time.
  const requestHandler = { requestTimeout: 120_000, throwOnRequestTimeout: true };
  return {
    store: { client: createDocumentClient({ endpoint: dynamoDb, region, credentials, requestHandler }), tableName },
    files: createAccountFiles(bucket, { endpoint: s3, region, credentials }),
  };
}
