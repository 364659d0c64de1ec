/** What the preview of a file says of people whom the account knows, and that a commit then does just that. */
import type { BatchGetCommandInput } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commitRows } from "../../../functions/imports/commit/commit.ts";
import { readCommitRow } from "../../../functions/imports/commit/commit-row.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { normaliseRows } from "../../support/files/normalise-rows.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { previewRows } from "../../support/import/previews.ts";
import { findNothing } from "../../support/map/places.ts";
import { freshTable } from "../../support/process/stack.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const email = (value: string) => ({ preferred: false, type: "home", value });
const phone = (value: string) => ({ preferred: false, type: "home", prefix: "+44", value });

async function commit(accountId: string, source: ImportSource, rows: readonly ParsedContact[]) {
  const parts = { store, now: () => now, newId: () => newId(), findPlace: findNothing };
  const results = [];
  for (let start = 0; start < rows.length; start += 25) {
    const batch = rows.slice(start, start + 25).map((row) => readCommitRow(row, now));
    results.push(...(await commitRows(parts, accountId, source, batch)).results);
  }
  return results;
}

async function preview(accountId: string, source: ImportSource, given: readonly ParsedContact[]) {
  return previewRows(store, accountId, source, given);
}

/** As JSON, so that a row that nobody is like says `null`. */
const about = (rows: readonly ParsedContact[]) =>
  rows.map(({ duplicateOf, issues }) => [
    duplicateOf?.contactId,
    duplicateOf?.matchedOn,
    ...issues.map(({ code, field }) => `${code} ${field}`),
  ]);

/** Contacts that nobody asks for, by which asking for single rows is the cheaper way. */
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => parsedContact({ tempId: `other${index}`, firstName: `Other${index}` }));

describe.each([
  ["asked for one by one", 150],
  ["found among all", 0],
])("people of one e-mail address or number, %s", (_way, crowd) => {
  let accountId: string;
  let [ann, bob, eve]: (string | undefined)[] = [];

  beforeEach(async () => {
    accountId = await newAccount(store);
    const results = await commit(accountId, "vcard", [
      parsedContact({ tempId: "a", firstName: "Ann", lastName: "Smith", emails: [email("home@x.example")] }),
      parsedContact({ tempId: "b", firstName: "Bob", lastName: "Smith", emails: [email("home@x.example")] }),
      parsedContact({ tempId: "e", firstName: "Eve", lastName: "Jones", phones: [phone("2079460018")] }),
      ...others(crowd),
    ]);
    [ann, bob, eve] = results.map(({ contactId }) => contactId);
  });

  it("are told apart by their names, over all that the row says, and where none agrees, the row is told of the oldest", async () => {
    const rows = await preview(accountId, "network_b", [
      parsedContact({ tempId: "1", firstName: "Bob", emails: [email("HOME@x.example")] }),
      parsedContact({ tempId: "2", firstName: "Smith, Ann", emails: [email("home@x.example")] }),
      parsedContact({
        tempId: "3",
        firstName: "Eve",
        emails: [email("home@x.example")],
        phones: [phone("2079460018")],
      }),
      parsedContact({ tempId: "4", firstName: "Carl", emails: [email("home@x.example")] }),
      parsedContact({ tempId: "5", firstName: "Carl", phones: [phone("2079460018")] }),
      parsedContact({ tempId: "6", firstName: "Carl" }),
    ]);
    expect(about(rows)).toEqual([
      [bob, "email"],
      [ann, "email"],
      [eve, "phone"],
      [undefined, undefined, "duplicate_name_differs emails"],
      [undefined, undefined, "duplicate_name_differs phones"],
      [undefined, undefined],
    ]);
    expect(rows.map(({ alreadyExists }) => alreadyExists)).toEqual([true, true, true, false, false, false]);
    const issues = rows.flatMap((row) => row.issues);
    expect(issues.map(({ severity }) => severity)).toEqual(["info", "info"]);
    expect(issues[0]?.message).toContain(`${ann}, "Ann Smith"`);
    expect(issues[1]?.message).toContain(`${eve}, "Eve Jones"`);
  });
});

