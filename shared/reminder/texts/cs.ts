/** The digest in Czech. It greets without the name, which would have to be in the vocative. */
import { type DigestTexts, listedWith, pluralOf } from "./digest-texts.ts";

const plural = pluralOf("cs");
const years = (count: number): string => plural(count, { one: "rok", few: "roky", other: "let" });

export const cs: DigestTexts = {
  greeting: () => "Dobrý den,",
  intro: "toto jsou data, která si přejete připomenout.",
  title: "Připomenutí",
  today: "dnes",
  tomorrow: "zítra",
  inDays: (days) => `za ${plural(days, { one: "den", few: "dny", other: "dní" })}`,
  types: {
    birthday: "narozeniny",
    anniversary: "výročí",
    nameday: "svátek",
    graduation: "promoce",
    other: "důležité datum",
  },
  age: years,
  years,
  unnamed: "(beze jména)",
  listed: listedWith(" a ", (count) => plural(count, { one: "další", few: "další", other: "dalších" })),
  colon: ": ",
  restInText: (count) =>
    `${plural(count, { one: "další datum je uvedeno", few: "další data jsou uvedena", other: "dalších dat je uvedeno" })} v textové části této zprávy.`,
  restLater: (count) =>
    `${plural(count, { one: "další datum přijde", few: "další data přijdou", other: "dalších dat přijde" })} v jiné zprávě.`,
  reason: "Tuto zprávu dostáváte, protože máte ve svém účtu zapnutá připomenutí.",
  unsubscribe: "Vypnout připomenutí",
};
