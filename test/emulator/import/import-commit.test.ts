import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import { findContactIds, findManyContactIds, readLookupsOfKind } from "../../../shared/contact/store/lookups.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { CommitParts } from "../../../shared/import-commit/commit.ts";
import type { CommitResult } from "../../../shared/import-commit/commit-result.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { commit as commitInto, email, contactsOf as listOf, phone } from "../../support/import/imported-cards.ts";
import { newAccount, newIndexes, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const commit = (accountId: string, rows: readonly object[], parts: Partial<CommitParts> = {}) =>
  commitInto(store, accountId, rows, parts);
const contactsOf = (accountId: string) => listOf(store, accountId);

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
  return watchedStore(store, ({ name }, send) =>
    name === "TransactWriteCommand" ? onTransaction(send, ++count) : send(),
  );
}

const outcomes = (results: readonly CommitResult[]) => results.map(({ status, code }) => code ?? status);

describe("an account that is full", () => {
  /** As if it had so many contacts already. */
  async function accountWith(contactCount: number): Promise<string> {
    const accountId = await newAccount(store);
    const plan = (head: AccountHead) => ({ actions: [], head: { ...head, contactCount }, result: undefined });
    await writeAccount(store, accountId, plan);
    return accountId;
  }

  it("gets no contact beyond 100,000, and still updates those that it has", async () => {
    const accountId = await accountWith(99_997);
    const { create } = contactCalls(store, accountId);
    const known = { firstName: "Ann", emails: [email("ann@example.com")] };
    await create(known);
    const row = parsedContact({ ...known, tempId: "ann", headline: "Pilot" });
    const { results } = await commit(accountId, [...people(3), row]);
    expect(outcomes(results)).toEqual(["imported", "imported", "contact_limit_reached", "updated"]);
    expect((await getAccountHead(store, accountId)).contactCount).toBe(100_000);
    await expect(create({ firstName: "Bo" })).rejects.toMatchObject({ code: "contact_limit_reached" });
    await contactCalls(store, accountId).remove((await contactsOf(accountId))[0]?.id ?? "");
    expect((await create({ firstName: "Bo" })).status).toBe(201);
  });

  it("skips the rows that its storage refuses, and keeps those before", async () => {
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
    expect(outcomes(results.slice(written))).toEqual([
      ...Array(25 - written).fill("storage_limit_reached"),
      "validation_error",
    ]);
    const head = await getAccountHead(store, accountId);
    expect([head.contactCount, String(head.txid)]).toEqual([written, txid]);
  });
});

