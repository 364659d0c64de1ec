import { describe, expect, it } from "vitest";
import {
  countMonths,
  dayIn,
  dueText,
  noMailText,
  occasionOf,
} from "../../../functions/app/browser/today/today-words.ts";
import type { Reminder } from "../../../shared/client/types.ts";

describe("a date that comes", () => {
  const textOf = (importantDate: Partial<Reminder["importantDate"]>) => {
    const date = { type: "birthday", note: "", ...importantDate };
    const { day, text } = occasionOf({ importantDate: date } as Reminder, { today: "2026-11-27", leapDay: "mar1" });
    return [day, text];
  };

  it.each<[Partial<Reminder["importantDate"]>, string, string]>([
    [{ date: "1986-12-07" }, "2026-12-07", "turns 40 in 10 days"],
    [{ date: "1904-12-07" }, "2026-12-07", "Birthday in 10 days"],
    [{ date: "1986-11-27" }, "2026-11-27", "turns 40 today"],
    [{ date: "1986-11-28" }, "2026-11-28", "turns 40 tomorrow"],
    [{ type: "anniversary", date: "2025-12-07" }, "2026-12-07", "Anniversary in 10 days, 1 year"],
    [{ type: "other", note: "Their wedding", date: "1904-12-07" }, "2026-12-07", "Their wedding in 10 days"],
    [{ date: "2000-01-02" }, "2027-01-02", "turns 27 in 36 days"],
    [{ date: "2000-02-29" }, "2027-03-01", "turns 27 in 94 days"],
    [{ date: "2030-01-02" }, "2030-01-02", "Birthday in 1,132 days"],
    [{ type: "nameday", date: "2026-12-07" }, "2026-12-07", "Nameday in 10 days"],
  ])("%o is on %s: %s", (importantDate, ...expected) => {
    expect(textOf(importantDate)).toEqual(expected);
  });
});

it("the day is that of the account", () => {
  const moment = "Fri, 27 Nov 2026 23:30:00 GMT";
  expect([dayIn("Europe/Prague", moment), dayIn("America/Lima", moment)]).toEqual(["2026-11-28", "2026-11-27"]);
});

it("says since when somebody is due, and why no mail goes", () => {
  expect([0, 1, 1200].map((overdueDays) => dueText({ overdueDays }))).toEqual([
    "due today",
    "due for 1 day",
    "due for 1,200 days",
  ]);
  expect(noMailText("reminders_off")).toBe("No mail will go, because reminders are off.");
});

describe("interactions a month", () => {
  const now = "2026-03-10T12:00:00.000Z";
  const at = (day: string) => `${day}T12:00:00.000Z`;
  const shown = (days: readonly string[], areAll: boolean) =>
    countMonths(days.map(at), now, areAll).map(({ iso, count }) => `${new Date(iso).getMonth() + 1}: ${count}`);

  it("are counted for twelve months, without planned ones", () => {
    const days = ["2026-03-11", "2026-03-09", "2026-03-01", "2026-01-15", "2025-04-02", "2025-03-31"];
    const counts = ["4: 1", ...[5, 6, 7, 8, 9, 10, 11, 12].map((month) => `${month}: 0`), "1: 1", "2: 0", "3: 2"];
    expect(shown(days, true)).toEqual(counts);
  });

  it("are not shown for a month that may lack some", () => {
    expect(shown(["2026-03-09", "2026-02-01", "2026-01-15"], false)).toEqual(["2: 1", "3: 1"]);
    expect(shown(["2026-03-09", "2024-01-15"], false)).toHaveLength(12);
  });
});
