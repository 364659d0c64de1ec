import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Context, S3Event } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import { getImport, newImport, putImport } from "../../../shared/import/store/import.ts";
import { createImportFiles, type ImportFiles } from "../../../shared/import/store/import-files.ts";
import { parseUploadKey } from "../../../shared/import/store/import-keys.ts";
import { readRows } from "../../../shared/import/store/rows.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";

const bucket = "import-files";
const credentials = { accessKeyId: "a", secretAccessKey: "b" };

/** The import bucket behind a server of the test. */
async function bucketOf(listener: RequestListener, options: { maxAttempts?: number } = {}) {
  const server = createServer(listener);
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server, "The server of the test")}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { files: createImportFiles(bucket, { endpoint, region: "us-east-1", credentials, ...options }), stop };
}

let emulator: S3Emulator;
let folder: string;
let files: ImportFiles;
let table: FreshTable;
beforeAll(async () => {
  table = await freshTable();
  const { accessKeyId, region } = table.host;
  folder = mkdtempSync(join(tmpdir(), "import-files-"));
  emulator = await startS3Emulator({ dataDir: folder, buckets: [bucket], accessKeyId });
  const credentials = { accessKeyId, secretAccessKey: "local" };
  files = createImportFiles(bucket, { endpoint: emulator.endpoint, region, credentials, maxAttempts: 1 });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

describe("the import bucket", () => {
  it("returns stored text and bytes", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await files.put("uploads/bytes", bytes, "application/octet-stream");
    await files.put("uploads/text", "Zoë", "text/plain");
    expect(await files.read("uploads/bytes", 256)).toEqual(bytes);
    expect(Buffer.from(await files.read("uploads/text", 10)).toString()).toBe("Zoë");
  });

  it("reads nothing of an object that is larger than expected, and leaves no connection open", async () => {
    await files.put("uploads/large", new Uint8Array(3_000_000), "application/octet-stream");
    for (let attempt = 0; attempt < 60; attempt++) {
      await expect(files.read("uploads/large", 2_999_999)).rejects.toThrow("3000000 bytes");
    }
    expect((await files.read("uploads/large", 3_000_000)).byteLength).toBe(3_000_000);
  });
});

describe("ranges of the import bucket", () => {
  const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251));

  it("are read by one request, whole or as a stream", async () => {
    await files.put("uploads/ranges", content, "application/octet-stream");
    for (const [start, end] of [
      [0, 1],
      [999_999, 2_000_001],
      [2_999_990, 3_000_000],
    ] as const) {
      const expected = content.subarray(start, end);
      expect(expected.equals(await files.readRange("uploads/ranges", start, end))).toBe(true);
      expect(expected.equals(await collect(files.streamRange("uploads/ranges", start, end)))).toBe(true);
    }
    expect((await collect(files.streamRange("uploads/ranges", 5, 5))).byteLength).toBe(0);
  });

  it("that are not read to the end leave no connection open", async () => {
    await files.put("uploads/left", content, "application/octet-stream");
    for (let attempt = 0; attempt < 60; attempt++) {
      for await (const chunk of files.streamRange("uploads/left", 0, content.byteLength)) {
        expect(chunk.byteLength).toBeGreaterThan(0);
        break;
      }
    }
    expect((await files.read("uploads/left", 3_000_000)).byteLength).toBe(3_000_000);
  });

  /** A bucket whose connections break after some bytes; what was asked of it. */
  async function breakingBucket(bytesEach: number) {
    const asked: string[] = [];
    const served = await bucketOf(
      (request, response) => {
        const range = request.headers.range ?? "";
        asked.push(range);
        const [first = 0, last = 0] = range.replace("bytes=", "").split("-").map(Number);
        const whole = content.subarray(first, last + 1);
        response.writeHead(206, { "content-length": String(whole.byteLength) });
        const part = whole.subarray(0, bytesEach);
        if (part.byteLength === whole.byteLength) response.end(part);
        else if (bytesEach === 0) response.destroy();
        else response.write(part, () => setImmediate(() => response.destroy()));
      },
      { maxAttempts: 1 },
    );
    return { asked, broken: served.files, stop: served.stop };
  }

  it("continue where a connection broke, without lost or repeated bytes", async () => {
    const { asked, broken, stop } = await breakingBucket(900_000);
    expect(content.equals(await collect(broken.streamRange("uploads/x", 0, content.byteLength)))).toBe(true);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked[0]).toBe("bytes=0-2999999");
    stop();
  });

  it("fail when new connections bring nothing", async () => {
    const { broken, stop } = await breakingBucket(0);
    await expect(collect(broken.streamRange("uploads/x", 0, 10))).rejects.toThrow();
    stop();
  });
});

describe("a bucket that does not answer in time", () => {
  it.each([
    ["at all", () => undefined],
    [
      "for the rest of an object",
      (_request, response) => void response.writeHead(200, { "content-length": "10" }).write("half"),
    ],
  ] as [string, RequestListener][])("is given up at the caller's time limit: %s", async (_what, listener) => {
    const { files: slow, stop } = await bucketOf(listener);
    await expect(slow.read("rows/x", 10, 100)).rejects.toMatchObject({ name: "TimeoutError" });
    stop();
  });

  it("is given up by a write", async () => {
    const { files: slow, stop } = await bucketOf(() => undefined);
    await expect(slow.put("uploads/x", "x", "text/plain", 50)).rejects.toMatchObject({ name: "TimeoutError" });
    stop();
  });
});

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

describe("the parser function", () => {
  it("replays its recorded event", async () => {
    const { store, host } = table;
    const event = JSON.parse(
      readFileSync(new URL("../../../events/import-parser.s3.json", import.meta.url), "utf8"),
    ) as S3Event;
    const key = event.Records[0]?.s3.object.key ?? "";
    const location = parseUploadKey(key);
    if (!location) throw new Error("the event names no upload");
    const { accountId, importId } = location;
    const now = new Date();
    const card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ingrid Solberg\r\nN:Solberg;Ingrid;;;\r\nEMAIL:ingrid@fjord.example\r\nEND:VCARD\r\n";
    const head = accountHeadToItem(newAccountHead(accountId, null, now));
    await store.client.send(new PutCommand({ TableName: store.tableName, Item: head }));
    const described = [{ name: "book.vcf", size: Buffer.byteLength(card) }];
    await putImport(store, newImport({ id: importId, accountId, source: "vcard", files: described }, now));
    await files.put(key, card, "text/vcard");

    vi.stubEnv("TABLE_NAME", store.tableName);
    vi.stubEnv("IMPORT_BUCKET", bucket);
    vi.stubEnv("AWS_REGION", host.region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", host.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", host.endpoint);
    vi.stubEnv("AWS_ENDPOINT_URL_S3", emulator.endpoint);
    const { handler } = await import("../../../functions/import-parser/handler.ts");
    await handler(event, { awsRequestId: "replay", getRemainingTimeInMillis: () => 60_000 } as Context);

    const record = await getImport(store, accountId, importId, now);
    expect(record).toMatchObject({ status: "parsed", counts: { totalCount: 1, validCount: 1 } });
    const rows = record ? await readRows(files, record, { offset: 0, limit: 10 }) : [];
    expect(rows).toMatchObject([
      { firstName: "Ingrid", lastName: "Solberg", emails: [{ value: "ingrid@fjord.example" }] },
    ]);
  });
});
