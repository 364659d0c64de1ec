/** The mail about an account's important dates and the contacts to be in touch with: subject, plain text and HTML in the account's language. */
import { phoneLookupKey } from "../../contact/reach/phones.ts";
import type { ContactReach } from "../../contact/store/contact-list.ts";
import { shortened } from "../../platform/text/cut.ts";
import { textsIn } from "../../platform/text/locale.ts";
import { isolateRightToLeft, safeLine } from "../../platform/text/safe-text.ts";
import { type DateType, type DigestTexts, digestTexts } from "../digest-texts.ts";
import { type DayWriter, dayWriter, whenOf, yearsOf } from "./digest-days.ts";
import { type DigestLine, type DigestLink, type DigestView, digestHtml, digestText } from "./digest-parts.ts";

export interface DigestEntry {
  contactId: string;
  firstName: string;
  lastName: string;
  type: DateType;
  /** `YYYY-MM-DD`; the year 1904 stands for an unknown one. */
  date: string;
  note: string;
  /** The day on which it falls this time, `YYYY-MM-DD`, not before `today`. */
  occurrence: string;
}

type Named = Pick<DigestEntry, "firstName" | "lastName">;

type Reach = ReadonlyMap<string, ContactReach>;

/** The contacts to be in touch with. */
export interface DigestKeepInTouch {
  /** At least one. */
  people: readonly TrackedPerson[];
  /** The number of further contacts. */
  more: number;
}

export interface TrackedPerson {
  contactId: string;
  firstName: string;
  lastName: string;
  /** The account's day of the last interaction, `YYYY-MM-DD`; null without one. */
  lastDay: string | null;
}

export interface DigestInput<Entry extends DigestEntry> {
  /** May be "". */
  accountName: string;
  /** BCP 47; English is used for a language without texts. */
  language: string;
  /** The account's current day, `YYYY-MM-DD`. */
  today: string;
  /** At least one, or `keepInTouch`. */
  entries: readonly Entry[];
  keepInTouch?: DigestKeepInTouch;
  /** How to reach contacts, by their ids. */
  reach?: Reach;
  /** Turns reminders off. */
  unsubscribeUrl: string;
}

export interface Digest<Entry extends DigestEntry> {
  subject: string;
  text: string;
  html: string;
  /** The entries that the plain text lists, the earliest first. The mail says that the others follow in another mail. */
  included: Entry[];
}

/**
 * Entries of one mail. Each takes at most 3.9 kB of the plain text as it is sent (names, note and e-mail address have at most
 * 660 code points, and base64 in lines needs 5.5 bytes for one beyond U+FFFF, 4.2 for others), so that the largest mail has
 * some 9.5 MB with its HTML and stays below the 10 MB that SES accepts.
 */
export const digestCapacity = 2_000;

/** The entries that a mail has room for, the earliest first. */
export function firstEntries<Entry extends DigestEntry>(entries: readonly Entry[], language: string): Entry[] {
  const { texts, locale } = textsIn<DigestTexts>(digestTexts, language);
  return inOrder(entries, texts, locale).slice(0, digestCapacity);
}

/** UTF-16 code units of a name in the subject. */
const subjectNameLength = 40;

/** Sorted by day, then by name. */
export function buildDigest<Entry extends DigestEntry>(input: DigestInput<Entry>): Digest<Entry> {
  const { today, entries, keepInTouch, reach = new Map(), unsubscribeUrl } = input;
  const { texts, locale } = textsIn<DigestTexts>(digestTexts, input.language);
  const ordered = inOrder(entries, texts, locale);
  const included = ordered.slice(0, digestCapacity);
  const writer = dayWriter(locale);
  const view: DigestView = {
    texts,
    language: locale,
    accountName: safeLine(input.accountName),
    intro: ordered.length > 0 ? texts.intro : texts.keepIntro,
    days: [...Map.groupBy(included, ({ occurrence }) => occurrence)].map(([day, those]) => ({
      heading: headingOf(texts, writer, today, day),
      lines: those.map((entry) => lineOf(entry, texts, writer, reach)),
    })),
    left: ordered.length - included.length,
    keepInTouch: keepInTouch && {
      heading: texts.keepInTouch,
      lines: keepInTouch.people.map((person) => personLine(person, texts, writer, reach)),
      more: keepInTouch.more > 0 ? texts.moreContacts(keepInTouch.more) : "",
    },
    unsubscribeUrl,
  };
  const subject =
    ordered.length === 0 && keepInTouch ? contactsSubject(keepInTouch, texts) : datesSubject(ordered, texts, today);
  return { subject, text: digestText(view), html: digestHtml(view, subject), included };
}

