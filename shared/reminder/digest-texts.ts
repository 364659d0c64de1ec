/**
 * The texts of the digest, and of the calendar, in each language: `digest-texts.json` has the words, in which `{}` stands for
 * a name, a date or a number.
 */
import type { InLanguages } from "../platform/text/locale.ts";
import words from "./digest-texts.json" with { type: "json" };

export type DateType = "birthday" | "anniversary" | "nameday" | "graduation" | "other";

/** The texts in one language. */
export interface DigestTexts {
  /** The first line; `name` may be "". */
  greeting: (name: string) => string;
  intro: string;
  /** The title of the mail. */
  title: string;
  today: string;
  tomorrow: string;
  /** Two days and more. */
  inDays: (days: number) => string;
  types: Readonly<Record<DateType, string>>;
  /** The age on a birthday, from one year on. */
  age: (years: number) => string;
  /** The years since the date, from one year on. */
  years: (years: number) => string;
  /** Stands for a person without a name. */
  unnamed: string;
  /** One or two names and the number of further contacts. */
  listed: (names: readonly string[], more: number) => string;
  /** The subject about a single date, a sentence. `when` is the text for today, tomorrow or a later day, or "". */
  dateSubject: (type: DateType, name: string, when: string) => string;
  /** The subject about several dates of this number of contacts. `names` is the text that `listed` makes of them. */
  datesSubject: (names: string, contacts: number, when: string) => string;
  /** The subject about contacts to be in touch with. */
  contactsSubject: (names: string, contacts: number) => string;
  /** Separates a name from the text about it. */
  colon: string;
  /** Further dates that only the plain text lists. */
  restInText: (count: number) => string;
  /** Further dates that did not fit into the mail. */
  restLater: (count: number) => string;
  /** The title of the part about contacts to be in touch with. */
  keepInTouch: string;
  /** Stands for `intro` in a mail without dates. */
  keepIntro: string;
  /** `date` has day, month and year. */
  lastContact: (date: string) => string;
  noContact: string;
  /** The contacts to be in touch with beside those that are named. */
  moreContacts: (count: number) => string;
  reason: string;
  unsubscribe: string;
  /** The name of the calendar. */
  calendar: string;
  /** The summary of the event in the calendar for missing dates. */
  left: (count: number) => string;
}

/** A text for each plural form of the language (CLDR); `other` stands for the forms that are absent. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The texts that depend on a number. */
type Counted = "inDays" | "age" | "years" | "restInText" | "restLater" | "moreContacts" | "left";

/** The subjects whose verb depends on the number of contacts. */
type Subject = "datesSubject" | "contactsSubject";

interface Words
  extends Omit<DigestTexts, "greeting" | "listed" | "dateSubject" | "lastContact" | Counted | Subject>,
    Record<Counted | "moreNames" | Subject, Forms>,
    Record<"greeting" | "greetingByName" | "lastContact", string> {
  /** It includes its blanks. */
  and: string;
  /** The name comes first, then the day. */
  subjects: Readonly<Record<DateType, string>>;
}

function fill(text: string, ...values: string[]): string {
  const left = values.values();
  return text.replaceAll("{}", () => left.next().value ?? "");
}

/** A sentence without the blanks around a value that is "". */
function sentence(text: string, ...values: string[]): string {
  return fill(text, ...values)
    .replaceAll("  ", " ")
    .trim();
}

/** "A", "A and B", "A and 3 more" or "A, B and 3 more". */
function listedWith(and: string, moreOf: (count: number) => string) {
  return (names: readonly string[], more: number): string => {
    const parts = more > 0 ? [...names, moreOf(more)] : names;
    const [last = "", ...before] = parts.toReversed();
    return before.length === 0 ? last : `${before.toReversed().join(", ")}${and}${last}`;
  };
}

function textsOf(language: string, words: Words): DigestTexts {
  const rules = new Intl.PluralRules(language);
  const formOf = (forms: Forms, count: number) => forms[rules.select(count)] ?? forms.other;
  const counted = (forms: Forms) => (count: number) => fill(formOf(forms, count), String(count));
  return {
    ...words,
    greeting: (name) => (name === "" ? words.greeting : fill(words.greetingByName, name)),
    lastContact: (date) => fill(words.lastContact, date),
    listed: listedWith(words.and, counted(words.moreNames)),
    dateSubject: (type, name, when) => sentence(words.subjects[type], name, when),
    datesSubject: (names, contacts, when) => sentence(formOf(words.datesSubject, contacts), names, when),
    contactsSubject: (names, contacts) => sentence(formOf(words.contactsSubject, contacts), names),
    inDays: counted(words.inDays),
    age: counted(words.age),
    years: counted(words.years),
    restInText: counted(words.restInText),
    restLater: counted(words.restLater),
    moreContacts: counted(words.moreContacts),
    left: counted(words.left),
  };
}

export const digestTexts = {
  en: textsOf("en", words.en),
  de: textsOf("de", words.de),
  cs: textsOf("cs", words.cs),
  fr: textsOf("fr", words.fr),
  es: textsOf("es", words.es),
} satisfies InLanguages<DigestTexts>;
