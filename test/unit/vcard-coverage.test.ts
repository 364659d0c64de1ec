import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNormaliser } from "../../shared/imports/normalise.ts";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { mutations } from "../support/mutate.ts";
import { card, faultOf, importText, onlyContact, rowsOf } from "../support/vcard.ts";
import { vcardSeeds } from "../support/vcard-seeds.ts";

/** What the coverage is made of, of one row. */
function valuesOf(row: RawRow): { seen: number; lost: number } {
  const normaliser = createNormaliser();
  normaliser.add(structuredClone(row));
  return normaliser.values();
}

async function valuesOfCard(...lines: string[]): Promise<{ seen: number; lost: number }> {
  const [row] = await rowsOf(card("FN:Ana", ...lines));
  if (!row) throw new Error("no row");
  return valuesOf(row);
}

function many(count: number, line: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => line(index));
}

function remarksOf({ issues }: ParsedContact): string[] {
  return issues.map(({ code, message }) => `${code}: ${message}`);
}

describe("of the values of a card", () => {
  const line = fc.constantFrom(
    ...["N:Beltrán;Ana;Mar,Sol;Dr.;MBA", "N:Other;Ben", "FN:Ana Beltrán", "FN;PREF=1:Benita", "NICKNAME:Annie,Nan"],
    ...["ORG:Bakery;Ovens", "TITLE:Baker", "ROLE:Chair", "TITLE:Baker", "SORT-STRING:x", "N;SORT-AS=b:Bo;Al;;;;beyond"],
    ...["TEL:+34 612 345 6# / +34 612 346 6#", "TEL;HOME:+34612345678", "TEL:ask Bob +346123456#", "TEL:nobody"],
    ...[
      "TEL;WAID=346123456#:+346123456#",
      "TEL;WAID=Bob:1#",
      "TEL;T#:+34612345678",
      "TEL:+3461234567890123456789 ext #",
      "TEL:1;TEL:2",
    ],
    ...[
      "EMAIL:a#@example.org, b#@example.org",
      "EMAIL;WORK:a@example.org",
      "EMAIL:nobody",
      "EMAIL:Bob <c#@example.org>",
    ],
    ...[
      "ADR;TZ=Nowhere:;;Alley #;;;;",
      "ADR;TZ=Nowhere;CC=Spain;GEO=x:;;Street #;Madrid;;;",
      "ADR;HOME;WORK;MINE:;;Road #;;;;",
      "LABEL;HOME:Lane #",
    ],
    ...[
      "item1.ADR:;;Street 4;;;;",
      "item1.X-ABADR:Spain",
      "item1.X-ABLabel:Boat",
      "item2.X-ABLabel:nothing",
      "GEO:1;1",
    ],
    ...["BDAY:1988-05-12", "BDAY:--0512", "BDAY:soon", "X-ABDATE:20#-01-01", "ANNIVERSARY;CALSCALE=hebrew:5740"],
    ...[
      "URL:https://example.org",
      "URL:https://example.org/#",
      "URL:none at all",
      "X-SOCIALPROFILE;type=facebook:ana.b",
    ],
    ...["X-SOCIALPROFILE;type=facebook;x-user=else:https://facebook.com/ana.b", "IMPP:xmpp:a@example.org", "IMPP:x"],
    ...["CATEGORIES:a,A,,b,\u0001", `CATEGORIES:${many(300, String).join()}`, "CATEGORIES: ,", "NOTE:a", "NOTE:\u0000"],
    ...["TZ:+01:00", "TZ:Europe/Vienna", "LANG:de", "LANG;PREF=1:no language", "PHOTO:x", "LOGO:x", "UID:1", "REV:1"],
    ...[
      "X-SPOUSE:Ben",
      "RELATED:Ben",
      "AGENT:Ben",
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ben;9",
      "KIND:x",
    ],
    ...[
      "X-KEEP-FREQUENCY-DAYS:never",
      "X-LAST-INTERACTION:never",
      "X-HEADLINE:h",
      "no line",
      "VERSION:4.0",
      "MEMBER:1",
    ],
  );

  /** With few others beside them, which would hide what is counted twice. */
  const lineAndCount = fc.tuple(line, fc.integer({ min: 1, max: 14 }));

  it("never more are lost than were seen", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lineAndCount, { minLength: 1, maxLength: 3 }), async (lines) => {
        const text = lines.flatMap(([each, count]) => many(count, (index) => each.replaceAll("#", String(10 + index))));
        const [row] = await rowsOf(`BEGIN:VCARD\r\n${text.join("\r\n")}\r\nEND:VCARD\r\n`);
        const { seen, lost } = valuesOf(row as RawRow);
        expect(lost).toBeGreaterThanOrEqual(0);
        expect(lost).toBeLessThanOrEqual(seen);
      }),
      { numRuns: 500 },
    );
  });

  it("never more are lost than were seen where the file is damaged", async () => {
    for (const bytes of mutations(vcardSeeds, { seed: 20_260_704, count: 400 })) {
      if ((await faultOf(bytes)) !== null) continue;
      for (const row of await rowsOf(bytes)) {
        const { seen, lost } = valuesOf(row);
        expect(lost).toBeLessThanOrEqual(seen);
      }
    }
  });
});

