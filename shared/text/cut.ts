/** Cutting text to a length without halving a character. */

/** The longest start of `text` of at most `max` UTF-16 code units, never half a surrogate pair. */
export function cutToUnits(text: string, max: number): string {
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(max - 1));
  return text.slice(0, splitsPair ? max - 1 : max);
}

/** The longest start of `text` that takes at most `maxBytes` in UTF-8, cut between code points. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
