/** The digest in Spanish. */
import { type DigestTexts, listedWith, pluralOf } from "./digest-texts.ts";

const plural = pluralOf("es");
const years = (count: number): string => plural(count, { one: "año", other: "años" });

export const es: DigestTexts = {
  greeting: (name) => (name === "" ? "Hola:" : `Hola, ${name}:`),
  intro: "estas son las fechas que querías recordar.",
  title: "Recordatorios",
  today: "hoy",
  tomorrow: "mañana",
  inDays: (days) => `dentro de ${plural(days, { one: "día", other: "días" })}`,
  types: {
    birthday: "cumpleaños",
    anniversary: "aniversario",
    nameday: "santo",
    graduation: "graduación",
    other: "fecha importante",
  },
  age: (count) => `cumple ${years(count)}`,
  years,
  unnamed: "(sin nombre)",
  listed: listedWith(" y ", (count) => `${count} más`),
  colon: ": ",
  restInText: (count) =>
    `${plural(count, { one: "fecha más figura", other: "fechas más figuran" })} en la parte de texto sin formato de este correo.`,
  restLater: (count) => `${plural(count, { one: "fecha más llegará", other: "fechas más llegarán" })} en otro correo.`,
  reason: "Recibes este correo porque los recordatorios están activados en tu cuenta.",
  unsubscribe: "Desactivar los recordatorios",
};
