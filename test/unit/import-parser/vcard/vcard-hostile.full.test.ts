/** Damaged vCard files, always the same ones: rows or one error, soon, and no card lost beside the damage. */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFilesError } from "../../../../functions/import-parser/files/import-file-error.ts";
import { parsedContactSchema } from "../../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { inPieces, mutations } from "../../../support/files/mutate.ts";
import { normaliseRows } from "../../../support/files/normalise-rows.ts";
import { card, fileInPieces, importBytes, rowsOf } from "../../../support/files/vcard.ts";
import { vcardSeeds } from "../../../support/files/vcard-seeds.ts";
import { quickly } from "../../../support/process/quickly.ts";
import { seed, tries } from "../../../support/seed.ts";

const numRuns = tries(200, 5_000);
/** Milliseconds for all of them. */
const timeout = 600_000;

/** Undefined for the one error that says what is wrong with the file. */
async function readOrRefuse(file: Parameters<typeof rowsOf>[0]): Promise<RawRow[] | undefined> {
  try {
    return await rowsOf(file);
  } catch (error) {
    if (error instanceof ImportFilesError) return undefined;
    throw error;
  }
}

async function contactsOf(bytes: Uint8Array) {
  return normaliseRows((await readOrRefuse(bytes)) ?? []).contacts;
}

describe("any bytes", () => {
  it("give rows or a refusal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        await contactsOf(bytes);
        await contactsOf(Buffer.concat([Buffer.from("BEGIN:VCARD\r\n"), bytes]));
      }),
      { numRuns },
    );
  });

  it("made of the words of a vCard give rows that keep their form", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...vocabulary), { maxLength: 60 }), async (parts) => {
        const contacts = await contactsOf(Buffer.from(`BEGIN:VCARD\r\n${parts.join("")}`));
        for (const contact of contacts) expect(parsedContactSchema().safeParse(contact).success).toBe(true);
      }),
      { numRuns },
    );
  });
});

describe("a damaged file", () => {
  it("is read or refused within a second, with the same rows in chunks of any size", { timeout }, async () => {
    let refused = 0;
    for (const [number, bytes] of [...mutations(vcardSeeds, { seed, count: numRuns })].entries()) {
      const whole = await quickly(1_000, () => readOrRefuse(bytes));
      expect(await readOrRefuse(fileInPieces(inPieces(bytes, number)))).toEqual(whole);
      if (whole) normaliseRows(whole);
      else refused += 1;
    }
    // Neither is so rare that little but the other would be tried.
    expect(refused).toBeGreaterThan(numRuns / 50);
    expect(refused).toBeLessThan(numRuns / 2);
  });

  it("keeps the cards before and after the damage", { timeout }, async () => {
    const quirks = readFileSync(new URL("../../../fixtures/vcard/quirks.vcf", import.meta.url));
    const cards = quirks.toString("latin1").split(/(?<=END:VCARD\r?\n)/);
    const change = fc.record({ at: fc.nat(100_000), remove: fc.nat(8), insert: fc.uint8Array({ maxLength: 8 }) });
    const changes = fc.array(change, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cards), changes, async (text, made) => {
        let damaged = Buffer.from(text, "latin1");
        for (const { at, remove, insert } of made) {
          const start = at % (damaged.length + 1);
          damaged = Buffer.concat([damaged.subarray(0, start), insert, damaged.subarray(start + remove)]);
        }
        const [before, behind] = [card("FN:First Good"), `\r\n${card("FN:Last Good")}`];
        const { contacts } = await importBytes(Buffer.concat([Buffer.from(before), damaged, Buffer.from(behind)]));
        const shown = contacts.map(({ firstName }) => firstName);
        expect(shown).toEqual(expect.arrayContaining(["First Good", "Last Good"]));
      }),
      { numRuns },
    );
  });

  it("that is cut off keeps the cards before the cut", { timeout }, async () => {
    const addressBook = readFileSync(new URL("../../../fixtures/sample-address-book.vcf", import.meta.url));
    const whole = (await contactsOf(addressBook)).map(({ tempId }) => tempId);
    await fc.assert(
      fc.asyncProperty(fc.nat(addressBook.length), async (length) => {
        const cut = addressBook.subarray(0, length);
        const kept = (await contactsOf(cut)).map(({ tempId }) => tempId);
        const ended = cut.toString("latin1").split("END:VCARD\r\n").length - 1;
        expect(kept.slice(0, ended)).toEqual(whole.slice(0, ended));
      }),
      { numRuns: numRuns / 20 },
    );
  });
});

const vocabulary = [
  ...["BEGIN:VCARD", "END:VCARD", "\r\n", "\n", " ", "\t", ":", ";", ",", "=", "\\", '"', "^n", "\u0000", "=\r\n"],
  ...["N", "FN", "TEL", "EMAIL", "ADR", "LABEL", "BDAY", "NOTE", "PHOTO", "GEO", "AGENT", "CATEGORIES", "VERSION"],
  ...["KIND", "group", "MEMBER", "UID", "X-ABLABEL", "X-ABDATE", "IMPP", "RELATED", "X-SOCIALPROFILE", "item1."],
  ...["TYPE", "PREF", "CHARSET", "UTF-8", "SHIFT_JIS", "ENCODING", "QUOTED-PRINTABLE", "BASE64", "=C3", "2.1", "4.0"],
  ...["Ana", "ü", "1988-05-12", "+34612345678", "a@example.org", "constructor", "__proto__", "_$!<constructor>!$_"],
];
