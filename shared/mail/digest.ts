/** The mail that tells an account of its important dates: subject, plain text and HTML in the account's language. */
import { cutToUnits } from "../text/cut.ts";
import { type DayWriter, dayWriter, whenOf, yearsOf } from "./digest-days.ts";
import { digestHtml } from "./digest-html.ts";
import { digestText } from "./digest-text.ts";
import { harmless, isolated } from "./harmless.ts";
import { cs } from "./texts/cs.ts";
import { de } from "./texts/de.ts";
import type { DateType, DigestTexts } from "./texts/digest-texts.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";

export interface DigestEntry {
  firstName: string;
  lastName: string;
  type: DateType;
  /** `YYYY-MM-DD`; the year 1904 stands for an unknown one. */
  date: string;
  note: string;
  /** The day on which it falls this time, `YYYY-MM-DD`, not before `today`. */
  occurrence: string;
}

export interface DigestInput<Entry extends DigestEntry> {
  /** May be "". */
  accountName: string;
  /** BCP 47; a language that we have no texts for is taken as English. */
  language: string;
  /** The account's own day, `YYYY-MM-DD`. */
  today: string;
  /** At least one. */
  entries: readonly Entry[];
  /** Where reminders are changed. */
  manageUrl?: string;
  /** Where they are turned off. */
  unsubscribeUrl: string;
}

export interface Digest<Entry extends DigestEntry> {
  subject: string;
  text: string;
  html: string;
  /** The entries that the plain text lists, the earliest first. Those that are left belong into a further mail, and this one says so. */
  told: Entry[];
}

/** A digest as both of its parts read it: every text is harmless, nothing is escaped yet. */
export interface DigestView {
  texts: DigestTexts;
  /** A language that the texts are in, for `lang`. */
  language: string;
  accountName: string;
  days: { heading: string; lines: DigestLine[] }[];
  /** Entries that did not fit. */
  left: number;
  manageUrl: string | undefined;
  unsubscribeUrl: string;
}

export interface DigestLine {
  name: string;
  /** Type, the date itself where it falls on another day this time, and the years. */
  what: string;
  note: string;
}

/**
 * Entries of one mail. Each takes at most 2.3 kB of the plain text as it is sent (names and note have at most 400 code
 * points, and base64 in lines needs 5.5 bytes for one beyond U+FFFF, 4.2 for others), so that the largest mail has
 * some 9.5 MB and stays below the 10 MB that SES takes.
 */
export const digestCapacity = 4_000;

/** UTF-16 code units of a name in the subject. */
const subjectNameLength = 40;

const languages: Readonly<Record<string, DigestTexts>> = { en, de, cs, fr, es };

/** Days come in their order, people of a day by their names. */
export function buildDigest<Entry extends DigestEntry>(input: DigestInput<Entry>): Digest<Entry> {
  const { today, entries, manageUrl, unsubscribeUrl } = input;
  const { texts, locale } = chooseLanguage(input.language);
  const ordered = inOrder(entries, texts, locale);
  const told = ordered.slice(0, digestCapacity);
  const writer = dayWriter(locale);
  const view: DigestView = {
    texts,
    language: locale,
    accountName: harmless(input.accountName),
    days: [...Map.groupBy(told, ({ occurrence }) => occurrence)].map(([day, those]) => ({
      heading: headingOf(texts, writer, today, day),
      lines: those.map((entry) => lineOf(entry, texts, writer)),
    })),
    left: ordered.length - told.length,
    manageUrl,
    unsubscribeUrl,
  };
  const subject = subjectOf(ordered, texts, today);
  return { subject, text: digestText(view), html: digestHtml(view, subject), told };
}

/**
 * The given language with its region where we have texts for it: the region decides how dates are written. Without
 * extensions, which could ask for another calendar or other digits.
 */
function chooseLanguage(tag: string): { texts: DigestTexts; locale: string } {
  try {
    const { language, baseName } = new Intl.Locale(tag);
    const texts = Object.hasOwn(languages, language) ? languages[language] : undefined;
    return texts ? { texts, locale: baseName } : { texts: en, locale: "en" };
  } catch {
    return { texts: en, locale: "en" };
  }
}

function inOrder<Entry extends DigestEntry>(entries: readonly Entry[], texts: DigestTexts, locale: string): Entry[] {
  const collator = new Intl.Collator(locale);
  const named = entries.map((entry) => ({ entry, name: nameOf(entry, texts) }));
  named.sort(
    (one, other) =>
      compare(one.entry.occurrence, other.entry.occurrence) ||
      collator.compare(one.name, other.name) ||
      compare(one.entry.type, other.entry.type),
  );
  return named.map(({ entry }) => entry);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function nameOf({ firstName, lastName }: DigestEntry, texts: DigestTexts): string {
  return harmless(`${firstName} ${lastName}`) || texts.unnamed;
}

function headingOf(texts: DigestTexts, writer: DayWriter, today: string, day: string): string {
  const [when, date] = [whenOf(texts, today, day), writer.day(day, today)];
  return when === "" ? capitalised(date) : `${capitalised(when)} (${date})`;
}

function lineOf(entry: DigestEntry, texts: DigestTexts, writer: DayWriter): DigestLine {
  const { type, date, occurrence } = entry;
  const moved = date.slice(5) === occurrence.slice(5) ? "" : ` (${writer.date(date)})`;
  const years = yearsOf(texts, type, date, occurrence);
  const what = `${texts.types[type]}${moved}${years === undefined ? "" : `, ${years}`}`;
  return { name: nameOf(entry, texts), what, note: harmless(entry.note) };
}

/** One line: of a single date everything, of more one or two names and how many there are besides. */
function subjectOf(entries: readonly DigestEntry[], texts: DigestTexts, today: string): string {
  const [first, second] = entries;
  if (!first) return texts.title;
  const when = whenOf(texts, today, first.occurrence);
  const nameIn = (entry: DigestEntry) => isolated(shortened(nameOf(entry, texts)));
  if (!second) return `${nameIn(first)}${texts.colon}${texts.types[first.type]} ${when}`.trim();
  const names = [...new Set([nameIn(first), nameIn(second)])];
  const oneDay = entries.every(({ occurrence }) => occurrence === first.occurrence) && when !== "";
  return `${oneDay ? capitalised(when) : texts.title}${texts.colon}${texts.listed(names, entries.length - names.length)}`;
}

function shortened(name: string): string {
  return name.length <= subjectNameLength ? name : `${cutToUnits(name, subjectNameLength - 1).trimEnd()}…`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
