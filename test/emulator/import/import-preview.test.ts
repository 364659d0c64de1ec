/** What the preview of a file says of people whom the account knows, and what it costs. */
import type { BatchGetCommandInput } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { queryItems } from "../../../shared/platform/dynamodb/query.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { commitParsed, email, phone } from "../../support/import/imported-cards.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { previewRows } from "../../support/import/previews.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

type Row = Partial<ParsedContact>;

/** The ids of the contacts that these rows become. */
async function commit(accountId: string, rows: readonly Row[]): Promise<string[]> {
  const results = await commitParsed(store, accountId, "vcard", rows.map(rowOf));
  return results.map(({ contactId = "" }) => contactId);
}

const rowOf = (fields: Row, index: number) => parsedContact({ tempId: `t${index}`, ...fields });

const preview = (accountId: string, rows: readonly Row[], from = store) =>
  previewRows(from, accountId, "network_b", rows.map(rowOf));

const metered = <Result>(read: () => Promise<Result>) =>
  meterCapacity(async (units) => ({ rows: await read(), readUnits: units.readUnits }));
const meteredPreview = (accountId: string, rows: readonly Row[]) => metered(() => preview(accountId, rows));

const issuesOf = ({ issues }: ParsedContact) => issues.map(({ code, field }) => `${code} ${field}`);
const about = (rows: readonly ParsedContact[]) =>
  rows.map((row) => [row.duplicateOf?.contactId, row.duplicateOf?.matchedOn, ...issuesOf(row)]);
const nobody = [undefined, undefined];

const peopleCount = 200;

/** Has an e-mail address, a phone number (from 100 on without a country), a profile, and the website of all. */
function person(number: number, fields: Row = {}): Row {
  const [prefix, start] = number < 100 ? ["+44", "20"] : ["", "020"];
  return {
    firstName: `Person${number}`,
    emails: [email(`Person${number}@x.example`)],
    phones: [phone(prefix, `${start}7946${String(number).padStart(4, "0")}`)],
    network_b: `person.${number}`,
    website: "https://x.example",
    ...fields,
  };
}

const bare = { emails: [], phones: [], network_b: null, website: null };

describe("rows about the contacts of a large account", () => {
  let accountId: string;
  let ids: string[];
  beforeAll(async () => {
    accountId = await newAccount(store);
    ids = await commit(
      accountId,
      Array.from({ length: peopleCount }, (_, number) => person(number)),
    );
  });

  it("are recognised by profile, e-mail address and number, in this order, and by no website that others have, too", async () => {
    const rows = await preview(accountId, [
      person(7),
      person(7, { website: null, network_b: "somebody.else" }),
      person(7, { website: null, network_b: null, emails: [] }),
      person(7, bare),
      person(9, { ...bare, emails: [email("PERSON9@x.example")] }),
      person(7, { ...bare, network_b: "Person.8" }),
      person(7, { ...bare, website: "http://www.x.example/" }),
      person(999, { ...bare, website: "https://x.example" }),
    ]);
    expect(about(rows)).toEqual([
      [ids[7], "handle"],
      [ids[7], "email", "duplicate_profile_differs network_b"],
      [ids[7], "phone"],
      nobody,
      [ids[9], "email"],
      [ids[8], "handle"],
      nobody,
      nobody,
    ]);
  });

  it("keep their order and all their values, whether contacts are read one by one or all at once", async () => {
    const given = Array.from({ length: 600 }, (_, index) => person(index * 2, { tempId: `t${index}`, notes: "n" }));
    const rows = await preview(accountId, given);
    const [first, middle] = [rows.slice(0, 3), rows.slice(300, 303)];
    expect(await preview(accountId, given.slice(0, 3))).toEqual(first);
    expect(await preview(accountId, given.slice(300, 303))).toEqual(middle);
    expect(about(rows)).toEqual(
      given.map((_, index) => (index < peopleCount / 2 ? [ids[index * 2], "handle"] : nobody)),
    );
    expect(rows.map((row) => ({ ...row, alreadyExists: false, duplicateOf: null }))).toEqual(given.map(rowOf));
  });

  it("are recognised by a number in national spelling, in the file or the contact, but not with another country", async () => {
    const called = (number: number, prefix: string, value: string) =>
      person(number, { ...bare, tempId: prefix + value, phones: [phone(prefix, value)] });
    const given = [
      called(7, "", "02079460007"),
      called(7, "", "442079460007"),
      called(7, "+49", "2079460007"),
      called(107, "+44", "2079460107"),
      called(107, "+1", "2079460107"),
    ];
    const rows = await preview(accountId, given);
    expect(about(rows)).toEqual([[ids[7], "phone"], [ids[7], "phone"], nobody, [ids[107], "phone"], nobody]);
    const others = Array.from({ length: 100 }, (_, number) => person(number));
    expect((await preview(accountId, [...others, ...given])).slice(others.length)).toEqual(rows);
  });

  it("cost a query for each value while there are few, then one read of all lookups", async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, number) => person(number));
    const five = await meteredPreview(accountId, rows(5));
    // The own contact, the head, four queries a row, and all who share the website, at least 20 of them in a unit.
    expect(five.readUnits).toBeLessThanOrEqual(1 + 1 + 5 * 4 + peopleCount / 20);
    const thousand = await meteredPreview(accountId, rows(1000));
    // 27 lookups in a unit, of which each contact has four, and as many marks; four contacts in a unit.
    expect(thousand.readUnits).toBeLessThanOrEqual(2 + (peopleCount * 5) / 20 + peopleCount / 4);
  });

  it("cost a read for each mark and UID of our form while there are few, and never more than the whole account", async () => {
    const uid = (index: number) => `0195561e-5a00-7000-8000-${String(index).padStart(12, "0")}`;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => rowOf({ tempId: `uid${index}`, uid: uid(index) }, index));
    const cards = (count: number) => metered(() => previewRows(store, accountId, "vcard", rows(count)));
    const whole = await metered(async () => {
      const ExpressionAttributeValues = { ":pk": accountPartition(accountId) };
      const all = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues, ConsistentRead: true };
      for await (const _item of queryItems(store, all));
    });
    // The own contact, the head, and of each row its mark, the mark of its UID, and the contact that may have the UID.
    expect((await cards(5)).readUnits).toBeLessThanOrEqual(1 + 1 + 5 * 3);
    const thousand = await cards(1000);
    expect(thousand.readUnits).toBeLessThanOrEqual(whole.readUnits);
    expect(thousand.rows.some(({ alreadyExists }) => alreadyExists)).toBe(false);
  });
});

