/** Cuts the bytes of a file into lines, and keeps at most one line in memory. */
import { asUtf8 } from "./utf8.ts";

/** A line of a file without its end. `number` starts at 1. */
export interface FileLine {
  text: string;
  number: number;
  /** The line was longer than the limit, and the rest was left out. */
  isCut: boolean;
}

export interface LineForm {
  /** The byte that ends lines: LF after any number of CRs, or CR in a file without LF (older Macintosh). */
  lineEnd: 10 | 13;
  /** Whether each character of a line is one undecoded byte, because the encoding is found later. Otherwise it is UTF-8. */
  raw: boolean;
}

/** Yields the lines that each chunk completes. A line longer than `maxBytes` is cut, and yielded before its end is read. */
export async function* readLinesOf(
  chunks: AsyncIterable<Uint8Array>,
  { lineEnd, raw }: LineForm,
  maxBytes: number,
): AsyncGenerator<FileLine[], void> {
  let lines: FileLine[] = [];
  let number = 1;
  let held: Buffer[] = [];
  let length = 0;
  let isCut = false;

  function add(bytes: Buffer, start = 0, end = bytes.length): void {
    while (end > start && bytes[end - 1] === carriageReturn) end -= 1;
    lines.push({ text: bytes.toString(raw ? "latin1" : "utf8", start, end), number, isCut });
  }

  function hold(bytes: Buffer): void {
    if (isCut) return;
    const kept = bytes.subarray(0, maxBytes - length);
    length += kept.length;
    held.push(kept);
    if (kept.length === bytes.length) return;
    isCut = true;
    pass();
  }

  function pass(): void {
    add(Buffer.concat(held));
    held = [];
  }

  for await (const chunk of asUtf8(chunks)) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      // Most lines lie in one chunk, and need no part of it as an object.
      if (length === 0 && end - start <= maxBytes) add(chunk, start, end);
      else {
        hold(chunk.subarray(start, end));
        if (!isCut) pass();
      }
      number += 1;
      [length, isCut] = [0, false];
      start = end + 1;
    }
    hold(chunk.subarray(start));
    yield lines;
    lines = [];
  }
  if (length > 0 && !isCut) pass();
  yield lines;
}

const carriageReturn = 13;
