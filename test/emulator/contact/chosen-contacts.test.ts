import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactAnswer } from "../../../shared/contact/answer/answer.ts";
import { requestedFields } from "../../../shared/contact/fields.ts";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { arbitraryListed } from "../../support/search/listed-contact.ts";
import { tries } from "../../support/seed.ts";

const table = await freshTable();

async function freshCalls() {
  const accountId = await seedAccount(table.store);
  return { accountId, calls: contactCalls(table.store, accountId) };
}

type Calls = Awaited<ReturnType<typeof freshCalls>>["calls"];

async function idsIn(calls: Calls, query: Readonly<Record<string, string>>): Promise<string[]> {
  return (await calls.list({ limit: "200", ...query })).body.contacts.map(({ id }) => id);
}

describe("a list of chosen ids", () => {
  const bodies = fc.array(arbitraryListed(), { minLength: 1, maxLength: 30, size: "max" });

  it("is the part of the list with these ids, in every order and with every filter", async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.infiniteStream(fc.boolean()), async (given, stream) => {
        const { accountId, calls } = await freshCalls();
        for (const body of given) await calls.create(body);
        const chosen = (await idsIn(calls, {})).filter(() => stream.next().value);
        const ids = [...chosen, accountId, "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"].toReversed().join(",").toUpperCase();
        const filters: Readonly<Record<string, string>>[] = [{}, { keepInTouch: "true" }, { search: "ann" }];
        for (const query of [...sortOrders.map((sort) => ({ sort })), ...filters]) {
          const expected = (await idsIn(calls, query)).filter((id) => chosen.includes(id));
          expect(await idsIn(calls, { ...query, ids }), JSON.stringify(query)).toEqual(expected);
          const { contacts, pagination } = (await calls.list({ ...query, ids, limit: "2", offset: "1" })).body;
          expect(contacts.map(({ id }) => id)).toEqual(expected.slice(1, 3));
          expect(pagination).toMatchObject({ totalCount: expected.length, hasMore: expected.length > 3 });
        }
      }),
      { numRuns: tries(3, 30) },
    );
  });

  it("skips deleted contacts, and costs what reading the contacts costs", async () => {
    const { calls } = await freshCalls();
    const created = await Promise.all(["Ann", "Bob", "Cem"].map((firstName) => calls.create({ firstName })));
    const [first = "", ...others] = created.map(({ body }) => body.contact.id);
    await calls.remove(first);
    await meterCapacity(async (units) => {
      const { contacts, pagination } = (await calls.list({ ids: [first, ...others].join(",") })).body;
      expect(contacts.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
      expect(pagination.totalCount).toBe(2);
      // The head, and one unit for each id.
      expect(units.readUnits).toBeLessThanOrEqual(4);
    });
  });
});

describe("chosen fields", () => {
  it("are the same as in the whole contact, beside its id and nothing else, in every choice", async () => {
    const { accountId, calls } = await freshCalls();
    const labels = groupCalls(table.store, accountId);
    const asked = Object.fromEntries(requestedFields.map((field) => [field, `Some ${field}`]));
    const body = { firstName: "Ann", emails: [{ value: "ann@example.org" }], ...asked };
    const { id } = (await calls.create(body)).body.contact;
    const [rowing, choir] = [
      await labels.createGroup({ label: "Rowing" }),
      await labels.createGroup({ label: "Choir" }),
    ];
    for (const group of [rowing, choir]) await labels.add(group.id, { contactIds: [id] });
    const { id: tagId } = await labels.createTag({ label: "Loud" });
    await calls.tag(id, tagId);
    const labelIds = { groups: [choir.id, rowing.id], tags: [tagId] };
    const whole = { ...(await calls.get(id)).body?.contact, ...asked, ...labelIds };
    const names = Object.keys(contactAnswer().shape);
    await fc.assert(
      fc.asyncProperty(fc.subarray(names, { minLength: 1 }), async (fields) => {
        const expected = Object.fromEntries(Object.entries(whole).filter(([name]) => [...fields, "id"].includes(name)));
        const query = { fields: fields.join(",") };
        expect((await calls.get(id, {}, query)).body?.contact).toEqual(expected);
        expect((await calls.list(query)).body.contacts).toEqual([expected]);
        expect((await labels.contacts(rowing.id, query)).body.contacts).toEqual([expected]);
        expect((await calls.changes(query)).changes).toMatchObject([{ contactId: id, deleted: false }]);
        expect((await calls.changes(query)).changes[0]?.contact).toEqual(expected);
      }),
      { numRuns: tries(10, 100) },
    );
  });

  it("have an ETag of their own, by which a read is answered with 304 and a write is accepted", async () => {
    const { calls } = await freshCalls();
    const { id } = (await calls.create({ firstName: "Ann" })).body.contact;
    const tagOf = async (fields?: string) => (await calls.get(id, {}, fields ? { fields } : {})).headers?.etag ?? "";
    const tags = [await tagOf(), await tagOf("firstName"), await tagOf("firstName,emails")];
    expect(new Set(tags).size).toBe(3);
    const [whole = "", names = ""] = tags;
    expect((await calls.get(id, { "if-none-match": names }, { fields: "firstName" })).status).toBe(304);
    expect((await calls.get(id, { "if-none-match": whole }, { fields: "firstName" })).status).toBe(200);
    expect((await calls.patch(id, { lastName: "Lee" }, { "if-match": names })).status).toBe(200);
  });

  it("that are tags follow every write, also in the ETag, though the contact stays as it is", async () => {
    const { accountId, calls } = await freshCalls();
    const labels = groupCalls(table.store, accountId);
    const { body, txid } = await calls.create({ firstName: "Ann" });
    const { id } = body.contact;
    const { id: tagId } = await labels.createTag({ label: "Loud" });
    const read = async (headers = {}) => calls.get(id, headers, { fields: "tags" });
    const before = await read();
    await calls.tag(id, tagId);
    const after = await read({ "if-none-match": before.headers?.etag });
    expect([before.body?.contact, after.body?.contact]).toEqual([
      { id, tags: [] },
      { id, tags: [tagId] },
    ]);
    expect((await read({ "if-none-match": after.headers?.etag })).status).toBe(304);
    expect((await calls.changes({ since: txid, fields: "tags" })).changes).toEqual([]);
    await labels.deleteTag(tagId);
    expect((await read()).body?.contact).toEqual({ id, tags: [] });
  });
});

it("no write of a contact that is based on an old version of it changes anything", async () => {
  const { calls } = await freshCalls();
  const { body, headers } = await calls.create({ firstName: "Ann" });
  const { id } = body.contact;
  const old = { "if-match": headers?.etag ?? "" };
  const { txid, headers: newer } = await calls.patch(id, { notes: "newer" }, old);
  for (const write of [
    () => calls.patch(id, { notes: "older" }, old),
    () => calls.putDates(id, [], old),
    () => calls.deletePhoto(id, old),
    () => calls.remove(id, old),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: "precondition_failed", headers: { etag: newer?.etag } });
  }
  // What is wrong with the body is wrong with every version.
  await expect(calls.patch(id, { latitude: 1 }, old)).rejects.toMatchObject({ code: "contact_location_incomplete" });
  expect(await calls.get(id)).toMatchObject({ txid, body: { contact: { notes: "newer" } } });
});
