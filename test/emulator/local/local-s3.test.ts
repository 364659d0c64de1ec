import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { openBucket } from "../../../infra/local/s3/store.ts";
import { createAccountFiles } from "../../../shared/account/store/account-files.ts";

const Bucket = "imports";
/** Milliseconds. A server that waits for connections kept alive takes five seconds and more. */
const stopLimit = 4_000;
const events: S3Event[] = [];
const deadLetters: { event: S3Event; error: unknown }[] = [];
let listener: (event: S3Event, requestId: string) => Promise<void>;
let folder: string;
let emulator: S3Emulator;
let client: S3Client;

const start = (): Promise<S3Emulator> =>
  startS3Emulator({
    dataDir: folder,
    buckets: [Bucket, "pictures", "many"],
    retryDelays: [0, 0],
    onObjectCreated: (event, requestId) => {
      events.push(event);
      return listener(event, requestId);
    },
    onDeadLetter: (event, error) => void deadLetters.push({ event, error }),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  emulator = await start();
  client = createClient();
});
beforeEach(() => {
  listener = async () => {};
});
afterEach(async () => {
  await emulator.idle();
  events.length = 0;
  deadLetters.length = 0;
});
afterAll(async () => {
  client.destroy();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

function configOf(secretAccessKey = "local") {
  return {
    endpoint: emulator.endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: "local", secretAccessKey },
  };
}

function createClient(secretAccessKey?: string): S3Client {
  return new S3Client(configOf(secretAccessKey));
}

const put = (Key: string, Body: PutObjectCommandInput["Body"] = "x", changes: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...changes }));

const list = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  client.send(new ListObjectsV2Command({ Bucket, ...input }));

async function read(Key: string, Range?: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
  return (await Body?.transformToString()) ?? "";
}

async function keysBelow(prefix: string): Promise<string[]> {
  const found = [];
  for await (const { key } of createAccountFiles(Bucket, configOf()).list(prefix)) found.push(key);
  return found;
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "no error",
    (error: unknown) =>
      error instanceof S3ServiceException ? `${error.$metadata.httpStatusCode} ${error.name}` : String(error),
  );
}

describe("an object", () => {
  test("comes back with its type and its entity tag", async () => {
    const { ETag } = await put("a/b.txt", "grüße", { ContentType: "text/plain" });
    expect(ETag).toBe(`"${createHash("md5").update("grüße").digest("hex")}"`);
    const got = await client.send(new GetObjectCommand({ Bucket, Key: "a/b.txt" }));
    expect(await got.Body?.transformToString()).toBe("grüße");
    expect(got).toMatchObject({ ContentType: "text/plain", ContentLength: 7, ETag });
  });

  test.each(["../../escape", "a b+c&d=é/ü.vcf", "%2e%2e/x", "nul\u0001key"])(
    "may have the key %j, which reaches no file outside the folder",
    async (Key) => {
      await put(Key, Key);
      expect(await read(Key)).toBe(Key);
      expect(readdirSync(folder).sort()).toEqual([Bucket, "many", "pictures"]);
      const names = readdirSync(join(folder, Bucket, "objects"));
      expect(names.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    },
  );

  test("may be empty", async () => {
    await put("empty", new Uint8Array());
    expect(await read("empty")).toBe("");
  });

  test("is read in ranges", async () => {
    await put("digits", "0123456789");
    expect(await read("digits", "bytes=2-4")).toBe("234");
    expect(await read("digits", "bytes=8-99")).toBe("89");
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: "digits", Range: "bytes=2-4" }));
    expect(answer).toMatchObject({ ContentRange: "bytes 2-4/10", $metadata: { httpStatusCode: 206 } });
    expect(await codeOf(read("digits", "bytes=10-12"))).toBe("416 InvalidRange");
  });

  test("is gone when it is deleted; deleting a key without an object succeeds", async () => {
    await put("d/1");
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    await expect(client.send(new GetObjectCommand({ Bucket, Key: "d/1" }))).rejects.toBeInstanceOf(NoSuchKey);
  });
});

