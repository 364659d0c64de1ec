/** What the page of a person says: dates of every year, when to be in touch, and where links lead. */
import type { ImportantDate } from "../../../../shared/client/types.ts";
import { localDay } from "../parts/time-text.ts";
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

/** A yearly date as a person says it, and the exact one. */
export function yearlyTexts({ type, date, note }: Pick<ImportantDate, "type" | "date" | "note">, today: string) {
  const next = nextDay(date, today);
  const hasYear = !date.startsWith("1904");
  const years = Number(next.slice(0, 4)) - Number(date.slice(0, 4));
  const when = dayText(next, today);
  const age = type === "birthday" ? `turns ${years} ${when}` : `${years} ${years === 1 ? "year" : "years"} ${when}`;
  const form = { month: "long", day: "numeric", timeZone: "UTC" } as const;
  return {
    name: type === "other" && note ? note : dateNames[type],
    note: type === "other" ? "" : note,
    when: hasYear && years > 0 ? age : when,
    exact: new Date(date).toLocaleDateString([], hasYear ? { ...form, year: "numeric" } : form),
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

export interface Channel {
  name: string;
  text: string;
  /** Undefined where the neutral name of a network says no address. */
  href?: string | undefined;
}

const callLink = (number: string) => `tel:${number.replace(/[^\d+*#]/g, "")}`;

/** How the person can be reached, with links that open the mail program, the phone, and pages. */
export function channelsOf(contact: PersonContact): Channel[] {
  const { emails, phones, website, network_a, network_b, network_c, network_d, network_e } = contact;
  const typed = (name: string, type: string) => (type === "other" ? name : `${name}, ${type}`);
  const page = (url: string) => url.replace(/^https?:\/\/(www\.)?|\/$/g, "");
  const found: (Channel | null)[] = [
    ...phones.map((phone) => ({
      name: typed("Phone", phone.type),
      text: phoneText(phone),
      href: callLink(phoneText(phone)),
    })),
    ...emails.map(({ type, value }) => ({ name: typed("E-mail", type), text: value, href: `mailto:${value}` })),
    website === null ? null : { name: "Website", text: page(website), href: website },
    network_a === null ? null : { name: "Professional network", text: page(network_a), href: network_a },
    network_b === null ? null : { name: "Photo-sharing network", text: `@${network_b}` },
    network_c === null ? null : { name: "Social network", text: `@${network_c}` },
    network_d === null ? null : { name: "First messenger", text: network_d, href: callLink(network_d) },
    network_e === null ? null : { name: "Second messenger", text: network_e, href: callLink(network_e) },
  ];
  return found.filter((channel) => channel !== null);
}

/** The contact that a missing one became a part of, as the detail of its error names it. */
export function survivorOf(details: readonly { message: string }[]): string | undefined {
  return /merged into ([\da-f-]{36})/.exec(details[0]?.message ?? "")?.[1];
}
