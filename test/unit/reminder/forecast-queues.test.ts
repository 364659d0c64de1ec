/** Contacts to be in touch with in a forecast, with planned interactions. */
import { expect, it, vi } from "vitest";
import { type PositionedContact, positioned } from "../../../shared/keep-in-touch/store/tracked-contacts.ts";
import { trackedQueue } from "../../../shared/reminder/mail/forecast-queues.ts";

const day = 24 * 3_600_000;
const start = Date.parse("2026-03-10T12:00:00.000Z");
const dayAt = (days: number) => new Date(start + days * day).toISOString();

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

function contactAt(index: number, created: number, keepFrequencyDays: number): PositionedContact {
  const name = { id: `contact-${index}`, firstName: "Kim", lastName: "", photoVersion: null };
  return positioned({ ...name, lastInteraction: null, createdAt: dayAt(created), keepFrequencyDays }, "");
}

it("contacts are due by their days, and a planned interaction moves those that were read too", async () => {
  const contacts = [contactAt(1, 0, 1), contactAt(2, 0, 2), contactAt(3, 0, 9)];
  const planned = [{ date: dayAt(2), contacts: contacts.slice(1) }];
  const queue = trackedQueue(streamOf(contacts), streamOf(planned), "UTC");
  const idsOn = async (days: number) => (await queue.due(dayAt(days).slice(0, 10))).map(({ id }) => id);
  expect(await idsOn(2)).toEqual(["contact-1", "contact-2"]);
  await queue.applyPlanned(dayAt(2), "");
  expect(await idsOn(2)).toEqual(["contact-1"]);
  queue.mailUntil(contacts[0]?.position ?? "");
  expect(await queue.firstDay()).toBe(dayAt(4).slice(0, 10));
  expect(await idsOn(10)).toEqual(["contact-2"]);
  expect(await idsOn(11)).toEqual(["contact-2", "contact-3"]);
});

it("a contact waits for the one before it, as in a mail, if a change of the clock reverses their days", async () => {
  const contacts = [contactAt(1, -90, 40), contactAt(2, -90, 9)];
  const dates = ["2026-03-01T22:45:00.000Z", "2026-04-01T22:30:00.000Z"];
  const planned = contacts.map((contact, index) => ({ date: dates[index] ?? "", contacts: [contact] }));
  const queue = trackedQueue(streamOf(contacts), streamOf(planned), "Europe/Prague");
  await queue.applyPlanned("2026-04-02", "");
  expect(await queue.due("2026-04-10")).toEqual([]);
  expect((await queue.due("2026-04-11")).map(({ id }) => id)).toEqual(["contact-2", "contact-1"]);
});

it("a planned interaction and a visit take no work for each of the other contacts", async () => {
  const count = 300;
  let reads = 0;
  const contacts = Array.from({ length: count }, (_, index) => {
    const { id, ...contact } = contactAt(1_000 + index, 0, 1);
    const get = () => {
      reads++;
      return id;
    };
    return Object.defineProperty(contact as PositionedContact, "id", { enumerable: true, get });
  });
  const planned = contacts.map((contact, index) => ({ date: dayAt(2 + index), contacts: [contact] }));
  const formatted = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const queue = trackedQueue(streamOf(contacts), streamOf(planned), "UTC");
  expect(await queue.due(dayAt(1).slice(0, 10))).toHaveLength(count);
  await queue.applyPlanned(dayAt(2 + count), "");
  for (let visit = 0; visit < 20; visit++) await queue.firstDay();
  // Each contact is read and met once, and has a day before and after it.
  expect(reads).toBeLessThan(20 * count);
  expect(formatted.mock.calls.length).toBeLessThanOrEqual(2 * count);
  formatted.mockRestore();
});
