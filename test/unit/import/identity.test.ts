/** Whether a row and a contact are one person, rule by rule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  namesAgree as agreementOf,
  areOnePerson,
  type ComparedPerson,
  haveOtherBirthdays,
  type Proof,
} from "../../../shared/import/identity/identity.ts";

const namesAgree = (one: ComparedPerson, other: ComparedPerson) => agreementOf(one, other) !== undefined;
const born = (date: string) => ({ importantDates: [{ type: "birthday", date }] });
const mailed = (...values: string[]) => ({ emails: values.map((value) => ({ value })) });
const called = (value: string, type = "mobile") => ({ phones: [{ prefix: "+49", value, type }] });
const ann = { firstName: "Ann", lastName: "Smith" };
const bob = { firstName: "Bob", lastName: "Jones" };
const ofAnn = { network_a: "https://www.linkedin.com/in/ann" };
const ofBob = { network_a: "https://www.linkedin.com/in/bob" };

const [one, two] = [mailed("a@x.example"), mailed("b@x.example")];

const page: Proof = { kind: "handle", platform: "network_c", value: "bakery" };
const shared: Proof[] = [
  { kind: "email", value: "home@x.example" },
  { kind: "phone", value: "+49301234567" },
  { kind: "handle", platform: "website", value: "x.example" },
  { kind: "uid" },
];

function bothWays(proof: Proof, one: ComparedPerson, other: ComparedPerson): boolean {
  const [there, back] = [areOnePerson(proof, one, other), areOnePerson(proof, other, one)];
  expect(back).toBe(there);
  return there;
}

describe("two people with one profile", () => {
  it.each<[string, ComparedPerson, ComparedPerson, boolean]>([
    ["of another name", ann, bob, true],
    ["of another name and another profile", { ...ann, ...ofAnn }, { ...bob, ...ofBob }, false],
    ["of another name and a profile that the other lacks", { ...ann, ...ofAnn }, bob, true],
    ["of another name and other e-mails", { ...ann, ...one }, { ...bob, ...two }, false],
    [
      "of another name and one common e-mail",
      { ...ann, ...one },
      { ...bob, ...mailed("b@x.example", "A@x.example") },
      true,
    ],
    ["of another name and birthday", { ...ann, ...born("1980-01-02") }, { ...bob, ...born("1980-05-06") }, false],
    ["of one name, and with no other common value", { ...ann, ...ofAnn, ...one }, { ...ann, ...ofBob, ...two }, true],
    ["of whom one has the handle as name", { firstName: "bakery", ...one }, { ...bob, ...two }, true],
    ["of whom one has a name that is spelled like it", { firstName: "Bakery", ...one }, { ...bob, ...two }, false],
  ])("%s are one person or not", (_case, one, other, expected) => {
    expect(bothWays(page, one, other)).toBe(expected);
  });
});

describe("two people with one address, number, website or UID", () => {
  it("are one person if the names agree and the birthdays don't differ", () => {
    for (const proof of shared) {
      const isWebsite = proof.kind === "handle";
      expect(bothWays(proof, ann, { firstName: "Smith", lastName: "Ann" })).toBe(true);
      expect(bothWays(proof, ann, { firstName: "A.", lastName: "Smith" })).toBe(!isWebsite);
      expect(bothWays(proof, ann, bob)).toBe(false);
      expect(bothWays(proof, { ...ann, ...ofAnn }, { ...ann, ...ofBob })).toBe(!isWebsite);
      expect(bothWays(proof, { ...ann, ...born("1950-01-02") }, { ...ann, ...born("1980-01-02") })).toBe(false);
    }
  });

  it("are one person if the value is the name of one of them, unless the birthdays differ", () => {
    const names = ["home", "030 1234567", "https://x.example"];
    for (const [at, proof] of shared.slice(0, 3).entries()) {
      const unnamed = { firstName: names[at] ?? "" };
      expect(bothWays(proof, unnamed, bob)).toBe(true);
      expect(bothWays(proof, { ...unnamed, ...born("1950-01-02") }, { ...bob, ...born("1980-01-02") })).toBe(false);
      const others = shared.filter((each) => each !== proof);
      for (const other of others) expect(bothWays(other, unnamed, bob)).toBe(false);
    }
  });
});

describe("two people with one name and day of connecting", () => {
  const connection: Proof = { kind: "connection" };

  it("are one person unless both have profiles or e-mails without a common one", () => {
    expect(bothWays(connection, { ...ann, ...ofAnn }, { ...ann, ...one })).toBe(true);
    expect(bothWays(connection, { ...ann, ...ofAnn }, { ...ann, ...ofBob })).toBe(false);
    expect(bothWays(connection, { ...ann, network_b: "ann" }, { ...ann, network_b: "bob" })).toBe(false);
    expect(bothWays(connection, { ...ann, ...one }, { ...ann, ...two })).toBe(false);
  });
});

describe("two names", () => {
  it.each([
    ["Ada Byron", "Ada Byron", true],
    ["Ada Byron", "ADA BYRÓN", true],
    ["Ada Byron", "Byron, Ada", true],
    ["Ada Byron", "Dr. Ada King Byron", true],
    ["Ada", "Ada Byron", true],
    ["Byron", "Ada Byron", false],
    ["Ada Byron", "Ada King", false],
    ["A. Byron", "Ada Byron", true],
    ["A. K. Byron", "Ada King Byron", true],
    ["A. Byron", "Ada King Byron", true],
    ["Ada K. Byron", "Ada King Byron", true],
    ["B. Byron", "Ada Byron", false],
    ["K. Byron", "Ada King Byron", false],
    ["A. C. Byron", "Ada King Byron", false],
    ["Ad Byron", "Ada Byron", false],
    ["Ada B.", "Ada Byron", true],
    ["Ada B.", "Ada King Byron", true],
    ["Ada B.", "Ada King", false],
    ["A. B.", "Ada B.", false],
    ["明 王", "明华 王", false],
    ["山田太郎", "山田太郎", true],
    ["!", "!", false],
  ])("%s and %s agree: %s", (left, right, expected) => {
    expectAgreement(left, right, expected);
  });

  it.each([
    ["Anna & Peter Müller", "Anna Müller", false],
    ["Anna & Peter Müller", "Anna Peter Müller", false],
    ["Anna und Peter Müller", "Peter Müller", false],
    ["Anna Müller + Peter Schmidt", "Anna Müller", false],
    ["Anna&Peter Müller", "Anna and Peter Müller", true],
    ["Müller, Anna and Peter", "Dr. Peter & Anna Müller", true],
    ["Anna/Peter Müller", "Anna / Peter Müller", true],
    ["Anna/Peter Müller", "Anna Müller", false],
    ["A. & P. Smith", "A. Smith", false],
    ["Anna y Pedro Ruiz", "Anna Ruiz", false],
    ["Анна и Пётр Ивановы", "Анна Ивановы", false],
    ["Jan en Piet de Vries", "Jan de Vries", false],
    ["José Ortega y Gasset", "José Ortega", true],
    ["John A Smith", "John Smith", true],
    ["Karl von und zu Berg", "Karl Berg", true],
    ["AT&T Support", "AT&T", true],
    ["& Müller", "Anna Müller", false],
  ])("%s and %s, of which one may be the name of a couple, agree: %s", (left, right, expected) => {
    expectAgreement(left, right, expected);
  });

  it.each([
    ["Anna & Peter", "Müller", true],
    ["Anna &", "Peter", true],
    ["Anna", "& Peter Müller", true],
    ["Maria y", "José", true],
    ["Max", "Müller Elektro und Sanitär", false],
    ["Max", "Müller/Meier", false],
    ["José", "Ortega y Gasset", false],
  ])("the first name %s with the last name %s is the name of a couple: %s", (firstName, lastName, expected) => {
    const unjoined = `${firstName} ${lastName}`.replace(/[&/]| y\b| und\b/g, " ");
    expect(namesAgree({ firstName, lastName }, { firstName: unjoined })).toBe(!expected);
  });
});

/** In both directions, and with the last word of the second name in a field of its own. */
function expectAgreement(left: string, right: string, expected: boolean): void {
  const words = right.split(" ");
  const apart = { firstName: words.slice(0, -1).join(" ") || right, lastName: words.length > 1 ? words.at(-1) : null };
  for (const other of [{ firstName: right }, apart]) {
    expect(namesAgree({ firstName: left }, other)).toBe(expected);
    expect(namesAgree(other, { firstName: left })).toBe(expected);
  }
}

