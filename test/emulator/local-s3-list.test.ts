import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GetObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  NoSuchKey,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../infra/local/s3-emulator.ts";
import { openBucket } from "../../infra/local/s3-store.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createFileClient } from "../../shared/files/client.ts";

const Bucket = "accounts";
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

let folder: string;
let emulator: S3Emulator;
let config: Parameters<typeof createFileClient>[0];
let files: ReturnType<typeof createAccountFiles>;
let client: ReturnType<typeof createFileClient>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-list-test-"));
  emulator = await startS3Emulator({ dataDir: folder, buckets: [Bucket, "empty"] });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  config = { endpoint: emulator.endpoint, region: "us-east-1", credentials, maxAttempts: 1 };
  files = createAccountFiles(Bucket, config);
  client = createFileClient(config);
});

afterAll(async () => {
  client.destroy();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

const list = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  client.send(new ListObjectsV2Command({ Bucket, ...input }));

async function listed(prefix: string, from = files): Promise<{ key: string; writtenAt: number }[]> {
  const found = [];
  for await (const object of from.list(prefix)) found.push(object);
  return found;
}

async function keysBelow(prefix: string): Promise<string[]> {
  return (await listed(prefix)).map(({ key }) => key);
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "no error",
    (error: unknown) => (error instanceof S3ServiceException ? error.name : String(error)),
  );
}

describe("a list", () => {
  test("tells keys, sizes, entity tags and times of what lies below the prefix, and of nothing else", async () => {
    const before = Date.now();
    await files.put("told/a", text("12345"));
    await files.put("told", text("no slash"));
    const { Contents, KeyCount, IsTruncated, Prefix, Name } = await list({ Prefix: "told/" });
    expect({ KeyCount, IsTruncated, Prefix, Name }).toEqual({
      KeyCount: 1,
      IsTruncated: false,
      Prefix: "told/",
      Name: Bucket,
    });
    expect(Contents).toEqual([
      {
        Key: "told/a",
        Size: 5,
        ETag: '"827ccb0eea8a706c4c34a16891f84e7b"',
        LastModified: expect.any(Date),
        StorageClass: "STANDARD",
      },
    ]);
    const [object] = await listed("told/");
    expect(object?.writtenAt).toBeGreaterThanOrEqual(before);
    expect(object?.writtenAt).toBeLessThanOrEqual(Date.now());
  });

  test("is in the order of the keys' bytes, whatever the keys hold", async () => {
    // U+FF5E comes before an emoji by its bytes, and after it by its UTF-16 units.
    const keys = ["a b+c&d=é", "a%20b", "a<b>'c'\"d\"", "b/..//c", "z", "～", "🎂"].map((key) => `odd/${key}`);
    for (const key of keys.toReversed()) await files.put(key, text("x"));
    expect(await keysBelow("odd/")).toEqual(keys);
    expect(await keysBelow("odd/a b+c&d=é")).toEqual(keys.slice(0, 1));
    expect(await keysBelow("odd/a%20")).toEqual(["odd/a%20b"]);
  });

  test("of nothing is empty", async () => {
    expect(await keysBelow("nothing/")).toEqual([]);
    expect(await list({ Bucket: "empty" })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  test("goes on where the page ended, also when that object is gone", async () => {
    for (const name of ["a", "b", "c", "d"]) await files.put(`pages/${name}`, text("x"));
    const first = await list({ Prefix: "pages/", MaxKeys: 2 });
    expect(first).toMatchObject({ KeyCount: 2, MaxKeys: 2, IsTruncated: true });
    await files.discard("pages/b");
    const rest = await list({ Prefix: "pages/", ContinuationToken: first.NextContinuationToken });
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(["pages/c", "pages/d"]);
    expect(rest.NextContinuationToken).toBeUndefined();
    expect(await list({ Prefix: "pages/", MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  test("of 2,001 objects comes whole, in pages of a thousand at most", async () => {
    const keys = Array.from({ length: 2_001 }, (_, index) => `${index}`.padStart(5, "0"));
    // Straight into the folder: by HTTP it would take longer than all other tests together.
    const bucket = openBucket(folder, "many", () => now);
    for (const key of keys.toReversed()) {
      const file = bucket.incomingFile();
      writeFileSync(file, "");
      bucket.commit(file, { key, size: 0, etag: "none", headers: {} });
    }
    const many = await startS3Emulator({ dataDir: folder, buckets: ["many"] });
    const there = { ...config, endpoint: many.endpoint };
    const found = await listed("", createAccountFiles("many", there));
    const reader = createFileClient(there);
    const page = await reader.send(new ListObjectsV2Command({ Bucket: "many", MaxKeys: 5_000 }));
    reader.destroy();
    await many.stop();
    expect(found).toEqual(keys.map((key) => ({ key, writtenAt: now })));
    expect(page).toMatchObject({ KeyCount: 1_000, MaxKeys: 1_000, IsTruncated: true });
  });

  test("refuses pages and tokens that are none, and the first version of the call", async () => {
    expect(await codeOf(list({ ContinuationToken: "%%%" }))).toBe("InvalidArgument");
    expect(await codeOf(list({ MaxKeys: -1 }))).toBe("InvalidArgument");
    expect(await codeOf(client.send(new ListObjectsCommand({ Bucket })))).toBe("NotImplemented");
    expect(await codeOf(list({ Delimiter: "/" }))).toBe("NotImplemented");
    expect(await codeOf(list({ Bucket: "none" }))).toBe("NoSuchBucket");
  });
});

describe("an object that is not there", () => {
  test("is the SDK's NoSuchKey, is undefined to the account's files, and may be removed", async () => {
    await expect(client.send(new GetObjectCommand({ Bucket, Key: "no/such" }))).rejects.toBeInstanceOf(NoSuchKey);
    expect(await files.read("no/such", 10)).toBeUndefined();
    await files.discard("no/such");
  });

  test("is a fault where the bucket itself is missing", async () => {
    expect(await codeOf(createAccountFiles("none", config).read("x", 10))).toBe("NoSuchBucket");
  });
});
