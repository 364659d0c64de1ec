import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../infra/local/s3-emulator.ts";

const Bucket = "imports";
const megabyte = 1024 ** 2;
/** Milliseconds; a server that waits for connections kept alive takes five seconds and more. */
const stopLimit = 4_000;
const events: S3Event[] = [];
const deadLetters: { event: S3Event; error: unknown }[] = [];
const noFault = async (): Promise<void> => {};
let listener: (event: S3Event, requestId: string) => Promise<void>;
let folder: string;
let emulator: S3Emulator;
let client: S3Client;

const start = (): Promise<S3Emulator> =>
  startS3Emulator({
    dataDir: folder,
    buckets: [Bucket, "pictures"],
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
  listener = noFault;
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

function createClient(secretAccessKey = "local"): S3Client {
  return new S3Client({
    endpoint: emulator.endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: "local", secretAccessKey },
  });
}

async function read(Key: string, Range?: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

async function codeOf(attempt: Promise<unknown>): Promise<[string, number | undefined]> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.name, error.$metadata.httpStatusCode];
    throw error;
  }
  return ["no error", undefined];
}

describe("objects", () => {
  test("come back with their type and their metadata", async () => {
    const put = new PutObjectCommand({
      Bucket,
      Key: "a/b.txt",
      Body: "grüße",
      ContentType: "text/plain",
      Metadata: { account: "7" },
    });
    const { ETag } = await client.send(put);
    expect(ETag).toBe(`"${createHash("md5").update("grüße").digest("hex")}"`);
    const got = await client.send(new GetObjectCommand({ Bucket, Key: "a/b.txt" }));
    expect(await got.Body?.transformToString()).toBe("grüße");
    expect(got).toMatchObject({ ContentType: "text/plain", Metadata: { account: "7" }, ContentLength: 7, ETag });
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: "a/b.txt" }));
    expect(head).toMatchObject({ ContentType: "text/plain", Metadata: { account: "7" }, ContentLength: 7, ETag });
  });

  test.each(["../../escape", "..", "a b+c&d=é/ü.vcf", "%2e%2e/x", "a//b", "nul\u0001key", "emoji 🎂"])(
    "may have the key %j, which reaches no file outside the folder",
    async (Key) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
      expect((await read(Key)).toString()).toBe(Key);
      expect(readdirSync(folder).sort()).toEqual([Bucket, "pictures"]);
      const names = readdirSync(join(folder, Bucket, "objects"));
      expect(names.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    },
  );

  test("that are streamed come through byte for byte, with their checksum", async () => {
    const bytes = randomBytes(3 * megabyte + 46);
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 70_001), bytes.subarray(70_001)];
    await client.send(
      new PutObjectCommand({ Bucket, Key: "stream", Body: Readable.from(chunks), ContentLength: bytes.length }),
    );
    expect((await read("stream")).equals(bytes)).toBe(true);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: "stream" }));
    expect(head.ContentLength).toBe(bytes.length);
    expect(head.ContentEncoding).toBeUndefined();
  });

  test("may be empty", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "empty", Body: new Uint8Array() }));
    expect(await read("empty")).toHaveLength(0);
  });

  test("are read in ranges", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "digits", Body: "0123456789" }));
    expect((await read("digits", "bytes=2-4")).toString()).toBe("234");
    expect((await read("digits", "bytes=7-")).toString()).toBe("789");
    expect((await read("digits", "bytes=-2")).toString()).toBe("89");
    expect((await read("digits", "bytes=8-99")).toString()).toBe("89");
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: "digits", Range: "bytes=2-4" }));
    expect(answer).toMatchObject({ ContentRange: "bytes 2-4/10", $metadata: { httpStatusCode: 206 } });
    expect(await codeOf(read("digits", "bytes=10-"))).toEqual(["InvalidRange", 416]);
  });

  test("answer a condition with 304, 412 or the object", async () => {
    const { ETag } = await client.send(new PutObjectCommand({ Bucket, Key: "condition", Body: "x" }));
    const get = (conditions: object): Promise<unknown> =>
      client.send(new GetObjectCommand({ Bucket, Key: "condition", ...conditions }));
    expect((await codeOf(get({ IfNoneMatch: ETag })))[1]).toBe(304);
    expect(await codeOf(get({ IfMatch: '"other"' }))).toEqual(["PreconditionFailed", 412]);
    expect(await codeOf(get({ IfNoneMatch: '"other"', IfMatch: ETag }))).toEqual(["no error", undefined]);
  });

  test("are made only once under If-None-Match, also by twenty at a time", async () => {
    const put = (Body: string): Promise<unknown> =>
      client.send(new PutObjectCommand({ Bucket, Key: "once", Body, IfNoneMatch: "*" }));
    const codes = await Promise.all(Array.from({ length: 20 }, (_, index) => codeOf(put(`writer ${index}`))));
    expect(codes.filter(([code]) => code === "no error")).toHaveLength(1);
    expect(codes.filter(([, status]) => status === 412)).toHaveLength(19);
  });

  test("are gone when deleted, and deleting what is not there succeeds", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "d/1", Body: "x" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    expect(await codeOf(read("d/1"))).toEqual(["NoSuchKey", 404]);
  });
});

