/** Damaged vCard files, always the same ones: rows or one error, soon, and no card lost beside the damage. */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { parsedContactSchema } from "../../shared/imports/parsed-contact.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { inPieces, mutations } from "./mutate.ts";
import { normaliseRows, type ParsedFile } from "./normalise-rows.ts";
import { card, fileInPieces, importBytes, rowsOf } from "./vcard.ts";
import { vcardSeeds } from "./vcard-seeds.ts";

const seed = 20_260_101;

const quirks = readFileSync(new URL("../fixtures/vcard/quirks.vcf", import.meta.url));
const addressBook = readFileSync(new URL("../fixtures/sample-address-book.vcf", import.meta.url));

/** Milliseconds for all of them, of which there are up to 20,000. */
const timeout = 600_000;
/** Milliseconds that one damaged file may take of the processor. */
const longestTime = 1_000;

/** Nothing but the one error that says what is wrong with the file. */
async function readOrRefuse(file: Parameters<typeof rowsOf>[0]): Promise<RawRow[] | ImportFilesError> {
  try {
    return await rowsOf(file);
  } catch (error) {
    if (error instanceof ImportFilesError) return error;
    throw error;
  }
}

async function parseOrRefuse(bytes: Uint8Array): Promise<ParsedFile | ImportFilesError> {
  const rows = await readOrRefuse(bytes);
  return rows instanceof ImportFilesError ? rows : normaliseRows(rows);
}

/** `runs` damaged files of each kind: no crash, no hang, and no card lost beside the damage. */
export function describeHostileFiles(runs: number): void {
  describe("any bytes", () => {
    it("give rows or a refusal", async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
          await parseOrRefuse(bytes);
          await parseOrRefuse(Buffer.concat([Buffer.from("BEGIN:VCARD\r\n"), bytes]));
        }),
        { seed, numRuns: runs },
      );
    });

    it("made of a vCard's own words give rows that keep their form", async () => {
      const words = fc.constantFrom(...vocabulary);
      await fc.assert(
        fc.asyncProperty(fc.array(words, { maxLength: 60 }), async (parts) => {
          const file = await parseOrRefuse(Buffer.from(`BEGIN:VCARD\r\n${parts.join("")}`));
          if (file instanceof ImportFilesError) return;
          for (const contact of file.contacts) expect(parsedContactSchema.safeParse(contact).success).toBe(true);
        }),
        { seed, numRuns: runs },
      );
    });
  });

  describe("a damaged file", () => {
    it("gives rows or a refusal within a second, and the same ones however its bytes come", { timeout }, async () => {
      let slowest = 0;
      let refused = 0;
      let number = 0;
      for (const bytes of mutations(vcardSeeds, { seed, count: runs })) {
        number += 1;
        const startedAt = process.cpuUsage();
        const whole = await readOrRefuse(bytes);
        const { user, system } = process.cpuUsage(startedAt);
        slowest = Math.max(slowest, (user + system) / 1_000);
        const pieces = await readOrRefuse(fileInPieces(inPieces(bytes, number)));
        expect(pieces).toEqual(whole);
        if (whole instanceof ImportFilesError) refused += 1;
        else normaliseRows(whole);
      }
      expect(slowest).toBeLessThan(longestTime);
      // Neither is so rare that little but the other would be tried.
      expect(refused).toBeGreaterThan(runs / 50);
      expect(refused).toBeLessThan(runs / 2);
    });

    it("keeps the cards before and behind the damage", async () => {
      const [first, last] = [Buffer.from(card("FN:First Good")), Buffer.from(card("FN:Last Good"))];
      await fc.assert(
        fc.asyncProperty(mutated(cardsOf(quirks)), async (damaged) => {
          const file = await importBytes(Buffer.concat([first, damaged, Buffer.from("\r\n"), last]));
          const shown = file.contacts.map(({ firstName }) => firstName);
          expect(shown).toContain("First Good");
          expect(shown).toContain("Last Good");
        }),
        { seed, numRuns: runs },
      );
    });

    it("never costs more than itself, wherever it is cut", async () => {
      const whole = (await importBytes(addressBook)).contacts.map(({ tempId }) => tempId);
      await fc.assert(
        fc.asyncProperty(fc.nat(addressBook.length), async (length) => {
          const file = await parseOrRefuse(addressBook.subarray(0, length));
          const kept = file instanceof ImportFilesError ? [] : file.contacts.map(({ tempId }) => tempId);
          const ended = addressBook.subarray(0, length).toString("latin1").split("END:VCARD\r\n").length - 1;
          expect(kept.slice(0, ended)).toEqual(whole.slice(0, ended));
        }),
        { seed, numRuns: runs / 20 },
      );
    });
  });
}

/** Each card with some bytes changed, removed, repeated or added. */
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

const vocabulary = [
  ...["BEGIN:VCARD", "END:VCARD", "\r\n", "\n", " ", "\t", ":", ";", ",", "=", "\\", '"', "^n", "\u0000", "=\r\n"],
  ...["N", "FN", "TEL", "EMAIL", "ADR", "LABEL", "BDAY", "NOTE", "PHOTO", "GEO", "AGENT", "CATEGORIES", "VERSION"],
  ...["KIND", "group", "MEMBER", "UID", "X-ABLABEL", "X-ABDATE", "IMPP", "RELATED", "X-SOCIALPROFILE", "item1."],
  ...["TYPE", "PREF", "CHARSET", "UTF-8", "SHIFT_JIS", "ENCODING", "QUOTED-PRINTABLE", "BASE64", "=C3", "2.1", "4.0"],
  ...["Ana", "ü", "1988-05-12", "+34612345678", "a@example.org", "constructor", "__proto__", "_$!<constructor>!$_"],
];
