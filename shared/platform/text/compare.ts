/** The order of text by its bytes in UTF-8, which is the order of its code points and not that of `<`. */

const high = /[\ud800-\uffff]/;
const everyHigh = /[\ud800-\uffff]/g;

/**
 * Converts text so that `<` sorts converted texts as DynamoDB sorts the originals. UTF-16 sorts surrogates before U+E000
 * to U+FFFF, so the two ranges change places.
 */
export function sortableByBytes(text: string): string {
  if (!high.test(text)) return text;
  return text.replace(everyHigh, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
}
