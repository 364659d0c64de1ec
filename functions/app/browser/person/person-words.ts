/** What the page of a person says: dates of every year, when to be in touch, and where links lead. */
import type { ImportantDate } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";
import { localDay } from "../parts/time-text.ts";
import { labelOf } from "../parts/value-lines.ts";
import { type PersonContact, phoneText } from "./contact-patch.ts";

const day = 86_400_000;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "today", "in 12 days", "in 7 months", of days without a time. `today` and `date` are as `2026-11-27`. */
export function dayText(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / day);
  return Math.abs(days) > 60 ? relative.format(Math.trunc(days / 30.5), "month") : relative.format(days, "day");
}

/** The next day of a yearly date. 29 February is the 28th in other years. */
export function nextDay(date: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const dayIn = (each: number) => {
    const found = `${each}${date.slice(4)}`;
    return Number.isNaN(Date.parse(found)) || new Date(found).toISOString().slice(0, 10) !== found
      ? `${each}-02-28`
      : found;
  };
  const found = dayIn(Math.max(year, Number(date.slice(0, 4))));
  return found < today ? dayIn(year + 1) : found;
}

const dateNames: Readonly<Record<ImportantDate["type"], string>> = {
  birthday: "Birthday",
  anniversary: "Anniversary",
  nameday: "Nameday",
  graduation: "Graduation",
  other: "Date",
};

type YearlyDate = Pick<ImportantDate, "type" | "date" | "note" | "notifyDaysBefore">;

/** A yearly date as a person says it, with the exact one and its reminder. */
export function dateFact({ type, date, note, notifyDaysBefore }: YearlyDate, today: string): Fact {
  const next = nextDay(date, today);
  const hasYear = !date.startsWith("1904");
  const years = hasYear ? Number(next.slice(0, 4)) - Number(date.slice(0, 4)) : 0;
  const when = dayText(next, today);
  const age = type === "birthday" ? `turns ${years} ${when}` : `${countText(years, "year")} ${when}`;
  const form = { month: "long", day: "numeric", timeZone: "UTC" } as const;
  const exact = new Date(date).toLocaleDateString([], hasYear ? { ...form, year: "numeric" } : form);
  const isNamed = type === "other" && note !== "";
  const reminder = notifyDaysBefore === null ? "" : `reminder ${countText(notifyDaysBefore, "day")} before`;
  return {
    name: isNamed ? note : dateNames[type],
    text: years > 0 ? age : when,
    detail: [exact, isNamed ? "" : note, reminder].filter(Boolean).join(" · "),
  };
}

type TrackedFields = Pick<PersonContact, "keepFrequencyDays" | "lastInteraction" | "createdAt">;

/** The day of the next contact, in the time zone of the browser, because the answer of a contact does not have it. */
export function dueDay({ keepFrequencyDays, lastInteraction, createdAt }: TrackedFields): string | undefined {
  if (keepFrequencyDays === null) return undefined;
  const date = new Date(lastInteraction ?? createdAt);
  date.setDate(date.getDate() + keepFrequencyDays);
  return localDay(date.getTime());
}

export interface Fact {
  name: string;
  text: string;
  /** Undefined where the neutral name of a network says no address. */
  href?: string;
  /** What is known besides. */
  detail?: string;
}

const callLink = (number: string) => `tel:${number.replace(/[^\d+*#]/g, "")}`;
const ofType = (name: string, type: string) => (type === "other" ? name : `${name}, ${type}`);
const pageText = (url: string) => url.replace(/^https?:\/\/(www\.)?|\/$/g, "");

/** How the person can be reached, with links that open the mail program, the phone and pages, and the dates. */
export function factsOf(contact: PersonContact, today: string): Fact[] {
  const { website, network_a, network_b, network_c, network_d, network_e } = contact;
  const facts: (Fact | "" | null)[] = [
    ...contact.phones.map((phone) => {
      const text = phoneText(phone);
      return { name: ofType("Phone", phone.type), text, href: callLink(text) };
    }),
    ...contact.emails.map(({ type, value }) => ({
      name: ofType("E-mail", type),
      text: value,
      href: `mailto:${value}`,
    })),
    website && { name: labelOf("website"), text: pageText(website), href: website },
    network_a && { name: labelOf("network_a"), text: pageText(network_a), href: network_a },
    network_b && { name: labelOf("network_b"), text: `@${network_b}` },
    network_c && { name: labelOf("network_c"), text: `@${network_c}` },
    network_d && { name: labelOf("network_d"), text: network_d, href: callLink(network_d) },
    network_e && { name: labelOf("network_e"), text: network_e, href: callLink(network_e) },
    ...contact.addresses.map(({ label, type, addressFormatted, value }) => {
      return { name: label ?? ofType("Address", type), text: addressFormatted ?? value ?? "" };
    }),
    ...contact.importantDates.map((date) => dateFact(date, today)),
  ];
  return facts.filter((fact) => fact !== null && fact !== "");
}

/** The place at which the map pins a contact: the first that somebody gave, or else the first whose coordinates are approximate. */
export function pinOf(contact: PersonContact) {
  const inAddresses = contact.addresses.map((address) => ({ ...address, location: address.addressCity }));
  const pins = [contact, ...inAddresses].flatMap(({ latitude, longitude, granularity, location }) => {
    if (latitude === null || longitude === null) return [];
    return [{ latitude, longitude, name: location ?? `${latitude}, ${longitude}`, isGiven: granularity === null }];
  });
  return pins.find(({ isGiven }) => isGiven) ?? pins[0];
}

/** The contact that a missing one became a part of, as the detail of its error names it. */
export function survivorOf(details: readonly { message: string }[]): string | undefined {
  return /merged into ([\da-f-]{36})/.exec(details[0]?.message ?? "")?.[1];
}
