import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Context, S3Event } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../infra/local/s3-emulator.ts";
import { createImportFiles, type ImportFiles } from "../../shared/files/import-files.ts";
import { parseUploadKey } from "../../shared/files/import-keys.ts";
import { readRows } from "../../shared/imports/rows.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/table/account.ts";
import { getImport, newImport, putImport } from "../../shared/table/import.ts";
import { type FreshTable, freshTable } from "../support/stack.ts";

const bucket = "import-files";
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
  it("gives back what was put, text or bytes", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await files.put("uploads/bytes", bytes, "application/octet-stream");
    await files.put("uploads/text", "Zoë", "text/plain");
    expect(await files.read("uploads/bytes", 256)).toEqual(bytes);
    expect(Buffer.from(await files.read("uploads/text", 10)).toString()).toBe("Zoë");
  });

  it("reads nothing of an object that is larger than expected, and goes on working", async () => {
    await files.put("uploads/large", new Uint8Array(3_000_000), "application/octet-stream");
    for (let attempt = 0; attempt < 60; attempt++) {
      await expect(files.read("uploads/large", 2_999_999)).rejects.toThrow("3000000 bytes");
    }
    expect((await files.read("uploads/large", 3_000_000)).byteLength).toBe(3_000_000);
  });

  it("throws for an object that is not there", async () => {
    await expect(files.read("uploads/nothing", 10)).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

describe("the parser function", () => {
  it("replays its recorded event", async () => {
    const { store, host } = table;
    const event = JSON.parse(
      readFileSync(new URL("../../events/import-parser.s3.json", import.meta.url), "utf8"),
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
    const { handler } = await import("../../functions/import-parser/handler.ts");
    await handler(event, { awsRequestId: "replay", getRemainingTimeInMillis: () => 60_000 } as Context);

    const record = await getImport(store, accountId, importId, now);
    expect(record).toMatchObject({ status: "parsed", counts: { totalCount: 1, validCount: 1 } });
    const rows = record ? await readRows(files, record, { offset: 0, limit: 10 }) : [];
    expect(rows).toMatchObject([
      { firstName: "Ingrid", lastName: "Solberg", emails: [{ value: "ingrid@fjord.example" }] },
    ]);
  });
});
