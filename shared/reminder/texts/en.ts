/** The digest in English. */
import { type DigestTexts, listedWith, pluralOf } from "./digest-texts.ts";

const plural = pluralOf("en");

export const en: DigestTexts = {
  greeting: (name) => (name === "" ? "Hello," : `Hello ${name},`),
  intro: "here is what you wanted to be reminded of.",
  title: "Reminders",
  today: "today",
  tomorrow: "tomorrow",
  inDays: (days) => `in ${plural(days, { one: "day", other: "days" })}`,
  types: {
    birthday: "birthday",
    anniversary: "anniversary",
    nameday: "name day",
    graduation: "graduation",
    other: "important date",
  },
  age: (years) => `turns ${years}`,
  years: (years) => plural(years, { one: "year", other: "years" }),
  unnamed: "(no name)",
  listed: listedWith(" and ", (count) => `${count} more`),
  colon: ": ",
  restInText: (count) =>
    `${plural(count, { one: "further date is", other: "further dates are" })} listed in the plain-text part of this mail.`,
  restLater: (count) =>
    `${plural(count, { one: "further date follows", other: "further dates follow" })} in another mail.`,
  reason: "You get this mail because reminders are turned on in your account.",
  unsubscribe: "Turn reminders off",
};
