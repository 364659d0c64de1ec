/** Keeps an answer below what the platform carries (6 MB, the envelope included). */

/** Bytes that the items of an answer may take as JSON. */
export const maxAnswerBytes = 5 * 1000 * 1000;

/** The longest start of `items` that fits; at least one item, which alone always fits. */
export function fitAnswer<Item>(items: readonly Item[], maxBytes: number = maxAnswerBytes): Item[] {
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > maxBytes && index > 0) return items.slice(0, index);
  }
  return [...items];
}
