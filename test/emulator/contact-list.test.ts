import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type SortOrder, sortOrders } from "../../functions/contacts/schemas.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../support/contact-calls.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

describe("lists", () => {
  const people = ["Ann", "ann", "Änn", "Anna", "Ann Lee", "Zoë", "zoe", "Øystein", "Łukasz", "漢", "𝒜da", "Ωmega", "-"];
  const times = [null, "2026-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z", "0987-01-01T00:00:00.000Z"];
  let accountId: string;
  let contacts: ContactRecord[];

  beforeAll(async () => {
    accountId = await seedAccount(store);
    contacts = people.flatMap((firstName, row) =>
      ["", "Lee", "lée", "Zoe"].map((lastName, column) =>
        recordOf(accountId, { firstName, lastName, lastInteraction: times[(row + column) % times.length] }),
      ),
    );
    // Not in the order of their ids.
    await storeAll(
      store,
      accountId,
      contacts.toSorted((one, other) => (one.id.slice(-4) < other.id.slice(-4) ? -1 : 1)),
    );
  });

  /** What a reader compares: names as lists of simple letters, then the id. */
  const simple: Record<string, string> = { Øystein: "oystein", Łukasz: "lukasz", 漢: "漢", 𝒜da: "ada", Ωmega: "ωmega" };
  const plain = (name: string) =>
    simple[name] ??
    name
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase();
  const keysOf: Record<string, (contact: ContactRecord) => string[]> = {
    name: ({ firstName, lastName, id }) => [plain(firstName), plain(lastName), id],
    surname: ({ firstName, lastName, id }) => [plain(lastName), plain(firstName), id],
    interaction: ({ lastInteraction, id }) => [lastInteraction ?? "", id],
    createdAt: ({ id }) => [id],
  };

  function modelOrder(sort: SortOrder): string[] {
    const [, field = "", direction] = /^(.*)(Asc|Desc)$/.exec(sort) ?? [];
    const keys = keysOf[field] ?? (() => []);
    const ascending = contacts.toSorted((one, other) => compare(keys(one), keys(other))).map(({ id }) => id);
    return direction === "Desc" ? ascending.toReversed() : ascending;
  }

  it.each(sortOrders)(
    "%s is the order of the model, in pages of any size",
    async (sort) => {
      const expected = modelOrder(sort);
      const calls = contactCalls(store, accountId);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), async (sizes) => {
          const seen: string[] = [];
          for (let page = 0; seen.length < expected.length; page++) {
            const limit = sizes[page % sizes.length] ?? 1;
            const { body } = await calls.list({ sort, limit: String(limit), offset: String(seen.length) });
            expect(body.contacts.length).toBe(Math.min(limit, expected.length - seen.length));
            seen.push(...body.contacts.map(({ id }) => id));
            expect(body.pagination).toEqual({
              hasMore: seen.length < expected.length,
              limit,
              offset: seen.length - body.contacts.length,
              search: null,
              sort,
              totalCount: expected.length,
            });
          }
          expect(seen).toEqual(expected);
        }),
        { numRuns: 4 },
      );
    },
    60_000,
  );

  it.each(["52", "53", "1000", String(Number.MAX_SAFE_INTEGER)])(
    "an offset of %s is beyond the end",
    async (offset) => {
      const { body } = await contactCalls(store, accountId).list({ offset });
      expect(body).toMatchObject({
        contacts: [],
        pagination: { hasMore: false, totalCount: 52, offset: Number(offset) },
      });
    },
  );

  it("the account's own contact is in no list and no count", async () => {
    const alone = await seedAccount(store);
    const calls = contactCalls(store, alone);
    for (const sort of sortOrders) {
      const { body } = await calls.list({ sort });
      expect(body).toMatchObject({
        contacts: [],
        pagination: { hasMore: false, totalCount: 0 },
        stats: { totalContacts: 0 },
      });
    }
    expect((await calls.get(alone)).body).toMatchObject({ contact: { id: alone, myself: true, firstName: "Me" } });
    await calls.patch(alone, { firstName: "Mia", latitude: 1, longitude: 2, emails: [{ value: "mia@example.org" }] });
    expect([...(await itemsOf(store, alone)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect((await calls.list()).body.contacts).toEqual([]);
  });

  it("show a write that was answered at once, and no longer what was deleted", async () => {
    const other = await seedAccount(store);
    const calls = contactCalls(store, other);
    for (let round = 0; round < 20; round++) {
      const { body, txid } = await calls.create({ firstName: `Person ${round}` });
      const created = await calls.list({ limit: "200" });
      expect(created.body.contacts.map(({ id }) => id)).toContain(body.contact.id);
      expect(Number(created.txid)).toBeGreaterThanOrEqual(Number(txid));
      await calls.patch(body.contact.id, { firstName: `Ältere ${round}` });
      const renamed = (await calls.list({ limit: "200" })).body.contacts;
      expect(renamed.find(({ id }) => id === body.contact.id)?.firstName).toBe(`Ältere ${round}`);
      if (round % 2 === 0) continue;
      await calls.remove(body.contact.id);
      const left = await calls.list({ limit: "200" });
      expect(left.body.contacts.map(({ id }) => id)).not.toContain(body.contact.id);
      expect(left.body.pagination.totalCount).toBe((round + 1) / 2);
    }
  }, 60_000);

  it("a page that would pass 5 MB is shortened and says so, and the next one goes on", async () => {
    const large = await seedAccount(store);
    const notes = "漢".repeat(20_000);
    const many = Array.from({ length: 120 }, (_, n) => recordOf(large, { firstName: `Person ${1000 + n}`, notes }));
    await storeAll(store, large, many);
    const calls = contactCalls(store, large);
    // The database answers a megabyte at a time, some sixteen of these.
    const some = (await calls.list({ limit: "30", offset: "20" })).body;
    expect(some.contacts.map(({ id }) => id)).toEqual(many.slice(20, 50).map(({ id }) => id));
    const first = (await calls.list({ limit: "200" })).body;
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(5_100_000);
    expect(first.contacts.length).toBeGreaterThan(70);
    expect(first.contacts.length).toBeLessThan(120);
    expect(first.pagination).toMatchObject({ hasMore: true, limit: first.contacts.length, totalCount: 120 });
    const second = (await calls.list({ limit: "200", offset: String(first.contacts.length) })).body;
    expect(second.pagination).toMatchObject({ hasMore: false, limit: 200 });
    const ids = [...first.contacts, ...second.contacts].map(({ id }) => id);
    expect(ids).toEqual(many.map(({ id }) => id));
  }, 60_000);
});

function compare(one: readonly string[], other: readonly string[]): number {
  for (const [index, text] of one.entries()) {
    const order = Buffer.compare(Buffer.from(text), Buffer.from(other[index] ?? ""));
    if (order !== 0) return order;
  }
  return 0;
}
