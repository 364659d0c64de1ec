/** What the preview of a file says of people whom the account knows, and that a commit then does just that. */
import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commitRows } from "../../shared/imports/commit.ts";
import { readCommitRow } from "../../shared/imports/commit-row.ts";
import { markExisting } from "../../shared/imports/existing.ts";
import type { ImportSource, ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls } from "../support/contact-calls.ts";
import { accountOf, newAccount, parsedContact } from "../support/imports.ts";
import { findNothing } from "../support/places.ts";
import { freshTable } from "../support/stack.ts";

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
  async function* contacts() {
    yield* given;
  }
  const rows: ParsedContact[] = [];
  for await (const row of markExisting(store, accountId, source, contacts())) rows.push(row);
  return rows;
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

  it("are told apart by their names, over all that the row says, and the oldest is named where none agrees", async () => {
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
      [ann, "email", "duplicate_name_differs emails"],
      [eve, "phone", "duplicate_name_differs phones"],
      [undefined, undefined],
    ]);
    expect(rows.map(({ alreadyExists }) => alreadyExists)).toEqual([true, true, true, true, true, false]);
    expect(rows.flatMap(({ issues }) => issues).map(({ severity }) => severity)).toEqual(["info", "info"]);
  });

  it("are met or made anew by a commit as the preview says", async () => {
    const given = ["Bob", "Carl", "Dora", "Eve", "Smith"].flatMap((firstName) => [
      parsedContact({ tempId: `${firstName}1`, firstName, emails: [email("home@x.example")], notes: "x" }),
      parsedContact({ tempId: `${firstName}2`, firstName, phones: [phone("2079460018")], notes: "x" }),
    ]);
    for (const row of given) {
      const [shown] = await preview(accountId, "vcard", [row]);
      const [done] = await commit(accountId, "vcard", [row]);
      const isNew = !shown?.alreadyExists || shown.issues.length > 0;
      expect([row.firstName, done?.status === "imported"]).toEqual([row.firstName, isNew]);
      if (!isNew) expect(done?.contactId).toBe(shown.duplicateOf?.contactId);
    }
  });
});

describe("a row that was committed before", () => {
  it.each([
    ["asked for one by one", 100],
    ["found among all", 0],
  ])("is known when nothing else tells of it, %s, and what it says goes first", async (_way, crowd) => {
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
      parsedContact({ tempId: "c" }),
    ];
    expect(about(await preview(accountId, "vcard", rows))).toEqual([
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
    expect(gone).toMatchObject({ alreadyExists: true, issues: [{ code: "duplicate_name_differs" }] });
  });
});

describe("a connection of another export", () => {
  it("is known by its day and name, if its profile is no other", async () => {
    const accountId = await newAccount(store);
    const connectedAt = "2019-05-04T00:00:00.000Z";
    const url = (name: string) => `https://www.linkedin.com/in/${name}`;
    const [plain, profiled] = (
      await commit(accountId, "network_a", [
        parsedContact({ tempId: "a", lastName: "Byron", connectedAt }),
        parsedContact({ tempId: "b", firstName: "Grace", connectedAt, network_a: url("grace") }),
      ])
    ).map(({ contactId }) => contactId);
    const rows = await preview(accountId, "network_a", [
      parsedContact({ tempId: "1", lastName: "Byron", connectedAt, network_a: url("ada") }),
      parsedContact({ tempId: "2", firstName: "Grace", connectedAt }),
      parsedContact({ tempId: "3", firstName: "Grace", connectedAt, network_a: url("another") }),
      parsedContact({ tempId: "4", firstName: "Grace", connectedAt: "2019-05-05T00:00:00.000Z" }),
    ]);
    expect(about(rows)).toEqual([
      [plain, "import"],
      [profiled, "import"],
      [undefined, undefined],
      [undefined, undefined],
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
      [accountId, "handle"],
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
