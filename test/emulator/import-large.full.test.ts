import { expect, it } from "vitest";
import { writeCards } from "../support/large-files.ts";
import { runParser } from "../support/parser-process.ts";
import { freshTable } from "../support/stack.ts";

it("a .vcf of 100 MB is parsed within 256 MB of memory", async () => {
  await runParser(
    await freshTable(),
    "vcard",
    (path) => writeCards(path, 50_000, 2_100),
    ({ record, peakMegabytes, milliseconds }) => {
      const [file] = record.files;
      console.log(`${file?.size} bytes: ${peakMegabytes} MB at the most, ${milliseconds} ms`);
      expect(file?.size).toBeGreaterThan(100_000_000);
      expect(record).toMatchObject({ status: "parsed", counts: { validCount: 50_000, coverage: 1 } });
      expect(peakMegabytes).toBeLessThan(256);
    },
  );
}, 300_000);
