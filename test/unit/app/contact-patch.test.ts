/** What the form of a contact sends: only what was changed. */
import { expect, it } from "vitest";
import {
  type Draft,
  draftOf,
  fieldsInConflict,
  patchOf,
  withoutFields,
} from "../../../functions/app/browser/person/contact-patch.ts";
import { personContact } from "../../support/contact/person-contact.ts";

const phone = { preferred: true, prefix: "+44", type: "mobile", value: "20 7183 8750" };
const address = {
  ...{
    id: "address-1",
    type: "home" as const,
    label: null,
    value: null,
    addressLine1: "12 Square",
    addressLine2: null,
  },
  ...{ addressCity: "London", addressState: null, addressStateCode: "LND", addressPostalCode: null },
  ...{ addressCountry: "United Kingdom", addressCountryCode: "GB", addressFormatted: "12 Square, London" },
  ...{ latitude: 51.5, longitude: -0.1, granularity: null, timezone: "Europe/London" },
};
const date = {
  ...{ id: "date-1", personId: "person", userId: "account", type: "birthday" as const, date: "1986-12-09", note: "" },
  ...{ notifyDaysBefore: 7, notifyOn: "2026-12-02", createdAt: "", updatedAt: "" },
};
const contact = personContact({ middleName: "King", phones: [phone], addresses: [address], importantDates: [date] });

type Change = (draft: Draft) => Partial<{ texts: Partial<Draft["texts"]>; lists: Partial<Draft["lists"]> }>;
const derived = { addressFormatted: null, addressStateCode: null, latitude: null, longitude: null };

it.each<[string, Change, object]>([
  ["nothing", () => ({}), {}],
  ["a text, without outer spaces", () => ({ texts: { position: " Poet " } }), { position: "Poet" }],
  ["an emptied text", () => ({ texts: { middleName: " " } }), { middleName: null }],
  ["a first name that the service refuses", () => ({ texts: { firstName: "" } }), { firstName: "" }],
  [
    "a typed number whole, and the type of one beside it",
    ({ lists: { phones } }) => ({
      lists: {
        phones: [...phones.map((each) => ({ ...each, type: "work" })), { type: "home", number: " +47 22 55 " }],
      },
    }),
    {
      phones: [
        { ...phone, type: "work" },
        { type: "home", value: "+47 22 55" },
      ],
    },
  ],
  [
    "an address without what the service made of its old lines",
    ({ lists: { addresses } }) => ({
      lists: { addresses: addresses.map((each) => ({ ...each, addressCity: "Bath" })) },
    }),
    { addresses: [{ ...address, addressCity: "Bath", ...derived }] },
  ],
  [
    "an address whose type alone is another",
    ({ lists: { addresses } }) => ({ lists: { addresses: addresses.map((each) => ({ ...each, type: "work" })) } }),
    { addresses: [{ ...address, type: "work" }] },
  ],
  [
    "a date without its year and reminder",
    ({ lists: { importantDates } }) => ({
      lists: {
        importantDates: importantDates.map((each) => ({ ...each, isYearUnknown: true, notifyDaysBefore: "" })),
      },
    }),
    { importantDates: [{ ...date, date: "1904-12-09", notifyDaysBefore: null }] },
  ],
  ["a removed entry", () => ({ lists: { phones: [] } }), { phones: [] }],
])("sends %s", (_, change, patch) => {
  const draft = draftOf(contact);
  const { texts, lists } = change(draft);
  const changed = { texts: { ...draft.texts, ...texts }, lists: { ...draft.lists, ...lists } };
  expect(patchOf(contact, changed)).toEqual(patch);
});

it("asks only about fields that both have changed to different values", () => {
  const theirs = { ...contact, headline: "Poet", notes: "Theirs", location: "Bath" };
  const yours = { headline: "Poet", notes: "Yours", website: "example.com" };
  expect(fieldsInConflict(contact, theirs, yours)).toEqual(["notes"]);
  expect(withoutFields(yours, ["notes"])).toEqual({ headline: "Poet", website: "example.com" });
});
