import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CommitParts } from "../../../functions/imports/commit/commit.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import { findContactIds, findManyContactIds, readLookupsOfKind } from "../../../shared/contact/store/lookups.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { prefixQuery } from "../../../shared/platform/dynamodb/query.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { commit as commitInto, email, contactsOf as listOf, phone } from "../../support/import/imported-cards.ts";
import { newAccount, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const commit = (accountId: string, rows: readonly object[], parts: Partial<CommitParts> = {}) =>
  commitInto(store, accountId, rows, parts);
const contactsOf = (accountId: string) => listOf(store, accountId);

async function itemsOf(accountId: string, prefix: string): Promise<Record<string, unknown>[]> {
  const { Items = [], LastEvaluatedKey } = await store.client.send(
    new QueryCommand({
      TableName: store.tableName,
      ...prefixQuery(accountId, prefix),
    }),
  );
  expect(LastEvaluatedKey).toBeUndefined();
  return Items;
}

function people(count: number, fields: (index: number) => Partial<ParsedContact> = () => ({})): ParsedContact[] {
  return Array.from({ length: count }, (_, index) =>
    parsedContact({ tempId: `row${index}`, firstName: `Person${index}`, ...fields(index) }),
  );
}

/** 25 of these have more lookups than a transaction holds. */
const fullestRow = (n: number) => ({
  emails: Array.from({ length: 10 }, (_, index) => email(`${n}x${index}@example.com`)),
});

/** The store of a process in which something happens to its transactions. */
function storeWith(onTransaction: (send: () => Promise<unknown>, count: number) => Promise<unknown>): Store {
  let count = 0;
  const client = new Proxy(store.client, {
    get: (target, name) => {
      if (name !== "send") return Reflect.get(target, name);
      return (command: never) => {
        const send = () => target.send(command);
        return (command as unknown) instanceof TransactWriteCommand ? onTransaction(send, ++count) : send();
      };
    },
  });
  return { client, tableName: store.tableName };
}

describe("an account that is full", () => {
  /** As if it had so many contacts already. */
  async function accountWith(contactCount: number): Promise<string> {
    const accountId = await newAccount(store);
    const plan = (head: AccountHead) => ({ actions: [], head: { ...head, contactCount }, result: undefined });
    await writeAccount(store, accountId, plan);
    return accountId;
  }

  it("takes no contact beyond 100,000, and still updates those that it has", async () => {
    const accountId = await accountWith(99_997);
    const { create } = contactCalls(store, accountId);
    const known = { firstName: "Ann", emails: [email("ann@example.com")] };
    await create(known);
    const row = parsedContact({ ...known, tempId: "ann", headline: "Pilot" });
    const { results } = await commit(accountId, [...people(3), row]);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ["imported", undefined],
      ["imported", undefined],
      ["skipped", "contact_limit_reached"],
      ["updated", undefined],
    ]);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(100_000);
    await expect(create({ firstName: "Bo" })).rejects.toMatchObject({ code: "contact_limit_reached" });
    await contactCalls(store, accountId).remove((await contactsOf(accountId))[0]?.id ?? "");
    expect((await create({ firstName: "Bo" })).status).toBe(201);
  });

  it("skips what its storage does not take, row by row, and keeps what came before", async () => {
    const accountId = await newAccount(store);
    const full = storeWith((send, count) => {
      if (count === 1) return send();
      const CancellationReasons = [{ Code: "ItemCollectionSizeLimitExceeded" }];
      throw new TransactionCanceledException({ message: "full", $metadata: {}, CancellationReasons });
    });
    const faulty = { tempId: "faulty", firstName: "" };
    const { results, txid } = await commit(accountId, [...people(25, fullestRow), faulty], { store: full });
    const written = results.filter(({ status }) => status === "imported").length;
    expect(written).toBeGreaterThan(0);
    expect(results.slice(written).map(({ code }) => code)).toEqual([
      ...Array(25 - written).fill("storage_limit_reached"),
      "validation_error",
    ]);
    const head = await getAccountHead(store, accountId);
    expect([head.contactCount, String(head.txid)]).toEqual([written, txid]);
  });
});

