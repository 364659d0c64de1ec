import { describe, expect, it } from "vitest";
import { phoneForms } from "../../../shared/search/searched-text.ts";
import { finds } from "../../support/search/search-finds.ts";

const withPhone = (value: string, prefix = "") => ({ phones: [{ prefix, value }] });

describe("phone numbers", () => {
  it.each([
    ...[
      "4155550100",
      "555-01",
      "+1 415 555",
      "(415)",
      "+14155550100",
      "0014155550100",
      "1-415-555-0100",
      "415.555",
    ].map((search) => ["+1 (415) 555-0100", search]),
    ...["030 1234", "0301234", "(030)", "030/12345678", "+49 30 1234", "+49 (0)30 1234", "+49(0)3012345678"].map(
      (search) => ["+49 30 12345678", search],
    ),
    ...["0049 30", "004930", "4930", "12345", "٣٠ ١٢٣٤"].map((search) => ["+49 30 12345678", search]),
    ["+7 912 345-67-89", "8 912 345"],
    ["+36 1 234 5678", "06 1 234"],
    ["+39 06 1234 5678", "06 1234"],
    ["+33 6 12 34 56 78", "06 12 34 56 78"],
    ["030 1234567", "030 123"],
    ["110", "110"],
    ["+1 212 555 0117 x102", "x102"],
  ])("%s is found by %s", (value, search) => {
    expect(finds(withPhone(value), search)).toBe(true);
  });

  it.each([
    ["+1 (415) 555-0100", "555-02"],
    ["+1 (415) 555-0100", "4155550101"],
    ["+49 30 12345678", "031 1234"],
    ["030 1234567", "+49 30 1234567"],
  ])("%s is not found by %s", (value, search) => {
    expect(finds(withPhone(value), search)).toBe(false);
  });

  it("a word of digits matches other fields literally", () => {
    expect(finds({ website: "https://call-555-01.example" }, "555-01")).toBe(true);
    expect(finds({ emails: [{ value: "agent99@example.org" }] }, "99")).toBe(true);
    expect(finds({ emails: [{ value: "a55501@example.org" }] }, "555-01")).toBe(false);
  });
});

describe("forms of a phone number", () => {
  it.each([
    ["+49", "30 12345678", ["00493012345678", "03012345678"]],
    ["+49", "(0)30 12345678", ["00493012345678", "03012345678"]],
    ["+1", "4155550100 x12", ["0014155550100", "x12"]],
    ["+39", "0612345678", ["00390612345678"]],
    ["+999", "123456", ["00999123456", "0123456"]],
    ["+49", "1", ["00491", "01"]],
    ["", "*100#", ["100"]],
    ["", "+49 170 1234567", ["00491701234567", "01701234567"]],
  ])("of %s %s are %j", (prefix, value, forms) => {
    expect(phoneForms(prefix, value)).toEqual(forms);
  });
});
