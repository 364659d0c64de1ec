import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneLookupKey, readPhones, splitPhone, toE164 } from "../../../shared/contact/reach/phones.ts";

describe("splitPhone", () => {
  it.each([
    ["011 44 20 7946 0123", "+44", "2079460123"],
    ["011 3110000", "", "0113110000"],
    ["0113 1100000", "", "01131100000"],
    ["011 23456789", "", "01123456789"],
    ["+1 (212) 555-0117", "+1", "2125550117"],
    ["+44 (0)20 7946 0123", "+44", "2079460123"],
    ["+39 06 6982 1234", "+39", "0669821234"],
    ["(+49) 30 23125 014", "+49", "3023125014"],
    ["+4930\u00a023125.014", "+49", "3023125014"],
    ["0049 30 23125014", "+49", "3023125014"],
    ["\u202d+34 612 345 678\u202c", "+34", "612345678"],
    ["＋８１ ９０ １２３４ ５６７８", "+81", "9012345678"],
    ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966", "501234567"],
    ["tel:+1-418-555-0176", "+1", "4185550176"],
    ["tel:+1-418-555-0176;ext=102", "+1", "4185550176 x102"],
    ["+1 418 555 0176 ext. 102", "+1", "4185550176 x102"],
    ["+1 418 555 0176p102", "+1", "4185550176 x102"],
    ["+1-800-FLOWERS", "+1", "8003569377"],
    ["030 1234567", "", "0301234567"],
    ["555-0123", "", "5550123"],
    ["1-800-MY-APPLE", "", "18006927753"],
    ["*100#", "", "*100#"],
    ["+999 1234567", "", "9991234567"],
    ["555 0123 x12", "", "5550123 x12"],
    ["110", "", "110"],
    ["0170 1234567 privat", "", "01701234567"],
    ...["", "home", "+", "***", "()"].map((raw) => [raw, "", ""]),
  ])("reads %j", (raw = "", prefix, value) => {
    expect(splitPhone(raw)).toEqual({ prefix, value });
  });

  it("has the same result for a number that it split before", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."0123456789+*#() -.,;xpwext/A") });
    fc.assert(
      fc.property(typed, (raw) => {
        const { prefix, value } = splitPhone(raw);
        expect(value.length).toBeLessThanOrEqual(32);
        expect(prefix).toMatch(/^(\+[1-9]\d{0,2})?$/);
        if (prefix === "" && value !== "") expect(splitPhone(value)).toEqual({ prefix, value });
      }),
    );
  });
});

describe("readPhones", () => {
  const spelled = (raw: string) => {
    const { phones, isChanged } = readPhones(raw);
    return [phones.map(({ prefix, value }) => `${prefix} ${value}`.trim()), isChanged];
  };

  it.each([
    // Extensions and pauses.
    ["+1 212 555 0102,,5#", "+1 2125550102 x5#"],
    ["+1 212 555 0102 x9", "+1 2125550102 x9"],
    ["+1 212 555 0102;5", "+1 2125550102 x5"],
    ["+1 212 555 0102w5", "+1 2125550102 x5"],
    ["+1 212 555 0102 p 12 p 34#", "+1 2125550102 x12,34#"],
    ["+1 212 555 0102*5", "+1 2125550102 x*5"],
    ["tel:+1-418-555-0176;ext=102;phone-context=example.com", "+1 4185550176 x102"],
    ["tel:+1-418-555-0176;verstat=7", "+1 4185550176"],
    // Two numbers.
    ["+12125550102 / +12125550103", "+1 2125550102", "+1 2125550103"],
    ["+12125550102+12125550103", "+1 2125550102", "+1 2125550103"],
    ["030 1234567, 0171 7654321", "0301234567", "01717654321"],
    ["030 1234567 oder 0171 7654321 x5", "0301234567", "01717654321 x5"],
    ["030 1234567\n0171 7654321", "0301234567", "01717654321"],
    // One number with slashes, and links to something else.
    ...["030/1234567", "030 / 1234567", "030/12/34/567", "0301234567"].map((raw) => [raw, "0301234567"]),
    ...["sip:+123@x", "sip:+12125550102", "https://x.example/4930123456", "mailto:a1234567@x.example"].map((raw) => [
      raw,
    ]),
  ])("finds all numbers in %j", (raw = "", ...numbers) => {
    expect(spelled(raw)).toEqual([numbers, false]);
  });

  it.each([
    ["0301234/56", "0301234"],
    ["+49 30 1234567 Durchwahl 12", "+49 301234567"],
    ["+49 30 123 oder 456", "+49 30123"],
    ["Phone 2: 030 1234567", "0301234567"],
    ["1 800 FLOWERS", "1800"],
    ["+1 212 555 0102,,1234567890123#", "+1 2125550102"],
    ["1".repeat(40), "1".repeat(32)],
  ])("says that a part of %s was left out", (raw, number) => {
    expect(spelled(raw)).toEqual([[number], true]);
  });

  it("never joins digits across words", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 3, maxLength: 10 });
    const word = fc.constantFrom(" oder ", " Durchwahl ", " or +", "\n", " | ", " und ");
    fc.assert(
      fc.property(digits, word, digits, (left, between, right) => {
        const { phones, isChanged } = readPhones(left + between + right);
        for (const { prefix, value } of phones) expect(prefix + value).not.toContain(left + right);
        if (phones.length === 1) expect(isChanged).toBe(true);
      }),
    );
  });
});

describe("toE164", () => {
  it.each([
    ["+44 (0)7700 900123", "+447700900123"],
    ...["07700 900123", "+447700900123 / +447700900124", "+44 12", "+999 123456", "hello", ""].map((raw) => [
      raw,
      null,
    ]),
  ])("of %j is %j", (raw, expected) => {
    expect(toE164(raw ?? "")).toBe(expected);
  });
});

describe("phoneLookupKey", () => {
  const keyOf = (raw: string) => {
    const { prefix, value } = splitPhone(raw);
    return phoneLookupKey(prefix, value);
  };

  it("is the same for every spelling of a number", () => {
    const spellings = ["+44 20 7946 0123", "0044 (0)20 7946-0123", "tel:+442079460123", "+44 20 7946 0123 ext 9"];
    expect(new Set(spellings.map(keyOf))).toEqual(new Set(["+442079460123"]));
    expect(phoneLookupKey("", "+44 20 7946 0123")).toBe("+442079460123");
  });

  it("has no trunk prefix after the country code, and only the digits of a number without country", () => {
    expect(phoneLookupKey("+49", "030 23125014")).toBe(phoneLookupKey("+49", "30 23125014"));
    expect(phoneLookupKey("+39", "06 6982 1234")).toBe("+390669821234");
    expect(phoneLookupKey("", "555-0123")).toBe("5550123");
  });
});
