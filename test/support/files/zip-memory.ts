/**
 * Reads a sparse archive of more than 4 GB, with 200,000 entries and a needed one of 200 MB, and writes the most memory
 * that the process ever held, in megabytes.
 */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { openArchive } from "../../../functions/import-parser/archive/open-archive.ts";
import { peakMegabytes } from "../process/peak-memory.ts";
import { layOut, sparseFile } from "./zip-writer.ts";

const size = 200_000_000;
const zeros = Buffer.alloc(1_000_000);
let crc = 0;
for (let at = 0; at < size; at += zeros.length) crc = crc32(zeros, crc);

// The needed entry's bytes are the hole before the next one.
const central = { size, packedSize: size, crc };
const layout = layOut(
  [
    { name: "needed.csv", content: "", method: 0, hole: 2 ** 32, central },
    { name: "media/last.jpg", content: "", hole: size },
  ],
  { crowd: 199_998, zip64: true },
);

let read = 0;
for (const entry of await openArchive(sparseFile(layout), (path) => path === "needed.csv")) {
  for await (const chunk of entry.content()) read += chunk.length;
}
if (read !== size) throw new Error(`read ${read} bytes of ${size}`);
console.log(peakMegabytes());
