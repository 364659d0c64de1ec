/** What birthdays say of two who share a name or a number. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areOnePerson, haveOtherBirthdays, type Somebody } from "../../shared/imports/identity.ts";

const born = (...dates: string[]) => ({ importantDates: dates.map((date) => ({ type: "birthday", date })) });
const year = fc.constantFrom("1900", "1904", "1950", "1965", "1970", "1980", "2000", "2001");
const monthDay = fc.constantFrom("01-01", "01-02", "02-28", "02-29", "03-01", "05-12", "12-05", "12-31");
const day = fc.tuple(year, monthDay).map(([of, date]) => `${of}-${date}`);
const isDay = (text: string) => !text.endsWith("02-29") || new Date(text).getUTCDate() === 29;
const person = fc.record({
  firstName: fc.constantFrom("Ann", "A.", "Ann & Bob", "Smith, Ann"),
  lastName: fc.constantFrom("", "Smith"),
  importantDates: fc.array(day.filter(isDay), { maxLength: 3 }).map((dates) => born(...dates).importantDates),
});

describe("the birthdays of two", () => {
  it("speak for both alike", () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        expect(haveOtherBirthdays(one, other)).toBe(haveOtherBirthdays(other, one));
        expect(haveOtherBirthdays(one, one)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("count where a card's second birthday is kept as another date", () => {
    const second = { type: "other", date: "1980-05-12", note: "birthday" };
    const ann = { firstName: "Ann", importantDates: [...born("1950-05-12").importantDates, second] };
    expect(haveOtherBirthdays(ann, { firstName: "Ann", ...born("1980-05-12") })).toBe(false);
    expect(haveOtherBirthdays(ann, { firstName: "Ann", ...born("1981-05-12") })).toBe(true);
  });
});

describe("the contact whose id is a row's UID", () => {
  const isExportOf = (contact: Somebody, row: Somebody) => areOnePerson({ kind: "export" }, contact, row);
  const ada = { firstName: "Ada", lastName: "Byron", emails: [{ value: "ada@x.example" }], network_b: "ada.b" };
  const other = { firstName: "Bob", lastName: "Jones" };

  it.each([
    ["of the same name", { firstName: "Byron, Ada" }, true],
    ["with a word of the name", { firstName: "Countess", lastName: "Byron" }, true],
    ["with a word of the name and a birthday", { firstName: "Bob", lastName: "Byron", ...born("1980-01-03") }, true],
    ["with an e-mail address", { ...other, emails: [{ value: "ADA@x.example" }] }, true],
    ["with a profile", { ...other, network_b: "Ada.B" }, true],
    ["of another name alone", { ...other, emails: [{ value: "bob@x.example" }], network_b: "bob" }, false],
    ["with an initial alone", { firstName: "A.", lastName: "Lovelace" }, false],
  ])("is met by a row %s, or not", (_case, row, expected) => {
    expect(isExportOf(ada, row)).toBe(expected);
  });

  it("is not met by somebody with another birthday, whatever they share", () => {
    const dated = { ...ada, ...born("1980-05-12") };
    for (const shared of [{ lastName: "Byron" }, { emails: ada.emails }, { network_b: "ada.b" }]) {
      expect(isExportOf(dated, { firstName: "Bob", ...shared, ...born("1981-01-03") })).toBe(false);
      expect(isExportOf(dated, { firstName: "Bob", ...shared, ...born("1980-05-12") })).toBe(true);
    }
    const daughter = { firstName: "Ada", lastName: "Byron", ...born("2010-05-06") };
    expect(isExportOf(dated, daughter)).toBe(false);
    expect(areOnePerson({ kind: "uid" }, dated, daughter)).toBe(false);
    expect(isExportOf(dated, { ...daughter, ...born("1985-05-06") })).toBe(true);
  });
});
