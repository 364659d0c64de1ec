import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { accountOf, idsOf, named, namesOf, refusalOf } from "../../support/contact/contact-accounts.ts";
import {
  contactCalls,
  fullestBody,
  itemsOf,
  largestBody,
  recordOf,
  seedAccount,
  storeAll,
} from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

describe("a bulk delete by ids", () => {
  it("deletes these contacts, and skips unknown, foreign and repeated ids and the account's own", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const other = await accountOf(store, named("Dan"));
    const [ann, , cid] = idsOf(contacts);
    const ids = [accountId, cid, newId(), ann, ann?.toUpperCase(), ...idsOf(other.contacts), other.accountId];
    const before = await getAccountHead(store, accountId);
    const answer = await calls.deleteContacts({ ids });
    expect(answer).toEqual({
      status: 200,
      txid: String(before.txid + 1),
      body: { deletedCount: 2, message: "2 contacts were deleted." },
    });
    expect(await namesOf(store, accountId)).toEqual(["Ben"]);
    expect(await namesOf(store, other.accountId)).toEqual(["Dan"]);
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
    expect((await itemsOf(store, other.accountId)).has("MYSELF")).toBe(true);
    const { body } = await calls.list();
    expect([body.contacts.length, body.pagination.totalCount, body.stats.totalContacts]).toEqual([1, 1, 1]);
  });

  it("that do not exist writes nothing", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann"));
    const before = await itemsOf(store, accountId);
    const answer = await calls.deleteContacts({ ids: [newId(), accountId] });
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 0, message: "0 contacts were deleted." } });
    expect(answer.txid).toBe(String((await getAccountHead(store, accountId)).txid));
    expect(await itemsOf(store, accountId)).toEqual(before);
  });

  it("of only the account's own contact is refused", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann"));
    const ids = [accountId, accountId.toUpperCase()];
    expect(await refusalOf(calls.deleteContacts({ ids }))).toBe("contact_ids_only_myself");
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });
});

describe("a bulk delete by filter", () => {
  const people = [
    { firstName: "Ann", headline: "Harbour master", keepFrequencyDays: 7 },
    { firstName: "Ben", headline: "Harbour pilot" },
    { firstName: "Cid", headline: "Baker", keepFrequencyDays: 30 },
    { firstName: "Dan", headline: "Baker" },
  ];

  it.each([
    [{}, []],
    [{ search: "HARBOUR" }, ["Cid", "Dan"]],
    [{ search: "harbour pilot" }, ["Ann", "Cid", "Dan"]],
    [{ keepInTouch: true }, ["Ben", "Dan"]],
    [{ search: "harbour", keepInTouch: true }, ["Ben", "Cid", "Dan"]],
    [{ search: "nobody" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "!?" }, ["Ann", "Ben", "Cid", "Dan"]],
  ])("%j leaves %j and the own contact", async (filter, left) => {
    const { accountId, calls } = await accountOf(store, people);
    await calls.patch(accountId, { headline: "Harbour pilot", keepFrequencyDays: 5 });
    const { status, body } = await calls.deleteContacts({ filter });
    expect([status, body.deletedCount]).toEqual([200, 4 - left.length]);
    expect(await namesOf(store, accountId)).toEqual(left);
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });

  it("keeps excluded contacts, and skips unknown and foreign exclusions", async () => {
    const { accountId, calls, contacts } = await accountOf(store, people);
    const other = await accountOf(store, named("Eve"));
    const excludeIds = [contacts[2]?.id.toUpperCase(), contacts[2]?.id, newId(), ...idsOf(other.contacts), accountId];
    const answer = await calls.deleteContacts({ filter: {}, excludeIds });
    expect(answer.body.deletedCount).toBe(3);
    expect(await namesOf(store, accountId)).toEqual(["Cid"]);
    expect(await namesOf(store, other.accountId)).toEqual(["Eve"]);
  });

  it.each([
    ["groupId", "group_not_found"],
    ["tagId", "tag_not_found"],
    ["importId", "import_not_found"],
  ])("by an unknown %s is refused, and deletes nothing", async (name, code) => {
    const { accountId, calls } = await accountOf(store, people);
    expect(await refusalOf(calls.deleteContacts({ filter: { [name]: newId() } }))).toBe(code);
    expect(await namesOf(store, accountId)).toHaveLength(4);
  });
});

