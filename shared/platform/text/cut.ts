/** Cuts text to a length without splitting a character. */

/**
 * The longest start of `text` with at most `max` code points, which is how the API's schemas count (`maxLength` of JSON
 * Schema, Validation 6.3.1). A lone surrogate counts as one.
 */
export function cutToCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let left = max; left > 0 && end < text.length; left -= 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Whether the text has at most `max` code points. */
export function isWithinCodePoints(text: string, max: number): boolean {
  return cutToCodePoints(text, max).length === text.length;
}

/** The longest start of `text` with at most `max` UTF-16 code units that doesn't split a surrogate pair. */
export function cutToUnits(text: string, max: number): string {
  if (text.length <= max) return text;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(max - 1));
  return text.slice(0, splitsPair ? max - 1 : max);
}

/** The text with at most `max` UTF-16 code units, with an ellipsis at its end if something was cut off. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${cutToUnits(text, max - 1).trimEnd()}…`;
}

/** The longest start of `text` with at most `maxBytes` in UTF-8, cut between code points. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
