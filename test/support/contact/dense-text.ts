import { createHash } from "node:crypto";

/**
 * Ideographs without repetition, of three bytes each. Compression saves less than a third, so that stored contacts stay long.
 * The same seed gives the same text.
 */
export function denseText(length: number, seed = 0): string {
  const bytes = createHash("shake256", { outputLength: 2 * length })
    .update(String(seed))
    .digest();
  const codes = Array.from({ length }, (_, at) => 0x4e00 + (bytes.readUInt16LE(2 * at) % 20_000));
  return String.fromCharCode(...codes);
}
