/** The bytes of a JSON file as UTF-8, which every export is in; an editor may have saved it as UTF-16. */
import { Buffer } from "node:buffer";
import { TextDecoder } from "node:util";

/**
 * The chunks without a byte-order mark, UTF-16 turned into UTF-8. Without a mark it is told by its zeros: JSON begins
 * with an ASCII character (RFC 4627, section 3).
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let start: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
      continue;
    }
    // Whoever gave the chunk may use its memory again.
    start = Buffer.concat([start, chunk]);
    if (start.length < longestMark) continue;
    decoder = utf16Decoder(start);
    yield decoder === null ? withoutMark(start) : Buffer.from(decoder.decode(start, { stream: true }));
  }
  if (decoder === undefined) {
    decoder = utf16Decoder(start);
    yield decoder === null ? withoutMark(start) : Buffer.from(decoder.decode(start, { stream: true }));
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

const longestMark = 3;

/** The decoder drops the mark itself. */
function utf16Decoder([first, second]: Uint8Array): TextDecoder | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder("utf-16le");
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder("utf-16be");
  return null;
}

function withoutMark(start: Uint8Array): Uint8Array {
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start;
}
