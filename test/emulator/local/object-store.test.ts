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

test("a start removes the objects that the cloud would have removed, and no others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = (day: number) =>
    openBucket(folder, "accounts", () => day * 24 * 60 * 60_000, [{ id: "short", prefix: "short/", days: 2 }]);
  const keysOf = (day: number) =>
    open(day)
      .below("")
      .map(({ key }) => key);
  for (const key of ["short/a", "kept/a"]) await open(0).write(key, Readable.from(["content"]), {});
  await open(1).write("short/b", Readable.from(["content"]), {});
  expect(keysOf(2)).toEqual(["kept/a", "short/a", "short/b"]);
  expect(keysOf(2.5)).toEqual(["kept/a", "short/b"]);
  expect(keysOf(9)).toEqual(["kept/a"]);
  expect(await readdir(join(folder, "accounts", "blobs"))).toHaveLength(1);
});
