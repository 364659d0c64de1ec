/** Commits of rows about people whom the account knew before: its owner, and connections of other exports. */
import { beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { createMarkFinder } from "../../../shared/import/store/imported-rows.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import {
  commit as commitInto,
  contactsOf as contactsIn,
  email,
  importRows,
} from "../../support/import/imported-cards.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
let accountId: string;
beforeEach(async () => {
  accountId = await newAccount(store);
});

const url = (name: string) => `https://www.linkedin.com/in/${name}`;
const contactsOf = () => contactsIn(store, accountId);
const keysOf = async (start = "") =>
  [...(await itemsOf(store, accountId)).keys()].filter((key) => key.startsWith(start));

async function commit(rows: readonly object[], source: ImportSource = "network_a") {
  return (await commitInto(store, accountId, rows, { source })).results;
}

/** Parses and commits the rows as those of one file. */
function importFile(source: ImportSource, given: readonly Partial<RawRow>[]) {
  const rows = given.map((fields) => ({ ...emptyRawRow({ first: 1, last: 1 }), ...fields }));
  return importRows(store, accountId, source, normaliseRows(rows).contacts);
}

const listed = (value: string) => ({ value, type: "home", preference: null, property: "P", line: 1 });

describe("a row about the account's owner", () => {
  beforeEach(async () => {
    accountId = await accountOf(store, { firstName: "Ada", network_b: "ada.l", emails: [email("ada@x.example")] });
  });

  it("completes the own contact, which no list, count or lookup finds, once", async () => {
    const before = await getAccountHead(store, accountId);
    const keys = await keysOf();
    const row = parsedContact({
      tempId: "t",
      network_b: "@Ada.L",
      headline: "Countess",
      emails: [email("ada@y.example")],
    });
    const later = parsedContact({ tempId: "u", emails: [email("ADA@y.example")] });
    expect(await commit([row, row, later], "vcard")).toMatchObject([
      { status: "updated", contactId: accountId },
      { status: "skipped", contactId: accountId, code: "already_imported" },
      { status: "skipped", contactId: accountId, code: "unchanged" },
    ]);
    expect(await commit([row], "vcard")).toMatchObject([{ contactId: accountId, code: "already_imported" }]);
    const after = await getAccountHead(store, accountId);
    expect(after).toEqual({ ...before, txid: before.txid + 1, writtenAt: after.writtenAt });
    expect(await keysOf()).toEqual(keys);
    expect(await contactsOf()).toEqual([]);
    expect(await getContact(store, accountId, accountId)).toMatchObject({
      headline: "Countess",
      emails: [{ value: "ada@x.example" }, { value: "ada@y.example" }],
      createdByRow: null,
    });
  });

  it("completes another contact that the same lookup finds, if there is one", async () => {
    const { body } = await contactCalls(store, accountId).create({ firstName: "Ada", network_b: "ada.l" });
    const rows = [parsedContact({ tempId: "t", network_b: "ada.l", headline: "Countess" })];
    expect(await commit(rows, "vcard")).toMatchObject([{ status: "updated", contactId: body.contact.id }]);
  });
});

describe("a connection of another export", () => {
  const connectedAt = "2019-05-04T00:00:00.000Z";
  const plain = parsedContact({ tempId: "old", lastName: "Byron", connectedAt });
  const profiled = parsedContact({ tempId: "new", lastName: "Byron", connectedAt, network_a: url("ada") });

  it.each([
    ["then", [[plain], [profiled]]],
    ["before", [[profiled], [plain]]],
    ["in the same commit", [[plain, profiled]]],
  ])("is one person, whether the export with profiles comes %s", async (_case, commits) => {
    const results = [];
    for (const rows of commits) results.push(...(await commit(rows)));
    expect(results.map(({ status }) => status)).toEqual(["imported", expect.stringMatching(/updated|skipped/)]);
    expect(await contactsOf()).toMatchObject([{ network_a: url("ada"), importedRows: { length: 3 } }]);
  });

  it("is another person on another day, under another name, with another profile, or of another source", async () => {
    await commit([profiled]);
    const rows = [
      { ...plain, tempId: "1", connectedAt: "2019-05-05T00:00:00.000Z" },
      { ...plain, tempId: "2", lastName: "Lovelace" },
      { ...plain, tempId: "3", network_a: url("another") },
      { ...plain, tempId: "4", connectedAt: null },
      { ...plain, tempId: "5", connectedAt: "on a Saturday" },
    ];
    const results = [...(await commit(rows)), ...(await commit([plain], "vcard"))];
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "imported"));
  });

  it("of two people with one name and day leaves its mark with the first, until that is deleted", async () => {
    const namesake = { ...profiled, tempId: "namesake", network_a: url("namesake") };
    const [first, second] = await commit([profiled, namesake]);
    expect([first?.status, second?.status]).toEqual(["imported", "imported"]);
    expect(await commit([plain])).toMatchObject([{ contactId: first?.contactId, code: "unchanged" }]);
    await contactCalls(store, accountId).remove(first?.contactId ?? "");
    expect(await keysOf("R#network_a#@")).toEqual([]);
    const third = { ...plain, tempId: "third" };
    expect(await commit([third])).toMatchObject([{ status: "imported" }]);
    expect(await keysOf("R#network_a#@")).toHaveLength(1);
  });

  it("is found by its first row after many others, and only that row created it", async () => {
    const [created] = await commit([plain]);
    const others = Array.from({ length: 25 }, (_, index) => ({ ...profiled, tempId: `t${index}` }));
    await commit(others);
    const again = { ...plain, tempId: "again", headline: "Countess" };
    expect(await commit([again])).toMatchObject([{ status: "updated", contactId: created?.contactId }]);
    const [contact] = await contactsOf();
    expect(contact?.importedRows).toHaveLength(20);
    const scope = { store, accountId, source: "network_a", createdOnly: true } as const;
    const ids = await createMarkFinder({ ...scope, contactCount: 1 })(contact?.importedRows ?? []);
    expect([...ids]).toEqual([["network_a#old", created?.contactId]]);
  });
});

