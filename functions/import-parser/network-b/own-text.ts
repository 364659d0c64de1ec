/** Text that is kept of much longer text. */
import { Buffer } from "node:buffer";

/**
 * A string with characters of its own: what is cut out of a longer string otherwise keeps all of it in memory, and an
 * entry may have 256 kB.
 */
export function ownText(text: string): string {
  const encoding = ascii.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}

const ascii = /^[ -~]*$/;
