import { v7 as newId } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../shared/table/account.ts";
import type { Store } from "../../shared/table/store.ts";
import { accountOf, idsOf, named, namesOf, refusalOf } from "../support/contact-accounts.ts";
import {
  contactCalls,
  fullestBody,
  itemsOf,
  largestBody,
  recordOf,
  seedAccount,
  storeAll,
} from "../support/contact-calls.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

describe("a bulk delete by ids", () => {
  it("removes the named contacts, and passes over unknown, foreign and repeated ids and the account's own", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const other = await accountOf(store, named("Dan"));
    const [ann, , cid] = idsOf(contacts);
    const ids = [accountId, cid, newId(), ann, ann?.toUpperCase(), ...idsOf(other.contacts), other.accountId];
    const before = await getAccountHead(store, accountId);
    const answer = await calls.bulkDelete({ ids });
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

  it("of nothing that exists writes nothing", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann"));
    const before = await itemsOf(store, accountId);
    const answer = await calls.bulkDelete({ ids: [newId(), accountId] });
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 0, message: "0 contacts were deleted." } });
    expect(answer.txid).toBe(String((await getAccountHead(store, accountId)).txid));
    expect(await itemsOf(store, accountId)).toEqual(before);
  });

  it("of only the account's own contact is refused", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann"));
    const ids = [accountId, accountId.toUpperCase()];
    expect(await refusalOf(calls.bulkDelete({ ids }))).toBe("contact_ids_only_myself");
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });

  it("takes several transactions for many, and counts over all", async () => {
    const { accountId, calls, contacts } = await accountOf(
      store,
      Array.from({ length: 130 }, (_, n) => realisticBody(n)),
    );
    const gone = idsOf(contacts).filter((_, n) => n % 13 !== 0);
    const answer = await calls.bulkDelete({ ids: gone });
    expect(answer.body).toEqual({ deletedCount: 120, message: "120 contacts were deleted." });
    const head = await getAccountHead(store, accountId);
    expect(head.contactCount).toBe(10);
    expect(answer.txid).toBe(String(head.txid));
    const rest = (await calls.list()).body.contacts.map(({ id }) => id);
    expect(new Set(rest)).toEqual(new Set(idsOf(contacts).filter((_, n) => n % 13 === 0)));
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
    [{ search: '"pilot, harbour"' }, ["Ann", "Cid", "Dan"]],
    [{ search: "harbour/pilot - Ben" }, ["Ann", "Cid", "Dan"]],
    [{ search: "baker, ann" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "harbour", keepInTouch: true }, ["Ben", "Cid", "Dan"]],
    [{ search: "nobody" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "🙂" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "[^]*" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "!?" }, ["Ann", "Ben", "Cid", "Dan"]],
    [{ search: "\u0301" }, ["Ann", "Ben", "Cid", "Dan"]],
  ])("%j leaves %j", async (filter, left) => {
    const { accountId, calls } = await accountOf(store, people);
    const { status, body } = await calls.bulkDelete({ filter });
    expect([status, body.deletedCount]).toEqual([200, 4 - left.length]);
    expect(await namesOf(store, accountId)).toEqual(left);
  });

  it("removes what a list with the same search shows", async () => {
    for (const search of ["a", "an", "ba", "pilot", "!!!", "bne", "a, ba", "(ann)"]) {
      const { calls } = await accountOf(store, people);
      const shown = (await calls.list({ search })).body.contacts.length;
      expect([search, (await calls.bulkDelete({ filter: { search } })).body.deletedCount]).toEqual([search, shown]);
      expect([search, (await calls.list()).body.pagination.totalCount]).toEqual([search, 4 - shown]);
    }
  });

  it("leaves out what is excluded, and passes over unknown and foreign exclusions", async () => {
    const { accountId, calls, contacts } = await accountOf(store, people);
    const other = await accountOf(store, named("Eve"));
    const excludeIds = [contacts[2]?.id.toUpperCase(), contacts[2]?.id, newId(), ...idsOf(other.contacts), accountId];
    const answer = await calls.bulkDelete({ filter: {}, excludeIds });
    expect(answer.body.deletedCount).toBe(3);
    expect(await namesOf(store, accountId)).toEqual(["Cid"]);
    expect(await namesOf(store, other.accountId)).toEqual(["Eve"]);
  });

  it("with everything excluded removes nothing", async () => {
    const { accountId, calls, contacts } = await accountOf(store, people);
    const answer = await calls.bulkDelete({ filter: { search: "harbour" }, excludeIds: idsOf(contacts) });
    expect(answer.body.deletedCount).toBe(0);
    expect(await namesOf(store, accountId)).toHaveLength(4);
  });

  it("of an account without contacts removes nothing, and says the account's txid", async () => {
    const { calls } = await accountOf(store, []);
    expect(await calls.bulkDelete({ filter: {} })).toMatchObject({ status: 200, txid: "1", body: { deletedCount: 0 } });
  });

  it.each([
    ["groupId", "group_not_found"],
    ["tagId", "tag_not_found"],
    ["importId", "import_not_found"],
  ])("by an unknown %s is refused, and removes nothing", async (name, code) => {
    const { accountId, calls } = await accountOf(store, people);
    expect(await refusalOf(calls.bulkDelete({ filter: { [name]: newId() } }))).toBe(code);
    expect(await namesOf(store, accountId)).toHaveLength(4);
  });

  it("does not meet the account's own contact, whatever it looks for", async () => {
    const { accountId, calls } = await accountOf(store, people);
    await calls.patch(accountId, { firstName: "Harbour", keepFrequencyDays: 5 });
    const answer = await calls.bulkDelete({ filter: { search: "harbour", keepInTouch: true } });
    expect(answer.body.deletedCount).toBe(1);
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });
});

describe("what is left after a bulk delete", () => {
  it("is nothing that hung on the contacts, also on the longest and the fullest", async () => {
    const bodies = [
      ...Array.from({ length: 12 }, (_, n) => realisticBody(n)),
      fullestBody("b"),
      { ...largestBody(), firstName: "漢" },
      fullestBody("c"),
    ];
    const { accountId, calls } = await accountOf(store, bodies.slice(0, 12));
    // Too large to share transactions as `accountOf` would have them.
    await storeAll(
      store,
      accountId,
      bodies.slice(12).map((body) => recordOf(accountId, body)),
      1,
    );
    const answer = await calls.bulkDelete({ filter: {} });
    expect(answer.body.deletedCount).toBe(15);
    const items = await itemsOf(store, accountId);
    expect([...items.keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0 });
  });

  it("are the others as they were, and counts by their years", async () => {
    const accountId = await seedAccount(store);
    const years = ["2023", "2024", "2024", "2026", "2026", "2026"];
    const contacts = years.map((year, n) => ({
      ...recordOf(accountId, realisticBody(n)),
      createdAt: `${year}-06-01T00:00:00.000Z`,
    }));
    await storeAll(store, accountId, contacts);
    const before = await itemsOf(store, accountId);
    const gone = idsOf(contacts).filter((_, n) => n !== 2 && n !== 5);
    await contactCalls(store, accountId).bulkDelete({ ids: gone });
    const head = await getAccountHead(store, accountId);
    expect(head.contactCount).toBe(2);
    expect(head.contactsByYear).toEqual({ "2023": 0, "2024": 1, "2026": 1 });
    const items = await itemsOf(store, accountId);
    const kept = [...before].filter(([sk]) => sk !== "HEAD" && !gone.some((id) => sk.includes(id)));
    expect(new Map([...items].filter(([sk]) => sk !== "HEAD"))).toEqual(new Map(kept));
  });
});
