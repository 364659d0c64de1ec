/** Keeps an answer below what the platform carries (6 MB, the envelope included). */
import { carriedBytes, maxCarriedBytes } from "../http/carried-bytes.ts";

/** Bytes that the items of an answer may take as JSON. */
export const maxAnswerBytes = 5 * 1000 * 1000;
/** Bytes of all else in a list's answer, of which the search is the longest. */
const listOverhead = 10_000;

/** The longest start of `items` that fits; at least one item, which alone always fits. */
export function fitAnswer<Item>(items: readonly Item[], maxBytes: number = maxAnswerBytes): Item[] {
  let [bytes, carried] = [0, 0];
  for (const [index, item] of items.entries()) {
    const json = JSON.stringify(item);
    bytes += Buffer.byteLength(json) + 1;
    carried += carriedBytes(json) + 1;
    if ((bytes > maxBytes || carried > maxCarriedBytes - listOverhead) && index > 0) return items.slice(0, index);
  }
  return [...items];
}
