import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printableContact } from "../../../infra/operations/show-contact.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { maxPlanActions, writeAccount } from "../../../shared/account/store/account-write.ts";
import { blankContact, type ContactRecord } from "../../../shared/contact/record.ts";
import { contactKey, contactToItem, getContact, maxIndexedBytes } from "../../../shared/contact/store/contact.ts";
import { derivedActions, type Lookup, lookupsOf } from "../../../shared/contact/store/contact-derived.ts";
import { findContactIds } from "../../../shared/contact/store/lookups.ts";
import { contactWriteActions, maxCommonActions } from "../../../shared/contact-change/contact-write.ts";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { importantDateActions } from "../../../shared/important-date/store/important-dates.ts";
import { keepInTouchActions } from "../../../shared/keep-in-touch/store/tracked-contacts.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import {
  arbitraryContact,
  arbitraryContactBody,
  arbitraryContactPatch,
} from "../../support/contact/arbitrary-contact.ts";
import {
  contactCalls,
  fullestBody,
  itemsOf,
  largestBody,
  recordOf,
  seedAccount,
  storeAll,
  unpacked,
} from "../../support/contact/contact-calls.ts";
import {
  anotherProcess,
  type DatabaseCall,
  type Fate,
  startDatabaseProxy,
} from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store, host } = await freshTable();

/** The items that a contact has when it is written into an empty account. */
function itemsFromScratch(contact: ContactRecord): [string, unknown][] {
  const actions = [
    ...derivedActions(store, null, contact),
    ...importantDateActions(store, null, contact),
    ...keepInTouchActions(store, null, contact, ""),
  ];
  const derived = actions.map(({ Put }) => Put?.Item ?? {});
  return [contactToItem(contact), ...derived].map((item) => [String(item.sk), unpacked(item)]);
}