it("rows match no contact in an account without contacts, and cost the reads of the head and the own contact", async () => {
  const { rows, readUnits } = await meteredPreview(await newAccount(store), [person(1)]);
  expect(rows).toEqual([rowOf(person(1), 0)]);
  expect(readUnits).toBeLessThanOrEqual(2);
});

// With many other contacts in the account, reading single keys is cheaper than reading all.
describe.each([
  ["read one by one", 150],
  ["found among all", 0],
])("contacts that are %s", (_way, crowd) => {
  const others = Array.from({ length: crowd }, (_, index) => ({ tempId: `other${index}`, firstName: `Other${index}` }));

  it("are distinguished by their names when they share a value, and the oldest is named when none agrees", async () => {
    const accountId = await newAccount(store);
    const home = { emails: [email("home@x.example")] };
    const [ann, bob, eve] = await commit(accountId, [
      { firstName: "Ann", lastName: "Smith", ...home },
      { firstName: "Bob", lastName: "Smith", ...home },
      { firstName: "Eve", lastName: "Jones", phones: [phone("+44", "2079460018")] },
      ...others,
    ]);
    const rows = await preview(accountId, [
      { firstName: "Bob", emails: [email("HOME@x.example")] },
      { firstName: "Smith, Ann", ...home },
      { firstName: "Eve", ...home, phones: [phone("+44", "2079460018")] },
      { firstName: "Carl", ...home },
      { firstName: "Carl", phones: [phone("+44", "2079460018")] },
      { firstName: "Carl" },
    ]);
    expect(about(rows)).toEqual([
      [bob, "email"],
      [ann, "email"],
      [eve, "phone"],
      [...nobody, "duplicate_name_differs emails"],
      [...nobody, "duplicate_name_differs phones"],
      nobody,
    ]);
    expect(rows.map(({ alreadyExists }) => alreadyExists)).toEqual([true, true, true, false, false, false]);
    const issues = rows.flatMap((row) => row.issues);
    expect(issues).toMatchObject([{ severity: "info" }, { severity: "info" }]);
    expect(issues[0]?.message).toContain(`${ann}, "Ann Smith"`);
    expect(issues[1]?.message).toContain(`${eve}, "Eve Jones"`);
  });

  it("are found by a row of the same source that was committed, whatever else it says", async () => {
    const accountId = await newAccount(store);
    const handle = { network_b: "ada.l" };
    const grace = { tempId: "b", firstName: "Grace", ...handle };
    const [ada, second] = await commit(accountId, [{ tempId: "a" }, grace, ...others]);
    const rows = [{ tempId: "a" }, { tempId: "a", ...handle }, { ...grace, tempId: "d" }, { tempId: "c" }].map(rowOf);
    expect(about(await previewRows(store, accountId, "vcard", rows))).toEqual([
      [ada, "import"],
      [ada, "import"],
      [second, "handle"],
      nobody,
    ]);
    expect(about(await preview(accountId, rows.slice(0, 1)))).toEqual([nobody]);
  });
});

