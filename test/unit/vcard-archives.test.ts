/** Archives of cards: what CardDAV servers and address books make, a file for each person. */
import { describe, expect, it } from "vitest";
import { card, faultOf, importBytes } from "../support/vcard.ts";
import { zipOf } from "../support/zip-writer.ts";

const group = card("KIND:group", "FN:Crew", "MEMBER:urn:uuid:1", "MEMBER:urn:uuid:2");

describe("an archive of cards", () => {
  it("gives the people of all its .vcf files, with the groups that name them", async () => {
    const { contacts, coverage } = await importBytes(
      zipOf([
        { name: "book/ana.vcf", content: card("FN:Ana", "UID:urn:uuid:1") },
        { name: "book/ben.VCF", content: Buffer.from(`\ufeff${card("FN:Ben", "UID:urn:uuid:2")}`, "utf16le") },
        { name: "book/crew.vcf", content: group },
        { name: "__MACOSX/book/._ana.vcf", content: "junk" },
        { name: "readme.txt", content: "hello" },
      ]),
    );
    expect(contacts.map(({ firstName, groups, issues }) => [firstName, groups, issues])).toEqual([
      ["Ana", ["Crew"], []],
      ["Ben", ["Crew"], []],
    ]);
    expect(coverage).toBe(1);
  });

  it("of a thousand single cards is read", async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      name: `${index}.vcf`,
      content: card(`FN:Person ${index}`, `EMAIL:p${index}@example.org`),
    }));
    expect((await importBytes(zipOf(entries))).validCount).toBe(1_000);
  });

  it("says which of its files hold no card, and takes the others", async () => {
    const { contacts } = await importBytes(
      zipOf([
        { name: "a.vcf", content: "" },
        { name: "b.vcf", content: "no card" },
        { name: "c.vcf", content: card("FN:Cleo") },
      ]),
    );
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["Cleo"]);
    expect(contacts[0]?.issues).toMatchObject([
      {
        code: "file_without_card",
        severity: "warning",
        message: 'Files of the archive that hold no card are left out: "a.vcf", "b.vcf".',
      },
    ]);
  });

  it.each([
    ["without a .vcf file", zipOf([{ name: "followers_1.json", content: "[]" }]), "file_kind"],
    [
      "whose .vcf files are no cards",
      zipOf(["a", "b"].map((name) => ({ name: `${name}.vcf`, content: "no" }))),
      "file_kind",
    ],
    ["that is cut off", zipOf([{ name: "a.vcf", content: card("FN:Ana") }]).subarray(0, 60), "file_unreadable"],
  ])("%s is refused", async (_kind, bytes, reason) => {
    expect(await faultOf(bytes)).toBe(reason);
  });
});
