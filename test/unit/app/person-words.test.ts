/** What the page of a person says. */
import { describe, expect, it } from "vitest";
import { localDay, localTime } from "../../../functions/app/browser/parts/time-text.ts";
import type { PersonContact } from "../../../functions/app/browser/person/contact-patch.ts";
import {
  dateFact,
  dayText,
  dueDay,
  factsOf,
  nextDay,
  pinOf,
  survivorOf,
} from "../../../functions/app/browser/person/person-words.ts";
import { personContact } from "../../support/contact/person-contact.ts";

const today = "2026-11-27";

it.each([
  ["2026-11-27", "today"],
  ["2026-11-28", "tomorrow"],
  ["2026-12-09", "in 12 days"],
  ["2027-01-26", "in 60 days"],
  ["2027-06-27", "in 6 months"],
  ["2026-11-24", "3 days ago"],
])("the day %s is %s", (date, text) => {
  expect(dayText(date, today)).toBe(text);
});

it.each([
  ["1986-11-27", today, "2026-11-27"],
  ["1986-11-26", today, "2027-11-26"],
  ["1904-12-31", today, "2026-12-31"],
  ["1988-02-29", today, "2027-02-28"],
  ["1988-02-29", "2028-02-01", "2028-02-29"],
  ["2030-05-01", today, "2030-05-01"],
])("%s comes after %s on %s", (date, now, next) => {
  expect(nextDay(date, now)).toBe(next);
});

it.each([
  [
    { type: "birthday", date: "1986-12-09" },
    { name: "Birthday", text: "turns 40 in 12 days", detail: /1986$/ },
  ],
  [
    { type: "birthday", date: "1904-11-28" },
    { name: "Birthday", text: "tomorrow", detail: /^\D+28$/ },
  ],
  [
    { type: "anniversary", date: "2025-11-27", note: "Oslo" },
    { text: "1 year today", detail: /2025 · Oslo$/ },
  ],
  [
    { type: "other", date: "2026-12-09", note: "Exam" },
    { name: "Exam", text: "in 12 days", detail: /2026$/ },
  ],
  [{ type: "nameday", date: "1904-12-09", notifyDaysBefore: 1 }, { detail: /9 · reminder 1 day before$/ }],
] as const)("%j is said as %j", (date, { detail, ...texts }) => {
  const fact = dateFact({ note: "", notifyDaysBefore: null, ...date }, today);
  expect(fact).toMatchObject(texts);
  expect(fact.detail).toMatch(detail);
});

it("somebody is due some days after the last interaction, or after the creation", () => {
  const tracked = { keepFrequencyDays: 30, createdAt: "2026-11-01T12:00:00Z", lastInteraction: null };
  expect(dueDay(tracked)).toBe("2026-12-01");
  expect(dueDay({ ...tracked, lastInteraction: "2026-11-10T12:00:00Z" })).toBe("2026-12-10");
  expect(dueDay({ ...tracked, keepFrequencyDays: null })).toBeUndefined();
});

it("a moment is a local day and time, as controls have them", () => {
  const time = new Date(2026, 10, 27, 23, 5).getTime();
  expect([localDay(time), localTime(time)]).toEqual(["2026-11-27", "2026-11-27T23:05"]);
});

describe("facts", () => {
  it("open the mail program, the phone and pages, except for networks without an address", () => {
    const contact = personContact({
      phones: [{ preferred: false, prefix: "+44", type: "mobile", value: "20 7183 8750" }],
      emails: [{ preferred: false, type: "other", value: "ada@example.com" }],
      website: "https://www.ada.example/",
      network_b: "ada.l",
      network_d: "+442071838750",
    });
    expect(factsOf(contact, today)).toEqual([
      { name: "Phone, mobile", text: "+44 20 7183 8750", href: "tel:+442071838750" },
      { name: "E-mail", text: "ada@example.com", href: "mailto:ada@example.com" },
      { name: "Website", text: "ada.example", href: "https://www.ada.example/" },
      { name: "Photo-sharing network", text: "@ada.l" },
      { name: "First messenger", text: "+442071838750", href: "tel:+442071838750" },
    ]);
  });
});

it.each([
  ["The contact was merged into 0190b6a4-0000-7abc-8def-000000000001.", "0190b6a4-0000-7abc-8def-000000000001"],
  ["There is no such contact.", undefined],
])("of a missing contact, %j names the survivor %s", (message, survivor) => {
  expect(survivorOf([{ message }])).toBe(survivor);
});

const about = { latitude: 51.5, longitude: -0.1, granularity: "city" } as const;
const exact = { latitude: 51.45, longitude: -2.58, granularity: null };
const bristol = { ...exact, addressCity: "Bristol" } as PersonContact["addresses"][number];

it.each([
  [undefined, {}],
  ["London", { ...about, location: "London" }],
  ["Bristol", { ...about, location: "London", addresses: [bristol] }],
  [
    "Bristol",
    {
      addresses: [
        { ...bristol, ...about },
        { ...bristol, ...about, addressCity: "Bath" },
      ],
    },
  ],
  ["51.45, -2.58", { ...exact, addresses: [bristol] }],
])("a contact is pinned at %s", (name, fields) => {
  expect(pinOf(personContact(fields))?.name).toBe(name);
});
