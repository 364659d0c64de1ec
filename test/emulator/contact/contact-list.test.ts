import { describe, expect, it } from "vitest";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { denseText } from "../../support/contact/dense-text.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

describe("lists", () => {
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
    const location = { latitude: 1, longitude: 2 };
    const emails = [{ value: "mia@example.org" }];
    await calls.patch(alone, { firstName: "Mia", ...location, emails, keepFrequencyDays: 7 });
    expect([...(await itemsOf(store, alone)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    const queries: Record<string, string>[] = [{}, { search: "mia" }, { keepInTouch: "true" }, { search: "example" }];
    for (const query of queries) {
      for (const { body } of [await calls.list(query), await calls.select(query)]) {
        expect(body).toMatchObject({ contacts: [], pagination: { totalCount: 0 } });
      }
    }
  });

  it("a page of more than 5 MB is shortened, and the next page continues after it", async () => {
    const large = await seedAccount(store);
    const notes = denseText(20_000);
    const many = Array.from({ length: 120 }, (_, n) => recordOf(large, { firstName: `Person ${1000 + n}`, notes }));
    await storeAll(store, large, many);
    const calls = contactCalls(store, large);
    // The database answers a megabyte at a time, which is about 23 of these contacts.
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
  });
});
