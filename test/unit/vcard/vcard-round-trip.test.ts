import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createContact } from "../../../shared/contact/change/apply.ts";
import { contactFields, fieldsMerged } from "../../../shared/contact/fields.ts";
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { mergeImported } from "../../../shared/import/merge/merge.ts";
import { commitRowSchema, readCommitRow } from "../../../shared/import-commit/commit-row.ts";
import { cardVersions } from "../../../shared/vcard/own-names.ts";
import { writeCard } from "../../../shared/vcard/write-card.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { fullContact, type GroupedContact } from "../../support/contact/exported-contact.ts";
import { arbitraryHostileContact } from "../../support/contact/hostile-contact.ts";
import { newContact, writeContext } from "../../support/contact/new-contact.ts";
import { afterImport, saysADayTwice, written } from "../../support/contact/written-contact.ts";
import { importCard, importText, onlyContact, rowsOf } from "../../support/files/vcard.ts";
import { findAnywhere } from "../../support/map/places.ts";

const accountId = "0190a8b2-1111-7000-8000-000000000001";
const otherAccount = "0190a8b2-2222-7000-8000-000000000002";
const time = new Date("2026-11-21T09:00:00.000Z");

const context = writeContext({
  now: time,
  defaults: { timezone: "Asia/Tokyo", language: "ja" },
  findPlace: findAnywhere,
});

/** The contact that another account has after it parsed and committed the card, as a commit makes it. */
async function imported(card: string): Promise<GroupedContact> {
  const row = commitRowSchema().parse(JSON.parse(JSON.stringify(onlyContact(await importText(card)))));
  const read = readCommitRow(row, time);
  if ("fault" in read) throw new Error(`the row was refused: ${read.fault}`);
  const created = createContact(otherAccount, crypto.randomUUID(), read.row.contact, context);
  return { ...mergeImported(created, read.row, context), groupLabels: read.row.groupLabels };
}

function contactOf(given: Record<string, unknown>): ContactRecord {
  return newContact(accountId, { firstName: "Ada", ...given }, { ...context, id: accountId });
}

describe.each(cardVersions)("a card of version %s", (version) => {
  it("comes back from import as the same contact", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryContact(accountId), async (contact) => {
        fc.pre(!saysADayTwice(contact));
        expect(written(await imported(writeCard(contact, version)))).toEqual(afterImport(contact));
      }),
    );
  });

  it("comes back as the same contact with hostile texts", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHostileContact(accountId), async (contact) => {
        fc.pre(!saysADayTwice(contact));
        expect(written(await imported(writeCard(contact, version, contact)))).toEqual(afterImport(contact));
      }),
    );
  });
});

