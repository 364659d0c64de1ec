import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { type AccountFiles, createAccountFiles } from "../../../shared/account/store/account-files.ts";

const bucket = "account-files";
const host = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };
let emulator: S3Emulator;
let folder: string;
let files: AccountFiles;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "account-files-"));
  emulator = await startS3Emulator({ dataDir: folder, buckets: [bucket] });
  files = createAccountFiles(bucket, { ...host, endpoint: emulator.endpoint });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

async function keysBelow(prefix: string, of: AccountFiles = files): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of of.list(prefix)) keys.push(key);
  return keys.sort();
}

describe("the account bucket", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

  it("returns the object that was put last", async () => {
    await files.put("search/one", new Uint8Array(10));
    await files.put("search/one", bytes);
    expect(await files.read("search/one", 256)).toEqual(bytes);
  });

  it("has no object at an unknown or removed key, and removing twice succeeds", async () => {
    await files.put("deletions/one", bytes);
    expect(await files.read("deletions/none", 256)).toBeUndefined();
    await files.removeObject("deletions/one");
    await files.removeObject("deletions/one");
    expect(await files.read("deletions/one", 256)).toBeUndefined();
  });

  it("refuses to read an object that is too large, any number of times", async () => {
    await files.put("search/large", new Uint8Array(3_000_000));
    for (let attempt = 0; attempt < 60; attempt++) {
      await expect(files.read("search/large", 2_999_999)).rejects.toThrow("3000000 bytes");
    }
    expect((await files.read("search/large", 3_000_000))?.byteLength).toBe(3_000_000);
  });

  it("lists the objects below a prefix, with the times of their writes", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await Promise.all(["list/a", "list/b/c", "listen"].map((key) => files.put(key, bytes)));
    expect(await keysBelow("list/")).toEqual(["list/a", "list/b/c"]);
    expect(await keysBelow("nothing/")).toEqual([]);
    for await (const { writtenAt } of files.list("list/")) {
      expect(writtenAt).toBeGreaterThanOrEqual(before);
      expect(writtenAt).toBeLessThanOrEqual(Date.now());
    }
  });
});

describe("a faulty bucket", () => {
  /** The account bucket of a client for which this listener answers instead of S3. */
  async function withServer<T>(
    answer: RequestListener,
    work: (files: AccountFiles) => Promise<T>,
    requestHandler: object = { requestTimeout: 200, socketTimeout: 100, throwOnRequestTimeout: true },
  ): Promise<T> {
    const server = createServer(answer);
    const port = await listenOnLoopback(server, "The server of the test");
    const config = { ...host, endpoint: `http://127.0.0.1:${port}`, maxAttempts: 1, requestHandler };
    try {
      return await work(createAccountFiles(bucket, config));
    } finally {
      await closeServer(server);
    }
  }

  it("times out if it does not answer", async () => {
    await withServer(
      () => undefined,
      async (silent) => {
        await expect(silent.read("search/one", 10)).rejects.toMatchObject({ name: "TimeoutError" });
        await expect(silent.put("search/one", new Uint8Array(10))).rejects.toMatchObject({ name: "TimeoutError" });
      },
    );
  });

  it("times out if it stops in the middle of an object", async () => {
    await withServer(
      (_request, response) => void response.writeHead(200, { "content-length": "10" }).write("half"),
      async (halting) => {
        await expect(halting.read("search/one", 10)).rejects.toMatchObject({ name: "TimeoutError" });
      },
    );
  });

  it("leads to an error if it refuses", async () => {
    await withServer(
      (_request, response) => void response.writeHead(403).end(),
      async (refusing) => {
        await expect(refusing.read("search/one", 10)).rejects.toThrow();
        await expect(refusing.put("search/one", new Uint8Array(1))).rejects.toThrow();
        await expect(keysBelow("search/", refusing)).rejects.toThrow();
      },
    );
  });

  it("is listed completely over all pages", async () => {
    const page = (key: string, next: string) => {
      const contents = `<Key>search/${key}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified>`;
      const token = next && `<NextContinuationToken>${next}</NextContinuationToken>`;
      return `<ListBucketResult>${token}<Contents>${contents}</Contents></ListBucketResult>`;
    };
    const pages: Record<string, string> = { "": page("a", "2"), 2: page("b", "3"), 3: page("c", "") };
    await withServer(
      ({ url = "" }, response) => {
        const token = new URL(url, "http://s3").searchParams.get("continuation-token") ?? "";
        response.end(pages[token]);
      },
      async (paged) => expect(await keysBelow("search/", paged)).toEqual(["search/a", "search/b", "search/c"]),
      // The server answers, so no time limit is needed, even on a busy machine.
      {},
    );
  });
});