describe("a commit", () => {
  it("makes contacts of new people, counts them, and moves the head once where one transaction holds them", async () => {
    const accountId = await newAccount(store);
    const before = await getAccountHead(store, accountId);
    const { results, txid } = await commit(
      accountId,
      people(25, (index) => ({ emails: [email(`person${index}@example.com`)] })),
    );
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => "imported"));
    const head = await getAccountHead(store, accountId);
    expect(head.contactCount).toBe(25);
    expect(head.contactsByYear).toEqual({ "2026": 25 });
    expect(head.txid - before.txid).toBe(1);
    expect(txid).toBe(String(head.txid));
    const contacts = await contactsOf(accountId);
    expect(contacts.map(({ firstName }) => firstName).sort()).toEqual(
      people(25)
        .map(({ firstName }) => firstName)
        .sort(),
    );
    expect(new Set(results.map(({ contactId }) => contactId))).toEqual(new Set(contacts.map(({ id }) => id)));
  });

  it("sent again writes nothing", async () => {
    const accountId = await newAccount(store);
    const rows = people(5);
    const first = await commit(accountId, rows);
    const second = await commit(accountId, rows);
    expect(second.results).toEqual(
      first.results.map(({ tempId, contactId }) => ({
        tempId,
        contactId,
        status: "skipped",
        code: "already_imported",
      })),
    );
    expect(second.txid).toBe(first.txid);
    expect(await contactsOf(accountId)).toHaveLength(5);
  });

  it("knows a row again in other batches, and twice in one", async () => {
    const accountId = await newAccount(store);
    const [a, b, c] = people(3) as [ParsedContact, ParsedContact, ParsedContact];
    await commit(accountId, [a, b]);
    const { results } = await commit(accountId, [c, b, c]);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ["imported", undefined],
      ["skipped", "already_imported"],
      ["skipped", "already_imported"],
    ]);
    expect(await contactsOf(accountId)).toHaveLength(3);
  });

  it("makes one contact of rows that are equal in everything, in any order, batches and side by side", async () => {
    const first = "abcdefghijklmnopqrst-_";
    const rows = [first, `${first}.1`, `${first}.2`].map((tempId) => parsedContact({ tempId }));
    const [a, b, c] = rows as [ParsedContact, ParsedContact, ParsedContact];
    const ways: ((accountId: string) => Promise<unknown>)[] = [
      (accountId) => commit(accountId, [a, b, c]),
      (accountId) => commit(accountId, [c, a, b]),
      async (accountId) => {
        for (const row of [b, a, c]) await commit(accountId, [row]);
      },
      (accountId) => Promise.all([[c, b], [a], [b], [a, c]].map((batch) => commit(accountId, batch))),
    ];
    for (const way of ways) {
      const accountId = await newAccount(store);
      await way(accountId);
      const { results } = await commit(accountId, rows);
      expect(results.map(({ code }) => code)).toEqual(rows.map(() => "already_imported"));
      expect(await contactsOf(accountId)).toMatchObject([
        { importedRows: [`vcard#${first}`], createdByRow: `vcard#${first}` },
      ]);
    }
  });

  it("splits what one transaction can't hold, and loses no row to it", async () => {
    const accountId = await newAccount(store);
    const rows = people(25, fullestRow);
    let transactions = 0;
    const counting = storeWith((send, count) => {
      transactions = count;
      return send();
    });
    const { results } = await commit(accountId, rows, { store: counting });
    expect(results.every(({ status }) => status === "imported")).toBe(true);
    expect(transactions).toBeGreaterThan(1);
    expect(transactions).toBeLessThanOrEqual(7);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(25);
  });

  it("skips a faulty row with its code, and that costs no other", async () => {
    const accountId = await newAccount(store);
    const date = { type: "birthday", note: "", notifyDaysBefore: null } as const;
    const { results } = await commit(accountId, [
      parsedContact({ tempId: "a" }),
      parsedContact({ tempId: "b", firstName: "" }),
      { ...parsedContact({ tempId: "c" }), emails: "none" },
      parsedContact({ tempId: "d", latitude: 1 }),
      parsedContact({
        tempId: "e",
        importantDates: [
          { ...date, date: "2000-01-01" },
          { ...date, date: "2001-01-01" },
        ],
      }),
      parsedContact({ tempId: "f", firstName: "Grace" }),
      { tempId: "g" },
      { tempId: "h", firstName: "Joan", groups: ["\u0000"] },
    ]);
    expect(results.map(({ tempId, status, code }) => [tempId, status, code])).toEqual([
      ["a", "imported", undefined],
      ["b", "skipped", "validation_error"],
      ["c", "skipped", "validation_error"],
      ["d", "skipped", "contact_location_incomplete"],
      ["e", "skipped", "important_date_duplicate"],
      ["f", "imported", undefined],
      ["g", "skipped", "validation_error"],
      ["h", "skipped", "validation_error"],
    ]);
    expect(await contactsOf(accountId)).toHaveLength(2);
  });

  it("of faulty rows alone writes nothing", async () => {
    const accountId = await newAccount(store);
    const { results, txid } = await commit(accountId, [{ tempId: "a" }]);
    const details = [{ path: "body.firstName", message: "Is required." }];
    expect(results).toEqual([{ tempId: "a", status: "skipped", code: "validation_error", details }]);
    expect(txid).toBe("1");
  });
});

