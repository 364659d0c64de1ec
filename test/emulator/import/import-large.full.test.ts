/**
 * Large files, through the parser as it runs in the cloud: bundled, in a process of its own, against the emulators. What they
 * cost of memory, and how much is fetched of them.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { importParser } from "../../../functions/import-parser/function.ts";
import { writeBundle } from "../../../infra/cloud/function/bundling.ts";
import { startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { openBucket } from "../../../infra/local/s3/store.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { getImport, type ImportRecord, newImport, putImport } from "../../../shared/import/store/import.ts";
import { createImportFiles } from "../../../shared/import/store/import-files.ts";
import { uploadKey } from "../../../shared/import/store/import-keys.ts";
import { readRows } from "../../../shared/import/store/rows.ts";
import { connectionsFile, writeCards, writeSparse } from "../../support/files/large-files.ts";
import { layOut, type WrittenEntry } from "../../support/files/zip-writer.ts";
import { newAccount } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

const maxMegabytes = { cards: 235, list: 256 };
const bucket = "imports";

interface Measured {
  /** The maximum that the process held, with about 80 MB of Node and the code itself. */
  peakMegabytes: number;
  milliseconds: number;
  /** Bytes that the bucket sent. */
  fetchedBytes: number;
}

interface ParserRun extends Measured {
  record: ImportRecord;
  row: ParsedContact | undefined;
}

/** Parses the file that `write` creates at a path, and reads one of its rows. Prints what the parser needed. */
async function parseFile(
  source: ImportSource,
  write: (path: string) => void | Promise<void>,
  rowAt: number,
): Promise<ParserRun> {
  const { store, host } = await freshTable();
  const folder = mkdtempSync(join(tmpdir(), "parser-"));
  const [accountId, importId, now] = [await newAccount(store), newId(), new Date()];
  const key = uploadKey({ accountId, importId });
  const size = await placeObject(folder, key, write);
  const emulator = await startS3Emulator({ dataDir: folder, buckets: [bucket], accessKeyId: host.accessKeyId });
  try {
    // Only a file of network_b is recognised by its name.
    const name = source === "network_b" ? "followers_1.json" : "";
    await putImport(store, newImport({ id: importId, accountId, source, files: [{ name, size }] }, now));
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const measured = await runBundle(folder, key, {
      // By default the C library keeps freed memory for each thread, which makes the peak depend on the machine's speed.
      MALLOC_ARENA_MAX: "1",
      TABLE_NAME: store.tableName,
      IMPORT_BUCKET: bucket,
      AWS_REGION: host.region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: host.endpoint,
      AWS_ENDPOINT_URL_S3: emulator.endpoint,
    });
    console.log(`${source} of ${size} bytes: ${JSON.stringify(measured)}`);
    const record = await getImport(store, accountId, importId, now);
    if (!record) throw new Error("the import is missing");
    const files = createImportFiles(bucket, { endpoint: emulator.endpoint, region: host.region, credentials });
    const [row] = await readRows(files, record, { offset: rowAt, limit: 1 });
    return { record, row, ...measured };
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Puts a file into the bucket of an emulator that does not run yet. A file with holes keeps them. */
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
  writeBundle("import-parser", folder);
  writeFileSync(join(folder, "run.mjs"), script);
  const args = [...importParser.nodeOptions.split(" "), "run.mjs", key];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: folder });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Measured;
}

/** Counts the bytes that the sockets to the bucket have read. */
const script = `
import { Socket } from "node:net";
import { peakMegabytes } from ${JSON.stringify(import.meta.resolve("../../support/process/peak-memory.ts"))};
const bucketPort = new URL(process.env.AWS_ENDPOINT_URL_S3).port;
const sockets = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...given) {
  const [{ port }] = given.flat();
  if (String(port) === bucketPort) sockets.add(this);
  return connect.apply(this, given);
};
const { handler } = await import("./index.mjs");
const event = { Records: [{ s3: { object: { key: process.argv[2] } } }] };
const started = performance.now();
await handler(event, { awsRequestId: "run", getRemainingTimeInMillis: () => 300_000 });
const milliseconds = Math.round(performance.now() - started);
const fetchedBytes = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
console.log(JSON.stringify({ milliseconds, peakMegabytes: Math.round(peakMegabytes()), fetchedBytes }));
process.exit();
`;