describe("many objects at once", () => {
  const remove = (keys: readonly string[], bucket = Bucket, from = client) => {
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    return from.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `gone/${index}`);

  test("are deleted, whatever characters their keys have", async () => {
    const odd = ["odd/a", "odd/<c>&'\"d", "odd/é %20+", "odd/e\u0001f"];
    for (const key of [...odd, "odd/stays"]) await put(key);
    expect((await remove([...odd, "never there"])).Errors).toBeUndefined();
    expect(await keysBelow("odd/")).toEqual(["odd/stays"]);
  });

  test("are 1 to 1,000, in a bucket that exists", async () => {
    expect(await codeOf(remove(numbered(1_000)))).toBe("no error");
    expect(await codeOf(remove(numbered(1_001)))).toBe("400 MalformedXML");
    expect(await codeOf(remove([]))).toBe("400 MalformedXML");
    expect(await codeOf(remove(["a"], "none"))).toBe("404 NoSuchBucket");
  });
});

describe("a list", () => {
  test("has keys, sizes and times of the objects below the prefix", async () => {
    await put("list/a", "12345");
    await put("list");
    const { Contents, IsTruncated } = await list({ Prefix: "list/" });
    expect(Contents).toEqual([{ Key: "list/a", Size: 5, LastModified: expect.any(Date) }]);
    expect(IsTruncated).toBe(false);
    expect(await keysBelow("nothing/")).toEqual([]);
  });

  test("is in the order of the keys' bytes", async () => {
    // U+FF5E comes before an emoji by its bytes, and after it by its UTF-16 units.
    const keys = ["a b+c&d=é", "a%20b", "a<b>'c'\"d\"", "b/..//c", "z", "～", "🎂"].map((key) => `order/${key}`);
    for (const key of keys.toReversed()) await put(key);
    expect(await keysBelow("order/")).toEqual(keys);
    expect(await keysBelow("order/a b+c&d=é")).toEqual(keys.slice(0, 1));
  });

  test("of 2,001 objects has pages of a thousand, and continues after the last key of a page, even if that object is gone", async () => {
    const keys = Array.from({ length: 2_001 }, (_, index) => `${index}`.padStart(5, "0"));
    // The objects are written straight into the folder, because 2,001 requests take too long.
    const bucket = openBucket(folder, "many", Date.now);
    for (const key of keys.toReversed()) {
      const file = bucket.incomingFile();
      writeFileSync(file, "");
      bucket.commit(file, { key, size: 0, etag: "none", headers: {} });
    }
    await emulator.stop();
    emulator = await start();
    client = createClient();
    const found: (string | undefined)[] = [];
    const sizes: (number | undefined)[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = await list({ Bucket: "many", ContinuationToken: token });
      found.push(...(page.Contents ?? []).map(({ Key }) => Key));
      sizes.push(page.Contents?.length);
      await client.send(new DeleteObjectCommand({ Bucket: "many", Key: found.at(-1) }));
      token = page.NextContinuationToken;
    }
    expect(found).toEqual(keys);
    expect(sizes).toEqual([1_000, 1_000, 1]);
  });
});