it.each([{ nickname: "Bob" }, { notes: "Nickname: Bob" }, { nickname: " ", notes: "Nickname: Rob; Bob" }])(
  "%j counts as a first name",
  (known) => {
    const robert = { firstName: "Robert", lastName: "Miller", ...known };
    expect(namesAgree(robert, { firstName: "Bob", lastName: "Miller" })).toBe(true);
    expect(namesAgree(robert, { firstName: "Ann", lastName: "Miller" })).toBe(false);
    expect(namesAgree(robert, { ...robert, firstName: "Roberta" })).toBe(false);
  },
);

describe("a generation", () => {
  const suffixed = (suffix: string) => ({ ...ann, notes: `Likes tea\nNickname: Annie\nSuffix: ${suffix}` });

  it.each([
    ["Ann Smith Sr.", "Ann Smith Senior", true],
    ["Ann Smith Sr.", "Smith, Ann Sr", true],
    ["Ann Smith Sen.", "Ann Smith jun.", false],
    ["Ann Smith II", "Ann Smith III", false],
    ["Ann Smith II", "Ann Smith 2nd", true],
    ["A. Smith Jr.", "Ann Smith, Jr.", true],
    ["A. Smith Jr.", "Ann Smith Sr.", false],
    ["Ann Smith Jr.", "Ann Smith", true],
    ["Ann Kumar Sen", "Ann Sen", true],
    ["Ann Kumar Sen", "Ann Kumar", true],
    ["Ann Junior", "Ann Senior", false],
    ["Carlos Silva Júnior", "Carlos Silva", true],
    ["Li Jun", "Li Sr.", false],
    ["João Silva Filho", "João Silva Neto", false],
    ["João Silva Sobrinho", "João Silva Filho", false],
    ["Jean Martin père", "Jean Martin fils", false],
    ["Juan Ruiz padre", "Juan Ruiz hijo", false],
    ["Hans Müller d. Ä.", "Hans Müller d. J.", false],
    ["Hans Müller der Ältere", "Hans Müller d. Ä.", true],
    ["Hans Müller der Ältere", "Hans Müller der Jüngere", false],
    ["Jan Novák st.", "Jan Novák ml.", false],
    ["Иван Петров старший", "Иван Петров младший", false],
    ["Lars Berg den äldre", "Lars Berg den yngre", false],
    ["Ann Smith the Elder", "Ann Smith the Younger", false],
    ["Ann Smith Filho", "Ann Smith", true],
    ["Maria Neto", "Maria Filho", false],
  ])("of %s and %s is part of the name: they agree: %s", (left, right, expected) => {
    expect(namesAgree({ firstName: left }, { firstName: right })).toBe(expected);
    const [first = "", ...rest] = right.split(" ");
    expect(namesAgree({ firstName: left }, { firstName: first, lastName: rest.join(" ") })).toBe(expected);
  });

  it.each([
    ["Sr.", "Jr.", false],
    ["Sen", "senior", true],
    ["Ph.D., Jr.", "jr", true],
    ["M.D.", "Ph.D.", true],
    ["II", "IV", false],
    ["Filho", "Neto", false],
    ["d. Ä.", "d. J.", false],
    ["the Elder", "der Ältere", true],
    ["старший", "младший", false],
    ["ml.", "st.", false],
  ])("in a line of the notes is part of it too: %s and %s agree: %s", (left, right, expected) => {
    expect(namesAgree(suffixed(left), suffixed(right))).toBe(expected);
    expect(namesAgree(suffixed(left), { ...suffixed(right), lastName: "Smith Jones" })).toBe(expected);
  });

  it.each<[string, object, object, boolean]>([
    ["nothing", {}, {}, true],
    ["birthdays of other days", born("1980-01-02"), born("1985-05-06"), false],
    ["the same birthday", born("1980-01-02"), born("1980-01-02"), true],
    ["other e-mails", one, two, false],
    ["other mobiles", called("1701234567"), called("1707654321", "work mobile"), false],
    ["the same mobile", called("1701234567"), called("1701234567"), true],
    ["other landlines", called("301234567", "home"), called("307654321", "home"), true],
  ])("that only one name has makes another person with %s", (_case, one, other, expected) => {
    expect(namesAgree({ ...suffixed("Jr."), ...one }, { ...ann, ...other })).toBe(expected);
    expect(namesAgree({ ...ann, ...other }, { ...suffixed("Jr."), ...one })).toBe(expected);
  });
});

