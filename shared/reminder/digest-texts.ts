/** The texts of the digest in each language. */
import type { InLanguages } from "../platform/text/locale.ts";

export type DateType = "birthday" | "anniversary" | "nameday" | "graduation" | "other";

/** The texts in one language. */
export interface DigestTexts {
  /** The first line; `name` may be "". */
  greeting: (name: string) => string;
  intro: string;
  /** The title of the mail, and its subject if there is no better one. */
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
  /** One or two names and the number of further dates. */
  listed: (names: readonly string[], more: number) => string;
  /** Separates a name from the text about it. */
  colon: string;
  /** Further dates that only the plain text lists. */
  restInText: (count: number) => string;
  /** Further dates that did not fit into the mail. */
  restLater: (count: number) => string;
  /** The title of the part about contacts to be in touch with, and of a mail without dates. */
  keepInTouch: string;
  /** Stands for `intro` in a mail without dates. */
  keepIntro: string;
  /** `date` has day, month and year. */
  lastContact: (date: string) => string;
  noContact: string;
  /** The contacts to be in touch with beside those that are named. */
  moreContacts: (count: number) => string;
  /** One or two names and the number of further contacts. */
  listedContacts: (names: readonly string[], more: number) => string;
  reason: string;
  unsubscribe: string;
}

/** A number with the plural form that the language uses for it (CLDR); `other` stands for the forms that are absent. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** "A", "A and B", "A and 3 more" or "A, B and 3 more"; `and` includes its blanks. */
function listedWith(and: string, moreOf: (count: number) => string) {
  return (names: readonly string[], more: number): string => {
    const parts = more > 0 ? [...names, moreOf(more)] : names;
    const [last = "", ...before] = parts.toReversed();
    return before.length === 0 ? last : `${before.toReversed().join(", ")}${and}${last}`;
  };
}

const pluralCs = pluralOf("cs");
const yearsCs = (count: number): string => pluralCs(count, { one: "rok", few: "roky", other: "let" });

/** It greets without the name, which would have to be in the vocative. */
const cs: DigestTexts = {
  greeting: () => "Dobrý den,",
  intro: "toto jsou data, která si přejete připomenout.",
  title: "Připomenutí",
  today: "dnes",
  tomorrow: "zítra",
  inDays: (days) => `za ${pluralCs(days, { one: "den", few: "dny", other: "dní" })}`,
  types: {
    birthday: "narozeniny",
    anniversary: "výročí",
    nameday: "svátek",
    graduation: "promoce",
    other: "důležité datum",
  },
  age: yearsCs,
  years: yearsCs,
  unnamed: "(beze jména)",
  listed: listedWith(" a ", (count) => pluralCs(count, { one: "další", few: "další", other: "dalších" })),
  colon: ": ",
  restInText: (count) =>
    `${pluralCs(count, { one: "další datum je uvedeno", few: "další data jsou uvedena", other: "dalších dat je uvedeno" })} v textové části této zprávy.`,
  restLater: (count) =>
    `${pluralCs(count, { one: "další datum přijde", few: "další data přijdou", other: "dalších dat přijde" })} v jiné zprávě.`,
  keepInTouch: "Kontakty, kterým se ozvat",
  keepIntro: "těmto lidem jste se chtěli znovu ozvat.",
  lastContact: (date) => `naposledy ${date}`,
  noContact: "zatím bez kontaktu",
  moreContacts: (count) =>
    `${pluralCs(count, { one: "další kontakt čeká", few: "další kontakty čekají", other: "dalších kontaktů čeká" })}.`,
  listedContacts: listedWith(" a ", (count) =>
    pluralCs(count, { one: "další kontakt", few: "další kontakty", other: "dalších kontaktů" }),
  ),
  reason: "Tuto zprávu dostáváte, protože máte ve svém účtu zapnutá připomenutí.",
  unsubscribe: "Vypnout připomenutí",
};

const pluralDe = pluralOf("de");

const de: DigestTexts = {
  greeting: (name) => (name === "" ? "Hallo," : `Hallo ${name},`),
  intro: "daran wolltest du erinnert werden.",
  title: "Erinnerungen",
  today: "heute",
  tomorrow: "morgen",
  inDays: (days) => `in ${pluralDe(days, { one: "Tag", other: "Tagen" })}`,
  types: {
    birthday: "Geburtstag",
    anniversary: "Jahrestag",
    nameday: "Namenstag",
    graduation: "Abschluss",
    other: "wichtiges Datum",
  },
  age: (years) => `wird ${years}`,
  years: (years) => pluralDe(years, { one: "Jahr", other: "Jahre" }),
  unnamed: "(ohne Namen)",
  listed: listedWith(" und ", (count) => pluralDe(count, { one: "weiteres Datum", other: "weitere Daten" })),
  colon: ": ",
  restInText: (count) =>
    `${pluralDe(count, { one: "weiteres Datum steht", other: "weitere Daten stehen" })} im Textteil dieser Mail.`,
  restLater: (count) =>
    `${pluralDe(count, { one: "weiteres Datum folgt", other: "weitere Daten folgen" })} in einer weiteren Mail.`,
  keepInTouch: "In Kontakt bleiben",
  keepIntro: "bei diesen Menschen wolltest du dich wieder melden.",
  lastContact: (date) => `zuletzt am ${date}`,
  noContact: "noch kein Kontakt",
  moreContacts: (count) =>
    `${pluralDe(count, { one: "weiterer Kontakt ist", other: "weitere Kontakte sind" })} fällig.`,
  listedContacts: listedWith(" und ", (count) =>
    pluralDe(count, { one: "weiterer Kontakt", other: "weitere Kontakte" }),
  ),
  reason: "Du bekommst diese Mail, weil Erinnerungen in deinem Konto eingeschaltet sind.",
  unsubscribe: "Erinnerungen abschalten",
};

