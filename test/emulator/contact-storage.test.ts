import fc from "fast-check";
import { v7 as newUuid } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { type SortOrder, sortOrders } from "../../functions/contacts/schemas.ts";
import { blankContact, type ContactRecord } from "../../shared/contact/record.ts";
import { countContacts, getAccountHead } from "../../shared/table/account.ts";
import { maxActions, writeAccount } from "../../shared/table/account-write.ts";
import { contactToItem, contactWriteActions, getContact, maxIndexedBytes } from "../../shared/table/contact.ts";
import { derivedActions, findContactIds, type Lookup, lookupsOf } from "../../shared/table/contact-derived.ts";
import type { Store } from "../../shared/table/store.ts";
import { arbitraryContact, arbitraryContactBody, arbitraryContactPatch } from "../support/arbitrary-contact.ts";
import { contactCalls, fullestBody, itemsOf, recordOf, seedAccount } from "../support/contact-calls.ts";
import { anotherProcess, type DatabaseCall, type Fate, startDatabaseProxy } from "../support/database-proxy.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

/** The items that a contact has when it is written into an empty account. */
function itemsFromScratch(contact: ContactRecord): [string, unknown][] {
  const derived = derivedActions(store, null, contact).map(({ Put }) => Put?.Item ?? {});
  return [contactToItem(contact), ...derived].map((item) => [String(item.sk), item]);
}

/** Stores whole records, so many in a transaction. */
async function storeAll(accountId: string, contacts: readonly ContactRecord[], atOnce = 20): Promise<void> {
  for (let at = 0; at < contacts.length; at += atOnce) {
    const batch = contacts.slice(at, at + atOnce);
    await writeAccount(store, accountId, (head, version) => ({
      actions: batch.flatMap((contact) => contactWriteActions(store, null, { ...contact, version })),
      head: countContacts(
        head,
        batch.map(({ createdAt }) => createdAt),
        1,
      ),
      result: undefined,
    }));
  }
}