describe("a row that was committed before", () => {
  it.each([
    ["asked for one by one", 100],
    ["found among all", 0],
  ])("is known, %s, whatever else it says, as a commit knows it", async (_way, crowd) => {
    const accountId = await newAccount(store);
    const handle = { network_b: "ada.l" };
    const given = [
      parsedContact({ tempId: "a" }),
      parsedContact({ tempId: "b", firstName: "Grace", ...handle }),
      ...others(crowd),
    ];
    const [ada, grace] = (await commit(accountId, "vcard", given)).map(({ contactId }) => contactId);
    const rows = [
      parsedContact({ tempId: "a" }),
      parsedContact({ tempId: "a", ...handle }),
      parsedContact({ tempId: "d", firstName: "Grace", ...handle }),
      parsedContact({ tempId: "c" }),
    ];
    expect(about(await preview(accountId, "vcard", rows))).toEqual([
      [ada, "import"],
      [ada, "import"],
      [grace, "handle"],
      [undefined, undefined],
    ]);
    const [ofAnotherSource] = await preview(accountId, "network_b", rows);
    expect(ofAnotherSource).toMatchObject({ alreadyExists: false, duplicateOf: null });
  });

  it("leads to its contact, not to another of its address, whose name it never had", async () => {
    const accountId = await newAccount(store);
    const shared = { emails: [email("home@x.example")] };
    const rows = [
      parsedContact({ tempId: "a", firstName: "Ann", ...shared }),
      parsedContact({ tempId: "b", firstName: "Bob", ...shared }),
    ];
    const [, bob] = (await commit(accountId, "vcard", rows)).map(({ contactId = "" }) => contactId);
    await contactCalls(store, accountId).patch(bob ?? "", { firstName: "Robert", emails: [] });
    expect(about(await preview(accountId, "vcard", rows.slice(1)))).toEqual([[bob, "import"]]);
    await contactCalls(store, accountId).remove(bob ?? "");
    const [gone] = await preview(accountId, "vcard", rows.slice(1));
    expect(gone).toMatchObject({ alreadyExists: false, issues: [{ code: "duplicate_name_differs" }] });
  });
});

/** The rows as a file with them would be parsed, each with what the preview and then a commit says. */
async function parseAndCommit(accountId: string, source: ImportSource, given: readonly Partial<RawRow>[]) {
  const rows = await preview(
    accountId,
    source,
    normaliseRows(given.map((fields) => ({ ...emptyRawRow({ first: 1, last: 1 }), ...fields }))).contacts,
  );
  return { rows, results: await commit(accountId, source, rows) };
}

const listed = (value: string) => ({ value, type: "home", preference: null, property: "P", line: 1 });

