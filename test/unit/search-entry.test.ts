import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry, entryFormat, searchEntryOf } from "../../shared/search/entry.ts";
import { arbitraryContact } from "../support/arbitrary-contact.ts";
import { recordOf } from "../support/contact-calls.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";

describe("an entry of the search index", () => {
  it("is the same after it was stored", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), (contact) => {
        const entry = searchEntryOf(contact);
        expect(decodeEntry(JSON.parse(JSON.stringify(encodeEntry(entry))))).toEqual(entry);
      }),
      { numRuns: 200 },
    );
  });

  it("looks so in this format: what is stored in another must be made anew", () => {
    const contact = recordOf(accountId, {
      firstName: "Łukasz",
      middleName: "D’Arc",
      lastName: "Żółć",
      headline: "Straße & Œuvre",
      position: "Œuvre",
      location: "Αθήνα",
      addresses: [{ type: "home", label: "Été", addressLine1: "1, Straße", addressCity: "Αθήνα" }],
      notes: "Été à Oslo.\n\nOslo, Oslo.",
      emails: [{ value: "Łukasz@Example.org" }],
      phones: [{ value: "+49 30 12345678 x9" }, { value: "030 99" }],
      network_a: "josé-ö",
      network_b: "@Mei.Draws",
      network_c: "Marcus.Bell",
      network_d: "+49 170 1234567",
      network_e: "+49 170 1234567",
      website: "https://www.Acme.example/Team/",
      keepFrequencyDays: 30,
      lastInteraction: "2026-01-01T00:00:00Z",
    });
    expect({ entryFormat, ...searchEntryOf(contact) }).toEqual({
      entryFormat: 2,
      id: contact.id,
      first: "lukasz",
      middle: "d'arc",
      last: "zolc",
      text: [
        "strasse & oeuvre αθηνα ete 1,\fa oslo. oslo,",
        "lukasz@example.org",
        "@jose-o",
        "@mei.draws",
        "@marcus.bell",
        "acme.example/team",
        "\v00493012345678",
        "03012345678",
        "x9",
        "03099",
        "00491701234567",
        "01701234567",
      ].join("\n"),
      keepInTouch: true,
      lastInteraction: "2026-01-01T00:00:00.000Z",
    });
  });
});
