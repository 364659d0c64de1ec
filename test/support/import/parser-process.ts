/**
 * The import parser as it runs in the cloud: bundled, in a process of its own, against the emulators; with what it
 * needed of memory.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { importParser } from "../../../functions/import-parser/function.ts";
import { bundle } from "../../../infra/cloud/function/bundle-sizes.ts";
import { startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { openBucket } from "../../../infra/local/s3/store.ts";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { getImport, type ImportRecord, newImport, putImport } from "../../../shared/import/store/import.ts";
import { createImportFiles, type ImportFiles } from "../../../shared/import/store/import-files.ts";
import { uploadKey } from "../../../shared/import/store/import-keys.ts";
import type { FreshTable } from "../process/stack.ts";

export interface ParserRun {
  record: ImportRecord;
  files: ImportFiles;
  /** The most that the process ever held, Node and the code itself included, which take some 80 of them. */
  peakMegabytes: number;
  milliseconds: number;
  /** Bytes that came out of the bucket. */
  fetchedBytes: number;
}

const bucket = "imports";

/** Parses one file, which `write` makes at the path that it is given, and hands on what came of it. */
export async function runParser<Result>(
  { store, host }: Pick<FreshTable, "store" | "host">,
  source: ImportSource,
  write: (path: string) => void | Promise<void>,
  look: (run: ParserRun) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "parser-"));
  const accountId = randomUUID();
  const importId = newId();
  const now = new Date();
  const key = uploadKey({ accountId, importId });
  const size = await placeObject(folder, key, write);
  const emulator = await startS3Emulator({ dataDir: folder, buckets: [bucket], accessKeyId: host.accessKeyId });
  try {
    const head = accountHeadToItem(newAccountHead(accountId, null, now));
    await store.client.send(new PutCommand({ TableName: store.tableName, Item: head }));
    await putImport(store, newImport({ id: importId, accountId, source, files: [{ name: "", size }] }, now));
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const measured = await runBundle(folder, key, {
      TABLE_NAME: store.tableName,
      IMPORT_BUCKET: bucket,
      AWS_REGION: host.region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: host.endpoint,
      AWS_ENDPOINT_URL_S3: emulator.endpoint,
    });
    const record = await getImport(store, accountId, importId, now);
    if (!record) throw new Error("the import is gone");
    const files = createImportFiles(bucket, { endpoint: emulator.endpoint, region: host.region, credentials });
    return await look({ record, files, ...measured });
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Puts a file into an empty bucket whose emulator does not run yet, as it is: a file with holes keeps them. */
async function placeObject(folder: string, key: string, write: (path: string) => void | Promise<void>) {
  const object = await openBucket(folder, bucket, Date.now).write(key, Readable.from([]), {});
  const path = join(folder, bucket, "blobs", object.blob);
  await write(path);
  const { size } = statSync(path);
  const objects = join(folder, bucket, "objects");
  for (const name of readdirSync(objects)) writeFileSync(join(objects, name), JSON.stringify({ ...object, size }));
  return size;
}

async function runBundle(folder: string, key: string, env: Record<string, string>) {
  for (const { code } of await bundle(["import-parser"])) writeFileSync(join(folder, "parser.mjs"), code);
  writeFileSync(join(folder, "run.mjs"), script);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...importParser.nodeOptions.split(" "), "run.mjs", key],
    {
      env,
      cwd: folder,
    },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Omit<ParserRun, "record" | "files">;
}

/** Counts what the sockets to the bucket have read: that is what it cost, whatever was done with it. */
const script = `
import { Socket } from "node:net";
import { peakMegabytes } from ${JSON.stringify(import.meta.resolve("../process/peak-memory.ts"))};
const bucketPort = new URL(process.env.AWS_ENDPOINT_URL_S3).port;
const sockets = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...given) {
  const [{ port }] = given.flat();
  if (String(port) === bucketPort) sockets.add(this);
  return connect.apply(this, given);
};
const { handler } = await import("./parser.mjs");
const event = { Records: [{ s3: { object: { key: process.argv[2] } } }] };
const started = performance.now();
await handler(event, { awsRequestId: "run", getRemainingTimeInMillis: () => 300_000 });
const milliseconds = Math.round(performance.now() - started);
const fetchedBytes = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
console.log(JSON.stringify({ milliseconds, peakMegabytes: Math.round(peakMegabytes()), fetchedBytes }));
process.exit();
`;