describe("another suffix", () => {
  const suffixed = (suffix: string, person: object) => ({ ...ann, ...person, notes: `Suffix: ${suffix}` });

  it.each<[string, string, object, object, boolean]>([
    ["with other mobiles", "Vater", called("1701234567"), called("1707654321"), false],
    ["with other e-mails", "Vater", one, two, false],
    ["with the same e-mail", "Vater", one, one, true],
    ["with nothing else", "Vater", {}, {}, true],
    ["which is a degree", "Ph.D.", one, two, true],
    ["which is the same", "sohn", one, two, true],
  ])("distinguishes people whose mobiles or e-mails differ: %s", (_case, suffix, left, right, expected) => {
    expect(namesAgree(suffixed(suffix, left), suffixed("Sohn", right))).toBe(expected);
  });
});

describe("a courtesy title", () => {
  const titled = (firstName: string, title: string) => ({ firstName, lastName: "Smith", notes: `Prefix: ${title}` });

  it("distinguishes people if a first name is only an initial", () => {
    expect(namesAgree(titled("A.", "Mr."), titled("A.", "Mrs."))).toBe(false);
    expect(namesAgree(titled("A.", "Dr. Frau"), titled("Andreas", "Herr"))).toBe(false);
    expect(namesAgree(titled("A.", "Mrs."), titled("A.", "Ms"))).toBe(true);
    expect(namesAgree(titled("A. B.", "Mr."), titled("A. B.", "Miss"))).toBe(false);
    expect(namesAgree(titled("Alex", "Mr."), titled("Alex", "Mrs."))).toBe(true);
    expect(namesAgree(titled("A.", "Mr."), { firstName: "Mrs. A. Smith" })).toBe(false);
    expect(namesAgree(titled("A.", "Mr."), { firstName: "A. Smith" })).toBe(true);
    expect(namesAgree({ ...titled("A.", "Mr."), ...one }, { firstName: "A. Smith", ...two })).toBe(false);
  });

  it("is not the initial M.", () => {
    expect(namesAgree({ firstName: "M. Smith", ...one }, { firstName: "Mary Smith", ...two })).toBe(true);
    expect(namesAgree({ firstName: "M. Smith" }, titled("M.", "Mrs."))).toBe(true);
  });
});

