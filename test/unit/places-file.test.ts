/** What is kept of the files that were made before. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeOlder } from "../../infra/places/places-file.ts";

it("removes what is more than an hour old, and may be asked to by several at once", async () => {
  const cache = await mkdtemp(join(tmpdir(), "places-"));
  const now = new Date("2030-01-01T12:00:00Z");
  try {
    for (const [name, minutes] of Object.entries({ old: 61, older: 9_999, young: 59, now: 0 })) {
      const folder = join(cache, name);
      await mkdir(folder);
      await writeFile(join(folder, "places.bin"), "x");
      const time = new Date(now.getTime() - minutes * 60_000);
      await utimes(folder, time, time);
    }
    await Promise.all([1, 2, 3].map(async () => removeOlder(cache, now)));
    expect((await readdir(cache)).sort()).toEqual(["now", "young"]);
  } finally {
    await rm(cache, { recursive: true });
  }
});
