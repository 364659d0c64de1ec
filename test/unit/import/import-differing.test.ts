import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { type ContactCreate, contactCreateSchema } from "../../../shared/contact/schema.ts";
import { differingFields } from "../../../shared/import/merge/differing.ts";
import { mergeImported } from "../../../shared/import/merge/merge.ts";
import { arbitraryContactBody } from "../../support/contact/arbitrary-contact.ts";
import { findNothing } from "../../support/map/places.ts";

const accountId = "0195561e-5a00-7000-8000-000000000001";
const context: WriteContext = {
  now: new Date("2026-03-01T10:00:00.000Z"),
  newId: () => "00000000-0000-4000-8000-000000000001",
  defaults: { timezone: "UTC", language: "en" },
  findPlace: findNothing,
};

function rowOf(body: object): ContactCreate {
  return contactCreateSchema.parse({ firstName: "Ada", ...body });
}

function contactOf(body: object): ContactRecord {
  return createContact(accountId, "c1", rowOf(body), context);
}

/** What is told of a row that meets a contact. */
function told(contact: object, row: object): string[] {
  const merged = mergeImported(contactOf(contact), { contact: rowOf(row), groupLabels: [] }, context);
  return differingFields(merged, rowOf(row));
}

describe("what a row says otherwise than its contact", () => {
  it("is nothing for a row that the contact was made of, or that completes it", () => {
    fc.assert(
      fc.property(arbitraryContactBody(), (body) => {
        const row = contactCreateSchema.parse(body);
        const merged = mergeImported(
          createContact(accountId, "c1", row, context),
          { contact: row, groupLabels: [] },
          context,
        );
        expect(differingFields(merged, row)).toEqual([]);
        const bare = createContact(accountId, "c1", { firstName: row.firstName } as ContactCreate, context);
        expect(differingFields(mergeImported(bare, { contact: row, groupLabels: [] }, context), row)).toEqual([]);
      }),
    );
  });

  it("is nothing of lines of the notes that the contact has by now, but what its text says", () => {
    expect(told({ notes: "Mine" }, { notes: "Nickname: Nan" })).toEqual([]);
    expect(told({ notes: "Mine" }, { notes: "Theirs\n\nNickname: Nan" })).toEqual(["notes"]);
    expect(told({ notes: "x".repeat(20_000) }, { notes: "Nickname: Nan" })).toEqual(["notes"]);
  });

  const full = { firstName: "Anna", lastName: "Muster" };
  const babbage = { firstName: "Charles", lastName: "Babbage" };
  const birthday = (date: string, note = "") => ({ importantDates: [{ type: "birthday", date, note }] });
  const anniversary = (date: string) => ({ importantDates: [{ type: "anniversary", date }] });
  const mailed = (value: string) => ({ emails: [{ value }] });

  it.each<[string, object, object, string[]]>([
    ["another headline", { headline: "Countess" }, { headline: "Engineer" }, ["headline"]],
    ["the headline in other letters", { headline: "Café owner" }, { headline: "CAFE OWNER" }, []],
    ["a headline where there is none", {}, { headline: "Engineer" }, []],
    ["no headline", { headline: "Countess" }, {}, []],
    ["other notes", { notes: "Met in London" }, { notes: "Met in Paris" }, ["notes"]],
    ["a part of the notes", { notes: "Met in London\nLikes tea" }, { notes: "likes tea" }, []],
    ["the whole name as one", full, { firstName: "Anna Muster" }, []],
    ["the whole name, last name first", full, { firstName: "Muster, Anna" }, []],
    ["the whole name in parts", { firstName: "Anna M. Muster" }, { ...full, middleName: "M" }, []],
    ["no last name", { lastName: "Byron" }, { lastName: "" }, []],
    ["another name without words", { firstName: "🙂" }, { firstName: "🙃" }, ["firstName"]],
    ["a longer first name", { firstName: "Ada" }, { firstName: "Ada Marie" }, ["firstName"]],
    ["a last name that would make half of another", {}, babbage, ["firstName", "lastName"]],
    ["another handle", { network_b: "ada" }, { network_b: "countess" }, ["network_b"]],
    ["the same profile in another spelling", { network_b: "ada" }, { network_b: "@ADA" }, []],
    ["another place", { latitude: 1, longitude: 2 }, { latitude: 1, longitude: 3 }, ["longitude"]],
    ["another zone", { timezone: "Europe/Oslo" }, { timezone: "Europe/Rome" }, ["timezone"]],
    ["another birthday", birthday("1815-12-10"), birthday("1815-12-11"), ["importantDates"]],
    ["the birthday without its year", birthday("1815-12-10"), birthday("1904-12-10"), []],
    ["the year of a birthday", birthday("1904-12-10"), birthday("1815-12-10"), ["importantDates"]],
    ["another note", birthday("1815-12-10", "at home"), birthday("1815-12-10", "in Rome"), ["importantDates"]],
    ["a note where the birthday has none", birthday("1815-12-10"), birthday("1815-12-10", "in Rome"), []],
    ["another anniversary, which is added", anniversary("1835-07-08"), anniversary("1840-07-08"), []],
    ["another address, which is added", mailed("a@x.example"), mailed("b@x.example"), []],
  ])("is told: %s", (_case, contact, row, expected) => {
    expect(told(contact, row)).toEqual(expected);
  });
});