const year = fc.constantFrom("1900", "1904", "1950", "1965", "1970", "1980", "2000", "2001");
const monthDay = fc.constantFrom("01-01", "01-02", "02-28", "02-29", "03-01", "05-12", "12-05", "12-31");
const day = fc.tuple(year, monthDay).map(([of, date]) => `${of}-${date}`);
const isDay = (text: string) => !text.endsWith("02-29") || new Date(text).getUTCDate() === 29;
const person = fc.record({
  firstName: fc.constantFrom("Ann", "A.", "Ann & Bob", "Smith, Ann"),
  lastName: fc.constantFrom("", "Smith"),
  importantDates: fc
    .array(day.filter(isDay), { maxLength: 3 })
    .map((dates) => dates.map((date) => ({ type: "birthday", date }))),
});

describe("birthdays", () => {
  const maria = { firstName: "Maria", lastName: "Huber" };
  const differ = (one: ComparedPerson, other: ComparedPerson) => {
    const [there, back] = [haveOtherBirthdays(one, other), haveOtherBirthdays(other, one)];
    expect(back).toBe(there);
    return there;
  };

  it.each([
    ["the same day", "1980-05-12", "1980-05-12", false],
    ["the same day without its year", "1980-05-12", "1904-05-12", false],
    ["the day before, as in another time zone", "1980-05-01", "1980-04-30", false],
    ["the day after in an unknown year", "1979-12-31", "1904-01-01", false],
    ["the day before 1 March of an unknown year, which may have a leap day", "1904-03-01", "2001-02-28", false],
    ["swapped day and month", "1980-05-12", "1980-12-05", false],
    ["a placeholder", "1970-01-01", "1950-05-12", false],
    ["another placeholder", "1950-05-12", "1900-01-01", false],
    ["another day", "1980-05-12", "1980-05-14", true],
    ["another year", "1980-05-12", "1979-05-12", true],
    ["another day without a year", "1980-05-12", "1904-05-14", true],
    ["the first day of the same year", "1979-12-31", "1979-01-01", true],
  ])("of people whose names agree in part differ or not: %s", (_case, one, other, expected) => {
    expect(differ({ ...maria, ...born(one) }, { ...maria, firstName: "Maria Anna", ...born(other) })).toBe(expected);
    expect(differ({ firstName: "Maria", ...born(one) }, { firstName: "Maria", ...born(other) })).toBe(expected);
  });

  it.each([
    ["another day", "1980-05-12", "1980-06-14", false],
    ["another day without a year", "1980-05-12", "1904-06-14", false],
    ["less than 15 years before", "1980-05-12", "1965-05-13", false],
    ["15 years before", "1980-05-12", "1965-05-12", true],
    ["15 years after", "1980-05-12", "1995-05-12", true],
    ["a placeholder a generation before", "1990-05-12", "1970-01-01", false],
  ])("of people with the same full name differ or not: %s", (_case, one, other, expected) => {
    expect(differ({ ...maria, ...born(one) }, { firstName: "Huber, Maria", ...born(other) })).toBe(expected);
  });

  it("do not differ when one of several is the same", () => {
    const second = { type: "other", date: "1980-05-12", note: "birthday" };
    const mother = { ...maria, importantDates: [...born("1950-05-12").importantDates, second] };
    expect(differ(mother, { firstName: "Maria Anna", ...born("1980-05-12") })).toBe(false);
    expect(differ(mother, { firstName: "Maria Anna", ...born("1985-05-12") })).toBe(true);
  });

  it("have the same result in both directions, and do not differ from themselves", () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        differ(one, other);
        expect(haveOtherBirthdays(one, one)).toBe(false);
      }),
    );
  });
});

describe("the contact whose id is a row's UID", () => {
  const isExportOf = (contact: ComparedPerson, row: ComparedPerson) => areOnePerson({ kind: "export" }, contact, row);
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
  ])("is matched by a row %s, or not", (_case, row, expected) => {
    expect(isExportOf(ada, row)).toBe(expected);
  });

  it("is not matched by a row with another birthday", () => {
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