describe("a row about a known person", () => {
  it.each([
    ["a handle, whatever the names", { network_b: "Ada.L" }, { firstName: "Countess", network_b: "@ada.l" }, true],
    [
      "an e-mail address and the name",
      { emails: [email("ada@x.example")] },
      { emails: [email("ADA@X.example")] },
      true,
    ],
    ["a website and the name", { website: "x.example" }, { website: "https://www.x.example/" }, true],
    [
      "the national spelling of its number and the name",
      { phones: [phone("+36", "12345678")] },
      { phones: [phone("", "0612345678")] },
      true,
    ],
    [
      "its number in another country and the name",
      { phones: [phone("+44", "2079460018")] },
      { phones: [phone("+49", "2079460018")] },
      false,
    ],
    ["a website alone", { website: "x.example" }, { firstName: "Bob", website: "x.example" }, false],
  ])("by %s: updates it: %s", async (_case, stored, given, expected) => {
    const accountId = await newAccount(store);
    const { results: created } = await commit(accountId, [parsedContact({ tempId: "old", ...stored })]);
    const { results } = await commit(accountId, [parsedContact({ tempId: "new", headline: "Countess", ...given })]);
    expect(results[0]?.status).toBe(expected ? "updated" : "imported");
    expect(results[0]?.contactId === created[0]?.contactId).toBe(expected);
    expect(await contactsOf(accountId)).toHaveLength(expected ? 1 : 2);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(expected ? 1 : 2);
  });

  it("changes nothing when it says nothing new, and is remembered all the same", async () => {
    const accountId = await newAccount(store);
    await commit(accountId, [parsedContact({ tempId: "old", network_b: "ada" })]);
    const [before] = await contactsOf(accountId);
    const again = [parsedContact({ tempId: "new", network_b: "ada" })];
    expect((await commit(accountId, again)).results).toMatchObject([{ status: "skipped", code: "unchanged" }]);
    expect((await commit(accountId, again)).results).toMatchObject([{ status: "skipped", code: "already_imported" }]);
    const [after] = await contactsOf(accountId);
    expect({ ...after, importedRows: [], version: 0 }).toEqual({ ...before, importedRows: [], version: 0 });
  });

  it("in the same commit meets the contact that an earlier row became", async () => {
    const accountId = await newAccount(store);
    const { results } = await commit(accountId, [
      parsedContact({ tempId: "a", lastName: "Byron", emails: [email("ada@x.example")] }),
      parsedContact({ tempId: "b", lastName: "Byron", emails: [email("ada@x.example"), email("ada@y.example")] }),
      parsedContact({ tempId: "c", lastName: "Byron", emails: [email("ada@y.example")], headline: "Countess" }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["imported", "updated", "updated"]);
    expect(await contactsOf(accountId)).toMatchObject([
      {
        headline: "Countess",
        emails: [{ value: "ada@x.example" }, { value: "ada@y.example" }],
        importedRows: { length: 3 },
      },
    ]);
  });

  it("in the same commit meets it by any spelling of its number, but of another country's", async () => {
    const accountId = await newAccount(store);
    const { results } = await commit(accountId, [
      parsedContact({ tempId: "a", phones: [phone("", "02079460018")] }),
      parsedContact({ tempId: "b", phones: [phone("+44", "2079460018")], headline: "Countess" }),
      parsedContact({ tempId: "c", phones: [phone("+36", "12345678")], lastName: "Byron" }),
      parsedContact({ tempId: "d", phones: [phone("", "0612345678")], lastName: "Byron", notes: "x" }),
      parsedContact({ tempId: "e", phones: [phone("+49", "12345678")], lastName: "Byron" }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["imported", "updated", "imported", "updated", "imported"]);
    expect(await contactsOf(accountId)).toMatchObject([
      { headline: "Countess", phones: [{ prefix: "", value: "02079460018" }] },
      { notes: "x", phones: [{ prefix: "+36", value: "12345678" }] },
      { phones: [{ prefix: "+49", value: "12345678" }] },
    ]);
  });

  it("whose lists had no room tells so whenever it is sent again, and is taken when there is room", async () => {
    const accountId = await newAccount(store);
    const emails = (from: number) => Array.from({ length: 10 }, (_, at) => email(`ada${from + at}@x.example`));
    await commit(accountId, [parsedContact({ tempId: "a", network_b: "ada", emails: emails(0) })]);
    const row = parsedContact({ tempId: "b", network_b: "ada", headline: "x", emails: [email("new@x.example")] });
    const first = await commit(accountId, [row]);
    const again = await commit(accountId, [row, row]);
    expect([...first.results, ...again.results]).toMatchObject([
      { status: "updated", code: "limits_reached" },
      { status: "skipped", code: "limits_reached" },
      { status: "skipped", code: "limits_reached" },
    ]);
    expect(again.txid).toBe(first.txid);
    const [ada] = await contactsOf(accountId);
    await contactCalls(store, accountId).patch(ada?.id ?? "", { emails: emails(0).slice(1) });
    expect((await commit(accountId, [row])).results).toMatchObject([{ status: "updated" }]);
    expect((await contactsOf(accountId))[0]?.emails.at(-1)?.value).toBe("new@x.example");
    expect((await commit(accountId, [row])).results).toMatchObject([{ status: "skipped", code: "already_imported" }]);
    expect(await contactsOf(accountId)).toHaveLength(1);
  });

  it("tells which of its fields were left out for what the contact has, and of no other row", async () => {
    const accountId = await newAccount(store);
    const first = await commit(accountId, [parsedContact({ tempId: "a", network_b: "ada", headline: "Countess" })]);
    const { results } = await commit(accountId, [
      parsedContact({ tempId: "b", network_b: "ada", headline: "Engineer", notes: "New" }),
      parsedContact({ tempId: "c", network_b: "ada", headline: "Baroness" }),
      parsedContact({ tempId: "d", network_b: "ada" }),
      parsedContact({ tempId: "a", network_b: "ada", headline: "Duchess" }),
    ]);
    expect([...first.results, ...results].map(({ status, code, differing }) => [status, code, differing])).toEqual([
      ["imported", undefined, undefined],
      ["updated", undefined, ["headline"]],
      ["skipped", "unchanged", ["headline"]],
      ["skipped", "unchanged", undefined],
      ["skipped", "already_imported", undefined],
    ]);
    expect(await contactsOf(accountId)).toMatchObject([{ headline: "Countess", notes: "New" }]);
  });

  it("of another account is nobody here", async () => {
    const [mine, theirs] = [await newAccount(store), await newAccount(store)];
    const rows = [parsedContact({ tempId: "a", network_b: "ada" })];
    await commit(theirs, rows);
    expect((await commit(mine, rows)).results).toMatchObject([{ status: "imported" }]);
  });

  it("is told by its mark when it created the contact, whatever is done with the contact later", async () => {
    const accountId = await newAccount(store);
    await commit(accountId, [
      parsedContact({ tempId: "a", network_b: "ada" }),
      parsedContact({ tempId: "b", network_b: "ada" }),
    ]);
    await commit(accountId, [
      parsedContact({ tempId: "c", network_b: "ada", headline: "Countess" }),
      parsedContact({ tempId: "d", firstName: "Grace" }),
    ]);
    const calls = contactCalls(store, accountId);
    const [ada, grace] = await contactsOf(accountId);
    for (const { id } of [ada, grace] as ContactRecord[]) await calls.patch(id, { notes: "x", network_b: "other" });
    const created = (await itemsOf(accountId, "R#")).filter((mark) => mark.created);
    expect(created.map(({ sk, id }) => [sk, id])).toEqual([
      ["R#vcard#a", ada?.id],
      ["R#vcard#d", grace?.id],
    ]);
    await calls.create({ firstName: "Joan", network_b: "joan" });
    await commit(accountId, [parsedContact({ tempId: "e", firstName: "Joan", network_b: "joan" })]);
    expect((await itemsOf(accountId, "R#")).filter((mark) => mark.created)).toHaveLength(2);
  });
});

describe("commits beside each other and in trouble", () => {
  it("of the same 25 rows make 25 contacts", async () => {
    const accountId = await newAccount(store);
    const rows = people(25, (index) => ({ network_b: `person${index}` }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => commit(accountId, rows)));
    const imported = answers.flatMap(({ results }) => results.filter(({ status }) => status === "imported"));
    expect(imported.map(({ tempId }) => tempId).sort()).toEqual(rows.map(({ tempId }) => tempId).sort());
    expect(await contactsOf(accountId)).toHaveLength(25);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(25);
  });

  it("in two processes, one of which is overtaken between its reads and its write, make 25 contacts", async () => {
    const accountId = await newAccount(store);
    const rows = people(25, (index) => ({ network_b: `person${index}` }));
    // A second copy of the module knows nothing of the first one's queue, as another process does not.
    vi.resetModules();
    const rival = await import("../../support/import/imported-cards.ts");
    const overtaken = storeWith(async (send, count) => {
      if (count === 1) {
        await rival.commit(store, accountId, rows.slice(0, 10));
      }
      return send();
    });
    const { results } = await commit(accountId, rows, { store: overtaken });
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => "skipped"),
      ...Array.from({ length: 15 }, () => "imported"),
    ]);
    expect(await contactsOf(accountId)).toHaveLength(25);
  });

  it("that crash between two transactions are finished by being sent again", async () => {
    const accountId = await newAccount(store);
    const rows = people(25, fullestRow);
    const crashing = storeWith((send, count) => (count === 2 ? Promise.reject(new Error("crash")) : send()));
    await expect(commit(accountId, rows, { store: crashing })).rejects.toThrow("crash");
    const half = await contactsOf(accountId);
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(25);
    expect(half.every(({ emails, importedRows }) => emails.length === 10 && importedRows.length === 1)).toBe(true);
    const { results } = await commit(accountId, rows);
    expect(results.filter(({ status }) => status === "imported")).toHaveLength(25 - half.length);
    expect(await contactsOf(accountId)).toHaveLength(25);
  });

  it("whose answer is lost after the write are known when they are sent again", async () => {
    const accountId = await newAccount(store);
    const rows = people(3);
    const losing = storeWith(async (send) => {
      await send();
      throw new Error("connection lost");
    });
    await expect(commit(accountId, rows, { store: losing })).rejects.toThrow("connection lost");
    const { results } = await commit(accountId, rows);
    expect(results.map(({ code }) => code)).toEqual(["already_imported", "already_imported", "already_imported"]);
    expect(await contactsOf(accountId)).toHaveLength(3);
  });
});

describe("finding many contacts at once", () => {
  it("gives the same by single queries as by reading whole ranges", async () => {
    const accountId = await newAccount(store);
    const website = (index: number) => `https://example.com/${index % 3 === 0 ? "" : `#${index}`}`;
    const rows = people(20, (index) => ({
      website: website(index),
      emails: [email(`shared${index % 4}@example.com`), email(`own${index}@example.com`)],
      phones: [phone(["+44", "", "+1", "+44"][index % 4] ?? "", `${index % 4 === 1 ? "0" : ""}207946001${index >> 3}`)],
    }));
    await commit(accountId, rows);
    const lookups: Lookup[] = [
      ...Array.from({ length: 22 }, (_, index): Lookup => ({ kind: "email", value: `own${index}@example.com` })),
      ...Array.from({ length: 5 }, (_, index): Lookup => ({ kind: "email", value: `shared${index}@example.com` })),
      { kind: "handle", platform: "website", value: "example.com" },
      { kind: "handle", platform: "website", value: "example.com/#1" },
      { kind: "handle", platform: "network_b", value: "nobody" },
      ...["+442079460018", "+442079460010", "02079460010", "+12079460011", "442079460011", "+492079460012"].map(
        (value): Lookup => ({ kind: "phone", value }),
      ),
    ];
    const byRange = await findManyContactIds(store, accountId, lookups, 20);
    const byQuery = await findManyContactIds(store, accountId, lookups, 1_000_000);
    expect(lookups.map((lookup) => byRange(lookup))).toEqual(lookups.map((lookup) => byQuery(lookup)));
    expect(lookups.flatMap((lookup) => byQuery(lookup)).length).toBeGreaterThan(40);
    for (const lookup of lookups) {
      const [alone, amongKind] = await Promise.all([
        findContactIds(store, accountId, lookup),
        readLookupsOfKind(store, accountId, lookup),
      ]);
      expect(byQuery(lookup)).toEqual(alone);
      expect(amongKind(lookup)).toEqual(alone);
    }
    // Of eight, four have the number with +44, two nationally, as it is dialled in Germany too, and two with +1.
    const counts = lookups.slice(-6).map((lookup) => byQuery(lookup).length);
    expect(counts).toEqual([0, 6, 6, 2, 4, 1]);
    const none = await findManyContactIds(store, randomUUID(), lookups, 20);
    expect(lookups.flatMap((lookup) => none(lookup))).toEqual([]);
  });

  it("gives the hundred oldest of those who share a number in two spellings", async () => {
    const accountId = await newAccount(store);
    const rows = people(120, (index) => ({
      phones: [index % 2 === 0 ? phone("+44", "2079460018") : phone("", "02079460018")],
    }));
    for (let at = 0; at < rows.length; at += 24) await commit(accountId, rows.slice(at, at + 24));
    const ids = (await contactsOf(accountId)).map(({ id }) => id);
    const lookup: Lookup = { kind: "phone", value: "+442079460018" };
    const found = (await readLookupsOfKind(store, accountId, lookup))(lookup);
    expect(found).toEqual(ids.slice(0, 100));
  });

  it("costs a unit for each number, whatever its spelling, and one for several that end alike", async () => {
    const accountId = await newAccount(store);
    const spelled = (at: number) => phone(at % 2 === 0 ? "+44" : "", `${at % 2 === 0 ? "" : "0"}20794600${10 + at}`);
    await commit(
      accountId,
      people(20, (index) => ({ phones: [spelled(index)] })),
    );
    const asked = (values: readonly string[]) =>
      meterCapacity(async (units) => {
        const lookups = values.map((value): Lookup => ({ kind: "phone", value }));
        const find = await findManyContactIds(store, accountId, lookups, 1_000_000);
        return { found: lookups.map((lookup) => find(lookup).length), readUnits: units.readUnits };
      });
    expect(await asked(["+442079460010", "+442079460011"])).toEqual({ found: [1, 1], readUnits: 2 });
    const alike = ["+442079460010", "02079460010", "442079460010", "+12079460010"];
    expect(await asked(alike)).toEqual({ found: [1, 1, 1, 0], readUnits: 1 });
  });
});
