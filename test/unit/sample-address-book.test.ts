import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { importBytes } from "../support/vcard.ts";

const file = await importBytes(readFileSync(new URL("../fixtures/sample-address-book.vcf", import.meta.url)));

it("is read whole: forty contacts, each with an e-mail address, an international number and a full address or company", () => {
  expect(file).toMatchObject({ totalCount: 40, validCount: 40, invalidCount: 0, skippedCount: 0 });
  for (const { firstName, emails, phones, addresses } of file.contacts) {
    expect(emails.length, firstName).toBeGreaterThan(0);
    expect(phones.every(({ prefix }) => prefix !== "")).toBe(true);
    expect(addresses.length === 1 || firstName === "Lighthouse Bakery").toBe(true);
  }
});

it("has every kind of name, and nothing to warn of", () => {
  expect(file.contacts.map(({ lastName }) => lastName)).toEqual(
    expect.arrayContaining(["Groß", "佐藤", "Петренко", "van der Meer", "Παπαδοπούλου", "O'Rourke"]),
  );
  const remarks = file.contacts.flatMap(({ issues }) => issues).filter(({ severity }) => severity !== "info");
  expect(remarks).toEqual([]);
});