describe("refusals", () => {
  test.each([
    ["a wrong Content-MD5", { ContentMD5: createHash("md5").update("other").digest("base64") }, "BadDigest"],
    ["a wrong checksum", { ChecksumCRC32: "AAAAAA==" }, "BadDigest"],
    ["too much metadata", { Metadata: { long: "x".repeat(2048) } }, "MetadataTooLarge"],
  ])("%s leaves no object and no event", async (_name, fault, code) => {
    expect(await codeOf(client.send(new PutObjectCommand({ Bucket, Key: "fault", Body: "x", ...fault })))).toEqual([
      code,
      400,
    ]);
    expect(await codeOf(read("fault"))).toEqual(["NoSuchKey", 404]);
    await emulator.idle();
    expect(events).toEqual([]);
    expect(readdirSync(join(folder, Bucket, "incoming"))).toEqual([]);
  });

  test("a bucket that is not there", async () => {
    expect((await codeOf(client.send(new HeadBucketCommand({ Bucket: "none" }))))[1]).toBe(404);
    expect(await codeOf(client.send(new HeadBucketCommand({ Bucket })))).toEqual(["no error", undefined]);
  });

  test("a wrong secret, and no credentials at all", async () => {
    const forger = createClient("other");
    expect(await codeOf(forger.send(new DeleteObjectCommand({ Bucket, Key: "x" })))).toEqual([
      "SignatureDoesNotMatch",
      403,
    ]);
    forger.destroy();
    const answer = await fetch(`${emulator.endpoint}/${Bucket}/x`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("<Code>AccessDenied</Code>")]);
  });

  test("a call that is not emulated is answered at once", async () => {
    const notImplemented = ["NotImplemented", 501];
    expect(await codeOf(client.send(new GetObjectAclCommand({ Bucket, Key: "x" })))).toEqual(notImplemented);
    const copy = new CopyObjectCommand({ Bucket, Key: "x", CopySource: `${Bucket}/y` });
    expect(await codeOf(client.send(copy))).toEqual(notImplemented);
  });

  test("a key of more than 1,024 bytes", async () => {
    const put = new PutObjectCommand({ Bucket, Key: "ü".repeat(513), Body: "x" });
    expect(await codeOf(client.send(put))).toEqual(["KeyTooLongError", 400]);
  });
});

describe("events", () => {
  test("tell of a new object in the form of the real ones", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "in/my cards+ü (1).vcf", Body: "12345" }));
    await client.send(new PutObjectCommand({ Bucket, Key: "in/second", Body: "1" }));
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

  test("are tried three times, then given up with the last error", async () => {
    listener = async () => {
      throw new Error(`attempt ${events.length}`);
    };
    await client.send(new PutObjectCommand({ Bucket, Key: "unlucky", Body: "x" }));
    await emulator.idle();
    expect(events).toHaveLength(3);
    expect(deadLetters).toEqual([{ event: events[0], error: new Error("attempt 3") }]);
  });

  test("keep their request id over all attempts, and have one each", async () => {
    const ids: string[] = [];
    listener = async (_event, requestId) => {
      ids.push(requestId);
      if (ids.length < 3) throw new Error("not yet");
    };
    await client.send(new PutObjectCommand({ Bucket, Key: "first", Body: "x" }));
    await emulator.idle();
    await client.send(new PutObjectCommand({ Bucket, Key: "second", Body: "x" }));
    await emulator.idle();
    expect(ids).toEqual([ids[0], ids[0], ids[0], expect.any(String)]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  test("are tried until they are taken", async () => {
    listener = async () => {
      if (events.length < 2) throw new Error("not yet");
    };
    await client.send(new PutObjectCommand({ Bucket, Key: "second time lucky", Body: "x" }));
    await emulator.idle();
    expect([events.length, deadLetters.length]).toEqual([2, 0]);
  });
});

test("events that nobody took are told after a restart, in order, under the same request ids, and only those", async () => {
  const ids: string[] = [];
  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  await put("taken");
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
  await put("under way");
  await reached[0]?.promise;
  await put("under way, too");
  await reached[1]?.promise;
  await emulator.stop();
  client.destroy();
  events.length = 0;
  listener = async (_event, requestId) => void ids.push(requestId);
  emulator = await start();
  client = createClient();
  await emulator.idle();
  expect(events.map(({ Records }) => Records[0]?.s3.object.key)).toEqual(["under+way", "under+way%2C+too"]);
  expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
  expect(ids[0]).not.toBe(ids[1]);
  await emulator.stop();
  emulator = await start();
  client = createClient();
  await emulator.idle();
  expect(events).toHaveLength(2);
});

test("objects are there after a restart, which does not wait for a connection kept alive", async () => {
  await client.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "kept", Metadata: { a: "b" } }));
  const begin = performance.now();
  await emulator.stop();
  expect(performance.now() - begin).toBeLessThan(stopLimit);
  client.destroy();
  emulator = await start();
  client = createClient();
  expect((await read("kept")).toString()).toBe("kept");
  expect((await client.send(new HeadObjectCommand({ Bucket, Key: "kept" }))).Metadata).toEqual({ a: "b" });
});
