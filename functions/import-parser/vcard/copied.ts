/** Letting go of long strings of which a part is kept. */
import { Buffer } from "node:buffer";

/** A string of its own: a slice keeps the whole string in memory that it is a part of. */
export function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
