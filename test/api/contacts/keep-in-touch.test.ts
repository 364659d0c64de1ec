import { expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const day = 24 * 3_600_000;

it("contacts are listed by the day of the account's time zone on which they are due", async () => {
  const { token } = await freshAccount();
  // Noon in the zone, whose day begins 14 hours before that of UTC.
  const noon = Date.parse(`${new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)}T12:00:00+14:00`);
  const localDay = (days: number) => new Date(noon + days * day + 14 * 3_600_000).toISOString().slice(0, 10);
  const timezone = "Pacific/Kiritimati";
  await api("/me/settings", { method: "PATCH", token, json: { timezone } });
  const met = async (firstName: string, daysAgo: number, keepFrequencyDays: number | null) => {
    const { contact } = await createContact(token, { firstName, keepFrequencyDays });
    const lastInteraction = new Date(noon - daysAgo * day).toISOString();
    const json = { lastInteraction };
    expect((await api(`/contacts/${contact.id}`, { method: "PATCH", token, json })).status).toBe(200);
    return { id: contact.id, firstName, lastName: "", avatar: null, lastInteraction, keepFrequencyDays };
  };
  const [today, overdue, later] = [await met("Ann", 7, 7), await met("Ben", 20, 7), await met("Cy", 1, 7)];
  await met("Dan", 100, null);
  const list = async (query: string) => {
    const answer = await api(`/contacts/keep-in-touch${query}`, { token });
    expect([answer.status, answer.headers.has("x-txid")]).toEqual([200, true]);
    return (await answer.json()) as { contacts: object[]; pagination: object };
  };
  const due = [
    { ...overdue, dueOn: localDay(-13), overdueDays: 13 },
    { ...today, dueOn: localDay(0), overdueDays: 0 },
  ];
  const all = [...due, { ...later, dueOn: localDay(6), overdueDays: 0 }];
  const pagination = { hasMore: false, limit: 50, offset: 0, search: null, sort: null };
  expect(await list("")).toEqual({ contacts: all, pagination: { ...pagination, totalCount: 3 } });
  expect(await list("?due=true")).toEqual({ contacts: due, pagination: { ...pagination, totalCount: 2 } });
  expect(await list("?limit=1&offset=1")).toMatchObject({ contacts: [all[1]], pagination: { hasMore: true } });

  const json = { type: "Call", date: new Date().toISOString(), participantIds: [overdue.id] };
  expect((await api("/interactions", { method: "POST", token, json })).status).toBe(201);
  expect((await list("?due=true")).contacts).toEqual([due[1]]);
  expect((await api("/contacts/keep-in-touch", { method: "HEAD", token })).status).toBe(200);
  expect(await refusalOf("/contacts/keep-in-touch?due=yes", { token })).toMatchObject({
    status: 400,
    paths: ["query.due"],
  });
});
