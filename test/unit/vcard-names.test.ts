import { describe, expect, it } from "vitest";
import { importCard } from "../support/vcard.ts";

async function names(...lines: string[]) {
  const { firstName, middleName, lastName } = await importCard(...lines);
  return [firstName, middleName, lastName];
}

describe("the name", () => {
  it.each([
    ["the parts of N", ["FN:Ana Lucía Beltrán", "N:Beltrán;Ana;Lucía;;"], ["Ana", "Lucía", "Beltrán"]],
    ["N alone", ["N:Beltrán;Ana"], ["Ana", null, "Beltrán"]],
    ["FN alone", ["FN:Ana Beltrán"], ["Ana Beltrán", null, ""]],
    ["FN with an empty N", ["FN:Ana Beltrán", "N:;;;;"], ["Ana Beltrán", null, ""]],
    ["N with an empty FN", ["FN:", "N:Beltrán;Ana;;;"], ["Ana", null, "Beltrán"]],
    ["several middle names", ["N:Beltrán;Ana;Lucía,Inés;;"], ["Ana", "Lucía Inés", "Beltrán"]],
    ["a middle name with a comma", ["N:Beltrán;Ana;Lucía\\, Inés;;"], ["Ana", "Lucía, Inés", "Beltrán"]],
    ["escaped semicolons and backslashes", ["N:A\\;B\\\\;C\\\\\\;;;;"], ["C\\;", null, "A;B\\"]],
    ["a last name alone, and what is shown before it", ["FN:Ana Beltrán", "N:Beltrán;;;;"], ["Ana", null, "Beltrán"]],
    ["a last name that is shown first", ["FN:Beltrán, Ana", "N:Beltrán;;;;"], ["Ana", null, "Beltrán"]],
    ["a given name alone, and what is shown behind it", ["FN:Ana Beltrán", "N:;Ana;;;"], ["Ana", null, "Beltrán"]],
    ["a middle name that only FN has", ["FN:Ana Lucía Beltrán", "N:Beltrán;Ana;;;"], ["Ana", "Lucía", "Beltrán"]],
    ["the whole name in one part", ["N:Ana Beltrán", "FN:Ana Beltrán"], ["Ana Beltrán", null, ""]],
    ["scripts without blanks", ["FN:佐藤美咲", "N:佐藤;美咲;;;"], ["美咲", null, "佐藤"]],
    ["initials", ["FN:A. Beltrán", "N:Beltrán;Ana;;;"], ["Ana", null, "Beltrán"]],
    [
      "the shown given name where another stands in N",
      ["FN:Annie Beltrán", "N:Beltrán;Ana;;;"],
      ["Annie", null, "Beltrán"],
    ],
    [
      "a comma of 2.1, which is no list",
      ["VERSION:2.1", "N:Groß, Dr.;Jürgen,Karl"],
      ["Jürgen,Karl", null, "Groß, Dr."],
    ],
  ])("is %s", async (_case, lines, expected) => {
    expect(await names(...lines)).toEqual(expected);
  });

  it.each([
    ["the nickname", ["NICKNAME:Lucy", "N:Beltrán;;;;", "EMAIL:a@example.org"], ["Lucy", null, "Beltrán"]],
    ["Android's nickname", ["X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Lucy;1;;;"], ["Lucy", null, ""]],
    ["the last name", ["N:Beltrán;;;;", "ORG:Bakery"], ["Beltrán", null, ""]],
    ["the organisation", ["ORG:Lighthouse Bakery;Ovens", "EMAIL:a@example.org"], ["Lighthouse Bakery", null, ""]],
    ["a handle", ["X-SOCIALPROFILE;TYPE=instagram:mei.draws", "EMAIL:a@example.org"], ["mei.draws", null, ""]],
    ["the e-mail address's local part", ["EMAIL:ana.b@example.org", "TEL:+34 612 345 678"], ["ana.b", null, ""]],
    ["the phone number", ["TEL:+34 612 345 678"], ["+34612345678", null, ""]],
  ])("falls back on %s", async (_case, lines, expected) => {
    expect(await names(...lines)).toEqual(expected);
  });

  it("of a company is what is shown; the person of the card goes into the notes", async () => {
    const contact = await importCard(
      "FN:Lighthouse Bakery",
      "N:Beltrán;Ana;;;",
      "ORG:Lighthouse Bakery",
      "TITLE:Baker",
    );
    expect(contact).toMatchObject({ firstName: "Lighthouse Bakery", lastName: "", headline: "Baker" });
    expect(contact.notes).toBe("Name: Ana Beltrán");
    expect(contact.issues).toEqual([
      expect.objectContaining({ code: "name_parts_differ", severity: "warning", property: "N", line: 4 }),
    ]);
  });

  it("leaves titles, nicknames and shown extras to the notes", async () => {
    const contact = await importCard("FN:Dr. Ana Beltrán the Great", "N:Beltrán;Ana;;Dr.;Jr.", "NICKNAME:Lucy");
    expect([contact.firstName, contact.lastName]).toEqual(["Ana", "Beltrán"]);
    expect(contact.issues).toEqual([]);
    expect(contact.notes).toBe("Name: Dr. Ana Beltrán the Great\nPrefix: Dr.\nSuffix: Jr.\nNickname: Lucy");
  });

  it.each([
    ["letters of a suffix", "Mary Davis", "Jones;Mary;;;M.D.", "Suffix: M.D."],
    ["letters of a suffix that is shown too", "Mary Davis, M.D.", "Dorn;Mary;;;M.D.", undefined],
    ["a suffix of several", "Mary Park", "Jones;Mary;;;Ph.D.", "Suffix: Ph.D."],
    ["letters of a degree", "Mary Stone", "Jones;Mary;;;B.Sc.", "Suffix: B.Sc."],
    ["letters of a licence", "Mary Adams", "Jones;Mary;;;C.P.A.", "Suffix: C.P.A."],
    ["the initial of a middle name", "Anna Zimmer", "Becker;Anna;Z.;;", undefined],
    ["the initial of a middle name that is shown too", "Mary D. Smith", "Davis;Mary;D.;;", undefined],
  ])("is the shown one where %s could be taken for its initials", async (_case, shown, parts, line) => {
    const contact = await importCard(`FN:${shown}`, `N:${parts}`);
    const { firstName, lastName, middleName, notes, issues } = contact;
    expect([firstName, middleName, lastName]).toEqual([shown, null, ""]);
    const [family = "", given = "", middle = ""] = parts.split(";");
    const name = [given, middle, family].filter((part) => part !== "").join(" ");
    expect(notes).toBe([`Name: ${name}`, ...(line === undefined ? [] : [line])].join("\n"));
    expect(issues).toMatchObject([{ code: "name_parts_differ", severity: "warning", property: "N" }]);
  });

  it.each([
    ["J. Q. Public", "Public;John;Quinlan;Mr.;Esq.", ["John", "Quinlan", "Public"]],
    ["Mary Jones M.D.", "Jones;Mary;;;M.D.", ["Mary", null, "Jones"]],
    ["Mary D.", "Davis;Mary;D.;;", ["Mary", "D.", "Davis"]],
    ["Dr. Mary", "Davis;Mary;;Dr.;", ["Mary", null, "Davis"]],
  ])("is that in parts where %s says the same with initials and affixes", async (shown, parts, expected) => {
    expect(await names(`FN:${shown}`, `N:${parts}`)).toEqual(expected);
  });

  it("is the person where an e-mail address is shown instead of a name", async () => {
    expect(await names("FN:ana@example.org", "N:Beltrán;Ana;;;", "EMAIL:ana@example.org")).toEqual([
      "Ana",
      null,
      "Beltrán",
    ]);
  });

  it("of several is the preferred one, the others stand in the notes", async () => {
    const contact = await importCard("VERSION:4.0", "FN;PREF=2:Ana B.", "FN;PREF=1:Ana Beltrán");
    expect(contact.firstName).toBe("Ana Beltrán");
    expect(contact.notes).toBe("Name: Ana B.");
  });
});

describe("headline and position", () => {
  it.each([
    [["TITLE:Baker", "ORG:Lighthouse Bakery;Ovens"], "Baker, Lighthouse Bakery", "Baker"],
    [["ROLE:Baker"], "Baker", "Baker"],
    [["ORG:Bell & Daughters\\, Inc."], "Bell & Daughters, Inc.", null],
    [[], null, null],
  ])("come from TITLE, ROLE and ORG: %j", async (lines, headline, position) => {
    expect(await importCard("FN:Ana", ...lines)).toMatchObject({ headline, position });
  });

  it("do not repeat the name of a company", async () => {
    expect((await importCard("FN:Lighthouse Bakery", "N:;;;;", "ORG:Lighthouse Bakery")).headline).toBeNull();
  });
});