describe("the items of a contact", () => {
  it("are exactly these", () => {
    const accountId = "0190b6a4-0000-7abc-8def-000000000000";
    const id = "0190b6a4-1111-7abc-8def-0123456789ab";
    const contact = {
      ...blankContact(accountId, id, new Date("2026-01-01T00:00:00Z")),
      ...recordOf(accountId, {
        firstName: "Zoë",
        lastName: "Łęcka",
        emails: [{ value: "Zoe@Example.org" }],
        phones: [{ value: "+49 30 1234567" }],
        network_a: "zoe-l",
        website: "https://www.Example.org/A#b%c",
        latitude: 52.52,
        longitude: 13.405,
      }),
      id,
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      version: 12,
      importedRows: ["vcard#t1"],
    };
    contact.addresses = recordOf(accountId, {
      firstName: "x",
      addresses: [
        { type: "home", addressCity: "Porto", addressCountry: "Portugal", latitude: 41.15, longitude: -8.61 },
      ],
    }).addresses.map((address) => ({ ...address, id: "0190b6a4-2222-7abc-8def-0123456789ab" }));
    expect(Object.fromEntries(itemsFromScratch(contact))).toEqual({
      [`C#${id}`]: {
        pk: `A#${accountId}`,
        sk: `C#${id}`,
        id,
        firstName: "Zoë",
        lastName: "Łęcka",
        emails: [{ preferred: false, type: "other", value: "Zoe@example.org" }],
        phones: [{ preferred: false, type: "other", prefix: "+49", value: "301234567" }],
        addresses: [
          {
            id: "0190b6a4-2222-7abc-8def-0123456789ab",
            type: "home",
            addressCity: "Porto",
            addressCountry: "Portugal",
            latitude: 41.15,
            longitude: -8.61,
          },
        ],
        network_a: "https://www.linkedin.com/in/zoe-l",
        website: "https://www.example.org/A#b%c",
        latitude: 52.52,
        longitude: 13.405,
        importedRows: ["vcard#t1"],
        version: 12,
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
        nameKey: `C#zoe\u0001lecka\u0001${id}`,
        surnameKey: `C#lecka\u0001zoe\u0001${id}`,
        interactionKey: `C##${id}`,
        changeKey: `C#000000000000012#${id}`,
        contactGeohash: "u33dc0cpp",
      },
      [`L#network_a#zoe-l#${id}`]: { pk: `A#${accountId}`, sk: `L#network_a#zoe-l#${id}`, id },
      [`L#website#example.org/a%23b%25c#${id}`]: {
        pk: `A#${accountId}`,
        sk: `L#website#example.org/a%23b%25c#${id}`,
        id,
      },
      [`E#zoe@example.org#${id}`]: { pk: `A#${accountId}`, sk: `E#zoe@example.org#${id}`, id },
      [`T#+49301234567#${id}`]: { pk: `A#${accountId}`, sk: `T#+49301234567#${id}`, id },
      "R#vcard#t1": { pk: `A#${accountId}`, sk: "R#vcard#t1", id },
      [`A#${id}#0190b6a4-2222-7abc-8def-0123456789ab`]: {
        pk: `A#${accountId}`,
        sk: `A#${id}#0190b6a4-2222-7abc-8def-0123456789ab`,
        addressGeohash: "ez3fh54kh",
        addressId: "0190b6a4-2222-7abc-8def-0123456789ab",
        addressType: "home",
        addressCity: "Porto",
        addressCountry: "Portugal",
        addressFormatted: "Porto, Portugal",
        personId: id,
        firstName: "Zoë",
        lastName: "Łęcka",
        latitude: 41.15,
        longitude: -8.61,
      },
    });
  });

  it("follow every sequence of creates, patches and deletes", async () => {
    const create = arbitraryContactBody().map((body) => ({ does: "create", body, at: 0 }) as const);
    const patch = fc.record({ does: fc.constant("patch" as const), body: arbitraryContactPatch(), at: fc.nat(4) });
    const remove = fc.record({ does: fc.constant("remove" as const), body: fc.constant({}), at: fc.nat(4) });
    const steps = fc.array(fc.oneof({ arbitrary: create, weight: 3 }, { arbitrary: patch, weight: 5 }, remove), {
      minLength: 2,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const accountId = await seedAccount(store);
        const before = await itemsOf(store, accountId);
        const calls = contactCalls(store, accountId);
        const alive: string[] = [];
        let txid: string | undefined = "1";
        for (const { does, body, at } of sequence) {
          const id = alive[at % Math.max(1, alive.length)];
          if (does === "create") {
            const created = await calls.create(body);
            txid = created.txid;
            alive.push(created.body.contact.id);
          } else if (id !== undefined && does === "patch") {
            ({ txid } = await calls.patch(id, body));
          } else if (id !== undefined) {
            ({ txid } = await calls.remove(id));
            alive.splice(alive.indexOf(id), 1);
          }
        }
        const contacts = await Promise.all(alive.map((id) => getContact(store, accountId, id)));
        const expected = new Map(contacts.flatMap((contact) => (contact ? itemsFromScratch(contact) : [])));
        expect(contacts).not.toContain(undefined);
        const { HEAD: head, MYSELF: myself, ...items } = Object.fromEntries(await itemsOf(store, accountId));
        expect(items).toEqual(Object.fromEntries(expected));
        expect(myself).toEqual(before.get("MYSELF"));
        expect(head).toMatchObject({ contactCount: alive.length, txid: Number(txid) });
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it("come back from the table as they were", async () => {
    const accountId = await seedAccount(store);
    await fc.assert(
      fc.asyncProperty(arbitraryContact(accountId), async (contact) => {
        await writeAccount(store, accountId, (head, version) => ({
          actions: contactWriteActions(store, null, { ...contact, version }),
          head,
          result: undefined,
        }));
        const stored = await getContact(store, accountId, contact.id);
        expect(stored).toEqual({ ...contact, version: stored?.version });
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it("fit one transaction when everything that there can be is replaced", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const created = await calls.create(fullestBody("a"));
    const { id } = created.body.contact;
    const before = await getContact(store, accountId, id);
    const patched = await calls.patch(id, fullestBody("b"));
    const after = await getContact(store, accountId, id);
    const actions = contactWriteActions(store, before ?? null, after ?? null).length + 1;
    // 6 handles, 10 e-mail addresses, 10 phones and 10 pins go, as many come; the contact and the head.
    expect(actions).toBe(74);
    expect(actions).toBeLessThan(maxActions);
    expect(patched.body.contact.emails[0]?.value).toBe("b0@example.org");
    await calls.remove(id);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("may have the most of everything, and are read, listed, shortened and deleted like any other", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create(largestBody());
    const { id } = body.contact;
    const stored = await getContact(store, accountId, id);
    expect(Buffer.byteLength(JSON.stringify(stored))).toBeGreaterThan(1.9 * maxIndexedBytes);
    expect((await calls.get(id)).body).toEqual({ contact: body.contact });
    for (const sort of sortOrders) expect((await calls.list({ sort })).body.contacts).toEqual([body.contact]);
    const patched = await calls.patch(id, { headline: "x" });
    expect((await calls.get(id)).body?.contact).toEqual(patched.body.contact);
    expect(patched.body.contact.notes).toBe(body.contact.notes);
    expect((await itemsOf(store, accountId)).has(`B#${id}`)).toBe(true);
    await calls.patch(id, { notes: null, addresses: [] });
    expect((await itemsOf(store, accountId)).has(`B#${id}`)).toBe(false);
    await calls.patch(id, largestBody());
    await calls.remove(id);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("are never read half old, half new, however often they are written", async () => {
    const { store: writer, host } = await freshTable();
    const accountId = await seedAccount(writer);
    const others = contactCalls(writer, accountId);
    const { id } = (await others.create(largestBody())).body.contact;
    const long = (headline: string) => ({ ...largestBody(), headline, notes: `${headline}${"漢".repeat(19_000)}` });
    let between: (() => Promise<unknown>)[] = [];
    const decide = async ({ input }: DatabaseCall): Promise<Fate> => {
      // After the head and the contact's first item, before its second.
      if (input.Key?.sk?.S?.startsWith("B#")) await between.shift()?.();
      return "pass";
    };
    await using proxy = await startDatabaseProxy(host, decide);
    const reader = contactCalls(anotherProcess(host, writer.tableName, proxy.endpoint), accountId);

    between = [() => others.patch(id, long("one")), () => others.patch(id, long("two"))];
    const { contact } = (await reader.get(id)).body ?? {};
    expect([contact?.headline, contact?.notes?.slice(0, 3), between]).toEqual(["two", "two", []]);

    between = [() => others.patch(id, { notes: "short", addresses: null, headline: "short" })];
    expect((await reader.get(id)).body?.contact).toMatchObject({ headline: "short", notes: "short", addresses: [] });

    await others.patch(id, long("three"));
    between = [() => others.remove(id)];
    await expect(reader.get(id)).rejects.toMatchObject({ code: "contact_not_found" });
  });
});

/** Every field of text at its limit, in characters of three bytes. */
function largestBody(): Record<string, unknown> {
  const wide = (length: number) => "漢".repeat(length);
  const parts = ["label", "value", "addressLine1", "addressLine2", "addressCity", "addressState", "addressStateCode"];
  const more = ["addressPostalCode", "addressCountry", "addressCountryCode"];
  const address = {
    type: "home",
    addressFormatted: wide(1_300),
    ...Object.fromEntries([...parts, ...more].map((part) => [part, wide(200)])),
  };
  return {
    ...fullestBody("a"),
    firstName: wide(100),
    lastName: wide(100),
    headline: wide(300),
    website: `https://example.org/${wide(2_028)}`,
    notes: wide(20_000),
    addresses: Array(10).fill(address),
  };
}

describe("lookups", () => {
  const website = (value: string): Lookup => ({ kind: "handle", platform: "website", value });

  it("find every contact by each of its handles, addresses and numbers, and nobody else's", async () => {
    const accountId = await seedAccount(store);
    const other = await seedAccount(store);
    const twins = [fullestBody("a"), fullestBody("a"), fullestBody("b")].map((body) => recordOf(accountId, body));
    await storeAll(accountId, twins, 1);
    for (const contact of twins) {
      for (const lookup of lookupsOf(contact)) {
        const expected = twins
          .filter((twin) => lookupsOf(twin).some((each) => equal(each, lookup)))
          .map(({ id }) => id);
        expect(await findContactIds(store, accountId, lookup)).toEqual(expected.toSorted());
        expect(await findContactIds(store, other, lookup)).toEqual([]);
      }
    }
  });

  it("an address is not found by its start, whatever characters it holds", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const ids = new Map<string, string>();
    for (const address of ["x.example/a", "x.example/a#b", "x.example/a%2523b", "x.example/a#b#c", "x.example"]) {
      const { body } = await calls.create({ firstName: address, website: `https://${address}` });
      ids.set(address, body.contact.id);
    }
    expect(await findContactIds(store, accountId, website("x.example/a"))).toEqual([ids.get("x.example/a")]);
    expect(await findContactIds(store, accountId, website("x.example/a#b"))).toEqual([ids.get("x.example/a#b")]);
    expect(await findContactIds(store, accountId, website("x.example/a%23b"))).toEqual([ids.get("x.example/a%2523b")]);
    expect(await findContactIds(store, accountId, website("x.example"))).toEqual([ids.get("x.example")]);
    expect(await findContactIds(store, accountId, website("x.exampl"))).toEqual([]);
  });

  it("an address longer than a key is found all the same", async () => {
    const accountId = await seedAccount(store);
    const long = `x.example/${"漢".repeat(600)}`;
    const { body } = await contactCalls(store, accountId).create({ firstName: "Ann", website: `https://${long}` });
    expect(await findContactIds(store, accountId, website(long))).toEqual([body.contact.id]);
    expect(await findContactIds(store, accountId, website(`${long}x`))).toEqual([]);
  });
});

function equal(one: Lookup, other: Lookup): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
    await storeAll(large, many);
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

it("the head says what the account holds", async () => {
  const accountId = await seedAccount(store);
  const calls = contactCalls(store, accountId, { now: () => new Date("2025-12-31T23:59:59.999Z") });
  const { id } = (await calls.create({ firstName: "Old" })).body.contact;
  await contactCalls(store, accountId, { now: () => new Date("2026-01-01T00:00:00Z") }).create({ firstName: "New" });
  const inTheNewYear = contactCalls(store, accountId, { now: () => new Date("2026-06-01T00:00:00Z") });
  expect((await inTheNewYear.list()).body.stats).toEqual({
    newContactsThisYear: 1,
    thisMonthInteractions: 0,
    totalContacts: 2,
  });
  await inTheNewYear.remove(id);
  expect((await inTheNewYear.list()).body.stats).toMatchObject({ newContactsThisYear: 1, totalContacts: 1 });
  expect(await getAccountHead(store, accountId)).toMatchObject({ contactsByYear: { 2025: 0, 2026: 1 }, txid: 4 });
});

it("a contact of another account is not there, for reading and for writing", async () => {
  const [mine, theirs] = [await seedAccount(store), await seedAccount(store)];
  const { id } = (await contactCalls(store, theirs).create({ firstName: "Theirs" })).body.contact;
  const before = await itemsOf(store, theirs);
  const calls = contactCalls(store, mine);
  for (const stranger of [id, theirs, newUuid()]) {
    for (const call of [calls.get, calls.remove, (id: string) => calls.patch(id, { notes: "x" })]) {
      await expect(call(stranger)).rejects.toMatchObject({ code: "contact_not_found" });
    }
  }
  expect(await itemsOf(store, theirs)).toEqual(before);
});
