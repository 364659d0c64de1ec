/** The digest in German. */
import { type DigestTexts, listedWith, pluralOf } from "./digest-texts.ts";

const plural = pluralOf("de");

export const de: DigestTexts = {
  greeting: (name) => (name === "" ? "Hallo," : `Hallo ${name},`),
  intro: "daran wolltest du erinnert werden.",
  title: "Erinnerungen",
  today: "heute",
  tomorrow: "morgen",
  inDays: (days) => `in ${plural(days, { one: "Tag", other: "Tagen" })}`,
  types: {
    birthday: "Geburtstag",
    anniversary: "Jahrestag",
    nameday: "Namenstag",
    graduation: "Abschluss",
    other: "wichtiges Datum",
  },
  age: (years) => `wird ${years}`,
  years: (years) => plural(years, { one: "Jahr", other: "Jahre" }),
  unnamed: "(ohne Namen)",
  listed: listedWith(" und ", (count) => plural(count, { one: "weiteres Datum", other: "weitere Daten" })),
  colon: ": ",
  restInText: (count) =>
    `${plural(count, { one: "weiteres Datum steht", other: "weitere Daten stehen" })} im Textteil dieser Mail.`,
  restLater: (count) =>
    `${plural(count, { one: "weiteres Datum folgt", other: "weitere Daten folgen" })} in einer weiteren Mail.`,
  reason: "Du bekommst diese Mail, weil Erinnerungen in deinem Konto eingeschaltet sind.",
  unsubscribe: "Erinnerungen abschalten",
};