describe("people with one name who connected on one day", () => {
  const connectedAt = "2018-01-01T00:00:00.000Z";
  const john = { givenName: "John", familyName: "Smith", connectedAt };

  it.each([
    ["with different e-mail addresses", (index: number) => ({ emails: [listed(`j${index}@x.example`)] })],
    ["without other values", () => ({})],
  ])("%s, are as many contacts, which a newer export finds in its order", async (_case, more) => {
    const file = (title: string) =>
      Array.from({ length: 10 }, (_, index) => ({ ...john, ...more(index), jobTitle: `${title} ${index}` }));
    const first = await importFile("network_a", file("Cook"));
    expect(first.results.map(({ status }) => status)).toEqual(first.rows.map(() => "imported"));
    const ids = first.results.map(({ contactId }) => contactId);
    expect(new Set(ids).size).toBe(10);
    const newer = await importFile("network_a", file("Baker"));
    expect(newer.rows.map(({ duplicateOf }) => duplicateOf?.contactId)).toEqual(ids);
    expect(newer.results.map(({ contactId }) => contactId)).toEqual(ids);
    const again = await importFile("network_a", file("Cook"));
    expect(again.results.map(({ code, contactId }) => [code, contactId])).toEqual(
      ids.map((id) => ["already_imported", id]),
    );
  });

  it("get their own profiles, whichever of two exports comes first", async () => {
    const handle = (value: string) => [{ platform: "network_a" as const, value, property: "P", line: 1 }];
    const old = [john, { ...john, jobTitle: "Cook" }];
    const profiled = [
      { ...john, handles: handle("js1") },
      { ...john, handles: handle("js2") },
    ];
    for (const files of [
      [old, profiled],
      [profiled, old],
    ]) {
      accountId = await newAccount(store);
      const ids: (string | undefined)[][] = [];
      for (const file of files) {
        const { results } = await importFile("network_a", file);
        ids.push(results.map(({ contactId }) => contactId));
      }
      expect(new Set(ids[0]).size).toBe(2);
      expect(ids[1]).toEqual(ids[0]);
    }
  });
});

describe("a name that is only an address or a number", () => {
  const mail = { emails: [listed("pp@x.example")] };
  const pan = { formattedName: "Peter Pan", ...mail };

  it("is replaced by the name of another card", async () => {
    for (const unnamed of [mail, { ...mail, formattedName: "PP@x.example" }]) {
      accountId = await newAccount(store);
      const [first] = (await importFile("vcard", [unnamed])).results;
      const second = await importFile("vcard", [pan]);
      expect(second.rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId }, issues: [] }]);
      expect(second.results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
      expect(second.results[0]?.differing).toBeUndefined();
      const contact = await getContact(store, accountId, first?.contactId ?? "");
      expect(contact).toMatchObject({ firstName: "Peter Pan", lastName: "" });
      expect((await importFile("vcard", [mail])).results).toMatchObject([{ status: "skipped" }]);
    }
  });

  it("stays when a user wrote it, and the name of the row is reported", async () => {
    const { body } = await contactCalls(store, accountId).create({
      firstName: "pp",
      emails: [{ type: "home", value: "pp@x.example", preferred: true }],
    });
    const { results } = await importFile("vcard", [{ givenName: "Peter", familyName: "Pan", ...mail }]);
    expect(results).toMatchObject([{ contactId: body.contact.id, differing: ["firstName", "lastName"] }]);
  });

  it("is a real name when it is written as one, and otherwise agrees with other names only for its own address", async () => {
    await importFile("vcard", [
      { formattedName: "Ann", emails: [listed("ann@x.example"), listed("home@x.example")] },
      { formattedName: "pp", emails: [listed("pp@x.example"), listed("home@x.example")] },
    ]);
    const { results } = await importFile("vcard", [
      { formattedName: "Bob Smith", emails: [listed("ann@x.example"), listed("home@x.example")] },
    ]);
    expect(results).toMatchObject([{ status: "imported" }]);
  });
});
