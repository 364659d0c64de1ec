import { beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../shared/contact/answer.ts";
import { createContact } from "../support/contact-api.ts";
import { api, freshAccount } from "../support/stack.ts";

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

  it("is by name, without regard to case and accents, with its counts", async () => {
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

  it("includes a write that was answered, and says so by its txid", async () => {
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
