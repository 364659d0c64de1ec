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
  const lower = text.toLowerCase();
  if (privateUse.test(lower)) return lower;
  if (Object.hasOwn(grandfathered, lower)) return grandfathered[lower];
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** BCP 47 has tags of nothing else (RFC 5646, section 2.2.7); ECMAScript has none. */
const privateUse = /^x(?:-[a-z0-9]{1,8})+$/;

/** Tags that are older than the syntax (RFC 5646, section 2.2.8) and that ECMAScript does not know, by what goes before them. */
const grandfathered: Readonly<Record<string, string>> = {
  "en-gb-oed": "en-GB-oxendict",
  "i-ami": "ami",
  "i-bnn": "bnn",
  "i-default": "i-default",
  "i-enochian": "i-enochian",
  "i-hak": "hak",
  "i-klingon": "tlh",
  "i-lux": "lb",
  "i-mingo": "i-mingo",
  "i-navajo": "nv",
  "i-pwn": "pwn",
  "i-tao": "tao",
  "i-tay": "tay",
  "i-tsu": "tsu",
  "no-bok": "nb",
  "no-nyn": "nn",
  "sgn-be-fr": "sfb",
  "sgn-be-nl": "vgt",
  "sgn-ch-de": "sgg",
  "zh-min": "zh-min",
  "zh-min-nan": "nan",
};