describe("people of one name who connected on one day", () => {
  const connectedAt = "2018-01-01T00:00:00.000Z";
  const john = { givenName: "John", familyName: "Smith", connectedAt };

  it.each([
    ["with an e-mail address each", (index: number) => ({ emails: [listed(`j${index}@x.example`)] })],
    ["of whom nothing else is known", () => ({})],
  ])("%s, are as many contacts, and those of a newer export are the same in their order", async (_case, more) => {
    const accountId = await newAccount(store);
    const file = (title: string) =>
      Array.from({ length: 10 }, (_, index) => ({ ...john, ...more(index), jobTitle: `${title} ${index}` }));
    const first = await parseAndCommit(accountId, "network_a", file("Cook"));
    expect(first.results.map(({ status }) => status)).toEqual(first.rows.map(() => "imported"));
    const ids = first.results.map(({ contactId }) => contactId);
    expect(new Set(ids).size).toBe(10);
    const newer = await parseAndCommit(accountId, "network_a", file("Baker"));
    expect(newer.rows.map(({ duplicateOf }) => duplicateOf?.contactId)).toEqual(ids);
    expect(newer.results.map(({ contactId }) => contactId)).toEqual(ids);
    const again = await parseAndCommit(accountId, "network_a", file("Cook"));
    expect(again.results.map(({ code, contactId }) => [code, contactId])).toEqual(
      ids.map((id) => ["already_imported", id]),
    );
  });

  it("have each their profile, whichever of two exports comes first", async () => {
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
      const accountId = await newAccount(store);
      const ids: (string | undefined)[][] = [];
      for (const file of files) {
        const { results } = await parseAndCommit(accountId, "network_a", file);
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

  it("says nothing: a card that has it and one with a name are one contact, which gets the name", async () => {
    for (const unnamed of [mail, { ...mail, formattedName: "PP@x.example" }]) {
      const accountId = await newAccount(store);
      const [first] = (await parseAndCommit(accountId, "vcard", [unnamed])).results;
      const second = await parseAndCommit(accountId, "vcard", [pan]);
      expect(second.rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId }, issues: [] }]);
      expect(second.results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
      expect(second.results[0]?.differing).toBeUndefined();
      const contact = await getContact(store, accountId, first?.contactId ?? "");
      expect(contact).toMatchObject({ firstName: "Peter Pan", lastName: "" });
      expect((await parseAndCommit(accountId, "vcard", [mail])).results).toMatchObject([{ status: "skipped" }]);
    }
  });

  it("that a person gave stays, and the row's is told", async () => {
    const accountId = await newAccount(store);
    const { body } = await contactCalls(store, accountId).create({
      firstName: "pp",
      emails: [{ type: "home", value: "pp@x.example", preferred: true }],
    });
    const { results } = await parseAndCommit(accountId, "vcard", [{ givenName: "Peter", familyName: "Pan", ...mail }]);
    expect(results).toMatchObject([{ contactId: body.contact.id, differing: ["firstName", "lastName"] }]);
  });

  it("is not one that is written as a name, nor says anything of another address", async () => {
    const accountId = await newAccount(store);
    await parseAndCommit(accountId, "vcard", [
      { formattedName: "Ann", emails: [listed("ann@x.example"), listed("home@x.example")] },
      { formattedName: "pp", emails: [listed("pp@x.example"), listed("home@x.example")] },
    ]);
    const { results } = await parseAndCommit(accountId, "vcard", [
      { formattedName: "Bob Smith", emails: [listed("ann@x.example"), listed("home@x.example")] },
    ]);
    expect(results).toMatchObject([{ status: "imported" }]);
  });
});

describe("a contact that is found by name", () => {
  it("and has another profile is met with a warning, which names the network", async () => {
    const url = (name: string) => `https://www.linkedin.com/in/${name}`;
    const accountId = await accountOf(store, {
      firstName: "Ada",
      network_b: "ada.l",
      emails: [email("ada@x.example")],
    });
    const ann = { firstName: "Ann", emails: [email("ann@x.example")] };
    const [first] = await commit(accountId, "vcard", [parsedContact({ tempId: "a", ...ann, network_a: url("ann1") })]);
    const rows = [
      parsedContact({ tempId: "1", ...ann, network_a: url("ann2") }),
      parsedContact({ tempId: "2", ...ann, network_a: url("Ann1") }),
      parsedContact({ tempId: "3", ...ann, network_c: "ann" }),
      parsedContact({ tempId: "4", emails: [email("ada@x.example")], network_b: "ada.b" }),
    ];
    const shown = await preview(accountId, "vcard", rows);
    expect(about(shown)).toEqual([
      [first?.contactId, "email", "duplicate_profile_differs network_a"],
      [first?.contactId, "handle"],
      [first?.contactId, "email"],
      [accountId, "email", "duplicate_profile_differs network_b"],
    ]);
    expect(shown.flatMap(({ issues }) => issues).map(({ severity }) => severity)).toEqual(["warning", "warning"]);
    const results = await commit(accountId, "vcard", rows);
    expect(results.map(({ contactId }) => contactId)).toEqual(shown.map(({ duplicateOf }) => duplicateOf?.contactId));
    expect(results[0]?.differing).toEqual(["network_a"]);
  });

  it("may be the hundredth of an address, or have its website only, to preview and commit", async () => {
    const accountId = await newAccount(store);
    const shared = { emails: [email("office@x.example")], website: "https://x.example" };
    const rows = Array.from({ length: 100 }, (_, index) =>
      parsedContact({ tempId: `t${index}`, firstName: `Person${index}`, ...shared }),
    );
    const ids = (await commit(accountId, "vcard", rows)).map(({ contactId }) => contactId);
    expect(new Set(ids).size).toBe(100);
    const given = [
      parsedContact({ tempId: "1", firstName: "Person99", emails: shared.emails, notes: "x" }),
      parsedContact({ tempId: "2", firstName: "Person98", website: "http://www.x.example/", notes: "x" }),
      parsedContact({ tempId: "3", firstName: "Nobody", website: "https://x.example" }),
    ];
    const shown = await preview(accountId, "network_b", given);
    expect(about(shown)).toEqual([
      [ids[99], "email"],
      [ids[98], "handle"],
      [undefined, undefined],
    ]);
    expect(await commit(accountId, "network_b", given)).toMatchObject([
      { status: "updated", contactId: ids[99] },
      { status: "updated", contactId: ids[98] },
      { status: "imported" },
    ]);
  });
});

describe("a commit of a moment ago", () => {
  it("is known to a preview, although reading at half the price does not show it yet", async () => {
    const accountId = await accountOf(store, { firstName: "Ada", emails: [email("ada@x.example")] });
    const row = parsedContact({ tempId: "a", firstName: "Ann", emails: [email("ann@x.example")] });
    const [result] = await commit(accountId, "vcard", [row]);
    const late = new Proxy(store.client, {
      get: (target, name) => {
        if (name !== "send") return Reflect.get(target, name);
        return (command: { input: BatchGetCommandInput }) => {
          const [asked] = Object.values(command.input.RequestItems ?? {});
          return asked?.ConsistentRead === false ? { Responses: {} } : target.send(command as never);
        };
      },
    });
    const rows = await previewRows({ ...store, client: late }, accountId, "network_b", [
      { ...row, notes: "x" },
      parsedContact({ tempId: "b", emails: [email("ada@x.example")] }),
    ]);
    expect(about(rows)).toEqual([
      [result?.contactId, "email"],
      [accountId, "email"],
    ]);
  });
});

describe("the own card", () => {
  it("is known by its profile, or by its address and name, and never to others of that address", async () => {
    const accountId = await accountOf(store, {
      firstName: "Ada",
      network_b: "ada.l",
      emails: [email("ada@x.example")],
    });
    const rows = await preview(accountId, "vcard", [
      parsedContact({ tempId: "1", firstName: "Countess", network_b: "Ada.L" }),
      parsedContact({ tempId: "2", emails: [email("ADA@x.example")] }),
      parsedContact({ tempId: "3", firstName: "Bob", emails: [email("ada@x.example")] }),
    ]);
    expect(about(rows)).toEqual([
      [accountId, "handle", "duplicate_values_differ firstName"],
      [accountId, "email"],
      [undefined, undefined],
    ]);
  });
});

describe("names", () => {
  it("are read once for a whole file, at half the price, and only where an address is shared", async () => {
    const accountId = await newAccount(store);
    const rows = Array.from({ length: 20 }, (_, index) =>
      parsedContact({ tempId: `t${index}`, firstName: `Person${index}`, emails: [email("office@x.example")] }),
    );
    await commit(accountId, "vcard", rows);
    const unitsOf = async (given: readonly ParsedContact[]) =>
      meterCapacity(async (units) => {
        await preview(accountId, "network_b", given);
        return units.readUnits;
      });
    const file = (address: string) =>
      Array.from({ length: 1000 }, (_, index) =>
        parsedContact({ tempId: `n${index}`, firstName: `Stranger${index}`, emails: [email(address)] }),
      );
    expect((await unitsOf(file("office@x.example"))) - (await unitsOf(file("none@x.example")))).toBeLessThanOrEqual(10);
  });
});
