/** Converts a text file to UTF-8, because some editors and Macintosh address books write UTF-16. */
import { TextDecoder } from "node:util";

/**
 * Removes the byte-order mark and converts UTF-16 to UTF-8. Zero bytes reveal UTF-16 without a mark, because all
 * supported files begin with an ASCII character. Other bytes stay unchanged.
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoded(decoder, chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < longestMark) continue;
    decoder = utf16Decoder(start);
    yield decoded(decoder, withoutMark(start));
  }
  if (decoder === undefined) {
    decoder = utf16Decoder(start);
    yield decoded(decoder, withoutMark(start));
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

const longestMark = 3;

function decoded(decoder: TextDecoder | null, chunk: Uint8Array): Buffer {
  if (decoder) return Buffer.from(decoder.decode(chunk, { stream: true }));
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Returns null if the bytes are not UTF-16. The decoder removes the byte-order mark. */
function utf16Decoder([first, second]: Uint8Array): TextDecoder | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder("utf-16le");
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder("utf-16be");
  return null;
}

function withoutMark(start: Buffer): Buffer {
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start;
}
