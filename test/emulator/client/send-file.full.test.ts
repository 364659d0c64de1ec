import { openAsBlob } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendFile } from "../../../shared/client/send-file.ts";

const megabyte = 1024 * 1024;
const size = 320 * megabyte;

/** A storage that counts the bytes of each body, and the bytes in memory at most. */
let received = 0;
let most = 0;
const storage = createServer((request, response) => {
  received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.byteLength;
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  });
  request.on("end", () => {
    expect(Number(request.headers["content-length"])).toBe(received);
    response.writeHead(204).end();
  });
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "send-file-"));
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  storage.close();
  await rm(folder, { recursive: true });
});

it("a large file is sent without holding it in memory", async () => {
  const path = join(folder, "many.vcf");
  await writeFile(path, "");
  await truncate(path, size);
  const { port } = storage.address() as AddressInfo;
  const common = { fields: { key: "a" }, expiresAt: "", maxBytes: size };
  const upload = { ...common, url: `http://127.0.0.1:${port}/`, method: "POST" as const };
  const before = process.memoryUsage().arrayBuffers;
  const sent: number[] = [];
  await sendFile(upload, await openAsBlob(path), { onProgress: (bytes) => sent.push(bytes) });
  expect(received).toBeGreaterThan(size);
  expect(sent.at(-1)).toBe(size);
  expect((most - before) / megabyte).toBeLessThan(160);
});
