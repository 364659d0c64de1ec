/** Large files, through the parser as it is deployed: what they cost of memory, and what is fetched of them. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRows } from "../../../shared/import/store/rows.ts";
import { connectionsFile, writeCards, writeSparse } from "../../support/files/large-files.ts";
import { layOut, type WrittenEntry } from "../../support/files/zip-writer.ts";
import { type ParserRun, runParser } from "../../support/import/parser-process.ts";
import { freshTable } from "../../support/process/stack.ts";

const maxMegabytes = 256;

describe("a .vcf of 50,000 cards", () => {
  it.each([300, 2_100])(
    "of %i bytes is parsed within 256 MB of memory, and is all there",
    async (bytesEach) => {
      await runParser(
        await freshTable(),
        "vcard",
        (path) => writeCards(path, 50_000, bytesEach),
        async ({ record, files, peakMegabytes }) => {
          expect(record.files[0]?.size).toBeGreaterThan(50_000 * bytesEach * 0.95);
          expect(record).toMatchObject({
            status: "parsed",
            rowsRead: 50_000,
            counts: { validCount: 50_000, coverage: 1 },
          });
          const [last] = await readRows(files, record, { offset: 49_999, limit: 5 });
          expect(last).toMatchObject({ lastName: "Lind049999", emails: [{ value: "person049999@fjord.example" }] });
          console.log(`50,000 cards: ${peakMegabytes} MB at the most`);
          expect(peakMegabytes).toBeLessThan(maxMegabytes);
        },
      );
    },
    300_000,
  );
});

describe("a list of 50,000 of a network", () => {
  const rows = 50_000;
  /** With a name that the export writes byte by byte. */
  const labelled = (index: number) => ({
    timestamp: 1_700_000_000 - index,
    media: [],
    label_values: [
      { label: "URL", value: `https://www.instagram.com/person.number_${index}` },
      { label: "Name", value: `Zo\u00c3\u00ab N\u00c3\u00ba\u00c3\u00b1ez ${index} \u00f0\u009f\u0098\u008a` },
      { label: "Username", value: `person.number_${index}` },
    ],
    fbid: String(17_841_400_000_000_000 + index),
  });
  const accounts = () =>
    JSON.stringify(
      Array.from({ length: rows }, (_, index) => labelled(index)),
      null,
      2,
    );

  it.each([
    ["network_a", "a CSV", () => connectionsFile(rows), { skippedCount: rows / 100 }],
    ["network_b", "JSON of the form with labels", accounts, { skippedCount: 0, coverage: 1 }],
  ] as const)("%s, as %s, is parsed within 256 MB of memory", async (source, what, content, counts) => {
    await runParser(
      await freshTable(),
      source,
      (path) => writeFileSync(path, content()),
      async ({ record, files, peakMegabytes, milliseconds }) => {
        expect(record).toMatchObject({ status: "parsed", rowsRead: rows, counts: { invalidCount: 0, ...counts } });
        const [last] = await readRows(files, record, { offset: rows - 1 - counts.skippedCount, limit: 5 });
        expect(last?.[source]).toContain(source === "network_a" ? "person-49998" : "person.number_49999");
        const bytes = record.files[0]?.size;
        console.log(`${source}, ${what} of ${bytes} bytes: ${peakMegabytes} MB at the most, ${milliseconds} ms`);
        expect(peakMegabytes).toBeLessThan(maxMegabytes);
      },
    );
  });
});

describe("an archive of more than 4 GB, with what is needed at its far end", () => {
  const handles = Array.from({ length: 2_000 }, (_, index) => `person.${index}`);
  const entryOf = (handle: string) => ({
    string_list_data: [{ href: `https://www.instagram.com/${handle}`, value: handle, timestamp: 1_700_000_000 }],
  });
  const connections = [
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    ...handles.map((handle) => `Åsa,${handle},https://www.linkedin.com/in/${handle},,Fjord AS,Engineer,15 Jan 2026`),
  ].join("\n");
  const video: WrittenEntry = { name: "media/video.mp4", content: "video", method: 0 };
  const needed = {
    network_a: { name: "Connections.csv", content: connections },
    network_b: {
      name: "connections/followers_and_following/followers_1.json",
      content: JSON.stringify(handles.map(entryOf)),
    },
  };

  it.each(["network_a", "network_b"] as const)(
    "of %s costs its directory, the needed entry and little more",
    async (source) => {
      const entry = { ...needed[source], hole: 4.5 * 1024 ** 3 };
      const layout = layOut([video, entry], { crowd: 20_000, zip64: true });
      const check = async ({ record, files, peakMegabytes, fetchedBytes }: ParserRun) => {
        expect(record).toMatchObject({ status: "parsed", error: null, counts: { validCount: handles.length } });
        const [first] = await readRows(files, record, { offset: 0, limit: 1 });
        expect(first?.[source]).toContain(handles[0]);
        const allowed = layout.directoryBytes + Buffer.byteLength(entry.content) + 256 * 1024;
        console.log(`${source} of ${layout.size} bytes: ${fetchedBytes} fetched, ${peakMegabytes} MB at the most`);
        expect(fetchedBytes).toBeLessThan(allowed);
        expect(peakMegabytes).toBeLessThan(maxMegabytes);
      };
      expect(layout.size).toBeGreaterThan(4 * 1024 ** 3);
      await runParser(await freshTable(), source, (path) => writeSparse(path, layout), check);
    },
  );
});
