/**
 * Reads a large vCard file that is made while it is read, of the kind that the first argument names. Writes as JSON how
 * many rows it gave, the codes of their issues, the milliseconds of the processor that it took, and the most memory
 * that the process ever held, in megabytes.
 */
import { Buffer } from "node:buffer";
import { readVcards } from "../../../functions/import-parser/vcard/read-vcards.ts";
import { peakMegabytes } from "../process/peak-memory.ts";

export interface MemoryUse {
  rows: number;
  pictures: number;
  codes: string[];
  milliseconds: number;
  megabytes: number;
}

/** A text, and how often it stands there. */
type Part = readonly [text: string, times: number];

const chunk = (text: string) => text.repeat(Math.ceil(65_536 / text.length));
const begin: Part = ["BEGIN:VCARD\r\nFN:Ana\r\n", 1];
const end: Part = ["\r\nTITLE:Baker\r\nEND:VCARD\r\n", 1];
const inCard = (...parts: Part[]): Part[] => [begin, ...parts, end];
const repeated = (times: number, parts: readonly Part[]) => Array.from({ length: times }, () => parts).flat();

const note = "met at the fair ".repeat(118);
const person = `BEGIN:VCARD\r\nFN:Ana\r\nN:Beltrán;Ana;;;\r\nEMAIL:ana@example.org\r\nNOTE:${note}\r\nEND:VCARD\r\n`;
const folded = `${"A".repeat(74)}\r\n `;

const kinds: Readonly<Record<string, () => readonly Part[]>> = {
  people: () => [[person.repeat(25), 2_000]],
  pictures: () =>
    repeated(15, inCard(["PHOTO;ENCODING=b:R0lGODlhAQABAAAA\r\n ", 1], [chunk(folded), 105], ["Ozs7", 1])),
  line: () => inCard(["NOTE:", 1], [chunk("x"), 3_200]),
  folding: () => inCard(["NOTE:", 1], [chunk("\r\n a"), 500]),
  properties: () => inCard([chunk("X-SPOUSE:Ben\r\n"), 220]),
  nested: () => [[chunk("BEGIN:VCARD\r\nFN:Ana\r\n"), 15]],
  agents: () => inCard([chunk("AGENT:BEGIN:VCARD\r\nFN:B\r\nEND:VCARD\r\n"), 500]),
  outside: () => [...inCard(), [chunk("FN:Ben\r\n"), 500]],
};

const parts = kinds[process.argv[2] ?? ""]?.() ?? [];
const file = {
  name: "",
  size: parts.reduce((size, [text, times]) => size + Buffer.byteLength(text) * times, 0),
  read: async (start: number, end: number) => {
    const texts = parts.slice(0, 3).map(([text]) => text);
    return Buffer.from(texts.join("")).subarray(start, end);
  },
  async *stream() {
    for (const [text, times] of parts) for (let left = times; left > 0; left -= 1) yield Buffer.from(text);
  },
};

let rows = 0;
let pictures = 0;
const codes = new Set<string>();
for await (const row of readVcards([file], { strategy: "following" })) {
  rows += 1;
  if (row.picture) pictures += 1;
  for (const { code } of row.issues) codes.add(code);
}
const { user, system } = process.cpuUsage();
const megabytes = peakMegabytes();
const use: MemoryUse = { rows, pictures, codes: [...codes], milliseconds: (user + system) / 1_000, megabytes };
console.log(JSON.stringify(use));
