/** Texts that we have in some languages, for readers of any. */

/** English is what everybody gets whose language is not among the others. */
export type InLanguages<Texts> = Readonly<Record<string, Texts>> & { readonly en: Texts };

/**
 * The texts for a BCP 47 tag, and the tag that they are in: the given one with its region, which decides how dates are
 * written, or `en`.
 */
export function textsIn<Texts>(languages: InLanguages<Texts>, tag: string): { texts: Texts; locale: string } {
  try {
    const { language, baseName } = new Intl.Locale(tag);
    const texts = Object.hasOwn(languages, language) ? languages[language] : undefined;
    if (texts !== undefined) return { texts, locale: baseName };
  } catch {
    // No tag at all.
  }
  return { texts: languages.en, locale: "en" };
}
