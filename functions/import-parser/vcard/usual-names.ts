/** The names of properties that are told from text when nothing else tells them. */

/**
 * Some writers end a quoted-printable value with a soft break that breaks nothing: what follows is the next property,
 * unless it is text that only looks like one.
 */
export function isUsualProperty(line: string): boolean {
  const name = /^(?:[\w-]{1,50}\.)?([A-Z-]{1,42})(?:;[A-Z][^:]{0,200})?:/.exec(line)?.[1] ?? "";
  return usualNames.has(name) || /^(?:[\w-]{1,50}\.)?X-[A-Z-]/.test(line);
}

const usualNames = new Set([
  // RFC 2426, and what 2.1 has beyond it.
  ...["N", "FN", "TEL", "EMAIL", "ADR", "LABEL", "ORG", "TITLE", "ROLE", "NOTE", "URL", "BDAY", "PHOTO", "REV", "UID"],
  ...["VERSION", "CATEGORIES", "NICKNAME", "LOGO", "AGENT", "SOUND", "KEY", "GEO", "TZ", "MAILER", "CLASS", "PRODID"],
  ...["SORT-STRING", "SOURCE", "NAME", "PROFILE", "IMPP", "CATEGORY"],
  // RFC 6350, and what RFC 6474, 6715, 8605 and 9554 add.
  ...["KIND", "XML", "ANNIVERSARY", "GENDER", "LANG", "MEMBER", "RELATED", "CLIENTPIDMAP", "FBURL", "CALURI"],
  ...["CALADRURI", "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "EXPERTISE", "HOBBY", "INTEREST", "ORG-DIRECTORY"],
  ...["CONTACT-URI", "CREATED", "GRAMGENDER", "LANGUAGE", "PRONOUNS", "SOCIALPROFILE", "JSPROP"],
]);
