import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AwsChunkedDecoder } from "../../infra/local/s3-aws-chunked.ts";

interface Decoded {
  body: Buffer;
  trailers: Record<string, string>;
}

async function decode(pieces: readonly Uint8Array[]): Promise<Decoded> {
  const decoder = new AwsChunkedDecoder();
  const source = Readable.from(pieces);
  const body = await buffer(source.pipe(decoder));
  return { body, trailers: decoder.trailers };
}

function encode(chunks: readonly Uint8Array[], signature: string): Buffer {
  const parts = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}${signature}\r\n`, chunk, "\r\n"]);
  const end = [`0${signature}\r\n`, "x-amz-checksum-crc32:AAAAAA==\r\n", "\r\n"];
  return Buffer.concat([...parts, ...end].map((part) => Buffer.from(part)));
}

/** Cuts the bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((left, right) => left - right);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0);
}

const chunksOf = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 5 });
const signatures = fc.constantFrom("", ";chunk-signature=0123456789abcdef");

test("any chunks come through, however the network cuts them", async () => {
  await fc.assert(
    fc.asyncProperty(chunksOf, signatures, fc.array(fc.nat(), { maxLength: 20 }), async (chunks, signature, places) => {
      const decoded = await decode(cut(encode(chunks, signature), places));
      expect(decoded.body.equals(Buffer.concat(chunks))).toBe(true);
      expect(decoded.trailers).toEqual({ "x-amz-checksum-crc32": "AAAAAA==" });
    }),
  );
});

test("a body that is cut off within its chunks is refused", async () => {
  const whole = encode([Buffer.from("0123456789"), Buffer.from("abc")], "");
  const endOfChunks = whole.indexOf("0\r\nx-amz");
  for (let length = 1; length <= endOfChunks; length += 1) {
    await expect(decode([whole.subarray(0, length)]), `after ${length} bytes`).rejects.toThrow(/not well-formed/);
  }
});

test.each([
  "g\r\nx\r\n",
  "-1\r\n",
  "\r\n",
  "3\r\nabcd\r\n0\r\n\r\n",
  "0\r\n\r\nmore",
  "0\r\nno trailer\r\n\r\n",
  "1".repeat(9000),
])("%j is refused", async (text) => {
  await expect(decode([Buffer.from(text)])).rejects.toThrow(/not well-formed/);
});