describe("values beyond a contact's limit", () => {
  it.each([
    ["phones", 15, (index: number) => `TEL:+34 612 345 ${100 + index}`, 0],
    ["phones", 250, (index: number) => `TEL:+34 612 345 ${100 + index}`, 50],
    ["emails", 15, (index: number) => `EMAIL:a${index}@example.org`, 0],
    ["addresses", 120, (index: number) => `ADR:;;Street ${index};Madrid;;;`, 110],
    ["importantDates", 14, (index: number) => `ANNIVERSARY:20${10 + index}-01-01`, 4],
    ["website", 120, (index: number) => `URL:https://example.org/${index}`, 20],
  ])("are counted as lost where the notes do not take them, of the %s of %i", async (_field, count, line, lost) => {
    expect(await valuesOfCard(...many(count, line))).toEqual({ seen: count + 1, lost });
  });

  it("are counted one by one where one property has several", async () => {
    const twice = (index: number) => `TEL:+34 612 345 ${100 + index} / +34 612 346 ${100 + index}`;
    expect(await valuesOfCard(...many(6, twice))).toEqual({ seen: 13, lost: 0 });
    const written = many(12, (index) => `a${index}@example.org`).join(", ");
    expect(await valuesOfCard(`EMAIL:${written}`)).toEqual({ seen: 13, lost: 0 });
  });

  it.each([
    ["phones_left_out", "TEL", 14, "stand in the notes", many(15, (index) => `TEL:+34 612 345 ${100 + index}`)],
    ["emails_left_out", "EMAIL", 14, "stand in the notes", many(15, (index) => `EMAIL:a${index}@example.org`)],
    ["addresses_left_out", "ADR", 14, "are left out", many(15, (index) => `ADR:;;Street ${index};Madrid;;;`)],
    [
      "important_dates_left_out",
      "ANNIVERSARY",
      14,
      "are left out",
      many(15, (index) => `ANNIVERSARY:20${10 + index}-01-01`),
    ],
  ])("are said by their number, with the limit and the first of them: %s", async (code, property, at, what, lines) => {
    const { issues } = onlyContact(await importText(card("FN:Ana", ...lines)));
    const message = `5 more than the 10 that a contact can have ${what}.`;
    expect(issues).toMatchObject([{ code, severity: "warning", message, property, line: at }]);
  });
});

describe("labels", () => {
  it("are values each, of which those beyond the limit are lost", async () => {
    const all = (count: number) => `CATEGORIES:${many(count, (index) => `Group ${index}`).join()}`;
    expect(await valuesOfCard(all(100))).toEqual({ seen: 101, lost: 0 });
    expect(await valuesOfCard(all(120))).toEqual({ seen: 121, lost: 20 });
    expect(await valuesOfCard(all(1_200))).toEqual({ seen: 1_201, lost: 1_100 });
    const contact = onlyContact(await importText(card("FN:Ana", all(120))));
    expect(contact.groups).toHaveLength(100);
    expect(remarksOf(contact)).toEqual([
      "groups_left_out: 20 more than the 100 groups that an import gives a contact are left out.",
    ]);
  });

  it("that are empty are none, and one that is there twice is one", async () => {
    expect(await valuesOfCard("CATEGORIES:a,, ,b,A")).toEqual({ seen: 4, lost: 0 });
    const contact = onlyContact(await importText(card("FN:Ana", "CATEGORIES:a,, ,b,A")));
    expect([contact.groups, contact.issues]).toEqual([["a", "b"], []]);
  });

  it("that are too long are cut, which is said", async () => {
    const contact = onlyContact(await importText(card("FN:Ana", `CATEGORIES:${"x".repeat(101)},b`)));
    expect(contact.groups).toEqual(["x".repeat(100), "b"]);
    expect(remarksOf(contact)).toEqual(["value_cut: The value is longer than 100 characters and was cut."]);
  });

  it("of characters that are removed are lost", async () => {
    const bytes = Buffer.from(card("FN:Ana", "CATEGORIES:\u0001,b"));
    const [row] = await rowsOf(bytes);
    expect(valuesOf(row as RawRow)).toEqual({ seen: 3, lost: 1 });
  });
});
