import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompleteMultipartUploadCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { createDownloadSigner, createExportFiles } from "../../../shared/export/store/export-files.ts";
import { createFileClient } from "../../../shared/platform/s3/client.ts";
import { createObjectWriter } from "../../../shared/platform/s3/object-streams.ts";

const Bucket = "accounts";
const events: S3Event[] = [];
let folder: string;
let emulator: S3Emulator;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  const onObjectCreated = async (event: S3Event) => void events.push(event);
  emulator = await startS3Emulator({ dataDir: folder, buckets: [Bucket], onObjectCreated });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

const config = () => ({
  endpoint: emulator.endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

it.each([
  ["no bytes", 0, "Put"],
  ["a few bytes", 1_000, "Put"],
  ["one part", 8 * 1024 * 1024, "CompleteMultipartUpload"],
  ["several parts", 20_000_000, "CompleteMultipartUpload"],
])("an object of %s is written and read as a stream, and downloaded under its name", async (_what, size, event) => {
  const content = randomBytes(size);
  const key = `exports/a/${size}/contacts.vcf`;
  const files = createExportFiles(Bucket, config());
  const writer = files.create(key, "contacts.vcf", "text/vcard; charset=utf-8");
  for (let at = 0; at < size; at += 3_000_000) await writer.write(content.subarray(at, at + 3_000_000));
  const bytes = await writer.close();
  expect(bytes).toBe(size);
  const read = createHash("md5");
  for await (const chunk of files.stream({ key, bytes })) read.update(chunk);
  expect(read.digest("hex")).toBe(createHash("md5").update(content).digest("hex"));
  const answer = await fetch(await createDownloadSigner(Bucket, config())(key, 60));
  expect(answer.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="contacts.vcf"');
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  await emulator.idle();
  expect(events.at(-1)?.Records[0]).toMatchObject({
    eventName: `ObjectCreated:${event}`,
    s3: { object: { key, size } },
  });
});

it("an upload that is not closed leaves no object", async () => {
  const writer = createObjectWriter(
    createFileClient(config()),
    { Bucket, Key: "exports/a/left" },
    { ContentType: "text/plain" },
  );
  await writer.write(randomBytes(9_000_000));
  const answer = await fetch(await createDownloadSigner(Bucket, config())("exports/a/left", 60));
  expect(answer.status).toBe(404);
});

it("parts of an unknown upload, and unknown parts, are refused", async () => {
  const { client } = await createFileClient(config())();
  const upload = { Bucket, Key: "exports/a/b", UploadId: "unknown" };
  await expect(client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: "x" }))).rejects.toMatchObject({
    name: "NoSuchUpload",
  });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: "x" }] };
  await expect(client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))).rejects.toMatchObject({
    name: "NoSuchUpload",
  });
});
