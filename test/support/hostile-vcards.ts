import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVcard } from "../../functions/import-parser/vcard.ts";
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import { normaliseRows } from "../../shared/imports/normalise.ts";
import { type ParsedFile, parsedContactSchema } from "../../shared/imports/parsed-contact.ts";
import { card } from "./vcard.ts";

const seed = 20_260_101;

const quirks = readFileSync(new URL("../fixtures/vcard/quirks.vcf", import.meta.url));
const addressBook = readFileSync(new URL("../fixtures/sample-address-book.vcf", import.meta.url));

/** Nothing but the one error that says what is wrong with the file. */
function parseOrRefuse(bytes: Uint8Array): ParsedFile | ImportFileError {
  try {
    return normaliseRows(parseVcard(bytes));
  } catch (error) {
    if (error instanceof ImportFileError) return error;
    throw error;
  }
}

/** `runs` damaged files of each kind, always the same ones: no crash, no hang, and no card lost beside the damage. */
export function describeHostileFiles(runs: number): void {
  describe("any bytes", () => {
    it("give rows or a refusal", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
          parseOrRefuse(bytes);
          parseOrRefuse(Buffer.concat([Buffer.from("BEGIN:VCARD\r\n"), bytes]));
        }),
        { seed, numRuns: runs },
      );
    });

    it("made of a vCard's own words give rows that keep their form", () => {
      const words = fc.constantFrom(
        ...'BEGIN:VCARD|END:VCARD|\r\n|\n| |\t|:|;|,|=|\\|"|^n|N|FN|TEL|EMAIL|ADR|BDAY|NOTE|PHOTO|AGENT|CATEGORIES|X-ABLABEL|X-ABDATE|item1.|TYPE|PREF|CHARSET|UTF-8|SHIFT_JIS|ENCODING|QUOTED-PRINTABLE|BASE64|=C3|=\r\n|2.1|4.0|VERSION|Ana|ü|\u0000|1988-05-12|+34612345678|a@example.org'.split(
          "|",
        ),
      );
      fc.assert(
        fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
          const file = parseOrRefuse(Buffer.from(`BEGIN:VCARD\r\n${parts.join("")}`));
          if (file instanceof ImportFileError) return;
          for (const contact of file.contacts) expect(parsedContactSchema.safeParse(contact).success).toBe(true);
        }),
        { seed, numRuns: runs },
      );
    });
  });

  describe("a damaged file", () => {
    it("keeps the cards before and behind the damage", () => {
      const [first, last] = [Buffer.from(card("FN:First Good")), Buffer.from(card("FN:Last Good"))];
      fc.assert(
        fc.property(mutated(cardsOf(quirks)), (damaged) => {
          const file = parseOrRefuse(Buffer.concat([first, damaged, Buffer.from("\r\n"), last]));
          if (file instanceof ImportFileError) throw file;
          const shown = file.contacts.map(({ firstName }) => firstName);
          expect(shown).toContain("First Good");
          expect(shown).toContain("Last Good");
        }),
        { seed, numRuns: runs },
      );
    });

    it("never costs more than itself, wherever it is cut", () => {
      const whole = normaliseRows(parseVcard(addressBook)).contacts.map(({ tempId }) => tempId);
      fc.assert(
        fc.property(fc.nat(addressBook.length), (length) => {
          const file = parseOrRefuse(addressBook.subarray(0, length));
          const kept = file instanceof ImportFileError ? [] : file.contacts.map(({ tempId }) => tempId);
          const ended = addressBook.subarray(0, length).toString("latin1").split("END:VCARD\r\n").length - 1;
          expect(kept.slice(0, ended)).toEqual(whole.slice(0, ended));
        }),
        { seed, numRuns: runs / 20 },
      );
    });
  });
}

/** Each card with some bytes changed, removed, repeated or added; the mutation may not fake a boundary, which would be another file. */
function mutated(cards: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const change = fc.record({ at: fc.nat(100_000), remove: fc.nat(8), insert: fc.uint8Array({ maxLength: 8 }) });
  return fc
    .tuple(fc.constantFrom(...cards), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([original, changes]) =>
      changes.reduce((bytes, { at, remove, insert }) => {
        const start = at % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
      }, original),
    );
}

function cardsOf(bytes: Buffer): Buffer[] {
  return bytes
    .toString("latin1")
    .split(/(?<=END:VCARD\r?\n)/)
    .map((text) => Buffer.from(text, "latin1"));
}
