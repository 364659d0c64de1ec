/**
 * Invented contacts with about 1 KB of values, as in address books of the world, for measuring. The same number gives the same
 * contact. A few names are very common and most are rare, as in reality.
 */
import { asianCultures } from "../realistic/asian-cultures.ts";
import { type City, type Culture, phrases } from "../realistic/culture.ts";
import { type Dice, diceOf } from "../realistic/dice.ts";
import { easternCultures } from "../realistic/eastern-cultures.ts";
import { otherCultures } from "../realistic/other-cultures.ts";
import { companies, companyForms, nicknames, remarks, roles, syllables, websiteEndings } from "../realistic/phrases.ts";
import { westernCultures } from "../realistic/western-cultures.ts";

const cultures = [...westernCultures, ...easternCultures, ...asianCultures, ...otherCultures];
/** Each culture as often as its share. */
const weighted = cultures.flatMap((culture) => Array.from({ length: culture.share }, () => culture));
const worldCities = cultures.flatMap((culture) => culture.cities);
/** No interaction is later. */
const lastDay = Date.UTC(2026, 4, 31);
const dayLength = 24 * 3600 * 1000;
const keepFrequencies = [7, 14, 30, 60, 90, 180, 365];
const dateTypes = phrases("anniversary|nameday|graduation|other");

/** The body of a POST. */
type RealisticBody = Record<string, unknown> & { firstName: string; lastName: string };

export function realisticBody(n: number): RealisticBody {
  const dice = diceOf(n);
  const { chance, pick, common, sometimes } = dice;
  const culture = pick(weighted);
  const [firstName, lastName] = [common(culture.given), chance() < 0.97 ? common(culture.family) : ""];
  const company = common(companies);
  const city = pick(chance() < 0.75 ? culture.cities : worldCities);
  const role = pick(chance() < 0.35 ? culture.roles : roles);
  const handle = handleOf(firstName, lastName, dice);
  const messenger = () => culture.phone.prefix + dice.digits(culture.phone.pattern);
  return {
    firstName,
    lastName,
    middleName: sometimes(0.1, () => common(culture.given)),
    headline: sometimes(0.8, () => `${role} at ${company}${chance() < 0.4 ? ` ${pick(companyForms)}` : ""}`),
    position: sometimes(0.5, () => role),
    location: sometimes(0.7, () => `${city.name}, ${city.country}`),
    language: sometimes(0.15, () => culture.language),
    ...sometimes(0.6, () => near(city, dice)),
    emails: emails(handle, company, dice),
    phones: phones(culture, dice),
    addresses: addresses(culture, city, dice),
    importantDates: importantDates(dice),
    network_a: sometimes(0.5, () => `${handle.replaceAll(".", "-")}-${dice.digits("####")}`),
    network_b: sometimes(0.3, () => `${pick(nicknames)}_${handle}`.slice(0, 30)),
    network_c: sometimes(0.2, () => `${handle}.${dice.digits("##")}`),
    network_d: sometimes(0.25, messenger),
    network_e: sometimes(0.1, messenger),
    website: sometimes(0.2, () => `https://${handle.replaceAll(".", "")}.${pick(websiteEndings)}.example`),
    notes: sometimes(0.75, () => Array.from({ length: 2 + dice.below(6) }, () => pick(remarks)).join(" ")),
    keepFrequencyDays: sometimes(0.25, () => pick(keepFrequencies)),
    lastInteraction: sometimes(0.5, () => new Date(lastDay - dice.below(1_500 * dayLength)).toISOString()),
  };
}

/** The name in Latin letters, or otherwise syllables or a nickname. */
function handleOf(firstName: string, lastName: string, { below, pick, digits }: Dice): string {
  const latin = (name: string) => (/^[\p{sc=Latin}\p{M}\W]+$/u.test(name) ? asciiOf(name) : "");
  const [first, last] = [latin(firstName), latin(lastName)];
  if (first && last) return `${first}.${last}`.slice(0, 28);
  const sound = Array.from({ length: 2 + below(3) }, () => pick(syllables)).join("");
  return below(3) === 0
    ? `${pick(nicknames)}${digits("##")}`
    : `${first || sound}.${pick(syllables)}${pick(syllables)}`;
}

function asciiOf(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

function emails(handle: string, company: string, { chance, digits }: Dice) {
  const employer = company.split(" ")[0]?.toLowerCase();
  return [
    ...(chance() < 0.7 ? [{ value: `${handle}@${employer}.example`, type: "work", preferred: true }] : []),
    ...(chance() < 0.5 ? [{ value: `${handle}${digits("##")}@mail.example`, type: "home" }] : []),
    ...(chance() < 0.1 ? [{ value: `${digits("######")}@campus.example`, type: "other" }] : []),
  ];
}

function phones({ phone: { prefix, pattern } }: Culture, { chance, digits }: Dice) {
  return [0.8, 0.25, 0.05]
    .filter((share) => chance() < share)
    .map((_, index) => ({ prefix, value: digits(pattern), type: index === 0 ? "mobile" : "home" }));
}

function addresses(culture: Culture, city: City, dice: Dice) {
  return [0.45, 0.1]
    .filter((share) => dice.chance() < share)
    .map((_, index) => ({
      type: index === 0 ? "home" : "work",
      addressLine1: culture.house
        .replace("STREET", dice.pick(culture.streets))
        .replace("#", String(1 + dice.below(120))),
      addressPostalCode: dice.digits("1####"),
      addressCity: city.name,
      addressCountry: city.country,
      ...dice.sometimes(0.8, () => near(city, dice)),
    }));
}

/** Within some ten kilometres, with the precision of a geocoder. */
function near({ latitude, longitude }: City, { chance }: Dice) {
  const spread = () => (chance() - 0.5) / 5;
  return { latitude: round(latitude + spread()), longitude: round(longitude + spread()) };
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function importantDates({ chance, below, pick }: Dice) {
  const day = (year: number) => new Date(Date.UTC(year, 0, 1 + below(365))).toISOString().slice(0, 10);
  return [
    // 1904 means that the year is unknown.
    ...(chance() < 0.45
      ? [{ type: "birthday", date: day(chance() < 0.3 ? 1904 : 1940 + below(70)), notifyDaysBefore: pick([0, 1, 7]) }]
      : []),
    ...(chance() < 0.1 ? [{ type: pick(dateTypes), date: day(1990 + below(36)) }] : []),
  ];
}
