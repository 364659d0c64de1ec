/** The ids of rows, and rows of one file that are about one person. */
import { expect, it } from "vitest";
import { createRowIdentity } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import { card, importText } from "../../support/files/vcard.ts";
import { duplicatesIn, previewFile } from "../../support/import/previews.ts";

it("rows keep their ids when note lines repeat their other fields", () => {
  const row = { ...emptyRawRow({ first: 1, last: 1 }), formattedName: "Ana", connectedAt: "2021-03-04T00:00:00.000Z" };
  const connected = { ...row, originLines: [{ label: "Connected on network_a", value: "2021-03-04" }] };
  const other = { ...row, noteLines: [{ label: "Suffix", value: "Jr." }] };
  const ids = [row, connected, other].map((each) => normaliseRows([structuredClone(each)]).contacts[0]?.tempId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it("the time for rows with one name and day of connecting does not grow with their square", () => {
  const identify = createRowIdentity();
  const [contact] = normaliseRows([{ ...emptyRawRow({ first: 1, last: 1 }), formattedName: "Ann" }]).contacts;
  const connectedAt = "2018-01-01T00:00:00.000Z";
  const ids = Array.from({ length: 50_000 }, (_, index) => {
    const row = { ...contact, connectedAt, position: String(index) } as ParsedContact;
    identify(row);
    return row.tempId.slice(22);
  });
  expect(ids).toEqual(ids.map((_, index) => (index === 0 ? "" : `~${index}`)));
});

it("a card is compared with the birthdays of all earlier cards of the person", async () => {
  const phone = "TEL:+49 30 1234567";
  const cards = [
    ["FN:J. Smith", phone],
    ["FN:John Smith", phone, "BDAY:1970-01-02"],
    ["FN:Jane Smith", phone, "BDAY:1975-01-02"],
    ["FN:John Smith", phone, "BDAY:1970-01-02", "NOTE:x"],
    ["FN:John Smith", phone, "BDAY:1996-01-02"],
  ];
  const { contacts } = await importText(cards.map((lines) => card(...lines)).join(""));
  expect(duplicatesIn(await previewFile(contacts))).toEqual([-1, -1, -1, 1, -1]);
});

it("a value of more than twenty people joins only equal names, so that no crowd is compared with a crowd", async () => {
  const names = ["Ann Marie Berg", "Ann Berg", "Ann Berg", "Noa", "Noa Wyss", "Noa"];
  const others = Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? "Noa" : `Noa Wyss${index}`));
  const cards = [...names, ...others].map((name, at) => card(`FN:${name}`, "TEL:+49 30 1234567", `NOTE:${at}`));
  const { contacts } = await importText(cards.join(""));
  expect(duplicatesIn(await previewFile(contacts)).slice(0, 6)).toEqual([-1, -1, 1, -1, -1, 3]);
});
