import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneLookupKey, splitPhone, toE164 } from "../../shared/contact/phones.ts";

describe("splitPhone", () => {
  it.each([
    ["+1 (212) 555-0117", "+1", "2125550117"],
    ["+44 (0)20 7946 0123", "+44", "2079460123"],
    ["+39 06 6982 1234", "+39", "0669821234"],
    ["(+49) 30 23125 014", "+49", "3023125014"],
    ["+4930\u00a023125.014", "+49", "3023125014"],
    ["0049 30 23125014", "+49", "3023125014"],
    ["011 44 20 7946 0123", "+44", "2079460123"],
    ["\u202d+34 612 345 678\u202c", "+34", "612345678"],
    ["＋８１ ９０ １２３４ ５６７８", "+81", "9012345678"],
    ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966", "501234567"],
    ["tel:+1-418-555-0176", "+1", "4185550176"],
    ["tel:+1-418-555-0176;ext=102", "+1", "4185550176 x102"],
    ["+1 418 555 0176 ext. 102", "+1", "4185550176 x102"],
    ["+1 418 555 0176p102", "+1", "4185550176 x102"],
    ["+1-800-FLOWERS", "+1", "8003569377"],
  ])("reads %s", (raw, prefix, value) => {
    expect(splitPhone(raw)).toEqual({ prefix, value });
  });

  it.each([
    ["030 1234567", "0301234567"],
    ["555-0123", "5550123"],
    ["1-800-MY-APPLE", "18006927753"],
    ["*100#", "*100#"],
    ["+999 1234567", "9991234567"],
    ["555 0123 x12", "5550123 x12"],
    ["110", "110"],
  ])("keeps the digits of %s, whose country nobody knows", (raw, value) => {
    expect(splitPhone(raw)).toEqual({ prefix: "", value });
  });

  it.each(["", "home", "+", "***", "()"])("finds no number in %j", (raw) => {
    expect(splitPhone(raw)).toEqual({ prefix: "", value: "" });
  });

  it("does not take letters of a remark for digits", () => {
    expect(splitPhone("0170 1234567 privat")).toEqual({ prefix: "", value: "01701234567" });
  });

  it("reads again what it has read, whatever was typed", () => {
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

describe("toE164", () => {
  it("joins country code and national number", () => {
    expect(toE164("+44 (0)7700 900123")).toBe("+447700900123");
  });

  it.each(["07700 900123", "+44 12", "+999 123456", "hello", ""])("refuses %j", (raw) => {
    expect(toE164(raw)).toBeNull();
  });
});

describe("phoneLookupKey", () => {
  it("is the same for every spelling of a number", () => {
    const spellings = ["+44 20 7946 0123", "0044 (0)20 7946-0123", "tel:+442079460123", "+44 20 7946 0123 ext 9"];
    const keys = spellings.map((raw) => splitPhone(raw)).map(({ prefix, value }) => phoneLookupKey(prefix, value));
    expect(new Set(keys)).toEqual(new Set(["+442079460123"]));
  });

  it("passes over a trunk prefix that somebody wrote behind the country code", () => {
    expect(phoneLookupKey("+49", "030 23125014")).toBe(phoneLookupKey("+49", "30 23125014"));
    expect(phoneLookupKey("+39", "06 6982 1234")).toBe("+390669821234");
  });

  it("has the bare digits of a number without a country", () => {
    expect(phoneLookupKey("", "555-0123")).toBe("5550123");
    expect(phoneLookupKey("", "+44 20 7946 0123")).toBe("+442079460123");
  });
});
