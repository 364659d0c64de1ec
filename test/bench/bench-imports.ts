/** The part of the bench about imports: measured and printed. */
import { type ImportMemory, importMemory } from "./import-memory.ts";
import { type ImportTime, importTimes } from "./import-time.ts";
import { align, thousands } from "./table.ts";

/** Of one run on one machine. */
export interface ImportFigures {
  times: readonly ImportTime[];
  memory: readonly ImportMemory[];
}

export async function benchImports(): Promise<ImportFigures> {
  const times = await importTimes();
  const memory = await importMemory();
  console.log(`\n${timesTable(times)}\n`);
  console.log("parsing, in milliseconds of the processor: the library parts the whole file into properties or cells,");
  console.log("our reader makes rows of it, reader and normaliser make contacts; × is to the library");
  console.log(`\n${memoryTable(memory)}\n`);
  console.log("imports through the deployed parser, to the written rows");
  return { times, memory };
}

function timesTable(times: readonly ImportTime[]): string {
  return align([
    ["parsing", "MB", "library", "its time", "reader", "×", "contacts", "×"],
    ...times.map(({ what, bytes, library, libraryTime, readerTime, contactsTime }) => [
      ...[what, megabytes(bytes), library, libraryTime.toFixed(0)],
      ...[readerTime, contactsTime].flatMap((time) => [time.toFixed(0), (time / libraryTime).toFixed(2)]),
    ]),
  ]);
}

function memoryTable(memory: readonly ImportMemory[]): string {
  return align([
    ["import", "rows", "file, MB", "memory, MB", "s"],
    ...memory.map(({ source, rows, bytes, megabytes: most, milliseconds }) => [
      source,
      thousands(rows),
      megabytes(bytes),
      String(most),
      (milliseconds / 1000).toFixed(1),
    ]),
  ]);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
