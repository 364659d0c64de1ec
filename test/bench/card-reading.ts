/** What reading a large vCard file costs, beside ical.js, which only splits the same bytes into properties. */
import ICAL from "ical.js";
import { fileOf } from "../../functions/import-parser/files/import-file.ts";
import { readWithin } from "../../functions/import-parser/files/read-within.ts";
import { createNormaliser } from "../../functions/import-parser/normalise/normalise.ts";
import { readVcards } from "../../functions/import-parser/vcard/read-vcards.ts";
import { ownParameters } from "../../shared/vcard/own-names.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { benchContact, benchTime } from "./account.ts";
import { type Target, thousands } from "./table.ts";

const size = 50_000;
const runs = 3;
const options = { strategy: "following" } as const;
/** The bytes that the storage sends at once. */
const chunkBytes = 65_536;

/** The times of the processor, divided by that of ical.js, and the ratios that they have to keep. */
export async function benchCardReading(): Promise<Target[]> {
  const bytes = Buffer.from(Array.from({ length: size }, (_, n) => foreignCard(n)).join(""));
  const whole = fileOf(bytes, "book.vcf");
  const file = { ...whole, stream: (start = 0, end = bytes.length) => chunksOf(bytes.subarray(start, end)) };
  const [ical, reading, contacts] = await medianTimes([
    async () => void ICAL.parse(bytes.toString()),
    async () => {
      for await (const _row of readVcards([file], options));
    },
    async () => {
      const normaliser = createNormaliser();
      for await (const row of readWithin(readVcards, [file], options, { hasTime: () => true })) normaliser.add(row);
    },
  ]);
  const target = (words: string, time: number, most: number): Target => ({
    access: `${thousands(size)} cards, ${words}`,
    limit: `${most} × ical.js`,
    measured: (time / ical).toFixed(2),
    isReached: time <= most * ical,
  });
  return [target("bytes to rows", reading, 1.8), target("bytes to contacts", contacts, 4)];
}

/** A card as other programs write it: without the parameter by which our own numbers are not read again. */
function foreignCard(n: number): string {
  const contact = benchContact("", n, benchTime + n, 1);
  return writeCard(contact, n % 2 === 0 ? "3.0" : "4.0").replace(
    new RegExp(`;${ownParameters.prefix}=[^:;]*`, "g"),
    "",
  );
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Milliseconds of the processor. The tasks take turns, because other work of the machine slows all of them. */
async function medianTimes(
  tasks: readonly [() => Promise<void>, () => Promise<void>, () => Promise<void>],
): Promise<[number, number, number]> {
  const times: number[][] = tasks.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.cpuUsage();
      await task();
      const { user, system } = process.cpuUsage(before);
      times[at]?.push((user + system) / 1_000);
    }
  }
  return times.map((each) => each.toSorted((one, other) => one - other)[(runs - 1) / 2]) as [number, number, number];
}
