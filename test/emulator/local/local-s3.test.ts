import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
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

async function start(): Promise<void> {
  emulator = await startS3Emulator({
    dataDir: folder,
    buckets: [Bucket, "pictures"],
    retryDelays: [0, 0],
    onObjectCreated: (event, requestId) => {
      events.push(event);
      return listener(event, requestId);
    },
    onDeadLetter: (event, error) => void deadLetters.push({ event, error }),
  });
  client = createClient();
}

async function stop(): Promise<void> {
  await emulator.stop();
  client.destroy();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  await start();
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
  await stop();
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

  test("may have any key, which reaches no file outside the folder", async () => {
    const keys = ["../../escape", "a b+c&d=é/ü.vcf", "%2e%2e/x", "<c>'\"d", "e\u0001f"].map((key) => `any/${key}`);
    for (const key of keys) {
      await put(key, key);
      expect(await read(key)).toBe(key);
    }
    expect(readdirSync(folder).sort()).toEqual([Bucket, "pictures"]);
    const names = readdirSync(join(folder, Bucket, "objects"));
    expect(names.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    expect(await keysBelow("any/")).toEqual(keys.toSorted());
    const Delete = { Objects: [...keys, "never there"].map((Key) => ({ Key })), Quiet: true };
    expect((await client.send(new DeleteObjectsCommand({ Bucket, Delete }))).Errors).toBeUndefined();
    expect(await keysBelow("any/")).toEqual([]);
  });

  test("may be empty", async () => {
    await put("empty", new Uint8Array());
    expect(await read("empty")).toBe("");
  });

  test("is read in ranges", async () => {
    await put("digits", "0123456789");
    expect(await read("digits", "bytes=2-4")).toBe("234");
    expect(await read("digits", "bytes=8-99")).toBe("89");
    expect(await read("digits", "bytes=4-2")).toBe("0123456789");
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: "digits", Range: "bytes=2-4" }));
    expect(answer).toMatchObject({ ContentRange: "bytes 2-4/10", $metadata: { httpStatusCode: 206 } });
    expect(await codeOf(read("digits", "bytes=10-12"))).toBe("416 InvalidRange");
  });

  test("is replaced and deleted with its bytes", async () => {
    const files = () => readdirSync(join(folder, Bucket, "blobs")).length;
    const before = files();
    await put("d/1", "first");
    await put("d/1", "second");
    expect([await read("d/1"), files()]).toEqual(["second", before + 1]);
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "d/1" }));
    expect([await codeOf(read("d/1")), files()]).toEqual(["404 NoSuchKey", before]);
  });
});

describe("a refusal", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["metadata", () => put("x", "x", { Metadata: { account: "7" } })],
    ["a conditional write", () => put("x", "x", { IfNoneMatch: "*" })],
    ["a stream", () => put("x", Readable.from(["x"]), { ContentLength: 1 })],
  ])("of %s, which the service does not use, comes at once", async (_, send) => {
    expect(await codeOf(send())).toBe("501 NotImplemented");
    await emulator.idle();
    expect([events, await codeOf(read("x"))]).toEqual([[], "404 NoSuchKey"]);
  });

  test("comes for more than 1,000 keys at once", async () => {
    const Objects = Array.from({ length: 1_001 }, (_, index) => ({ Key: `none/${index}` }));
    const remove = client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    expect(await codeOf(remove)).toBe("400 MalformedXML");
  });

  test("comes for a bucket that is not there", async () => {
    expect(await codeOf(client.send(new HeadBucketCommand({ Bucket: "none" })))).toMatch(/^404/);
    expect(await codeOf(client.send(new HeadBucketCommand({ Bucket })))).toBe("no error");
    expect(await codeOf(createAccountFiles("none", configOf()).read("x", 10))).toBe("404 NoSuchBucket");
  });

  test("comes for a wrong secret, and without credentials", async () => {
    const forger = createClient("other");
    const forged = forger.send(new DeleteObjectCommand({ Bucket, Key: "x" }));
    expect(await codeOf(forged)).toBe("403 SignatureDoesNotMatch");
    forger.destroy();
    const answer = await fetch(`${emulator.endpoint}/${Bucket}/x`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("<Code>AccessDenied</Code>")]);
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

  test("is delivered three times if the listener fails, and then dropped with the last error", async () => {
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
      reached[ids.length - 1]?.resolve();
      return new Promise(() => {});
    };
    await put("running");
    await reached[0]?.promise;
    await put("running, too");
    await reached[1]?.promise;
    await stop();
    events.length = 0;
    listener = async (_event, requestId) => void ids.push(requestId);
    await start();
    await emulator.idle();
    expect(events.map(({ Records }) => Records[0]?.s3.object.key)).toEqual(["running", "running%2C+too"]);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(ids[0]).not.toBe(ids[1]);
    await stop();
    await start();
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
  await start();
  expect(await read("kept")).toBe("kept");
  expect((await client.send(new GetObjectCommand({ Bucket, Key: "kept" }))).ContentType).toBe("text/plain");
});
