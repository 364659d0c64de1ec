/** The digest in French. Before a colon stands a blank that does not break. */
import { type DigestTexts, listedWith, pluralOf } from "./digest-texts.ts";

const plural = pluralOf("fr");
const years = (count: number): string => plural(count, { one: "an", other: "ans" });

export const fr: DigestTexts = {
  greeting: (name) => (name === "" ? "Bonjour," : `Bonjour ${name},`),
  intro: "voici les dates que vous souhaitiez vous voir rappeler.",
  title: "Rappels",
  today: "aujourd’hui",
  tomorrow: "demain",
  inDays: (days) => `dans ${plural(days, { one: "jour", other: "jours" })}`,
  types: {
    birthday: "anniversaire",
    anniversary: "date anniversaire",
    nameday: "fête",
    graduation: "remise de diplôme",
    other: "date importante",
  },
  age: years,
  years,
  unnamed: "(sans nom)",
  listed: listedWith(" et ", (count) => plural(count, { one: "autre", other: "autres" })),
  colon: "\u00a0: ",
  restInText: (count) =>
    `${plural(count, { one: "autre date figure", other: "autres dates figurent" })} dans la partie en texte brut de ce message.`,
  restLater: (count) =>
    `${plural(count, { one: "autre date suivra", other: "autres dates suivront" })} dans un autre message.`,
  reason: "Vous recevez ce message parce que les rappels sont activés dans votre compte.",
  unsubscribe: "Désactiver les rappels",
};
