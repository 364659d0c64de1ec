/** Contacts by their important dates, made up for tests. */
import { randomUUID } from "node:crypto";
import type { DatedContact } from "../../shared/contact/dated-contact.ts";
import type { ImportantDate } from "../../shared/contact/record.ts";

/** A birthday, unless said otherwise. */
export function someDate(change: Partial<ImportantDate> = {}): ImportantDate {
  const writtenAt = "2025-06-01T10:20:30.456Z";
  return {
    id: randomUUID(),
    type: "birthday",
    date: "1990-05-03",
    note: "",
    notifyDaysBefore: null,
    createdAt: writtenAt,
    updatedAt: writtenAt,
    ...change,
  };
}

export function datedContact(dates: ImportantDate[], change: Partial<DatedContact> = {}): DatedContact {
  const id = randomUUID();
  return {
    id,
    accountId: "0195561e-5a00-4000-8000-000000000001",
    firstName: "Ada",
    lastName: "Byron",
    photoVersion: null,
    renamedAt: null,
    dates,
    sent: {},
    ...change,
  };
}

export async function* streamOf<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
