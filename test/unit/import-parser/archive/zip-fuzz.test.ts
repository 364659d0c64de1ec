/** Damaged and lying archives, always the same ones: what can be read of them, or the error that says what is wrong. */
import fc from "fast-check";
import JSZip from "jszip";
import { expect, it } from "vitest";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { ImportFileError } from "../../../../functions/import-parser/files/import-file-error.ts";
import { Chance, mutations } from "../../../support/files/mutate.ts";
import { counted, readArchive } from "../../../support/files/zip-reads.ts";
import { zipOf } from "../../../support/files/zip-writer.ts";
import { quickly } from "../../../support/process/quickly.ts";
import { tries } from "../../../support/seed.ts";

const seed = 20_260_101;
const content = "First Name,Last Name\nIda,Holt\n".repeat(20);

const count = tries(400, 5_000);

it(`archives with damage anywhere are read or refused within a second, ${count} of them`, async () => {
  const outcomes = new Outcomes();
  for (const bytes of mutations(await wholeArchives(), { seed, count })) await outcomes.note(bytes);
  outcomes.expectBoth(count);
});

it(`archives with lies in any field are read or refused within a second, ${count / 4} of them`, async () => {
  const outcomes = new Outcomes();
  const parameters = { seed, numRuns: count / 4, endOnFailure: true };
  await fc.assert(
    fc.asyncProperty(lyingArchive(), async (bytes) => outcomes.note(bytes)),
    parameters,
  );
  outcomes.expectBoth(count / 4);
});

class Outcomes {
  private read = 0;
  private refused = 0;

  async note(bytes: Uint8Array): Promise<void> {
    try {
      const found = await quickly(1_000, () =>
        readArchive(counted(fileOf(bytes)), (path) => !path.startsWith("media/")),
      );
      for (const text of found.values()) expect(text.length).toBeLessThanOrEqual(content.length);
      this.read += 1;
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      this.refused += 1;
    }
  }

  /** Neither is so rare that little but the other would be tried. */
  expectBoth(count: number): void {
    expect(this.read).toBeGreaterThan(count / 20);
    expect(this.refused).toBeGreaterThan(count / 4);
  }
}

async function wholeArchives(): Promise<Uint8Array[]> {
  const photo = { name: "media/1.jpg", content: noise(20_000), method: 0 };
  const people = { name: "Connections.csv", content };
  const zip = new JSZip().file(photo.name, photo.content).file("Ænes.json", "[]", { comment: "none" });
  zip.file(people.name, content).file("media/2.jpg", noise(30_000));
  const options = { compression: "DEFLATE", type: "uint8array" } as const;
  return [
    await zip.generateAsync({ ...options, comment: "an archive" }),
    await zip.generateAsync({ ...options, streamFiles: true, platform: "UNIX" }),
    zipOf([photo, { ...people, zip64: true }], { zip64: true, comment: Buffer.from(content) }),
    zipOf([photo, { ...people, method: 0 }], { crowd: 50 }),
    zipOf([photo, people], { prefix: Buffer.from(content), behind: Buffer.from(content) }),
  ];
}

function noise(length: number): Uint8Array {
  const chance = new Chance(seed);
  return new Uint8Array(length).map(() => chance.below(256));
}

function lyingArchive(): fc.Arbitrary<Buffer> {
  const number16 = fc.constantFrom(0, 1, 8, 0xffff);
  const number32 = fc.oneof(
    fc.constantFrom(0, 1, 30, 46, 600, 0xffff_fffe, 0xffff_ffff),
    fc.integer({ min: 0, max: 900 }),
  );
  const number64 = fc.oneof(number32, fc.constantFrom(2 ** 32, 2 ** 40, 2 ** 62));
  const extra = fc.oneof(
    fc.constantFrom("", "0100", "01000800ffffffffffffff7f", "757000000000").map((hex) => Buffer.from(hex, "hex")),
  );
  const optional = { requiredKeys: [] };

  const lies = fc.record(
    { flags: number16, method: number16, crc: number32, packedSize: number64, size: number64, offset: number64, extra },
    optional,
  );
  const lyingEntry = fc
    .record(
      {
        content: fc.constantFrom("", "[]", content),
        method: fc.constantFrom(0, 8),
        zip64: fc.boolean(),
        behind: fc.constantFrom(Buffer.alloc(0), Buffer.alloc(16, "PK\x07\x08")),
        central: fc.option(lies, { nil: undefined, freq: 2 }).map((central) => central ?? {}),
        local: lies,
      },
      optional,
    )
    .chain((entry) =>
      fc
        .constantFrom("Connections.csv", "a.json", "media/1.jpg", "media/", "..", "\0")
        .map((name) => ({ content: "", ...entry, name })),
    );
  return fc
    .tuple(
      fc.array(lyingEntry, { maxLength: 4 }),
      fc.record(
        {
          prefix: fc.constantFrom(Buffer.from("PK\x03\x04"), Buffer.alloc(70_000, "PK\x05\x06")),
          comment: fc.constantFrom(Buffer.from("none"), Buffer.alloc(60_000, "PK\x05\x06"), zipOf([])),
          behind: fc.constantFrom(Buffer.from("\r\n"), zipOf([{ name: "b.csv", content }])),
          zip64: fc.boolean(),
          overflow: fc.boolean(),
          crowd: fc.constantFrom(0, 3),
        },
        optional,
      ),
      fc.option(fc.record({ entries: number32, directorySize: number64, directoryOffset: number64 }, optional), {
        nil: undefined,
        freq: 2,
      }),
    )
    .map(([entries, end, lie]) => zipOf(entries, { ...end, ...lie }));
}
