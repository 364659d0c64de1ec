/** Whether a row and a contact are one person, rule by rule. */
import { describe, expect, it } from "vitest";
import { areOnePerson, namesAgree, type Proof, type Somebody } from "../../shared/imports/identity.ts";

const born = (date: string) => ({ importantDates: [{ type: "birthday", date }] });
const mailed = (...values: string[]) => ({ emails: values.map((value) => ({ value })) });
const called = (value: string, type = "mobile") => ({ phones: [{ prefix: "+49", value, type }] });
const ann = { firstName: "Ann", lastName: "Smith" };
const bob = { firstName: "Bob", lastName: "Jones" };
const ofAnn = { network_a: "https://www.linkedin.com/in/ann" };
const ofBob = { network_a: "https://www.linkedin.com/in/bob" };

const page: Proof = { kind: "handle", platform: "network_c", value: "bakery" };
const shared: Proof[] = [
  { kind: "email", value: "home@x.example" },
  { kind: "phone", value: "+49301234567" },
  { kind: "handle", platform: "website", value: "x.example" },
  { kind: "uid" },
];

function bothWays(proof: Proof, one: Somebody, other: Somebody): boolean {
  const [there, back] = [areOnePerson(proof, one, other), areOnePerson(proof, other, one)];
  expect(back).toBe(there);
  return there;
}

describe("two with one profile", () => {
  it.each<[string, Somebody, Somebody, boolean]>([
    ["of another name", ann, bob, true],
    ["of another name and another profile", { ...ann, ...ofAnn }, { ...bob, ...ofBob }, false],
    ["of another name and a profile that the other lacks", { ...ann, ...ofAnn }, bob, true],
    [
      "of another name and other e-mails",
      { ...ann, ...mailed("a@x.example") },
      { ...bob, ...mailed("b@x.example") },
      false,
    ],
    [
      "of another name and one common e-mail",
      { ...ann, ...mailed("a@x.example") },
      { ...bob, ...mailed("b@x.example", "A@x.example") },
      true,
    ],
    ["of another name and birthday", { ...ann, ...born("1980-01-02") }, { ...bob, ...born("1980-05-06") }, false],
    [
      "of one name and all else another",
      { ...ann, ...ofAnn, ...mailed("a@x.example") },
      { ...ann, ...ofBob, ...mailed("b@x.example") },
      true,
    ],
    [
      "of whom one has no name but it",
      { firstName: "bakery", ...mailed("a@x.example") },
      { ...bob, ...mailed("b@x.example") },
      true,
    ],
  ])("%s are one person, or not", (_case, one, other, expected) => {
    expect(bothWays(page, one, other)).toBe(expected);
  });
});

describe("two with one address, number, website or UID", () => {
  it("are one person where the names agree and the birthdays don't differ", () => {
    for (const proof of shared) {
      expect(bothWays(proof, ann, { firstName: "A.", lastName: "Smith" })).toBe(true);
      expect(bothWays(proof, ann, bob)).toBe(false);
      expect(bothWays(proof, { ...ann, ...ofAnn }, { ...ann, ...ofBob })).toBe(true);
      expect(bothWays(proof, { ...ann, ...born("1950-01-02") }, { ...ann, ...born("1980-01-02") })).toBe(false);
    }
  });

  it("are one person where one of them has no other name, and no other birthday", () => {
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

describe("two with one name and day of connecting", () => {
  const connection: Proof = { kind: "connection" };

  it("are one person unless both have profiles, or both e-mails, and none in common", () => {
    expect(bothWays(connection, { ...ann, ...ofAnn }, { ...ann, ...mailed("a@x.example") })).toBe(true);
    expect(bothWays(connection, { ...ann, ...ofAnn }, { ...ann, ...ofBob })).toBe(false);
    expect(bothWays(connection, { ...ann, network_b: "ann" }, { ...ann, network_b: "bob" })).toBe(false);
    expect(bothWays(connection, { ...ann, ...mailed("a@x.example") }, { ...ann, ...mailed("b@x.example") })).toBe(
      false,
    );
  });
});

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
  ])("in a line of the notes, %s and %s, is so too", (left, right, expected) => {
    expect(namesAgree(suffixed(left), suffixed(right))).toBe(expected);
    expect(namesAgree(suffixed(left), { ...suffixed(right), lastName: "Smith Jones" })).toBe(expected);
  });

  it.each<[string, object, object, boolean]>([
    ["nothing", {}, {}, true],
    ["birthdays of other days", born("1980-01-02"), born("1985-05-06"), false],
    ["the same birthday", born("1980-01-02"), born("1980-01-02"), true],
    ["other e-mails", mailed("a@x.example"), mailed("b@x.example"), false],
    ["other mobiles", called("1701234567"), called("1707654321", "work mobile"), false],
    ["the same mobile", called("1701234567"), called("1701234567"), true],
    ["other landlines", called("301234567", "home"), called("307654321", "home"), true],
  ])("of which only one name tells is another person's where %s speak for it", (_case, one, other, expected) => {
    expect(namesAgree({ ...suffixed("Jr."), ...one }, { ...ann, ...other })).toBe(expected);
    expect(namesAgree({ ...ann, ...other }, { ...suffixed("Jr."), ...one })).toBe(expected);
  });
});

describe("a courtesy title", () => {
  const titled = (firstName: string, title: string) => ({ firstName, lastName: "Smith", notes: `Prefix: ${title}` });

  it("tells people apart where a first name is only an initial", () => {
    expect(namesAgree(titled("A.", "Mr."), titled("A.", "Mrs."))).toBe(false);
    expect(namesAgree(titled("A.", "Dr. Frau"), titled("Andreas", "Herr"))).toBe(false);
    expect(namesAgree(titled("A.", "Mrs."), titled("A.", "Ms"))).toBe(true);
    expect(namesAgree(titled("A. B.", "Mr."), titled("A. B.", "Miss"))).toBe(false);
    expect(namesAgree(titled("Alex", "Mr."), titled("Alex", "Mrs."))).toBe(true);
    expect(namesAgree(titled("A.", "Mr."), { firstName: "Mrs. A. Smith" })).toBe(false);
    expect(namesAgree(titled("A.", "Mr."), { firstName: "A. Smith" })).toBe(true);
    expect(
      namesAgree(
        { ...titled("A.", "Mr."), ...mailed("a@x.example") },
        { firstName: "A. Smith", ...mailed("b@x.example") },
      ),
    ).toBe(false);
  });
});
