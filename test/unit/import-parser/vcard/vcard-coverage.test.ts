import fc from "fast-check";
import { expect, it } from "vitest";
import { createNormaliser } from "../../../../functions/import-parser/normalise/normalise.ts";
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { mutations } from "../../../support/files/mutate.ts";
import { card, faultOf, importCard, messagesOf, rowsOf } from "../../../support/files/vcard.ts";
import { vcardSeeds } from "../../../support/files/vcard-seeds.ts";

/** What the coverage is made of, of one row. */
function valuesOf(row: RawRow): { seen: number; lost: number } {
  const normaliser = createNormaliser();
  normaliser.add(structuredClone(row));
  return normaliser.values();
}

function many(count: number, line: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => line(index));
}

/** Each with few others beside it, which would hide what is counted twice. */
const anyLine = fc.constantFrom(
  ...[
    "N:Beltrán;Ana;Mar,Sol;Dr.;MBA | N:Other;Ben | FN:Ana Beltrán | FN;PREF=1:Benita | NICKNAME:Annie,Nan",
    "ORG:Bakery;Ovens | TITLE:Baker | ROLE:Chair | SORT-STRING:x | N;SORT-AS=b:Bo;Al;;;;beyond | no line | VERSION:4.0",
    "TEL:+34 612 345 6# / +34 612 346 6# | TEL;HOME:+34612345678 | TEL:ask Bob +346123456# | TEL:nobody | TEL:1;TEL:2",
    "TEL;T#:+34612345678 | TEL:+3461234567890123456789 ext # | EMAIL:a#@example.org, b#@example.org | EMAIL:nobody",
    "EMAIL;WORK:a@example.org | EMAIL:Bob <c#@example.org> | ADR;TZ=Nowhere:;;Alley #;;;; | ADR;HOME;WORK;MINE:;;Road #",
    "ADR;TZ=Nowhere;CC=Spain;GEO=x:;;Street #;Madrid;;; | LABEL;HOME:Lane # | item1.ADR:;;Street 4;;;; | GEO:1;1",
    "item1.X-ABADR:Spain | item1.X-ABLabel:Boat | item2.X-ABLabel:nothing | BDAY:1988-05-12 | BDAY:--0512 | BDAY:soon",
    "X-ABDATE:20#-01-01 | ANNIVERSARY;CALSCALE=hebrew:5740 | URL:https://example.org | URL:https://example.org/#",
    "item1.URL:https://example.org/# | item2.URL:none at all | URL:none at all | X-SOCIALPROFILE;type=facebook:ana.b | IMPP:xmpp:a@example.org | IMPP:x | CATEGORIES: , | KIND:x",
    "X-SOCIALPROFILE;type=facebook;x-user=else:https://facebook.com/ana.b | CATEGORIES:a,A,,b,\u0001 | NOTE:a | NOTE:\0",
    "TZ:+01:00 | TZ:Europe/Vienna | LANG:de | LANG;PREF=1:no language | PHOTO:x | LOGO:x | UID:1 | REV:1 | MEMBER:1",
    "X-SPOUSE:Ben | RELATED:Ben | AGENT:Ben | X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;9 | X-HEADLINE:h",
    "X-KEEP-FREQUENCY-DAYS:never | X-LAST-INTERACTION:never",
  ].flatMap((lines) => lines.split(" | ")),
  `CATEGORIES:${many(300, String).join()}`,
);

it("of the values of a card, never more are lost than were seen", async () => {
  const lineAndCount = fc.tuple(anyLine, fc.integer({ min: 1, max: 14 }));
  await fc.assert(
    fc.asyncProperty(fc.array(lineAndCount, { minLength: 1, maxLength: 3 }), async (lines) => {
      const text = lines.flatMap(([each, count]) => many(count, (index) => each.replaceAll("#", String(10 + index))));
      const [row] = await rowsOf(`BEGIN:VCARD\r\n${text.join("\r\n")}\r\nEND:VCARD\r\n`);
      const { seen, lost } = valuesOf(row as RawRow);
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(lost).toBeLessThanOrEqual(seen);
    }),
  );
});

it("of the values of a damaged file, never more are lost than were seen", async () => {
  for (const bytes of mutations(vcardSeeds, { seed: 20_260_704, count: 400 })) {
    if ((await faultOf(bytes)) !== null) continue;
    for (const row of await rowsOf(bytes)) {
      const { seen, lost } = valuesOf(row);
      expect(lost).toBeLessThanOrEqual(seen);
    }
  }
});

const phone = (index: number) => `TEL:+34 612 345 ${100 + index}`;
const email = (index: number) => `EMAIL:a${index}@example.org`;
const address = (index: number) => `ADR:;;Street ${index};Madrid;;;`;
const anniversary = (index: number) => `ANNIVERSARY:20${10 + index}-01-01`;

it.each([
  ["15 phones", many(15, phone), 15, 0],
  ["250 phones", many(250, phone), 250, 50],
  ["15 e-mail addresses", many(15, email), 15, 0],
  ["120 addresses", many(120, address), 120, 110],
  ["14 dates", many(14, anniversary), 14, 4],
  ["220 websites", many(220, (index) => `URL:https://example.org/${index}`), 220, 20],
  ["phones in one property", many(6, (index) => `${phone(index)} / +34 612 346 ${100 + index}`), 12, 0],
  ["e-mail addresses in one property", [`EMAIL:${many(12, (index) => `a${index}@example.org`).join(", ")}`], 12, 0],
  ["100 groups", [categories(100)], 100, 0],
  ["120 groups", [categories(120)], 120, 20],
  ["1,200 groups", [categories(1_200)], 1_200, 1_100],
  ["groups of which some are blank or there twice", ["CATEGORIES:a,, ,b,A"], 3, 0],
  ["a group of characters that are removed", ["CATEGORIES:\u0001,b"], 2, 1],
])("%s: those that neither the contact nor its notes take are counted as lost", async (_what, lines, seen, lost) => {
  const [row] = await rowsOf(card("FN:Ana", ...lines));
  expect(valuesOf(row as RawRow)).toEqual({ seen: seen + 1, lost });
});

function categories(count: number): string {
  return `CATEGORIES:${many(count, (index) => `Group ${index}`).join()}`;
}

it.each([
  ["phones_left_out", "TEL", "stand in the notes", phone],
  ["emails_left_out", "EMAIL", "stand in the notes", email],
  ["addresses_left_out", "ADR", "are left out", address],
  ["important_dates_left_out", "ANNIVERSARY", "are left out", anniversary],
])("values beyond the limit are counted in the issue %s, at the first of them", async (code, property, what, line) => {
  const { issues } = await importCard("FN:Ana", ...many(15, line));
  const message = `5 more than the 10 that a contact can have ${what}.`;
  expect(issues).toMatchObject([{ code, severity: "warning", message, property, line: 14 }]);
});

it.each([
  [categories(120), "warning: 20 more than the 100 groups that an import gives a contact are left out."],
  [`CATEGORIES:${"x".repeat(101)},b`, "warning: The value is longer than 100 characters and was cut."],
])("groups that are too many or too long are named", async (line, message) => {
  expect(messagesOf(await importCard("FN:Ana", line))).toEqual([message]);
});
