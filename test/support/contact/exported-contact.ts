/** A contact with a value in every field. */
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { newContact } from "./new-contact.ts";

/** The body of a request. */
export const fullBody = {
  firstName: "Zoë",
  lastName: "Łęcka",
  middleName: "M.",
  headline: "Engineer, Bridges & Co; Gdańsk",
  position: "Engineer",
  organisation: "Bridges & Co; Gdańsk",
  nickname: "Zo, or Zoé",
  location: "Gdańsk, Poland",
  latitude: 54.352,
  longitude: 18.6466,
  timezone: "Europe/Warsaw",
  language: "pl",
  emails: [
    { value: "zoe@example.org", type: "work", preferred: true },
    { value: "z@x.example", type: "Sailing club" },
  ],
  phones: [
    { prefix: "+48", value: "601234567", type: "mobile" },
    { prefix: "+48", value: "(58) 300-12 34", type: "work fax", preferred: true },
  ],
  addresses: [
    {
      type: "home",
      label: "Summer",
      addressLine1: "ul. Długa 1",
      addressLine2: "m. 4",
      addressCity: "Gdańsk",
      addressPostalCode: "80-827",
      addressCountry: "Poland",
      addressCountryCode: "PL",
      addressFormatted: 'ul. Długa 1 m. 4\n80-827 "Gdańsk"',
      latitude: 54.3487,
      longitude: 18.6532,
      timezone: "Europe/Warsaw",
    },
    { type: "work", value: "The red house behind the harbour" },
  ],
  importantDates: [
    { type: "birthday", date: "1904-02-29", note: "cake", notifyDaysBefore: 7 },
    { type: "anniversary", date: "2015-06-20" },
    { type: "nameday", date: "1904-05-02" },
    { type: "other", date: "2001-09-01", note: "First day at school" },
  ],
  network_a: "https://www.linkedin.com/in/zoe-lecka",
  network_b: "zoe.l",
  network_c: "zoe.lecka",
  network_d: "+48601234567",
  network_e: "+48601234567",
  website: "https://example.org/zoe?a=1,2;b",
  notes: "Met in Sopot.\nLikes sailing, tea; and C:\\boats.",
  keepFrequencyDays: 30,
  lastInteraction: "2026-01-15T11:00:00.000Z",
};

/** A contact, and the labels of its groups. */
export type GroupedContact = ContactRecord & { groupLabels: readonly string[] };

/** The stored contact. */
export function fullContact(): GroupedContact {
  const contact = newContact("0190a8b2-1111-7000-8000-000000000001", fullBody, {
    id: "0190a8b2-3333-7000-8000-000000000003",
    now: new Date("2026-03-01T10:00:00.000Z"),
    newId: () => "0190a8b2-4444-7000-8000-000000000004",
  });
  return { ...contact, groupLabels: ["Friends", "Crew, 2019"] };
}
