/** Time zones and languages, from the data of the runtime (ICU). */

/**
 * The name of an IANA time zone in its usual case. Undefined for anything else, such as the offset `+01:00` and the old
 * abbreviations of Java. A link keeps its own name.
 */
export function ianaZone(name: string): string | undefined {
  if (!zoneForm.test(name) || onlyInIcu.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

const zoneForm = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Names that ICU adds to the IANA database, which has other three-letter names. */
const onlyInIcu =
  /^(?:A[CEGRS]T|AET|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*)$/i;

/**
 * The IANA zone of an offset in whole hours, such as `-0500`, `-05:00`, `-05:00:00`, `-5`, `UTC-05:00` and `Z`. Undefined for any other
 * text. The names of these zones have the inverted sign: the zone of `-0500` is `Etc/GMT+5`.
 */
export function offsetZone(text: string): string | undefined {
  const [found, sign, digits = "0"] = /^(?:Z|(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?00){0,2})$/i.exec(text) ?? [];
  const hours = Number(digits);
  if (found === undefined || hours > (sign === "-" ? 12 : 14)) return undefined;
  return hours === 0 ? "Etc/UTC" : `Etc/GMT${sign === "-" ? "+" : "-"}${hours}`;
}

/** What the API description says of time zones and languages. The runtime knows which of the texts of these forms it accepts. */
export const localePatterns = {
  timezone: zoneForm.source,
  /** Language, script, region, variants, extensions, and private parts (RFC 5646, section 2.1; UTS #35, 3.2). */
  language:
    "^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*" +
    "(?:-[A-WYZa-wyz0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$",
};

/** The canonical form of a BCP 47 language tag; undefined for any other text. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** Texts by language. English is for users of all other languages. */
export type InLanguages<Texts> = Readonly<Record<string, Texts>> & { readonly en: Texts };

/**
 * The texts for a BCP 47 tag and the locale for dates: the tag with its region if there are texts in its language, else
 * `en`.
 */
export function textsIn<Texts>(languages: InLanguages<Texts>, tag: string): { texts: Texts; locale: string } {
  try {
    const { language, baseName } = new Intl.Locale(tag);
    const texts = Object.hasOwn(languages, language) ? languages[language] : undefined;
    if (texts !== undefined) return { texts, locale: baseName };
  } catch {
    // A text that is no tag has no language.
  }
  return { texts: languages.en, locale: "en" };
}