describe("after a bulk delete", () => {
  it("past the trash no item of the contacts is left, even of the longest and the fullest", async () => {
    const bodies = [
      ...Array.from({ length: 12 }, (_, n) => realisticBody(n)),
      fullestBody("b"),
      { ...largestBody(), firstName: "漢" },
      fullestBody("c"),
    ];
    const { accountId, calls } = await accountOf(store, bodies);
    const answer = await calls.deleteContacts({ filter: {}, permanent: true });
    expect(answer.body.deletedCount).toBe(15);
    const items = await itemsOf(store, accountId);
    expect([...items.keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0 });
  });

  it("the other contacts and the counts by year are right", async () => {
    const accountId = await seedAccount(store);
    const years = ["2023", "2024", "2024", "2026", "2026", "2026"];
    const contacts = years.map((year, n) => ({
      ...recordOf(accountId, realisticBody(n)),
      createdAt: `${year}-06-01T00:00:00.000Z`,
    }));
    await storeAll(store, accountId, contacts);
    const before = await itemsOf(store, accountId);
    const gone = idsOf(contacts).filter((_, n) => n !== 2 && n !== 5);
    await contactCalls(store, accountId).deleteContacts({ ids: gone });
    const head = await getAccountHead(store, accountId);
    expect(head.contactCount).toBe(2);
    expect(head.contactsByYear).toEqual({ "2023": 0, "2024": 1, "2026": 1 });
    const items = await itemsOf(store, accountId);
    const kept = [...before].filter(
      ([sk]) => sk !== "HEAD" && !gone.some((id) => sk.includes(id) || sk.includes(shortId(id))),
    );
    expect(new Map([...items].filter(([sk]) => sk !== "HEAD"))).toEqual(new Map(kept));
  });
});

describe("a bulk delete with a parallel write", () => {
  /** Calls that do something else before their first transaction, when they have read the contacts. */
  function beforeCommit(accountId: string, happens: () => Promise<unknown>) {
    let commits = 0;
    const overtaken = watchedStore(store, async ({ name }, send) => {
      if (name === "TransactWriteCommand" && ++commits === 1) await happens();
      return send();
    });
    return { calls: contactCalls(overtaken, accountId, { retry: hurried }), commits: () => commits };
  }

  it("deletes a contact that changes in between with its new items", async () => {
    const { accountId, calls, contacts } = await accountOf(store, [
      { firstName: "Ann", emails: [{ value: "old@example.org" }], network_b: "ann" },
      { firstName: "Ben" },
    ]);
    const change = {
      emails: [{ value: "new@example.org" }],
      network_b: null,
      network_c: "ann",
      phones: [{ value: "1" }],
    };
    const overtaken = beforeCommit(accountId, () => calls.patch(contacts[0]?.id ?? "", change));
    const answer = await overtaken.calls.deleteContacts({ ids: idsOf(contacts) });
    expect(answer.body.deletedCount).toBe(2);
    expect(overtaken.commits()).toBe(2);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("counts only the contacts that it deleted itself", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const overtaken = beforeCommit(accountId, () => calls.remove(contacts[1]?.id ?? ""));
    expect((await overtaken.calls.deleteContacts({ filter: {} })).body.deletedCount).toBe(2);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0 });
  });

  it("keeps a contact that is created in between, even if it matches", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann", "Ben"));
    const overtaken = beforeCommit(accountId, () => calls.create({ firstName: "Cid" }));
    expect((await overtaken.calls.deleteContacts({ filter: {} })).body.deletedCount).toBe(2);
    expect(await namesOf(store, accountId)).toEqual(["Cid"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 1 });
  });
});

/** A policy that tries again at once. */
const hurried = { now: () => 0, random: () => 0, pause: async () => {}, timeLimit: 1 };