it.each([300, 2_100])(
  "a .vcf of 50,000 cards of %i bytes is parsed within 235 MB of memory, with all rows",
  async (bytesEach) => {
    const write = (path: string) => writeCards(path, 50_000, bytesEach);
    const { record, row, peakMegabytes } = await parseFile("vcard", write, 49_999);
    expect(record.files[0]?.size).toBeGreaterThan(50_000 * bytesEach * 0.95);
    expect(record).toMatchObject({ status: "parsed", rowsRead: 50_000, counts: { validCount: 50_000, coverage: 1 } });
    expect(row).toMatchObject({ lastName: "Lind049999", emails: [{ value: "person049999@fjord.example" }] });
    expect(peakMegabytes).toBeLessThan(maxMegabytes.cards);
  },
);

describe("a list of 50,000 of a network", () => {
  const rows = 50_000;
  /** With a name that the export writes byte by byte. */
  const labelled = (index: number) => ({
    timestamp: 1_700_000_000 - index,
    media: [],
    label_values: [
      { label: "URL", value: `https://www.instagram.com/person.number_${index}` },
      { label: "Name", value: `Zo\u00c3\u00ab N\u00c3\u00ba\u00c3\u00b1ez ${index} \u00f0\u009f\u0098\u008a` },
      { label: "Username", value: `person.number_${index}` },
    ],
    fbid: String(17_841_400_000_000_000 + index),
  });
  const accounts = () =>
    JSON.stringify(
      Array.from({ length: rows }, (_, index) => labelled(index)),
      null,
      2,
    );

  it.each([
    ["network_a", () => connectionsFile(rows), { skippedCount: rows / 100 }, "person-49998"],
    ["network_b", accounts, { skippedCount: 0, coverage: 1 }, "person.number_49999"],
  ] as const)("%s is parsed within 256 MB of memory", async (source, content, counts, last) => {
    const write = (path: string) => writeFileSync(path, content());
    const { record, row, peakMegabytes } = await parseFile(source, write, rows - 1 - counts.skippedCount);
    expect(record).toMatchObject({ status: "parsed", rowsRead: rows, counts: { invalidCount: 0, ...counts } });
    expect(row?.[source]).toContain(last);
    expect(peakMegabytes).toBeLessThan(maxMegabytes.list);
  });
});

describe("an archive of more than 4 GB, with the needed entry at its end", () => {
  const handles = Array.from({ length: 2_000 }, (_, index) => `person.${index}`);
  const entryOf = (handle: string) => ({
    string_list_data: [{ href: `https://www.instagram.com/${handle}`, value: handle, timestamp: 1_700_000_000 }],
  });
  const connections = [
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    ...handles.map((handle) => `Åsa,${handle},https://www.linkedin.com/in/${handle},,Fjord AS,Engineer,15 Jan 2026`),
  ].join("\n");
  const video: WrittenEntry = { name: "media/video.mp4", content: "video", method: 0 };
  const needed = {
    network_a: { name: "Connections.csv", content: connections },
    network_b: {
      name: "connections/followers_and_following/followers_1.json",
      content: JSON.stringify(handles.map(entryOf)),
    },
  };

  it.each(["network_a", "network_b"] as const)(
    "of %s costs its directory, that entry and little more",
    async (source) => {
      const entry = { ...needed[source], hole: 4.5 * 1024 ** 3 };
      const layout = layOut([video, entry], { crowd: 20_000, zip64: true });
      expect(layout.size).toBeGreaterThan(4 * 1024 ** 3);
      const run = await parseFile(source, (path) => writeSparse(path, layout), 0);
      expect(run.record).toMatchObject({ status: "parsed", error: null, counts: { validCount: handles.length } });
      expect(run.row?.[source]).toContain(handles[0]);
      expect(run.fetchedBytes).toBeLessThan(layout.directoryBytes + Buffer.byteLength(entry.content) + 256 * 1024);
      expect(run.peakMegabytes).toBeLessThan(maxMegabytes.list);
    },
  );
});
