/** What the owner of files beyond a limit is told to do: it has to be possible with the files that the networks give. */
import { describe, expect, it } from "vitest";
import { fewerAtOnce } from "../../../functions/import-parser/files/fewer-at-once.ts";
import { eachFile, fileOf } from "../../../functions/import-parser/files/import-file.ts";
import { type ReadLimits, readWithin } from "../../../functions/import-parser/files/read-within.ts";
import { importSources } from "../../../shared/import/row/parsed-contact.ts";
import { refusals } from "../../support/files/network-b.ts";
import { layOut, sparseFile, zipOf } from "../../support/files/zip-writer.ts";

describe("a limit of any import", () => {
  const chunks = eachFile(async function* (file) {
    for await (const _chunk of file.stream());
    yield* [];
  });
  const read = async (fileCount: number, limits: Pick<ReadLimits, "remedy">) => {
    const files = Array.from({ length: fileCount }, () => fileOf(Buffer.from("x")));
    const given = { hasTime: () => false, ...limits };
    for await (const _row of readWithin(chunks, files, { strategy: "followers" }, given));
  };

  it.each(importSources)(
    "is told with what helps an import of %s, and of several files to import them singly",
    async (source) => {
      const remedy = fewerAtOnce[source];
      await expect(read(1, { remedy })).rejects.toThrow(`Reading takes too long. ${remedy}`);
      await expect(read(2, { remedy })).rejects.toThrow("Reading takes too long. Import the files one by one.");
    },
  );

  it("never has the owner split what can't be", () => {
    expect(fewerAtOnce.network_b).not.toMatch(/split/i);
    expect(fewerAtOnce.network_a).toMatch(/out of its archive, split it .*header/);
  });
});

describe("an archive of a network that is too large", () => {
  const entry = { name: "followers_1.json", content: "[]" };

  it.each([
    [
      "inside is to be unpacked and imported file by file, or in parts",
      fileOf(zipOf([{ ...entry, central: { size: 256_000_001 } }])),
      'The archive is too large: "followers_1.json" would unpack to more than 256 MB. ' +
        "Unpack it and import the files that are needed one by one, and what is too large in parts.",
    ],
    [
      "outside is to be unpacked, and only what is needed imported",
      sparseFile(layOut([entry], { crowd: 200_001, zip64: true })),
      "The archive is too large: it has more than 200,000 files. " +
        "Unpack the archive and import only the files that are needed.",
    ],
  ])("%s", async (_what, file, message) => {
    expect((await refusals([file]))[0]?.message).toBe(message);
  });
});
