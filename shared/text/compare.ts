/** Comparing text in the order of its bytes in UTF-8, which is that of its code points and not that of `<`. */

const high = /[\ud800-\uffff]/;
const everyHigh = /[\ud800-\uffff]/g;

/**
 * Text that `<` orders among others of its kind as DynamoDB orders the given: UTF-16 puts the halves of code points
 * above U+FFFF before U+E000 to U+FFFF, so the two ranges change places.
 */
export function sortableByBytes(text: string): string {
  if (!high.test(text)) return text;
  return text.replace(everyHigh, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
}
