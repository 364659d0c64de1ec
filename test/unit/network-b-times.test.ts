import { describe, expect, it } from "vitest";
import { readTime } from "../../functions/import-parser/network-b/times.ts";
import { file, importEntry, importFiles, issuesOf, labelEntry, valueEntry } from "../support/network-b.ts";

const noon = Date.UTC(2021, 2, 4, 12);

describe("the time of a follow", () => {
  it.each([
    ["whole seconds", noon / 1_000],
    ["milliseconds", noon],
    ["microseconds", noon * 1_000],
    ["a number as text", String(noon / 1_000)],
    ["a date with an offset, as in 2020", "2021-03-04T14:00:00+02:00"],
    ["a date in UTC", "2021-03-04T12:00:00Z"],
    ["a date with fractions", "2021-03-04t12:00:00.000000z"],
    ["a date without a zone, which is UTC", "2021-03-04 12:00"],
    ["milliseconds as text", String(noon)],
    ["microseconds as text", ` ${noon * 1_000} `],
  ])("may be %s", (_form, value) => {
    expect(readTime(value)).toEqual({ at: noon, implausible: "" });
  });

  it("may be a day alone, which begins in UTC", () => {
    expect(readTime("2021-03-04")).toEqual({ at: Date.UTC(2021, 2, 4), implausible: "" });
  });

  it.each([[0], ["0"], [""], [" "], [null], [undefined]])("is not said by %j", (value) => {
    expect(readTime(value)).toEqual({ at: null, implausible: "" });
  });

  it.each([
    [-5],
    [1],
    [Number.POSITIVE_INFINITY],
    [1e300],
    [-0.5],
    [4_200_000_000],
    [999_999_999],
    [-noon],
    [-noon / 1_000],
    ["-5"],
    ["1970-01-01T00:00:00+00:00"],
    ["1970-01-01"],
    ["yesterday"],
    ["Mar 23, 2025 6:45 am"],
    ["23.03.2025"],
    ["2021-02-30"],
    ["2021-03-04+02:00"],
    ["2021-02-30T12:00:00Z"],
    ["2021-03-04T25:00:00Z"],
    ["2009-03-04T12:00:00Z"],
    ["9".repeat(400)],
    [true],
    [[noon]],
    [{ seconds: 1 }],
  ])("can't be %j", (value) => {
    const read = readTime(value);
    expect(read.at).toBeNull();
    expect(read.implausible).not.toBe("");
    expect(read.implausible.length).toBeLessThanOrEqual(60);
  });

  it("that can't be is said and counted as lost", async () => {
    const contact = await importEntry(valueEntry("anna", 12));
    expect(contact.connectedAt).toBeNull();
    expect(issuesOf(contact, "timestamp_implausible")).toEqual(['"12" can\'t be the time of a follow.']);
    const { coverage } = await importFiles([file("followers_1.json", [valueEntry("anna", 12)])]);
    expect(coverage).toBe(0.5);
  });

  it.each([
    [0, null, 0],
    ["0", null, 0],
    [-1, null, 1],
    ["1 day ago", null, 1],
    [noon, new Date(noon).toISOString(), 0],
    [noon * 1_000, new Date(noon).toISOString(), 0],
  ])("%j never makes somebody known since 1970", async (value, connectedAt, issues) => {
    for (const entry of [valueEntry("anna", value), labelEntry({ Username: "anna" }, value)]) {
      const contact = await importEntry(entry);
      expect(contact.connectedAt).toBe(connectedAt);
      expect(issuesOf(contact, "timestamp_implausible")).toHaveLength(issues);
    }
  });

  it("that is no number JSON can hold is read like any other that can't be", async () => {
    const text = '[{"title": "anna", "string_list_data": [{"timestamp": 1e999}]}]';
    const { contacts } = await importFiles([file("followers_1.json", text)]);
    expect(contacts[0] && issuesOf(contacts[0], "timestamp_implausible")).toHaveLength(1);
  });
});