describe("a commit", () => {
  it("creates contacts for new people in one transaction, and writes nothing when it is sent again", async () => {
    const accountId = await newAccount(store);
    const before = await getAccountHead(store, accountId);
    const rows = people(20, (index) => ({ emails: [email(`person${index}@example.com`)] }));
    const first = await commit(accountId, rows);
    expect(outcomes(first.results)).toEqual(rows.map(() => "imported"));
    const head = await getAccountHead(store, accountId);
    expect(head).toMatchObject({ contactCount: 20, contactsByYear: { "2026": 20 }, txid: before.txid + 1 });
    expect(first.txid).toBe(String(head.txid));
    const contacts = await contactsOf(accountId);
    expect(contacts.map(({ firstName }) => firstName)).toEqual(rows.map(({ firstName }) => firstName));
    expect(first.results.map(({ contactId }) => contactId)).toEqual(contacts.map(({ id }) => id));
    const second = await commit(accountId, rows);
    expect(second.results).toEqual(
      first.results.map((result) => ({ ...result, status: "skipped", code: "already_imported" })),
    );
    expect(second.txid).toBe(first.txid);
    expect(await contactsOf(accountId)).toEqual(contacts);
  });

  it("creates one contact for equal rows, in any order and any batches, also at the same time", async () => {
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
      const mark = rowMark("vcard", first);
      expect(await contactsOf(accountId)).toMatchObject([{ importedRows: [mark], createdByRow: mark }]);
    }
  });

  it("is split when one transaction can't hold it, and loses no row", async () => {
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

  it("skips faulty rows with their codes, and commits the others", async () => {
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
    expect(outcomes(results)).toEqual([
      "imported",
      "validation_error",
      "validation_error",
      "contact_location_incomplete",
      "important_date_duplicate",
      "imported",
      "validation_error",
      "validation_error",
    ]);
    expect(await contactsOf(accountId)).toHaveLength(2);
  });

  it("writes nothing when all rows are faulty", async () => {
    const accountId = await newAccount(store);
    const { results, txid } = await commit(accountId, [{ tempId: "a" }]);
    const details = [{ path: "body.firstName", message: "Is required." }];
    expect(results).toEqual([{ tempId: "a", status: "skipped", code: "validation_error", details }]);
    expect(txid).toBe("1");
  });
});

describe("a row about a known person", () => {
  it("changes nothing when it has nothing new, and is marked as committed", async () => {
    const accountId = await newAccount(store);
    await commit(accountId, [parsedContact({ tempId: "old", network_b: "ada" })]);
    const [before] = await contactsOf(accountId);
    const again = [parsedContact({ tempId: "new", network_b: "ada" })];
    expect((await commit(accountId, again)).results).toMatchObject([{ status: "skipped", code: "unchanged" }]);
    expect((await commit(accountId, again)).results).toMatchObject([{ status: "skipped", code: "already_imported" }]);
    const [after] = await contactsOf(accountId);
    expect({ ...after, importedRows: [], version: 0 }).toEqual({ ...before, importedRows: [], version: 0 });
  });

  it("updates the contact that an earlier row of the same commit became", async () => {
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

  it("for which the lists have no room reports that until there is room", async () => {
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

  it("reports its own fields that the contact has with other values", async () => {
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

  it("of another account is unknown", async () => {
    const [mine, theirs] = [await newAccount(store), await newAccount(store)];
    const rows = [parsedContact({ tempId: "a", network_b: "ada" })];
    await commit(theirs, rows);
    expect((await commit(mine, rows)).results).toMatchObject([{ status: "imported" }]);
  });

  it("has a mark that says if it created the contact, also after changes of the contact", async () => {
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
    const createdMarks = async () =>
      [...(await itemsOf(store, accountId))].filter(([sk, { created }]) => sk.startsWith("R#") && created);
    expect((await createdMarks()).map(([sk, { id }]) => [sk, id])).toEqual([
      ["R#vcard#a", shortId(ada?.id ?? "")],
      ["R#vcard#d", shortId(grace?.id ?? "")],
    ]);
    await calls.create({ firstName: "Joan", network_b: "joan" });
    await commit(accountId, [parsedContact({ tempId: "e", firstName: "Joan", network_b: "joan" })]);
    expect(await createdMarks()).toHaveLength(2);
  });
});

describe("a commit in a process that has committed before", () => {
  it("of 25 people whom the account doesn't know takes at most 12 calls of the table", async () => {
    const accountId = await newAccount(store);
    const calls: string[] = [];
    const watched = watchedStore(store, ({ name }, send) => {
      calls.push(name);
      return send();
    });
    const parts = { store: watched, indexes: newIndexes(watched, () => new Date("2026-03-01T10:00:00.000Z")) };
    for (const first of [0, 25, 50]) {
      calls.length = 0;
      const rows = people(25, (index) => ({ tempId: `row${first + index}`, ...reachable(first + index) }));
      const { results } = await commit(accountId, rows, parts);
      expect(outcomes(results)).toEqual(Array(25).fill("imported"));
    }
    expect(calls.filter((name) => name === "TransactWriteCommand").length).toBeGreaterThan(1);
    expect(calls.length).toBeLessThanOrEqual(12);
  });

  it("knows what other processes have written since, also between two of its transactions", async () => {
    const accountId = await newAccount(store);
    const other = contactCalls(store, accountId);
    let between = async () => {};
    const watched = watchedStore(store, async ({ name }, send) => {
      const sent = await send();
      if (name !== "TransactWriteCommand") return sent;
      const write = between;
      between = async () => {};
      await write();
      return sent;
    });
    const parts = { store: watched, indexes: newIndexes(watched, () => new Date("2026-03-01T10:00:00.000Z")) };
    await commit(
      accountId,
      people(1, () => ({ tempId: "first", emails: [email("old@x.example")] })),
      parts,
    );
    const [known] = await contactsOf(accountId);
    await other.patch(known?.id ?? "", { firstName: "Person0", emails: [email("new@x.example")] });
    let created = "";
    between = async () => {
      created = (await other.create({ firstName: "Zoe", emails: [email("zoe@x.example")] })).body.contact.id;
    };
    const many = people(12, (index) => ({ tempId: `many${index}`, ...fullestRow(index) }));
    const { results } = await commit(
      accountId,
      [
        parsedContact({ tempId: "a", firstName: "Person0", emails: [email("new@x.example")], headline: "Found" }),
        parsedContact({ tempId: "b", firstName: "Person0", emails: [email("old@x.example")] }),
        ...many,
        parsedContact({ tempId: "c", firstName: "Zoe", emails: [email("zoe@x.example")], headline: "Found" }),
      ],
      parts,
    );
    expect(outcomes(results)).toEqual(["updated", "imported", ...Array(12).fill("imported"), "updated"]);
    expect([results[0]?.contactId, results.at(-1)?.contactId]).toEqual([known?.id, created]);
  });
});

/** A row with six values by which a contact is found. */
function reachable(n: number): Partial<ParsedContact> {
  return {
    emails: [email(`one${n}@x.example`), email(`two${n}@x.example`)],
    phones: [phone("+49", `30${1_000_000 + n}`), phone("+1", `212555${1_000 + n}`)],
    network_a: `https://www.linkedin.com/in/person-${n}`,
    network_b: `person${n}`,
  };
}

it("commits in two processes create each contact once, when one writes between the reads and the write of the other", async () => {
  const accountId = await newAccount(store);
  const rows = people(25, (index) => ({ network_b: `person${index}` }));
  const overtaken = storeWith(async (send, count) => {
    if (count === 1) await commit(accountId, rows.slice(0, 10), { store: otherProcess(store) });
    return send();
  });
  const { results } = await commit(accountId, rows, { store: overtaken });
  expect(outcomes(results)).toEqual([...Array(10).fill("already_imported"), ...Array(15).fill("imported")]);
  expect(await contactsOf(accountId)).toHaveLength(25);
});

describe("finding many contacts at once", () => {
  it("has the same result by single queries and by reading whole ranges", async () => {
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

  it("returns the hundred oldest contacts with a number in two spellings", async () => {
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

  it("costs a unit for each number in any spelling, and one for several with the same end", async () => {
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
