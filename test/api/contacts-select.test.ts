import { beforeAll, describe, expect, it } from "vitest";
import { sortOrders } from "../../shared/lists/list-query.ts";
import { createContact, readKeyOf } from "../support/contact-api.ts";
import { api, freshAccount } from "../support/stack.ts";

interface Selection {
  contacts: Record<string, unknown>[];
  pagination: Record<string, unknown>;
}

describe("the selection", () => {
  let token: string;
  const people = [
    { firstName: "Łukasz", lastName: "Ek", lastInteraction: "2026-02-01T00:00:00Z", keepFrequencyDays: 7 },
    { firstName: "anna", middleName: "Zoë", headline: "Piano maker", location: "Malmö", notes: "secret" },
    { firstName: "Änne", lastName: "Bo", lastInteraction: "2026-01-01T00:00:00Z", keepFrequencyDays: 30 },
    { firstName: "Øystein", emails: [{ value: "oy@example.org" }], phones: [{ value: "+1 (415) 555-0100" }] },
  ];
  const select = async (query = "") => {
    return (await (await api(`/contacts/select${query}`, { token })).json()) as Selection;
  };
  const namesOf = ({ contacts }: Selection) => contacts.map(({ firstName }) => firstName);

  beforeAll(async () => {
    ({ token } = await freshAccount());
    for (const person of people) await createContact(token, person);
  });

  it("shows of every contact what it is chosen by, and nothing else", async () => {
    const answer = await api("/contacts/select", { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-txid")).toMatch(/^\d+$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = (await answer.json()) as Selection;
    expect(Object.keys(body).toSorted()).toEqual(["contacts", "pagination"]);
    expect(namesOf(body)).toEqual(["anna", "Änne", "Łukasz", "Øystein"]);
    expect(body.contacts[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstName: "anna",
      lastName: "",
      middleName: "Zoë",
      avatar: null,
      headline: "Piano maker",
      location: "Malmö",
      myself: false,
    });
    const pagination = { hasMore: false, limit: 50, offset: 0, search: null, sort: "nameAsc", totalCount: 4 };
    expect(body.pagination).toEqual(pagination);
  });

  it.each([
    ["nameAsc", ["anna", "Änne", "Łukasz", "Øystein"]],
    ["nameDesc", ["Øystein", "Łukasz", "Änne", "anna"]],
    ["surnameAsc", ["anna", "Øystein", "Änne", "Łukasz"]],
    ["surnameDesc", ["Łukasz", "Änne", "Øystein", "anna"]],
    ["interactionAsc", ["anna", "Øystein", "Änne", "Łukasz"]],
    ["interactionDesc", ["Łukasz", "Änne", "Øystein", "anna"]],
    ["createdAtAsc", ["Łukasz", "anna", "Änne", "Øystein"]],
    ["createdAtDesc", ["Øystein", "Änne", "anna", "Łukasz"]],
  ] as const)("is in the order of the list by %s, in pages", async (sort, names) => {
    const pages = [await select(`?sort=${sort}&limit=3`), await select(`?sort=${sort}&limit=3&offset=3`)];
    expect(pages.flatMap(namesOf)).toEqual(names);
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { hasMore: true, limit: 3, offset: 0, search: null, sort, totalCount: 4 },
      { hasMore: false, limit: 3, offset: 3, search: null, sort, totalCount: 4 },
    ]);
    const list = (await (await api(`/contacts?sort=${sort}`, { token })).json()) as Selection;
    expect(namesOf(list)).toEqual(names);
    expect(sortOrders).toContain(sort);
  });

  it("keeps to contacts that are kept in touch with, when asked to", async () => {
    expect(namesOf(await select("?keepInTouch=true"))).toEqual(["Änne", "Łukasz"]);
    expect((await select("?keepInTouch=true&limit=1")).pagination).toMatchObject({ hasMore: true, totalCount: 2 });
    expect(namesOf(await select("?keepInTouch=false"))).toHaveLength(4);
  });

  it.each([
    ["OYSTEIN", ["Øystein"]],
    ["zoe%20ann", ["anna"]],
    ["piano%20MALMO", ["anna"]],
    ["oy%40example.org", ["Øystein"]],
    ["4155550100", ["Øystein"]],
    ["555-01", ["Øystein"]],
    ["%2B1%20(415)%20555-0100", ["Øystein"]],
    ["secret", ["anna"]],
    ["anna%20ek", []],
  ])("finds by ?search=%s", async (search, names) => {
    const found = await select(`?search=${search}`);
    expect(namesOf(found)).toEqual(names);
    const pagination = { search: decodeURIComponent(search), sort: null, totalCount: names.length };
    expect(found.pagination).toMatchObject(pagination);
  });

  it.each(["", "%20%20", "+"])("no search is none (%#)", async (search) => {
    const found = await select(`?search=${search}`);
    expect(found.pagination).toMatchObject({ search: null, sort: "nameAsc", totalCount: 4 });
  });

  it("echoes a search without the blanks around it, and keeps to the order that was asked for", async () => {
    const found = await select("?search=%20%20N%20%20&sort=createdAtDesc");
    expect(namesOf(found)).toEqual(["Øystein", "Änne", "anna"]);
    expect(found.pagination).toMatchObject({ search: "N", sort: "createdAtDesc", totalCount: 3 });
  });

  it("includes a write that was answered, and says so by its txid", async () => {
    const { contact, txid } = await createContact(token, { firstName: "Aaron" });
    const answer = await api("/contacts/select?search=aaron", { token });
    expect(namesOf((await answer.json()) as Selection)).toEqual(["Aaron"]);
    expect(Number(answer.headers.get("x-txid"))).toBeGreaterThanOrEqual(Number(txid));
    await api(`/contacts/${contact.id}`, { method: "PATCH", token, json: { firstName: "Benno" } });
    expect(namesOf(await select("?search=aaron"))).toEqual([]);
    expect(namesOf(await select("?search=benno"))).toEqual(["Benno"]);
    await api(`/contacts/${contact.id}`, { method: "DELETE", token });
    expect((await select("?search=benno")).pagination.totalCount).toBe(0);
    expect((await select()).pagination.totalCount).toBe(4);
  });

  it("is there for a key that may only read, for HEAD, and under /api", async () => {
    const key = await readKeyOf(token);
    const byKey = await api("/api/contacts/select/?limit=2&avatarSize=small&avatarQuality=low", { token: key });
    expect([byKey.status, namesOf((await byKey.json()) as Selection)]).toEqual([200, ["anna", "Änne"]]);
    const head = await api("/contacts/select", { method: "HEAD", token: key });
    expect([head.status, await head.text(), head.headers.get("x-txid")]).toEqual([200, "", expect.any(String)]);
  });

  it("of another account, and the account's own contact, are not in it", async () => {
    const { token: other } = await freshAccount();
    const answer = await api("/contacts/select?search=person", { token: other });
    expect(await answer.json()).toMatchObject({ contacts: [], pagination: { totalCount: 0 } });
    const all = await api("/contacts/select", { token: other });
    expect(await all.json()).toMatchObject({ contacts: [], pagination: { totalCount: 0 } });
  });
});