it("a committed row leads to its contact until that is deleted, even if another has its address", async () => {
  const accountId = await newAccount(store);
  const shared = { emails: [email("home@x.example")] };
  const rows = [
    { tempId: "a", firstName: "Ann", ...shared },
    { tempId: "b", firstName: "Bob", ...shared },
  ];
  const [, bob = ""] = await commit(accountId, rows);
  const again = () => previewRows(store, accountId, "vcard", rows.slice(1).map(rowOf));
  await contactCalls(store, accountId).patch(bob, { firstName: "Robert", emails: [] });
  expect(about(await again())).toEqual([[bob, "import"]]);
  await contactCalls(store, accountId).remove(bob);
  expect(about(await again())).toEqual([[...nobody, "duplicate_name_differs emails"]]);
});

describe("a contact that is found by name and address", () => {
  it("keeps its other profile, of which the preview warns, and so does the account's owner", async () => {
    const url = (name: string) => `https://www.linkedin.com/in/${name}`;
    const owner = { firstName: "Ada", network_b: "ada.l", emails: [email("ada@x.example")] };
    const accountId = await accountOf(store, owner);
    const ann = { firstName: "Ann", emails: [email("ann@x.example")] };
    const [first] = await commit(accountId, [{ ...ann, network_a: url("ann1") }]);
    const rows = await preview(accountId, [
      { ...ann, network_a: url("ann2") },
      { ...ann, network_a: url("Ann1") },
      { ...ann, network_c: "ann" },
      { ...owner, network_b: "ada.b" },
      { firstName: "Countess", network_b: "Ada.L" },
      { firstName: "Bob", emails: owner.emails },
    ]);
    expect(about(rows)).toEqual([
      [first, "email", "duplicate_profile_differs network_a"],
      [first, "handle"],
      [first, "email"],
      [accountId, "email", "duplicate_profile_differs network_b"],
      [accountId, "handle", "duplicate_values_differ firstName"],
      nobody,
    ]);
    expect(rows.flatMap(({ issues }) => issues).every(({ severity }) => severity === "warning")).toBe(true);
  });

  it("may be the hundredth with that address, for the preview and the commit", async () => {
    const accountId = await newAccount(store);
    const shared = { emails: [email("office@x.example")] };
    const colleagues = Array.from({ length: 100 }, (_, index) => ({ firstName: `Person${index}`, ...shared }));
    const ids = await commit(accountId, colleagues);
    expect(new Set(ids).size).toBe(100);
    const given = [{ tempId: "1", firstName: "Person99", emails: shared.emails, notes: "x" }];
    expect(about(await preview(accountId, given))).toEqual([[ids[99], "email"]]);
    expect(await commit(accountId, given)).toEqual([ids[99]]);
  });

  it("is read once for a whole file, at half the price", async () => {
    const accountId = await newAccount(store);
    const office = { emails: [email("office@x.example")] };
    await commit(
      accountId,
      Array.from({ length: 20 }, (_, index) => ({ firstName: `Person${index}`, ...office })),
    );
    const strangers = (address: string) =>
      Array.from({ length: 300 }, (_, index) => ({ firstName: `Stranger${index}`, emails: [email(address)] }));
    const shared = await meteredPreview(accountId, strangers("office@x.example"));
    const alone = await meteredPreview(accountId, strangers("none@x.example"));
    expect(shared.readUnits - alone.readUnits).toBeLessThanOrEqual(10);
  });
});

it("a contact of a moment ago is found, although reads at half the price do not find it yet", async () => {
  const accountId = await accountOf(store, { firstName: "Ada", emails: [email("ada@x.example")] });
  const ann = { firstName: "Ann", emails: [email("ann@x.example")] };
  const [id] = await commit(accountId, [ann]);
  const late = watchedStore(store, async (command, send) => {
    const [asked] = Object.values((command.input as BatchGetCommandInput).RequestItems ?? {});
    return asked?.ConsistentRead === false ? { Responses: {} } : send();
  });
  const rows = await preview(accountId, [ann, { emails: [email("ada@x.example")] }], late);
  expect(about(rows)).toEqual([
    [id, "email"],
    [accountId, "email"],
  ]);
});
