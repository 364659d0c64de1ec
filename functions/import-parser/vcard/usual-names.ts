/** The names of properties that are told from text when nothing else tells them. */

/** Whether a line is a property, by a usual name or one of a writer's own. */
export function isUsualProperty(line: string): boolean {
  const name = usualHead.exec(line)?.[1] ?? "";
  return namesBefore40.has(name) || namesSince40.has(name) || ownHead.test(line);
}

/**
 * Some writers end a quoted-printable value with a soft break that breaks nothing: what follows is the next property,
 * unless it is text that only looks like one. Soft breaks are of 2.1, so names of 4.0 are words of a text, and so are
 * those that hardly any card of its time has ("NAME: …"). Where the text itself has a line break before the soft one
 * (`isLineStart`), lines such as "SOUND: …" are its own, and only the most usual names tell a property.
 */
export function endsSoftBreak(line: string, isLineStart: boolean): boolean {
  const [, name = ""] = usualHead.exec(line) ?? [];
  if (isLineStart) return line.startsWith(name) && (mostUsualNames.has(name) || /^X-[A-Z-]/.test(name));
  return namesOfSoftBreaks.has(name) || ownHeadInCapitals.test(line);
}

const usualHead = /^(?:[\w-]{1,50}\.)?([A-Z-]{1,42})(?:;[A-Z][^:]{0,200})?:/;
const ownHead = /^(?:[\w-]{1,50}\.)?X-[A-Z-][\w-]{0,40}(?:;[A-Z][^:]{0,200})?:/;
const ownHeadInCapitals = /^(?:[\w-]{1,50}\.)?X-[A-Z0-9-]{1,40}(?:;[A-Z][^:]{0,200})?:/;

const mostUsualNames = new Set([
  ...["N", "FN", "TEL", "EMAIL", "ADR", "LABEL", "ORG", "TITLE", "ROLE", "NOTE", "URL", "BDAY", "PHOTO", "REV", "UID"],
  ...["VERSION", "CATEGORIES"],
]);

/** Of versions 2.1 and 3.0 (RFC 2426, RFC 4770), as their cards have them. */
const namesOfSoftBreaks = new Set([
  ...mostUsualNames,
  ...["NICKNAME", "LOGO", "AGENT", "SOUND", "GEO", "TZ", "MAILER", "PRODID", "SORT-STRING", "IMPP"],
]);

const namesBefore40 = new Set([...namesOfSoftBreaks, "KEY", "CLASS", "SOURCE", "NAME", "PROFILE", "CATEGORY"]);

/** RFC 6350, and what RFC 6474, 6715, 8605 and 9554 add. */
const namesSince40 = new Set([
  ...["KIND", "XML", "ANNIVERSARY", "GENDER", "LANG", "MEMBER", "RELATED", "CLIENTPIDMAP", "FBURL", "CALURI"],
  ...["CALADRURI", "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "EXPERTISE", "HOBBY", "INTEREST", "ORG-DIRECTORY"],
  ...["CONTACT-URI", "CREATED", "GRAMGENDER", "LANGUAGE", "PRONOUNS", "SOCIALPROFILE", "JSPROP"],
]);
