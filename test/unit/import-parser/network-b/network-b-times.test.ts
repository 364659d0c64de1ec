import { describe, expect, it } from "vitest";
import { readTime } from "../../../../functions/import-parser/network-b/accounts.ts";
import { file, importEntry, importFiles, issuesOf, labelEntry, valueEntry } from "../../../support/files/network-b.ts";

const noon = Date.UTC(2021, 2, 4, 12);

describe("the time of a follow", () => {
  it.each([
    ["whole seconds", noon / 1_000],
    ["a date with an offset, as in 2020", "2021-03-04T14:00:00+02:00"],
    ["a date in UTC", "2021-03-04T12:00:00Z"],
  ])("may be %s", (_form, value) => {
    expect(readTime(value)).toEqual({ at: noon, implausible: "" });
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
    [noon],
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
    const labelled = await importEntry(labelEntry({ Username: "anna" }, -1));
    expect([labelled.connectedAt, issuesOf(labelled, "timestamp_implausible").length]).toEqual([null, 1]);
    const { coverage } = await importFiles([file("followers_1.json", [valueEntry("anna", 12)])]);
    expect(coverage).toBe(0.5);
  });
});