describe("a refusal", () => {
  test("of a wrong checksum leaves no object and no event", async () => {
    expect(await codeOf(put("fault", "x", { ChecksumCRC32: "AAAAAA==" }))).toBe("400 BadDigest");
    expect(await codeOf(read("fault"))).toBe("404 NoSuchKey");
    await emulator.idle();
    expect(events).toEqual([]);
    expect(readdirSync(join(folder, Bucket, "incoming"))).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["metadata", () => put("x", "x", { Metadata: { account: "7" } })],
    ["a conditional write", () => put("x", "x", { IfNoneMatch: "*" })],
    ["a stream", () => put("x", Readable.from(["x"]), { ContentLength: 1 })],
    ["a conditional read", () => client.send(new GetObjectCommand({ Bucket, Key: "x", IfMatch: "x" }))],
    ["a list by delimiter", () => list({ Delimiter: "/" })],
  ])("of %s, which the service does not use, comes at once", async (_name, send) => {
    expect(await codeOf(send())).toBe("501 NotImplemented");
  });

  test("of a bucket that is not there", async () => {
    expect(await codeOf(client.send(new HeadBucketCommand({ Bucket: "none" })))).toMatch(/^404/);
    expect(await codeOf(client.send(new HeadBucketCommand({ Bucket })))).toBe("no error");
    expect(await codeOf(createAccountFiles("none", configOf()).read("x", 10))).toBe("404 NoSuchBucket");
    expect(await codeOf(client.send(new HeadObjectCommand({ Bucket, Key: "x" })))).toMatch(/^501/);
  });

  test("of a wrong secret, and of no credentials", async () => {
    const forger = createClient("other");
    const forged = forger.send(new DeleteObjectCommand({ Bucket, Key: "x" }));
    expect(await codeOf(forged)).toBe("403 SignatureDoesNotMatch");
    forger.destroy();
    const answer = await fetch(`${emulator.endpoint}/${Bucket}/x`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("<Code>AccessDenied</Code>")]);
  });

  test("of a key of more than 1,024 bytes", async () => {
    expect(await codeOf(put("ü".repeat(513)))).toBe("400 KeyTooLongError");
  });
});

describe("an event", () => {
  test("describes a new object as the events of S3 do", async () => {
    await put("in/my cards+ü (1).vcf", "12345");
    await put("in/second");
    await emulator.idle();
    const [record, second] = events.flatMap(({ Records }) => Records);
    expect(record).toMatchObject({
      eventVersion: "2.1",
      eventSource: "aws:s3",
      eventName: "ObjectCreated:Put",
      s3: {
        s3SchemaVersion: "1.0",
        bucket: { name: Bucket, arn: "arn:aws:s3:::imports" },
        object: {
          key: "in/my+cards%2B%C3%BC+%281%29.vcf",
          size: 5,
          eTag: createHash("md5").update("12345").digest("hex"),
        },
      },
    });
    expect(String(second?.s3.object.sequencer) > String(record?.s3.object.sequencer)).toBe(true);
  });

  test("is delivered three times when the listener fails, then given up with the last error", async () => {
    listener = async () => {
      throw new Error(`attempt ${events.length}`);
    };
    await put("unlucky");
    await emulator.idle();
    expect(events).toHaveLength(3);
    expect(deadLetters).toEqual([{ event: events[0], error: new Error("attempt 3") }]);
  });

  test("that was not handled is delivered after a restart, in order, with the same request id, and no other event", async () => {
    const ids: string[] = [];
    await put("handled");
    await emulator.idle();
    listener = async () => {
      throw new Error("never");
    };
    await put("given up");
    await emulator.idle();
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    listener = (_event, requestId) => {
      ids.push(requestId);
      reached[events.length - 5]?.resolve();
      return new Promise(() => {});
    };
    await put("running");
    await reached[0]?.promise;
    await put("running, too");
    await reached[1]?.promise;
    await emulator.stop();
    client.destroy();
    events.length = 0;
    listener = async (_event, requestId) => void ids.push(requestId);
    emulator = await start();
    client = createClient();
    await emulator.idle();
    expect(events.map(({ Records }) => Records[0]?.s3.object.key)).toEqual(["running", "running%2C+too"]);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(ids[0]).not.toBe(ids[1]);
    await emulator.stop();
    emulator = await start();
    client = createClient();
    await emulator.idle();
    expect(events).toHaveLength(2);
  });
});

test("objects are there after a restart, which does not wait for a connection kept alive", async () => {
  await put("kept", "kept", { ContentType: "text/plain" });
  const begin = performance.now();
  await emulator.stop();
  expect(performance.now() - begin).toBeLessThan(stopLimit);
  client.destroy();
  emulator = await start();
  client = createClient();
  expect(await read("kept")).toBe("kept");
  expect((await client.send(new GetObjectCommand({ Bucket, Key: "kept" }))).ContentType).toBe("text/plain");
});
