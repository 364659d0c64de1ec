/** Names that somebody typed in capitals, in the case that people write names in, where that is safe to tell. */

/**
 * Null when the name stays as it is: unless both names are all capitals, longer than two letters, of a script that has
 * the two cases and of which we know how they fold, they may be initials, or meant.
 */
export function inUsualCase(given: string, family: string): { given: string; family: string } | null {
  if (!isAllCapitals(given) || !isAllCapitals(family)) return null;
  const name = given + family;
  // The capital of the Turkish ı is that of i: only other letters of the alphabet tell.
  const turkish = /[İĞ]/u.test(name);
  if (!turkish && /[ŞƏ]/u.test(name) && /I/u.test(name)) return null;
  const locale = turkish ? "tr" : "und";
  return { given: recase(given, locale), family: recase(family, locale) };
}

function isAllCapitals(name: string): boolean {
  return allCapitals.test(name) && (name.match(/\p{Lu}/gu) ?? []).length > 2;
}

const allCapitals = /^[[\p{Lu}&&[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]\p{M} .,'’ʼ`\(\)\-]+$/v;

/** Words of letters, with what apostrophes join. */
const wordPattern = /\p{L}[\p{L}\p{M}]*(?:['’ʼ`]\p{L}[\p{L}\p{M}]*)*/gu;

function recase(name: string, locale: string): string {
  return name.replace(wordPattern, (word) => {
    // Initials without dots: JP, DJ.
    if (/^[B-DF-HJ-NP-TV-XZ]{1,3}$/.test(word)) return word;
    const lower = word.toLocaleLowerCase(locale);
    const capital = /^[^'’ʼ`]['’ʼ`]./u.test(lower) ? 3 : 1;
    const head = word.slice(0, capital) + lower.slice(capital);
    return head.replace(
      /^Mc(?=\p{Ll}{3})(\p{Ll})/u,
      (_whole, letter: string) => `Mc${letter.toLocaleUpperCase(locale)}`,
    );
  });
}
