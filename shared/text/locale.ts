/** Time zones and languages by the runtime's own data (ICU). */

/**
 * An IANA zone, its name in the usual case, or undefined: an offset such as `+01:00` and Java's old abbreviations are
 * none. A link keeps its own name.
 */
export function ianaZone(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) || onlyInIcu.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** ICU knows them beside the IANA database, whose three-letter names are others. */
const onlyInIcu =
  /^(?:A[CEGRS]T|AET|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*)$/i;

/** The canonical form of a BCP 47 tag, or undefined when it is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
