import { describe, expect, it } from "vitest";
import { keptText, selectionOf, shareText } from "../../../functions/app/browser/history/undo-words.ts";

describe("what an undo of a filter takes back", () => {
  const [from, to] = ["2026-03-10T09:00:00.000Z", "2026-03-10T10:00:00.000Z"];
  const answeredAt = "Tue, 10 Mar 2026 12:00:00 GMT";

  it("is what was seen: up to the answer, or the newest change in the second of the answer", () => {
    const who = { by: "AbCdEf123456", agent: true } as const;
    expect(selectionOf({ ...who, from }, answeredAt)).toEqual({ ...who, from, to: "2026-03-10T12:00:00.000Z" });
    const newest = "2026-03-10T12:00:00.700Z";
    expect(selectionOf({ from }, answeredAt, newest)).toEqual({ from, to: "2026-03-10T12:00:00.701Z" });
  });

  it("ends where the filter ends, and begins 30 days before without a beginning", () => {
    expect(selectionOf({ to }, answeredAt)).toEqual({ from: "2026-02-08T10:00:00.000Z", to });
    const future = "2026-03-11T00:00:00.000Z";
    expect(selectionOf({ from, to: future }, answeredAt)).toEqual({ from, to: "2026-03-10T12:00:00.000Z" });
  });
});

it("says how many changes go back", () => {
  expect(shareText({ total: 1_200, undone: 1_000 })).toBe("1,000 of 1,200 changes");
});

it("says why a change stays, or some of its fields", () => {
  expect(keptText("Sent", { reason: "mail_sent" })).toBe("Sent: its mail has been sent.");
  const kept = { reason: "changed_since" as const, fields: ["headline", "importantDates"] };
  expect(keptText("Changed Ann", kept)).toBe("Changed Ann (headline, important dates): it was changed again since.");
});
