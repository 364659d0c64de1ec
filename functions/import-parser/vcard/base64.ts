/** Base64 (RFC 4648) of pictures: many bytes, of which no copy is made that could be spared. */
import { Buffer } from "node:buffer";

/**
 * What the characters from `start` to before `end` say, up to their padding; whatever is no base64 (line ends, escapes
 * of line ends) is passed over. Overwrites `text` from `start` on.
 */
export function decodeBase64(text: Buffer, start: number, end: number): Buffer {
  const last = compact(text, start, end);
  const decoded = Buffer.allocUnsafeSlow(Math.floor(((last - start) * 3) / 4));
  let length = 0;
  for (let at = start; at < last; at += pieceLength) {
    length += decoded.write(text.toString("latin1", at, Math.min(last, at + pieceLength)), length, "base64");
  }
  return length === decoded.length ? decoded : decoded.subarray(0, length);
}

/** A multiple of four characters is whole bytes. */
const pieceLength = 64 * 1024;

function compact(text: Buffer, start: number, end: number): number {
  let last = start;
  for (let at = start; at < end; at += 1) {
    const code = text[at] ?? 0;
    if (isDigit[code] === 1) text[last++] = code;
    else if (code === padding) break;
    else if (code === backslash && (text[at + 1] ?? 0) > 64) at += 1;
  }
  return last;
}

const padding = 61;
const backslash = 92;
const isDigit = new Uint8Array(256);
for (const digit of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"))
  isDigit[digit] = 1;
