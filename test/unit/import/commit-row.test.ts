/** Rows that are sent back for commit: their faults, and their origin. */
import { describe, expect, it } from "vitest";
import { commitRowSchema, readCommitRow } from "../../../shared/import-commit/commit-row.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const read = (row: object) =>
  readCommitRow({ tempId: "t", ...row } as Parameters<typeof readCommitRow>[0], now, "body.contacts.3");

describe("a faulty row", () => {
  it("reports each fault with its path in the request and a message", () => {
    expect(read({ emails: [{ value: 7 }], groups: ["\u0000", 5], location: ["x"] })).toEqual({
      tempId: "t",
      fault: "validation_error",
      details: expect.arrayContaining([
        { path: "body.contacts.3.firstName", message: "Is required." },
        { path: "body.contacts.3.emails.0.value", message: "Must be a string." },
        { path: "body.contacts.3.location", message: "Must be a string." },
        { path: "body.contacts.3.groups.1", message: "Must be a string." },
      ]),
    });
  });

  it("reports the first twenty of many faults", () => {
    const row = read({ firstName: "Ada", emails: Array.from({ length: 10 }, () => ({ a: 1, b: 2, c: 3 })) });
    expect("details" in row && row.details).toHaveLength(20);
  });

  it("reports the path of a value that a write would refuse", () => {
    expect(read({ firstName: "Ada", latitude: 1 })).toMatchObject({
      fault: "contact_location_incomplete",
      details: [{ path: "body.contacts.3.longitude" }],
    });
  });
});

it.each(["a", "-_09azAZ", "x".repeat(64), "a.0", "a.999999", "a~1", "a.12~123456"])(
  "accepts the tempId %s",
  (tempId) => {
    expect(commitRowSchema().safeParse({ tempId }).success).toBe(true);
  },
);

it.each(["", " a", "a\n", "é", "x".repeat(65), "a.", "a.1234567", "a~", "a~1.1", "a.1.1", ".1", "a/b", 7])(
  "refuses the tempId %j",
  (tempId) => {
    const { error } = commitRowSchema().safeParse({ tempId });
    expect(error?.issues.map(({ path }) => path)).toEqual([["tempId"]]);
  },
);

it("groups with invisible labels are ignored", () => {
  const row = { firstName: "Ada", groups: ["", "\u200b", "Friends", "\u00ad\u2060"] };
  expect(read(row)).toMatchObject({ row: { groupLabels: ["Friends"] } });
});

describe("a row's origin", () => {
  it.each([
    ["connectedAt", "2019-05-04T00:00:00.000Z", "2019-05-04T00:00:00.000Z"],
    ["connectedAt", "2019-05-04T23:30:00-02:00", "2019-05-05T01:30:00.000Z"],
    ["uid", "0195561e-5a00-7000-8000-000000000001", "0195561e-5a00-7000-8000-000000000001"],
    ["uid", "abcdefghijklmnopqrst-_", "abcdefghijklmnopqrst-_"],
  ])("%s is accepted as the parse answered it: %s", (field, given, expected) => {
    expect(read({ firstName: "Ada", [field]: given })).toMatchObject({ [field]: expected });
  });

  const never = [null, undefined, 7, {}, "", "yesterday", "x".repeat(10_000)];
  it.each([
    ...[...never, "2019-02-30T00:00:00Z", "2019-05-04"].map((given) => ["connectedAt", given]),
    ...[...never, "ada@x.example", "0195561E-5A00-7000-8000-000000000001"].map((given) => ["uid", given]),
  ])("%s is ignored when it is %s, and the row is valid", (field, given) => {
    const row = read({ firstName: "Ada", [String(field)]: given });
    expect(row).toHaveProperty("row");
    expect(row).not.toHaveProperty(String(field));
  });
});
