/**
 * What parsing costs of the processor: `node test/bench/import-time.ts`. Our readers make rows of the files' bytes, all
 * values decoded and sorted by meaning, with remarks; beside them stands what a library takes that parts the same file
 * into properties or cells. What the normaliser then takes to make contacts of the rows has nothing to stand beside.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import ICAL from "ical.js";
import { fileOf, type RowReader } from "../../functions/import-parser/import-file.ts";
import { readNetworkA } from "../../functions/import-parser/network-a.ts";
import { readVcards } from "../../functions/import-parser/vcard.ts";
import { createNormaliser } from "../../shared/imports/normalise.ts";
import { writeCards } from "../support/large-files.ts";
import { connectionsFile, headerLines } from "./import-files.ts";

export interface ImportTime {
  what: string;
  bytes: number;
  library: string;
  /** Milliseconds of the processor. */
  libraryTime: number;
  /** Bytes to rows. */
  readerTime: number;
  /** Bytes to contacts: reader and normaliser. */
  contactsTime: number;
}

/** One that is measured is the best of so many: what else the machine does only ever adds. */
const runs = 7;

export async function importTimes(): Promise<ImportTime[]> {
  const cards = cardsFile(50_000, 300);
  const text = cards.toString();
  const connections = connectionsFile(30_000);
  return [
    await timeBeside("50,000 cards of 300 bytes", cards, readVcards, {
      name: "ical.js",
      parseWhole: () => ICAL.parse(text).length,
    }),
    await timeBeside("30,000 rows of network_a", connections, readNetworkA, {
      name: "csv-parse",
      parseWhole: () => parse(connections, { from_line: headerLines }).length,
    }),
  ];
}

async function timeBeside(
  what: string,
  bytes: Buffer,
  reader: RowReader,
  { name, parseWhole }: { name: string; parseWhole: () => number },
): Promise<ImportTime> {
  const [libraryTime = 0, readerTime = 0, contactsTime = 0] = await leastTimes([
    parseWhole,
    () => readRows(reader, bytes),
    () => readContacts(reader, bytes),
  ]);
  return { what, bytes: bytes.length, library: name, libraryTime, readerTime, contactsTime };
}

const options = { strategy: "following_and_followers" } as const;

async function readRows(reader: RowReader, bytes: Uint8Array): Promise<number> {
  let rows = 0;
  for await (const _row of reader([fileOf(bytes)], options)) rows += 1;
  return rows;
}

async function readContacts(reader: RowReader, bytes: Uint8Array): Promise<number> {
  const normaliser = createNormaliser();
  for await (const row of reader([fileOf(bytes)], options)) normaliser.add(row);
  return normaliser.counts().totalCount;
}

/** Milliseconds of the processor that each takes at least, measured in turns after one that is not. */
async function leastTimes(tasks: readonly (() => unknown)[]): Promise<number[]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let run = -1; run < runs; run++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.cpuUsage();
      await task();
      const { system, user } = process.cpuUsage(before);
      if (run >= 0) least[at] = Math.min(least[at] ?? 0, (system + user) / 1000);
    }
  }
  return least;
}

function cardsFile(count: number, bytesEach: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    writeCards(join(folder, "cards.vcf"), count, bytesEach);
    return readFileSync(join(folder, "cards.vcf"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await importTimes());