const pluralEn = pluralOf("en");

const en: DigestTexts = {
  greeting: (name) => (name === "" ? "Hello," : `Hello ${name},`),
  intro: "here is what you wanted to be reminded of.",
  title: "Reminders",
  today: "today",
  tomorrow: "tomorrow",
  inDays: (days) => `in ${pluralEn(days, { one: "day", other: "days" })}`,
  types: {
    birthday: "birthday",
    anniversary: "anniversary",
    nameday: "name day",
    graduation: "graduation",
    other: "important date",
  },
  age: (years) => `turns ${years}`,
  years: (years) => pluralEn(years, { one: "year", other: "years" }),
  unnamed: "(no name)",
  listed: listedWith(" and ", (count) => `${count} more`),
  colon: ": ",
  restInText: (count) =>
    `${pluralEn(count, { one: "further date is", other: "further dates are" })} listed in the plain-text part of this mail.`,
  restLater: (count) =>
    `${pluralEn(count, { one: "further date follows", other: "further dates follow" })} in another mail.`,
  keepInTouch: "Keep in touch",
  keepIntro: "you wanted to be in touch with these people again.",
  lastContact: (date) => `last contact on ${date}`,
  noContact: "no contact yet",
  moreContacts: (count) => `${pluralEn(count, { one: "further contact is", other: "further contacts are" })} due.`,
  listedContacts: listedWith(" and ", (count) => `${count} more`),
  reason: "You get this mail because reminders are turned on in your account.",
  unsubscribe: "Turn reminders off",
};

const pluralEs = pluralOf("es");
const yearsEs = (count: number): string => pluralEs(count, { one: "año", other: "años" });

const es: DigestTexts = {
  greeting: (name) => (name === "" ? "Hola:" : `Hola, ${name}:`),
  intro: "estas son las fechas que querías recordar.",
  title: "Recordatorios",
  today: "hoy",
  tomorrow: "mañana",
  inDays: (days) => `dentro de ${pluralEs(days, { one: "día", other: "días" })}`,
  types: {
    birthday: "cumpleaños",
    anniversary: "aniversario",
    nameday: "santo",
    graduation: "graduación",
    other: "fecha importante",
  },
  age: (count) => `cumple ${yearsEs(count)}`,
  years: yearsEs,
  unnamed: "(sin nombre)",
  listed: listedWith(" y ", (count) => `${count} más`),
  colon: ": ",
  restInText: (count) =>
    `${pluralEs(count, { one: "fecha más figura", other: "fechas más figuran" })} en la parte de texto sin formato de este correo.`,
  restLater: (count) =>
    `${pluralEs(count, { one: "fecha más llegará", other: "fechas más llegarán" })} en otro correo.`,
  keepInTouch: "Mantener el contacto",
  keepIntro: "querías volver a ponerte en contacto con estas personas.",
  lastContact: (date) => `último contacto: ${date}`,
  noContact: "aún sin contacto",
  moreContacts: (count) =>
    `${pluralEs(count, { one: "contacto más está pendiente", other: "contactos más están pendientes" })}.`,
  listedContacts: listedWith(" y ", (count) => `${count} más`),
  reason: "Recibes este correo porque los recordatorios están activados en tu cuenta.",
  unsubscribe: "Desactivar los recordatorios",
};

const pluralFr = pluralOf("fr");
const yearsFr = (count: number): string => pluralFr(count, { one: "an", other: "ans" });

/** Before a colon stands a blank that does not break. */
const fr: DigestTexts = {
  greeting: (name) => (name === "" ? "Bonjour," : `Bonjour ${name},`),
  intro: "voici les dates que vous souhaitiez vous voir rappeler.",
  title: "Rappels",
  today: "aujourd’hui",
  tomorrow: "demain",
  inDays: (days) => `dans ${pluralFr(days, { one: "jour", other: "jours" })}`,
  types: {
    birthday: "anniversaire",
    anniversary: "date anniversaire",
    nameday: "fête",
    graduation: "remise de diplôme",
    other: "date importante",
  },
  age: yearsFr,
  years: yearsFr,
  unnamed: "(sans nom)",
  listed: listedWith(" et ", (count) => pluralFr(count, { one: "autre", other: "autres" })),
  colon: "\u00a0: ",
  restInText: (count) =>
    `${pluralFr(count, { one: "autre date figure", other: "autres dates figurent" })} dans la partie en texte brut de ce message.`,
  restLater: (count) =>
    `${pluralFr(count, { one: "autre date suivra", other: "autres dates suivront" })} dans un autre message.`,
  keepInTouch: "Garder le contact",
  keepIntro: "vous souhaitiez reprendre contact avec ces personnes.",
  lastContact: (date) => `dernier contact le ${date}`,
  noContact: "pas encore de contact",
  moreContacts: (count) =>
    `${pluralFr(count, { one: "autre contact est à reprendre", other: "autres contacts sont à reprendre" })}.`,
  listedContacts: listedWith(" et ", (count) => pluralFr(count, { one: "autre", other: "autres" })),
  reason: "Vous recevez ce message parce que les rappels sont activés dans votre compte.",
  unsubscribe: "Désactiver les rappels",
};

export const digestTexts = { en, de, cs, fr, es } satisfies InLanguages<DigestTexts>;
