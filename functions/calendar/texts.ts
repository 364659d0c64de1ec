/** The texts of the feed in the languages of the mails. */
import type { InLanguages } from "../../shared/platform/text/locale.ts";
import { type DigestTexts, digestTexts, pluralOf } from "../../shared/reminder/digest-texts.ts";

export interface FeedTexts extends Pick<DigestTexts, "types" | "unnamed" | "colon"> {
  /** The name of the calendar. */
  name: string;
  /** The summary of the event for missing dates. */
  left: (count: number) => string;
}

const counted = (language: string, one: string, other: string, few = other) => {
  const plural = pluralOf(language);
  return (count: number) => plural(count, { one, few, other });
};

export const feedTexts: InLanguages<FeedTexts> = {
  en: {
    ...digestTexts.en,
    name: "Important dates",
    left: counted("en", "further date does not fit into this calendar", "further dates do not fit into this calendar"),
  },
  de: {
    ...digestTexts.de,
    name: "Wichtige Tage",
    left: counted("de", "weiterer Tag passt nicht in diesen Kalender", "weitere Tage passen nicht in diesen Kalender"),
  },
  cs: {
    ...digestTexts.cs,
    name: "Důležitá data",
    left: counted(
      "cs",
      "další datum se do tohoto kalendáře nevejde",
      "dalších dat se do tohoto kalendáře nevejde",
      "další data se do tohoto kalendáře nevejdou",
    ),
  },
  fr: {
    ...digestTexts.fr,
    name: "Dates importantes",
    left: counted(
      "fr",
      "autre date ne tient pas dans ce calendrier",
      "autres dates ne tiennent pas dans ce calendrier",
    ),
  },
  es: {
    ...digestTexts.es,
    name: "Fechas importantes",
    left: counted("es", "fecha más no cabe en este calendario", "fechas más no caben en este calendario"),
  },
};
