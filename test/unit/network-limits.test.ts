/** What the owner of files beyond a limit is told to do: it has to be possible with the files that the networks give. */
import { describe, expect, it } from "vitest";
import { fewerAtOnce } from "../../functions/import-parser/fewer-at-once.ts";
import { eachFile, fileOf, type ImportFile } from "../../functions/import-parser/import-file.ts";
import { maxRows, maxTextBytes, readWithin } from "../../functions/import-parser/read-within.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { importSources } from "../../shared/imports/parsed-contact.ts";
import { emptyRawRow } from "../../shared/imports/raw-row.ts";
import { csv, faultOf, header, inPiecesOf } from "../support/network-a.ts";
import { refusals } from "../support/network-b.ts";
import { layOut, sparseFile, zipOf } from "../support/zip-writer.ts";

/** As many rows as the file has bytes, which nobody holds. */
const oneRowEach = eachFile(async function* ({ size }) {
  for (let row = 0; row < size; row += 1) yield emptyRawRow({ first: 1, last: 1 });
});

const chunks = eachFile(async function* (file) {
  for await (const _chunk of file.stream()) yield emptyRawRow({ first: 1, last: 1 });
});

function sized(size: number): ImportFile {
  const chunk = new Uint8Array(1024 * 1024);
  return {
    ...fileOf(new Uint8Array()),
    size,
    async *stream() {
      for (let at = 0; at < size; at += chunk.length) yield chunk.subarray(0, size - at);
    },
  };
}

async function messagesOf(
  reader: typeof chunks,
  files: ImportFile[],
  limits: Partial<{ remedy: string; hasTime: () => boolean }>,
) {
  try {
    for await (const _ of readWithin(reader, files, { strategy: "followers" }, { hasTime: () => true, ...limits }));
  } catch (error) {
    if (error instanceof ImportFilesError) return error.faults.map(({ error: { message } }) => message);
    throw error;
  }
  throw new Error("was read");
}

describe("a limit of any import", () => {
  it.each(importSources)("is told with what helps an import of %s", async (source) => {
    const remedy = fewerAtOnce[source];
    const given = { remedy };
    expect(await messagesOf(oneRowEach, [sized(maxRows + 1)], given)).toEqual([
      `An import may have 50,000 rows. ${remedy}`,
    ]);
    expect(await messagesOf(chunks, [sized(maxTextBytes + 1)], given)).toEqual([
      `An import may have 256 MB of text. ${remedy}`,
    ]);
    expect(await messagesOf(chunks, [sized(1)], { ...given, hasTime: () => false })).toEqual([
      `Reading takes too long. ${remedy}`,
    ]);
  });

  it("of several files is to import them one by one", async () => {
    const files = [sized(maxRows), sized(1)];
    const messages = await messagesOf(oneRowEach, files, { remedy: fewerAtOnce.network_b });
    expect(messages).toEqual(["An import may have 50,000 rows. Import the files one by one."]);
  });

  it("never has the owner split what can't be", () => {
    expect(fewerAtOnce.network_b).not.toMatch(/split/i);
    expect(fewerAtOnce.network_a).toMatch(/out of its archive, split it .*header/);
  });
});

describe("a connections file with too much text", () => {
  it("is to be split, whichever bound it passes", async () => {
    const lines = await faultOf(csv(header, "\n".repeat(3_000_000)));
    expect(lines.message).toMatch(/^The text has more than [\d,]+ lines\. /);
    expect(lines.message.endsWith(fewerAtOnce.network_a)).toBe(true);
    const piece = Buffer.alloc(1024 * 1024, "x");
    const long = await faultOf({
      ...inPiecesOf(1, "x"),
      async *stream() {
        yield Buffer.from(csv(header));
        for (let count = 0; count < 300; count += 1) yield piece;
      },
    });
    expect(long.message).toBe(`The text is longer than 256 MB. ${fewerAtOnce.network_a}`);
  });
});

describe("an archive of a network that is too large", () => {
  it("inside is to be unpacked and imported file by file, or in parts", async () => {
    const entry = { name: "followers_1.json", content: "[]", central: { size: 256_000_001 } };
    const { 0: fault } = await refusals([fileOf(zipOf([entry]))]);
    expect(fault?.message).toBe(
      'The archive is too large: "followers_1.json" unpacks to more than 256 MB. ' +
        "Unpack it and import the files that are needed one by one, and what is too large in parts.",
    );
  });

  it("outside is to be unpacked, and only what is needed imported", async () => {
    const entry = { name: "followers_1.json", content: "[]" };
    const { 0: fault } = await refusals([sparseFile(layOut([entry], { crowd: 200_001, zip64: true }))]);
    expect(fault?.message).toMatch(/more than 200,000 files\. Unpack the archive and import only the files/);
  });
});
