import { describe, expect, it } from "vitest";
import { changeText, fieldText } from "../../../functions/app/browser/history/activity-words.ts";
import { authorText } from "../../../functions/app/browser/parts/shared-words.ts";
import { dayName } from "../../../functions/app/browser/parts/time-text.ts";

const id = "0190b6a4-0000-7abc-8def-000000000001";
const ann = { id, firstName: "Ann", lastName: "Lee", avatar: null };

describe("a change of the activity", () => {
  const labels = new Map([[id, "Climbing"]]);
  const former = [{ field: "label", before: "Chess", after: null }];
  it.each([
    [{ subject: "contact", kind: "updated", contact: ann }, "Changed Ann Lee"],
    [{ subject: "contact", kind: "deleted" }, "Deleted a contact"],
    [{ subject: "contact", kind: "deleted", count: 3_000 }, "Deleted 3,000 contacts"],
    [{ subject: "contact", kind: "merged", contact: ann }, "Merged another contact into Ann Lee"],
    [{ subject: "interaction", kind: "created", contact: ann }, "Logged an interaction with Ann Lee"],
    [{ subject: "relationship", kind: "deleted", contact: ann }, "Deleted a relationship of Ann Lee"],
    [{ subject: "group", kind: "created" }, "Created the group “Climbing”"],
    [{ subject: "tag", kind: "deleted", subjectId: "gone", fields: former }, "Deleted the tag “Chess”"],
    [{ subject: "members", kind: "updated" }, "Changed the members of “Climbing”"],
    [{ subject: "share", kind: "created", contact: ann }, "Created a mail that shares Ann Lee"],
    [{ subject: "account", kind: "updated" }, "Changed the settings"],
  ] as const)("%j is: %s", (change, text) => {
    expect(changeText({ subjectId: id, contact: null, fields: [], ...change }, labels)).toBe(text);
  });

  const key = { kind: "key", id: "AbCdEf123456", label: "laptop" } as const;
  it.each([
    [{ by: { kind: "session", id: "session", label: null }, via: null }, "You"],
    [{ by: { kind: "service", id: "service", label: null }, via: null }, "The service"],
    [{ by: key, via: null }, "The key “laptop”"],
    [{ by: key, via: { kind: "import", id } }, "The key “laptop”, by an import"],
  ] as const)("by %j was made by: %s", (change, text) => {
    expect(authorText(change)).toBe(text);
  });

  const mail = (value: string) => ({ preferred: false, type: "home", value });
  it.each([
    [{ field: "headline", before: null, after: "Pilot" }, "headline: nothing → Pilot"],
    [{ field: "emails", before: [mail("a@b.c"), mail("d@e.f")], after: [] }, "emails: home a@b.c home d@e.f → nothing"],
    [{ field: "participantIds", before: [id], after: [id, id] }, "participant ids"],
    [{ field: "notes", before: "x".repeat(100), after: "y" }, `notes: ${"x".repeat(80)}… → y`],
    [{ field: "timezone", before: null, after: null }, "timezone"],
    [{ field: "avatar", before: null, after: "changed" }, "avatar: nothing → changed"],
    [{ field: "members", before: null, after: null, added: 2, removed: 1 }, "2 joined, 1 left"],
  ])("of %j says: %s", (field, text) => {
    expect(fieldText(field)).toBe(text);
  });
});

it.each([
  ["2026-03-10T00:00:00", /^Today$/],
  ["2026-03-09T23:59:00", /^Yesterday$/],
  ["2026-03-08T23:59:00", /\b8\b/],
])("the day of %s is %s", (iso, name) => {
  expect(dayName(iso, Date.parse("2026-03-10T12:00:00"))).toMatch(name);
});
