import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDay, dayIn, monthOf } from "../../../../functions/import-parser/text/days.ts";
import { codesOf, readRow } from "../../../support/files/network-a.ts";

/** The day that the date of a connection is read as, and the codes of the issues about it. */
async function read(text: string): Promise<[string | null, string[]]> {
  const row = await readRow(`Anna,Silva,,,,,"${text}"`);
  return [row.connectedAt?.replace("T00:00:00.000Z", "") ?? null, codesOf(row)];
}

describe("the day of a connection", () => {
  it.each([
    ["15 Jan 2026", "2026-01-15"],
    ["29 Feb 2024", "2024-02-29"],
    ["22-Sep-21", "2021-09-22"],
    ["30-oct-09", "2009-10-30"],
    ["12-ene-14", "2014-01-12"],
    ["16.09.2021", "2021-09-16"],
    ["01.02.2021", "2021-02-01"],
    ["16.09.21", "2021-09-16"],
    ["2024-01-05", "2024-01-05"],
    ["2024/01/05", "2024-01-05"],
    ["2024-01-05 23:30:00", "2024-01-05"],
    ["2024-01-05T23:30:00.000Z", "2024-01-05"],
    ["4/25/18, 10:35 AM", "2018-04-25"],
    ["25/4/18, 10:35 AM", "2018-04-25"],
    ["4/5/18, 10:35 AM", "2018-04-05"],
    ["25/04/2018", "2018-04-25"],
    ["4/25/18", "2018-04-25"],
    ["25-4-2018", "2018-04-25"],
    ["4/4/18", "2018-04-04"],
    ["Jan 1, 2024", "2024-01-01"],
    ["January 15th, 2024", "2024-01-15"],
    ["Monday, January 15, 2024", "2024-01-15"],
    ["Sept 5 2024", "2024-09-05"],
    ["15th January 2024", "2024-01-15"],
    ["15 JANUARY 2024", "2024-01-15"],
    ["15. Jänner 2024", "2024-01-15"],
    ["12 mars 2023", "2023-03-12"],
    ["1 févr. 2023", "2023-02-01"],
    ["15 de enero de 2024", "2024-01-15"],
    ["15 de dez. de 2024", "2024-12-15"],
    ["15 янв. 2026 г.", "2026-01-15"],
    ["15 січ. 2026 р.", "2026-01-15"],
    ["2026. január 15.", "2026-01-15"],
    ["2026年1月15日", "2026-01-15"],
    ["2026년 1월 15일", "2026-01-15"],
  ])("is read: %s", async (text, day) => {
    expect(await read(text)).toEqual([day, []]);
  });

  it.each([
    ["4/5/18", "2018-04-05"],
    ["04-05-2018", "2018-05-04"],
  ])("that could be two days is read as is usual with its separator, with a warning: %s", async (text, day) => {
    expect(await read(text)).toEqual([day, ["date_ambiguous"]]);
  });

  it.each([
    ...["31 Feb 2024", "32 Jan 2024", "15 Foo 2024", "Jan 2024", "2024", "15 Ju 2024", "45306", "yesterday", "0/0/00"],
    ...["2024-13-01", "99/99/2024", "N/A", "15 Jan 20260", "x".repeat(10_000)],
  ])("is not guessed: %s", async (text) => {
    const row = await readRow(`Anna,Silva,,,,,"${text}"`);
    expect(row.connectedAt).toBeNull();
    expect(row.issues).toMatchObject([
      { code: "date_unreadable", severity: "warning", field: "connectedAt", property: "Connected On", line: 2 },
    ]);
    expect(row).toMatchObject({ valuesSeen: 3, valuesLost: 1 });
  });

  it("is the same however a day is written", () => {
    const formats = {
      network: { day: "2-digit", month: "short", year: "numeric" },
      long: { day: "numeric", month: "long", year: "numeric" },
    } as const;
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2003-05-05"), max: new Date("2039-12-31"), noInvalidDate: true }),
        fc.constantFrom(
          ..."en-GB en-US de de-AT fr es it pt nl pl cs sv da nb fi tr ru uk ro hu el id ar-u-nu-latn".split(" "),
        ),
        fc.constantFrom<keyof typeof formats>("network", "long"),
        (date, language, format) => {
          const text = new Intl.DateTimeFormat(language, { ...formats[format], timeZone: "UTC" }).format(date);
          const day = dayIn(text);
          expect(day && calendarDay(Number(day.year), day), text).toBe(date.toISOString().slice(0, 10));
        },
      ),
    );
  });
});

it.each(["ju", "jui", "cer", "m", ""])("a month is not known by a start that several months have: %j", (start) => {
  expect(monthOf(start)).toBeNull();
});
