/** JSON of any length, value by value, so that a list of a million entries takes the memory of one. */
import { setImmediate } from "node:timers/promises";
import { type JsonTaker, JsonWalker } from "./json-walker.ts";

/** Bytes between two ways out for others who wait. */
const bytesAtOnce = 1024 * 1024;

/**
 * Hands the values of the document to `take` as they come. Throws ImportFileError when it is empty, no JSON, cut off,
 * nested too deep, or holds a value that is too large; what `take` throws ends the reading too.
 */
export async function readJson(utf8: AsyncIterable<Uint8Array>, take: JsonTaker): Promise<void> {
  const walker = new JsonWalker(take);
  let sinceBreak = 0;
  for await (const chunk of utf8) {
    walker.push(chunk);
    sinceBreak += chunk.length;
    if (sinceBreak < bytesAtOnce) continue;
    sinceBreak = 0;
    await setImmediate();
  }
  walker.end();
}
