import { pbkdf2 } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openBucket } from "../../../infra/local/s3/store.ts";

test("a source that breaks off while files are slow to open leaves no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bucket = openBucket(folder, "imports", Date.now);
  // Node opens files in the same four threads, after these.
  const hash = promisify(pbkdf2);
  const busy = Array.from({ length: 8 }, () => hash("password", "salt", 20_000, 64, "sha512"));
  const source = new Readable({ read: () => undefined });
  source.destroy();
  await expect(bucket.write("broken", source, {})).rejects.toMatchObject({ code: "IncompleteBody" });
  await Promise.all(busy);
  expect(await readdir(join(folder, "imports", "blobs"))).toEqual([]);
  expect(bucket.find("broken")).toBeUndefined();
});