describe.each(cardVersions)("in a card of version %s", (version) => {
  const back = async (given: Record<string, unknown>) => imported(writeCard(contactOf(given), version));

  it("every field of the fullest contact comes back, without a warning", async () => {
    const contact = fullContact();
    const card = writeCard(contact, version, contact);
    const row = onlyContact(await importText(card));
    expect(row.issues).toEqual([]);
    expect(written(await imported(card))).toEqual(afterImport(contact));
  });

  it.each(["𝒜", "🎻"])("every text comes back that is as long as it can be, all of %s", async (letter) => {
    const part = letter.repeat(limits.addressPart);
    const type = letter.repeat(limits.valueType);
    const labels = [63, 63, 63, 29].map((length) => "𝒜".repeat(length));
    const given = {
      firstName: letter.repeat(limits.firstName),
      lastName: letter.repeat(limits.lastName),
      middleName: letter.repeat(limits.middleName),
      ...Object.fromEntries(fieldsMerged("text").map((field) => [field, letter.repeat(contactFields[field].limit)])),
      emails: [{ value: `${letter.repeat(32)}@${labels.join(".")}`, type }],
      phones: [{ value: "+49301234567", type }],
      addresses: [
        {
          ...{ type: "home", label: part, value: part, addressLine1: part, addressLine2: part, addressCity: part },
          ...{ addressState: part, addressStateCode: part, addressPostalCode: part, addressCountry: part },
          ...{ addressCountryCode: part, addressFormatted: letter.repeat(limits.addressFormatted) },
        },
      ],
      importantDates: [{ type: "other", date: "2000-01-01", note: letter.repeat(limits.importantDateNote) }],
      network_a: letter.repeat(100),
      notes: letter.repeat(limits.notes),
    };
    const contact = { ...contactOf(given), groupLabels: ["a", "b"].map((end) => letter.repeat(99) + end) };
    const card = writeCard(contact, version, contact);
    expect(onlyContact(await importText(card)).issues.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(written(await imported(card))).toEqual(written(contact));
  });

  it("the picture comes back byte for byte", async () => {
    const bytes = Buffer.concat([
      Buffer.from("ffd8ffc0000b080010001001011100ffda0008010100003f00", "hex"),
      Buffer.alloc(3000, 7),
      Buffer.of(0xff, 0xd9),
    ]);
    const [row] = await rowsOf(writeCard(contactOf({}), version, { photo: { mediaType: "image/jpeg", bytes } }));
    expect(Buffer.from(row?.picture ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ["a position without a headline", { position: "CEO" }],
    ["a headline without a position", { headline: "Sailor, mother of two" }],
    ["a headline with an organisation", { position: "CEO", headline: "CEO, Acme", organisation: "Acme" }],
    ["an organisation without a headline", { organisation: "Acme" }],
    ["an organisation and a position without a headline", { position: "CEO", organisation: "Acme" }],
    ["an organisation that is the contact's own name", { organisation: "Ada" }],
    ["a nickname that is the first name", { nickname: "Ada" }],
    ["a headline that has nothing to do with the position", { position: "CEO", headline: "Sailor" }],
    ["a headline that begins as the position does", { position: "CEO", headline: "CEOs, a history" }],
    ["a headline that is the contact's own name", { lastName: "Lovelace", headline: "Ada Lovelace" }],
    [
      "a preferred value in the midst of others",
      { emails: ["a", "b", "c"].map((name) => ({ value: `${name}@x.example`, preferred: name === "b" })) },
    ],
    ["a website that leads to a profile", { website: "https://www.linkedin.com/in/ada" }],
    [
      "the text of the second of two addresses of a type",
      {
        addresses: [
          { type: "home", addressLine1: "Kai 7" },
          { type: "home", addressLine1: "Kai 8", addressFormatted: "Kai 8, by the bridge" },
        ],
      },
    ],
    ["a website with a backslash", { website: "https://x.example/a\\nb" }],
    ["a note of 20,000 letters that all need an escape", { notes: `${",;\\\n".repeat(4_999)}end` }],
    [
      "a text that only looks like an encoded one",
      {
        addresses: [
          {
            type: "home",
            addressLine1: "x",
            addressFormatted: `${"a".repeat(20)};QUOTED-PRINTABLE:${"=".repeat(150)}`,
          },
        ],
      },
    ],
    ["a type that looks like a built-in word", { phones: [{ value: "+49301234567", type: "_$!<Home>!$_" }] }],
    ["a date that stands for none at all elsewhere", { importantDates: [{ type: "birthday", date: "0001-01-01" }] }],
    ["a far date of that kind", { importantDates: [{ type: "other", date: "4501-01-01", note: "Comet" }] }],
    ["a date of a year that stands for none elsewhere", { importantDates: [{ type: "birthday", date: "1604-01-01" }] }],
    [
      "a note that names another type of date",
      { importantDates: [{ type: "other", date: "2000-01-01", note: "Birthday" }] },
    ],
  ])("%s comes back as it was", async (_, given) => {
    expect(written(await back(given))).toEqual(written(contactOf(given)));
  });

  it("an address that another program has changed is read as it is now", async () => {
    const card = writeCard(
      contactOf({ addresses: [{ type: "home", value: "The red house", addressCity: "Gdansk" }] }),
      version,
    );
    const { addresses } = await imported(card.replace(";;;Gdansk;;;", ";;;Sopot;;;"));
    expect(addresses).toMatchObject([{ addressCity: "Sopot", value: null }]);
  });

  it("a number that another program has changed is read as it is now", async () => {
    const card = writeCard(contactOf({ phones: [{ prefix: "+48", value: "(58) 300" }] }), version);
    const { phones } = await imported(card.replace("+48 (58) 300", "+49 (30) 1234567"));
    expect(phones).toMatchObject([{ prefix: "+49", value: "301234567" }]);
  });
});

it.each([
  [
    "an address that is there twice is kept once",
    { addresses: [1, 2].map(() => ({ type: "home", addressLine1: "Kai 7" })) },
    { addresses: [{ addressLine1: "Kai 7" }] },
  ],
  [
    "a day with its year and the same day without are one date",
    { importantDates: ["1904-02-29", "2000-02-29"].map((date) => ({ type: "other", date, note: "x" })) },
    { importantDates: [{ date: "2000-02-29" }] },
  ],
  [
    "the separators of lines and paragraphs of Unicode are line ends",
    { notes: "a\u2028b\u2029c" },
    { notes: "a\nb\nc" },
  ],
  [
    "an invisible character ends the text before an e-mail address",
    { emails: [{ value: "x\u200by@x.example" }] },
    { emails: [{ value: "y@x.example" }] },
  ],
])("an import changes a card: %s", async (_what, given, expected) => {
  expect(await imported(writeCard(contactOf(given), "4.0"))).toMatchObject(expected);
});

it("an unreadable value of our own properties is reported and left out", async () => {
  const lines = ["FN:Ana", "X-KEEP-FREQUENCY-DAYS:often", "X-LAST-INTERACTION:yesterday", "TEL;X-PREFIX=+0:+0 12345"];
  const contact = await importCard(...lines);
  expect(contact).toMatchObject({ keepFrequencyDays: null, lastInteraction: null, phones: [{ value: "012345" }] });
  expect(contact.issues).toMatchObject([
    { code: "value_unreadable", severity: "warning", field: "keepFrequencyDays" },
    { code: "value_unreadable", severity: "warning", field: "lastInteraction" },
  ]);
});