describe("the items of a contact", () => {
  it("have these keys and attributes", () => {
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
    const short = "-O1qd03GTfmCvk3YGLT8ek";
    const pk = accountPartition(accountId);
    expect(Object.keys(contactToItem(contact))).toEqual([
      ...["pk", "sk", "nameKey", "surnameKey", "interactionKey", "contactGeohash"],
      ...["firstName", "lastName", "latitude", "longitude", "version", "packed"],
    ]);
    expect(Object.fromEntries(itemsFromScratch(contact))).toEqual({
      [`C#${short}`]: {
        pk,
        sk: `C#${short}`,
        firstName: "Zoë",
        lastName: "Łęcka",
        latitude: 52.52,
        longitude: 13.405,
        version: 12,
        nameKey: `C#zoe\u0001lecka\u0001${short}`,
        surnameKey: `C#lecka\u0001zoe\u0001${short}`,
        interactionKey: `C##${short}`,
        contactGeohash: "u33dc0cpp",
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
        importedRows: ["vcard#t1"],
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
      },
      ...Object.fromEntries(
        ["L#network_a#zoe-l", "L#website#example.org/a%23b%25c", "E#zoe@example.org", "T#1234567#+49301234567"].map(
          (lookup) => [`${lookup}#${short}`, { pk, sk: `${lookup}#${short}` }],
        ),
      ),
      "R#vcard#t1": { pk, sk: "R#vcard#t1", id: short },
      [`A#${short}#-O1qd17XTfmCvk3YGLT8ek`]: {
        pk,
        sk: `A#${short}#-O1qd17XTfmCvk3YGLT8ek`,
        addressGeohash: "ez3fh54kh",
        addressType: "home",
        addressCity: "Porto",
        addressCountry: "Portugal",
        addressFormatted: "Porto, Portugal",
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
        // Only `renamedAt` of important dates doesn't follow from the contact.
        const shown = Object.entries(items).map(([sk, { renamedAt: _at, ...item }]) => [sk, item]);
        expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
        expect(myself).toEqual(before.get("MYSELF"));
        expect(head).toMatchObject({ contactCount: alive.length, txid: Number(txid) });
      }),
      { numRuns: tries(8, 50) },
    );
  });

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
      { numRuns: tries(15, 100) },
    );
  });

  it("are shown to an operator with all fields, by the id or the sort key", async () => {
    const accountId = await seedAccount(store);
    const contact = recordOf(accountId, largestBody(), 2);
    await storeAll(store, accountId, [contact]);
    for (const name of [contact.id, contactKey(accountId, contact.id).sk]) {
      for (const account of [accountId, accountPartition(accountId)]) {
        expect(JSON.parse((await printableContact(store, account, name)) ?? "")).toEqual(contact);
      }
    }
    expect(await printableContact(store, accountId, accountId)).toContain('"firstName": "Me"');
    expect(await printableContact(store, accountId, recordOf(accountId, { firstName: "x" }).id)).toBeUndefined();
  });

  it("fit into one transaction when the fullest contact is replaced by another", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const created = await calls.create(fullestBody("a"));
    const { id } = created.body.contact;
    const before = await getContact(store, accountId, id);
    const patched = await calls.patch(id, fullestBody("b"));
    const after = await getContact(store, accountId, id);
    const actions = contactWriteActions(store, before ?? null, after ?? null).length + 1;
    // 6 handles, 10 e-mail addresses, 10 phones, 2 numbers of messengers and 10 pins are deleted and as many are put,
    // besides the contact, its dates and the head.
    expect(actions).toBe(80);
    expect(actions + maxCommonActions).toBeLessThanOrEqual(maxPlanActions);
    expect(patched.body.contact.emails[0]?.value).toBe("b0@example.org");
    await calls.remove(id, {}, { permanent: true });
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("can have every field at its limit, and are read, listed, shortened and deleted like others", async () => {
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
    expect((await itemsOf(store, accountId)).has(`B#${shortId(id)}`)).toBe(true);
    await calls.patch(id, { notes: null, addresses: [] });
    expect((await itemsOf(store, accountId)).has(`B#${shortId(id)}`)).toBe(false);
    await calls.patch(id, largestBody());
    await calls.remove(id, {}, { permanent: true });
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("are never read from two versions, however often they are written", async () => {
    const accountId = await seedAccount(store);
    const others = contactCalls(store, accountId);
    const { id } = (await others.create(largestBody())).body.contact;
    const long = (headline: string) => ({ ...largestBody(), headline, notes: `${headline}${"漢".repeat(19_000)}` });
    let between: (() => Promise<unknown>)[] = [];
    const decide = async ({ input }: DatabaseCall): Promise<Fate> => {
      // This is after the reads of the head and of the contact's first item, and before that of its second.
      if (input.Key?.sk?.S?.startsWith("B#")) await between.shift()?.();
      return "pass";
    };
    await using proxy = await startDatabaseProxy(host, decide);
    const reader = contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId);

    between = [() => others.patch(id, long("one")), () => others.patch(id, long("two"))];
    const { contact } = (await reader.get(id)).body ?? {};
    expect([contact?.headline, contact?.notes?.slice(0, 3), between]).toEqual(["two", "two", []]);

    between = [() => others.patch(id, { notes: "short", addresses: null, headline: "short" })];
    expect((await reader.get(id)).body?.contact).toMatchObject({ headline: "short", notes: "short", addresses: [] });

    await others.patch(id, long("three"));
    between = [() => others.remove(id, {}, { permanent: true })];
    await expect(reader.get(id)).rejects.toMatchObject({ code: "contact_not_found" });
  });

  it("are refused if their versions never match, instead of being read forever", async () => {
    const accountId = await seedAccount(store);
    const { id } = (await contactCalls(store, accountId).create(largestBody())).body.contact;
    const continuation = { pk: accountPartition(accountId), sk: `B#${shortId(id)}` };
    await store.client.send(new DeleteCommand({ TableName: store.tableName, Key: continuation }));
    await expect(getContact(store, accountId, id)).rejects.toMatchObject({ code: "service_unavailable" });
  });
});

describe("lookups", () => {
  const website = (value: string): Lookup => ({ kind: "handle", platform: "website", value });

  it("find every contact of the account by each of its handles, addresses and numbers", async () => {
    const accountId = await seedAccount(store);
    const other = await seedAccount(store);
    const twins = [fullestBody("a"), fullestBody("a"), fullestBody("b")].map((body) => recordOf(accountId, body));
    await storeAll(store, accountId, twins);
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

  it("an address is not found by its start, whatever characters it has", async () => {
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

  it("a number is found once in every spelling, the oldest contact first, and no number of another country", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const ids: string[] = [];
    const numbers = [["+49 30 1234567", "49 30 1234567"], ["030 1234567"], ["+43 30 1234567"], ["+49 30 1234567"]];
    for (const phones of [...numbers, ["040 1234567"], ["1234567"]]) {
      const { body } = await calls.create({ firstName: "Ann", phones: phones.map((value) => ({ value })) });
      ids.push(body.contact.id);
    }
    const found = async (value: string) => {
      const those = await findContactIds(store, accountId, { kind: "phone", value });
      return those.map((id) => ids.indexOf(id));
    };
    expect(await found("+49301234567")).toEqual([0, 1, 3]);
    expect(await found("0301234567")).toEqual([0, 1, 2, 3]);
    expect(await found("49301234567")).toEqual([0, 3]);
    expect(await found("+43301234567")).toEqual([1, 2]);
    expect(await found("+49401234567")).toEqual([4]);
    expect(await found("1234567")).toEqual([5]);
    expect(await found("234567")).toEqual([]);
  });

  it("an address that is longer than a key is found", async () => {
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

it("the head counts contacts by year", async () => {
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