function inOrder<Entry extends DigestEntry>(entries: readonly Entry[], texts: DigestTexts, locale: string): Entry[] {
  const collator = new Intl.Collator(locale);
  const named = entries.map((entry) => ({ entry, name: nameOf(entry, texts) }));
  named.sort(
    (one, other) =>
      compare(one.entry.occurrence, other.entry.occurrence) ||
      collator.compare(one.name, other.name) ||
      compare(one.entry.type, other.entry.type) ||
      compare(one.entry.contactId, other.entry.contactId),
  );
  return named.map(({ entry }) => entry);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function nameOf({ firstName, lastName }: Named, texts: DigestTexts): string {
  return safeLine(`${firstName} ${lastName}`) || texts.unnamed;
}

function headingOf(texts: DigestTexts, writer: DayWriter, today: string, day: string): string {
  const [when, date] = [whenOf(texts, today, day), writer.day(day, today)];
  return when === "" ? capitalised(date) : `${capitalised(when)} (${date})`;
}

function lineOf(entry: DigestEntry, texts: DigestTexts, writer: DayWriter, reach: Reach): DigestLine {
  const { contactId, type, date, occurrence } = entry;
  const moved = date.slice(5) === occurrence.slice(5) ? "" : ` (${writer.date(date)})`;
  const years = yearsOf(texts, type, date, occurrence);
  const what = `${texts.types[type]}${moved}${years === undefined ? "" : `, ${years}`}`;
  return { name: nameOf(entry, texts), what, note: safeLine(entry.note), links: linksOf(reach.get(contactId)) };
}

function personLine(person: TrackedPerson, texts: DigestTexts, writer: DayWriter, reach: Reach): DigestLine {
  const { contactId, lastDay } = person;
  const what = lastDay === null ? texts.noContact : texts.lastContact(writer.wholeDate(lastDay));
  return { name: nameOf(person, texts), what, note: "", links: linksOf(reach.get(contactId)) };
}

/** The preferred phone number and e-mail address, or the first ones, as links (RFC 3966, and RFC 6068). */
function linksOf({ phones, emails }: ContactReach = { phones: [], emails: [] }): DigestLink[] {
  const phone = phones.find(({ preferred }) => preferred) ?? phones[0];
  const email = emails.find(({ preferred }) => preferred) ?? emails[0];
  const links: DigestLink[] = [];
  if (phone) {
    const { prefix, value } = phone;
    // Without its signs, a code such as `*123#` would dial another number.
    const [code] = /^\d*[*#][\d*#]*/.exec(prefix + value) ?? [];
    const dialled = code === undefined ? phoneLookupKey(prefix, value) : encodeURIComponent(code);
    links.push({ text: safeLine(`${prefix} ${value}`), href: `tel:${dialled}` });
  }
  if (email) {
    const text = safeLine(email.value);
    links.push({ text, href: `mailto:${encodeURIComponent(text).replace("%40", "@")}` });
  }
  return links;
}

/** Of a mail without dates. */
function contactsSubject({ people, more }: DigestKeepInTouch, texts: DigestTexts): string {
  const contacts = people.length + more;
  return texts.contactsSubject(namesOf(people, contacts, texts), contacts);
}

/** A single date is described in full; of several, only the contacts, and the day if it is the same. */
function datesSubject(entries: readonly DigestEntry[], texts: DigestTexts, today: string): string {
  const [first] = entries;
  if (!first) return texts.title;
  const when = whenOf(texts, today, first.occurrence);
  if (entries.length === 1) return texts.dateSubject(first.type, nameInSubject(first, texts), when);
  const people = [...new Map(entries.map((entry) => [entry.contactId, entry])).values()];
  const isOneDay = entries.every(({ occurrence }) => occurrence === first.occurrence);
  return texts.datesSubject(namesOf(people, people.length, texts), people.length, isOneDay ? when : "");
}

/** One or two names and the number of the others. */
function namesOf(people: readonly Named[], count: number, texts: DigestTexts): string {
  const names = people.slice(0, 2).map((person) => nameInSubject(person, texts));
  return texts.listed(names, count - names.length);
}

function nameInSubject(named: Named, texts: DigestTexts): string {
  return isolateRightToLeft(shortened(nameOf(named, texts), subjectNameLength));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
