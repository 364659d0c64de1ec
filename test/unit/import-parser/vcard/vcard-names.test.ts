import { expect, it } from "vitest";
import { importCard, messagesOf } from "../../../support/files/vcard.ts";

async function names(lines: string) {
  const { firstName, middleName, lastName } = await importCard(...lines.split("\n"));
  return [firstName, middleName, lastName];
}

it.each([
  ["FN:Ana Lucía Beltrán\nN:Beltrán;Ana;Lucía;;", ["Ana", "Lucía", "Beltrán"]],
  ["N:Beltrán;Ana", ["Ana", null, "Beltrán"]],
  ["FN:\nN:Beltrán;Ana;;;", ["Ana", null, "Beltrán"]],
  ["N:Beltrán;Ana;Lucía,Inés;;", ["Ana", "Lucía Inés", "Beltrán"]],
  ["N:Beltrán;Ana;Lucía\\, Inés;;", ["Ana", "Lucía, Inés", "Beltrán"]],
  ["N:A\\;B\\\\;C\\\\\\;;;;", ["C\\;", null, "A;B\\"]],
  // The comma is no separator in 2.1.
  ["VERSION:2.1\nN:Groß, Dr.;Jürgen,Karl", ["Jürgen,Karl", null, "Groß, Dr."]],
])("%j is the name %j", async (lines, expected) => {
  expect(await names(lines)).toEqual(expected);
});

it.each([
  ["Ana Beltrán", "Beltrán;;;;", ["Ana", null, "Beltrán"]],
  ["Ana Lucía Beltrán", "Beltrán;Ana;;;", ["Ana", "Lucía", "Beltrán"]],
  ["Ana Beltrán", "Ana Beltrán", ["Ana Beltrán", null, ""]],
  ["佐藤美咲", "佐藤;美咲;;;", ["美咲", null, "佐藤"]],
  ["A. Beltrán", "Beltrán;Ana;;;", ["Ana", null, "Beltrán"]],
  ["J. Q. Public", "Public;John;Quinlan;Mr.;Esq.", ["John", "Quinlan", "Public"]],
  ["Mary Jones M.D.", "Jones;Mary;;;M.D.", ["Mary", null, "Jones"]],
  ["Mary D.", "Davis;Mary;D.;;", ["Mary", "D.", "Davis"]],
  ["Ana Lucía Beltrán", ";Ana;Lucía;;", ["Ana", null, "Lucía Beltrán"]],
  ["Ana Lucía Beltrán", "Beltrán;;Lucía;;", ["Ana Lucía", null, "Beltrán"]],
  ["Annie Beltrán", "Beltrán;Ana;;;", ["Annie", null, "Beltrán"]],
])("the shown name %j and the parts %j are the name %j", async (shown, parts, expected) => {
  expect(await names(`FN:${shown}\nN:${parts}`)).toEqual(expected);
});

it.each([
  ["a nickname", "NICKNAME:Lucy\nN:Beltrán;;;;\nEMAIL:a@example.org", ["Lucy", null, "Beltrán"]],
  ["a nickname of Android", "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Lucy;1;;;", ["Lucy", null, ""]],
  ["a last name", "N:Beltrán;;;;\nORG:Bakery", ["Beltrán", null, ""]],
  ["an organisation", "ORG:Lighthouse Bakery;Ovens\nEMAIL:a@example.org", ["Lighthouse Bakery", null, ""]],
  ["a handle", "X-SOCIALPROFILE;TYPE=instagram:mei.draws\nEMAIL:a@example.org", ["mei.draws", null, ""]],
  ["the local part of an e-mail address", "EMAIL:ana.b@example.org\nTEL:+34 612 345 678", ["ana.b", null, ""]],
  ["a phone number", "TEL:+34 612 345 678", ["+34612345678", null, ""]],
  [
    "the parts where an e-mail address is shown",
    "FN:a@x.org\nN:Beltrán;Ana;;;\nEMAIL:a@x.org",
    ["Ana", null, "Beltrán"],
  ],
])("a card without a name to show falls back on %s", async (_what, lines, expected) => {
  expect(await names(lines)).toEqual(expected);
});

it.each([
  ["Lighthouse Bakery", "Beltrán;Ana;;;", "Name: Ana Beltrán"],
  ["Mary Davis", "Jones;Mary;;;M.D.", "Name: Mary Jones\nSuffix: M.D."],
  ["Mary Davis, M.D.", "Dorn;Mary;;;M.D.", "Name: Mary Dorn"],
  ["Anna Zimmer", "Becker;Anna;Z.;;", "Name: Anna Z. Becker"],
  ["Mary D. Smith", "Davis;Mary;D.;;", "Name: Mary D. Davis"],
])("the shown name %j rules over the parts %j, which go into the notes", async (shown, parts, notes) => {
  const contact = await importCard(`FN:${shown}`, `N:${parts}`);
  expect(contact).toMatchObject({ firstName: shown, middleName: null, lastName: "", notes });
  expect(contact.issues).toMatchObject([{ code: "name_parts_differ", severity: "warning", property: "N", line: 4 }]);
});

it("affixes and what is shown beyond the name are left to the notes", async () => {
  const contact = await importCard("FN:Dr. Ana Beltrán the Great", "N:Beltrán;Ana;;Dr.;Jr.", "NICKNAME:Lucy");
  expect(contact).toMatchObject({ firstName: "Ana", lastName: "Beltrán", nickname: "Lucy", issues: [] });
  expect(contact.notes).toBe("Name: Dr. Ana Beltrán the Great\nPrefix: Dr.\nSuffix: Jr.");
});

it.each([
  ["the first", ["FN:Ana", "FN:A. B.", "LANG:es", "LANG:en"]],
  ["the preferred", ["FN:A. B.", "FN;PREF=1:Ana", "LANG;PREF=2:en", "LANG;PREF=1:es"]],
])("%s of several names and languages is kept", async (_which, lines) => {
  const contact = await importCard("VERSION:4.0", ...lines);
  expect(contact).toMatchObject({ firstName: "Ana", language: "es", notes: "Name: A. B." });
  expect(messagesOf(contact)).toEqual(['info: No field of a contact fits LANG: "en".']);
});

it.each([
  ["FN:Ana\nTITLE:Baker\nORG:Lighthouse Bakery;Ovens", "Baker, Lighthouse Bakery", "Baker", "Lighthouse Bakery"],
  ["FN:Ana\nROLE:Baker", "Baker", "Baker", null],
  ["FN:Ana\nORG:Bell & Daughters\\, Inc.", "Bell & Daughters, Inc.", null, "Bell & Daughters, Inc."],
  ["FN:Lighthouse Bakery\nN:;;;;\nORG:Lighthouse Bakery", null, null, "Lighthouse Bakery"],
])(
  "%j has the headline %j, the position %j and the organisation %j",
  async (lines, headline, position, organisation) => {
    expect(await importCard(...lines.split("\n"))).toMatchObject({ headline, position, organisation });
  },
);
