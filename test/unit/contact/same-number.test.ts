import fc from "fast-check";
import { getCountries, getExampleNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { isSameNumber, phoneLookupKey, phoneTail, splitPhone } from "../../../shared/contact/reach/phones.ts";

function keyOf(raw: string): string {
  const { prefix, value } = splitPhone(raw);
  return phoneLookupKey(prefix, value);
}

/** The answer must be the same in both directions. */
function areSame(left: string, right: string): boolean {
  const [one, other] = [keyOf(left), keyOf(right)];
  const isSame = isSameNumber(one, other);
  expect(isSameNumber(other, one)).toBe(isSame);
  return isSame;
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

describe("isSameNumber", () => {
  it.each([
    ["030 1234567", "+49 30 1234567"],
    ["30 1234567", "+49 (0)30 1234567"],
    ["(212) 555-0117", "+1 212 555 0117"],
    ["1 212 555 0117", "+1 212 555 0117"],
    ["8 (916) 123-45-67", "+7 916 123-45-67"],
    ["8 701 123 45 67", "+7 701 123 45 67"],
    ["06 1 234 5678", "+36 1 234 5678"],
    ["06 6982 1234", "+39 06 6982 1234"],
    ["020 7946 0018", "+44 20 7946 0018"],
    ["512 3456", "+372 512 3456"],
    ["555 1234", "+354 555 1234"],
    ["011 15-2345-6789", "+54 9 11 2345-6789"],
    ["+52 1 55 1234 5678", "+52 55 1234 5678"],
    ["52 1 55 1234 5678", "+52 1 55 1234 5678"],
    ["044 55 1234 5678", "+52 55 1234 5678"],
    ["045 55 1234 5678", "+52 1 55 1234 5678"],
    ["01 55 1234 5678", "+52 55 1234 5678"],
    ["55 1234 5678", "+52 1 55 1234 5678"],
    ["49 30 1234567", "+49 30 1234567"],
    ["44 20 7946 0018 x12", "+44 20 7946 0018"],
    ["030 1234567", "30 1234567"],
    ["0030 1234567", "030 1234567"],
    ["112", "112"],
    ["+298 211234", "+298 21 12 34"],
  ])("is true of %s and %s", (left, right) => {
    expect(areSame(left, right)).toBe(true);
    expect(phoneTail(keyOf(left))).toBe(phoneTail(keyOf(right)));
  });

  it.each([
    ["+49 30 1234567", "+43 30 1234567"],
    ["+1 212 555 0117", "+44 212 555 0117"],
    ["030 1234567", "+49 40 1234567"],
    ["1234567", "+49 30 1234567"],
    ["555-0117", "+1 212 555 0117"],
    ["+52 1 55 1234 5678", "+1 55 1234 5678"],
    ["044 55 1234 5678", "+49 55 1234 5678"],
    ["6982 1234", "+39 06 6982 1234"],
    ["6 6982 1234", "+39 06 6982 1234"],
    ["030 1234567", "040 1234567"],
    ["112", "+49 112"],
    ["112", "0112"],
    ["012345", "12345"],
    ["21 12 34", "+298 21 12 34"],
    ["298 21 12 34", "+298 21 12 34"],
  ])("is false of %s and %s", (left, right) => expect(areSame(left, right)).toBe(false));

  it("is true of the national and the international format of every country's numbers of seven digits or more", () => {
    const missed = getCountries().filter((country) => {
      const example = getExampleNumber(country, examples);
      return example && !areSame(example.formatNational(), example.number);
    });
    const short = getCountries().filter((country) => {
      const example = getExampleNumber(country, examples);
      return example && example.nationalNumber.length < 7;
    });
    expect(missed).toEqual(short);
    expect(missed.length).toBeLessThan(20);
  });

  it("is true of any number with its trunk prefix, without it, and without the plus sign", () => {
    const countries = [
      ["49", "0", fc.tuple(fc.constantFrom("30", "89", "171"), digits(6, 7))],
      ["33", "0", fc.tuple(fc.constantFrom("1", "6"), digits(8, 8))],
      ["39", "", fc.tuple(fc.constantFrom("06", "02", "333"), digits(7, 7))],
      ["1", "1", fc.tuple(fc.constantFrom("212", "415"), fc.constantFrom("2", "5"), digits(6, 6))],
      ["372", "", fc.tuple(fc.constantFrom("5"), digits(6, 6))],
    ] as const;
    const number = fc.oneof(
      ...countries.map(([code, trunkPrefix, rest]) =>
        rest.map((parts) => ({ code, trunkPrefix, national: parts.join("") })),
      ),
    );
    fc.assert(
      fc.property(number, ({ code, trunkPrefix, national }) => {
        for (const spelling of [trunkPrefix + national, national, code + national]) {
          expect(areSame(spelling, `+${code}${national}`), spelling).toBe(true);
        }
      }),
    );
  });

  it("is true only if both tails are equal, and never of different countries", () => {
    const key = fc.tuple(fc.constantFrom("+49", "+1", "+39", "+999", "", "0", "49", "1", "00"), digits(1, 9));
    const pair = fc.tuple(key, key, fc.boolean()).map(([[a, rest], [b, other], isAlike]) => {
      return [a + rest, b + (isAlike ? rest : other)] as const;
    });
    fc.assert(
      fc.property(pair, ([left, right]) => {
        const isSame = isSameNumber(left, right);
        expect(isSameNumber(right, left)).toBe(isSame);
        if (isSame) expect(phoneTail(left)).toBe(phoneTail(right));
        if (left.startsWith("+") && right.startsWith("+")) expect(isSame).toBe(left === right);
        expect(isSameNumber(left, left)).toBe(true);
      }),
    );
  });
});
