/** A line that is a long picture: its text lies outside of the heap until it is decoded. */
import { Buffer } from "node:buffer";
import { decodeBase64 } from "./base64.ts";
import { longestHead, readHead } from "./head.ts";

/** Characters of such a line: room for the base64 of a picture of 5 MB. */
const maxPictureLength = 8 * 1024 * 1024;

/** Before base64 in a value that is a link to itself (RFC 2397); its comma may be escaped, as everywhere in a vCard. */
export const dataUri = /^\s{0,100}(?:uri:)?data:[^,]{0,200},/i;

/** The text of one line at a time: the room for it is used again and again. */
export class PictureRoom {
  private bytes: Buffer | null = null;
  private length = 0;

  clear(): void {
    this.length = 0;
  }

  /** False when there is no room for all of it. */
  add(text: string): boolean {
    this.bytes ??= Buffer.allocUnsafeSlow(maxPictureLength);
    const written = this.bytes.write(text, this.length, "latin1");
    this.length += written;
    return written === text.length;
  }

  /** The line's head and the start of its value, and the bytes that the value encodes. */
  read(): { text: string; data: Uint8Array } {
    const bytes = this.bytes ?? Buffer.alloc(0);
    const text = bytes.toString("latin1", 0, Math.min(this.length, longestHead));
    const valueStart = readHead(text)?.valueStart ?? text.length;
    const prefix = dataUri.exec(text.slice(valueStart))?.[0].length ?? 0;
    return { text, data: decodeBase64(bytes, valueStart + prefix, this.length) };
  }
}
