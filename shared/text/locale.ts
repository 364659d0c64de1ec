/** Time zones and languages by the runtime's own data (ICU). */

/** An IANA zone or link name; an offset such as `+01:00` is none. */
export function isIanaZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The canonical form of a BCP 47 tag, or undefined when it is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
