import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteObjectsCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../infra/local/s3-emulator.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createFileClient } from "../../shared/files/client.ts";

const Bucket = "pictures";
let folder: string;
let emulator: S3Emulator;
let client: ReturnType<typeof createFileClient>;
let files: ReturnType<typeof createAccountFiles>;
let config: Parameters<typeof createFileClient>[0];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-delete-test-"));
  emulator = await startS3Emulator({ dataDir: folder, buckets: [Bucket] });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  config = { endpoint: emulator.endpoint, region: "us-east-1", credentials, maxAttempts: 1 };
  client = createFileClient(config);
  files = createAccountFiles(Bucket, config);
});

afterAll(async () => {
  client.destroy();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

async function keys(): Promise<string[]> {
  const found = [];
  for await (const { key } of files.list("")) found.push(key);
  return found;
}

async function codeOf(Delete: { Objects: { Key: string; VersionId?: string }[] }, bucket = Bucket): Promise<string> {
  return client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete })).then(
    () => "no error",
    (error: unknown) => (error instanceof S3ServiceException ? error.name : String(error)),
  );
}

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ Key: `gone/${index}` }));

describe("many objects at once", () => {
  test("are removed, whatever their keys hold, and told by their keys; what is not there counts as removed", async () => {
    const odd = ["a", "b/<c>&'\"d", "é %20+", "e\u0001f"];
    for (const Key of [...odd, "stays"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
    const Objects = [...odd, "never there"].map((Key) => ({ Key }));
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect([Deleted, Errors]).toEqual([Objects, undefined]);
    expect((await keys()).filter((key) => key !== "kept")).toEqual(["stays"]);
  });

  test("are told of only where nobody asked for quiet", async () => {
    const Delete = { Objects: named(2), Quiet: true };
    expect((await client.send(new DeleteObjectsCommand({ Bucket, Delete }))).Deleted).toBeUndefined();
  });

  test("are a thousand at most, and at least one, of a bucket that is there", async () => {
    expect(await codeOf({ Objects: named(1_000) })).toBe("no error");
    expect(await codeOf({ Objects: named(1_001) })).toBe("MalformedXML");
    expect(await codeOf({ Objects: [] })).toBe("MalformedXML");
    expect(await codeOf({ Objects: [{ Key: "a", VersionId: "1" }] })).toBe("MalformedXML");
    expect(await codeOf({ Objects: named(1) }, "none")).toBe("NoSuchBucket");
  });

  test("stay when the list of them came damaged", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "x" }));
    const damaged = createFileClient(config);
    damaged.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        const header = Object.keys(headers).find((name) => name.startsWith("x-amz-checksum-"));
        headers[header ?? "x-amz-checksum-crc32"] = "AAAAAA==";
        return next(args);
      },
      { step: "build", priority: "low" },
    );
    const attempt = damaged.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "kept" }] } }));
    await expect(attempt).rejects.toMatchObject({ name: "BadDigest" });
    expect(await keys()).toContain("kept");
    damaged.destroy();
  });
});
