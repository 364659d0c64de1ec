import { beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, readKeyOf, type Written } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

interface Selection {
  contacts: Record<string, unknown>[];
  pagination: Record<string, unknown>;
}

describe("the list", () => {
  let lister: string;
  const names = ["Łukasz", "anna", "Änne", "Zoë", "Øystein", "Bo"];
  beforeAll(async () => {
    ({ token: lister } = await freshAccount());
    for (const firstName of names) await createContact(lister, { firstName });
  });

  interface List {
    contacts: ContactAnswer[];
    pagination: Record<string, unknown>;
    stats: Record<string, unknown>;
  }
  const list = async (query = "") => (await (await api(`/contacts${query}`, { token: lister })).json()) as List;

  it("is sorted by name without regard to case and accents, with counts", async () => {
    const { contacts, pagination, stats } = await list();
    expect(contacts.map(({ firstName }) => firstName)).toEqual(["anna", "Änne", "Bo", "Łukasz", "Øystein", "Zoë"]);
    const first = { hasMore: false, limit: 50, offset: 0, search: null, sort: "nameAsc", totalCount: 6 };
    expect(pagination).toEqual(first);
    expect(stats).toEqual({ newContactsThisYear: 6, thisMonthInteractions: 0, totalContacts: 6 });
    const [anna] = contacts;
    const one = await api(`/contacts/${anna?.id}`, { token: lister });
    expect(await one.json()).toEqual({ contact: anna });
  });

  it("comes in pages, in either direction", async () => {
    const pages = [await list("?limit=4"), await list("?limit=4&offset=4")];
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, false]);
    const ids = pages.flatMap(({ contacts }) => contacts.map(({ id }) => id));
    expect(new Set(ids).size).toBe(6);
    const down = await list("?sort=nameDesc&avatarSize=small&avatarQuality=high");
    expect(down.contacts.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(down.pagination.sort).toBe("nameDesc");
    expect(await list("?offset=9007199254740991")).toMatchObject({
      contacts: [],
      pagination: { hasMore: false, totalCount: 6 },
    });
  });

  it("includes a write that was answered, and has its txid", async () => {
    const { contact, txid } = await createContact(lister, { firstName: "Aaron" });
    const answer = await api("/contacts?limit=1", { token: lister });
    expect(await answer.json()).toMatchObject({ contacts: [{ id: contact.id }], pagination: { totalCount: 7 } });
    expect(Number(answer.headers.get("x-txid"))).toBeGreaterThanOrEqual(Number(txid));
    await api(`/contacts/${contact.id}`, { method: "DELETE", token: lister });
    expect((await list()).pagination.totalCount).toBe(6);
  });

  it("answers HEAD", async () => {
    const head = await api("/contacts", { method: "HEAD", token: lister });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("x-txid")).toMatch(/^\d+$/);
  });
});

describe("the short list", () => {
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

  it("has the short form of every contact", async () => {
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

  it("can be limited to contacts with `keepFrequencyDays`", async () => {
    expect(namesOf(await select("?keepInTouch=true"))).toEqual(["Änne", "Łukasz"]);
    expect((await select("?keepInTouch=true&limit=1")).pagination).toMatchObject({ hasMore: true, totalCount: 2 });
    expect(namesOf(await select("?keepInTouch=false"))).toHaveLength(4);
  });

  it("answers the trimmed search, and keeps the requested order", async () => {
    const found = await select("?search=%20%20N%20%20&sort=createdAtDesc");
    expect(namesOf(found)).toEqual(["Øystein", "Änne", "anna"]);
    expect(found.pagination).toMatchObject({ search: "N", sort: "createdAtDesc", totalCount: 3 });
  });

  it("is answered to a read-only key, to HEAD, and below /api", async () => {
    const key = await readKeyOf(token);
    const byKey = await api("/api/contacts/select/?limit=2&avatarSize=small&avatarQuality=low", { token: key });
    expect([byKey.status, namesOf((await byKey.json()) as Selection)]).toEqual([200, ["anna", "Änne"]]);
    const head = await api("/contacts/select", { method: "HEAD", token: key });
    expect([head.status, await head.text(), head.headers.get("x-txid")]).toEqual([200, "", expect.any(String)]);
  });
});

describe("a contact by its handle", () => {
  let token: string;
  let ann: Written;
  const summaryOf = ({ contact: { id, firstName, lastName, avatar } }: Written) => ({
    id,
    firstName,
    lastName,
    avatar,
  });
  const bySocial = (platform: string, handle: string) =>
    api(`/contacts/by-social?${new URLSearchParams({ platform, handle })}`, { token });

  beforeAll(async () => {
    ({ token } = await freshAccount());
    ann = await createContact(token, {
      firstName: "Ann",
      network_a: "https://www.linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB",
      network_b: "@Ann.Draws",
      network_c: "ann.bell.9",
      network_d: "+49 170 1234567",
      network_e: "+14155550123",
      website: "https://www.example.org/Ann#b%c",
    });
  });

  it.each([
    ["network_a", "JOSÉ-🎻"],
    ["network_a", "linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB/?trk=x&y=1#z"],
    ["network_b", "https://www.instagram.com/ann.draws/?hl=en"],
    ["network_c", " @Ann.Bell.9 "],
    ["network_d", "+49 (0)170 / 123 45 67"],
    ["network_d", "https://wa.me/491701234567?text=hi"],
    ["network_e", "+1 (415) 555-0123"],
    ["website", "example.org/ann#b%c"],
  ])("is a summary of the contact on %s by %s", async (platform, handle) => {
    const answer = await bySocial(platform, handle);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ contact: summaryOf(ann), exists: true });
    expect(Number(answer.headers.get("x-txid"))).toBeGreaterThanOrEqual(Number(ann.txid));
  });

  it("is found with a read-only key, by HEAD and below /api, and not by another account", async () => {
    const key = await readKeyOf(token);
    const path = "/api/contacts/by-social?platform=network_b&handle=%40ann.draws";
    expect(await (await api(path, { token: key })).json()).toEqual({ contact: summaryOf(ann), exists: true });
    const head = await api(path, { method: "HEAD", token: key });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const { token: stranger } = await freshAccount();
    expect(await (await api(path, { token: stranger })).json()).toEqual({ contact: null, exists: false });
  });
});
