/** The end of an archive, where its directory is found: read once, and answered from memory afterwards. */
import type { ImportFile } from "../import-file.ts";

/** The longest comment of an archive (65,535), its end record in both forms (22 + 20 + 56), and some space. */
export const tailBytes = 66_000;

/** The same file, with its last `tailBytes` held. A small archive is held whole, and needs no other request. */
export async function holdTail(file: ImportFile): Promise<ImportFile> {
  const tailStart = Math.max(0, file.size - tailBytes);
  const tail = await file.read(tailStart, file.size);
  const held = (start: number, end: number) =>
    tail.subarray(Math.max(0, start - tailStart), Math.max(0, end - tailStart));
  return {
    name: file.name,
    size: file.size,
    read: async (start, end) => (start >= tailStart ? held(start, end) : file.read(start, end)),
    async *stream(start = 0, end = file.size) {
      if (start < Math.min(end, tailStart)) yield* file.stream(start, Math.min(end, tailStart));
      if (end > tailStart) yield held(start, end);
    },
  };
}

/** The same memory with the methods of Buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
