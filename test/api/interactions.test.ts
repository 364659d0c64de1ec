import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import type { InteractionAnswer } from "../../functions/interactions/schemas.ts";
import type { ContactAnswer } from "../../shared/contact/answer.ts";
import { createContact, readKeyOf, refusalOf } from "../support/contact-api.ts";
import { api, freshAccount } from "../support/stack.ts";

interface List {
  interactions: InteractionAnswer[];
  pagination: Record<string, unknown>;
}

const date = "2026-02-03T10:00:00.000Z";
const jsonOf = async <Body>(answer: Response) => (await answer.json()) as Body;
const create = (token: string, json: object) => api("/interactions", { method: "POST", token, json });
const patch = (token: string, id: string, json: object) => api(`/interactions/${id}`, { method: "PATCH", token, json });
const interactionOf = async (answer: Response) =>
  (await jsonOf<{ interaction: InteractionAnswer }>(answer)).interaction;
const list = async (token: string, query = "") => jsonOf<List>(await api(`/interactions${query}`, { token }));
const contactOf = async (token: string, id: string) =>
  (await jsonOf<{ contact: ContactAnswer }>(await api(`/contacts/${id}`, { token }))).contact;

async function accountWith(count: number) {
  const { token } = await freshAccount();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await createContact(token, { firstName: `Ann ${n}` })).contact.id);
  return { token, ids };
}

/** What refusals are tried on: nothing changes it. */
const shared = accountWith(2);
const standing = shared.then(async ({ token, ids }) =>
  interactionOf(await create(token, { type: "Call", date, participantIds: ids })),
);

describe("interactions", () => {
  it("go from birth to death: made, read, listed, changed, deleted", async () => {
    const { token, ids } = await accountWith(2);
    const [ann = "", ben = ""] = ids;
    const body = { type: "Coffee", date: "2026-02-03T11:00:00+01:00", participantIds: [ann], title: "  Tea  " };
    const created = await create(token, { ...body, description: "one\ntwo " });
    expect(created.status).toBe(201);
    expect(created.headers.get("x-txid")).toMatch(/^\d+$/);
    const made = await interactionOf(created);
    expect(made).toEqual({
      id: made.id,
      userId: made.userId,
      type: "Coffee",
      date,
      title: "Tea",
      description: "one\ntwo",
      participantIds: [ann],
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    expect(created.headers.get("location")).toMatch(new RegExp(`^http.*/interactions/${made.id}$`));
    expect(await interactionOf(await api(`/api/interactions/${made.id}/`, { token }))).toEqual(made);
    const shown = { lastInteraction: date, lastInteractionActivityId: made.id };
    expect(await contactOf(token, ann)).toMatchObject(shown);

    expect(await list(token)).toEqual({
      interactions: [made],
      pagination: { hasMore: false, limit: 50, offset: 0, search: null, sort: "dateDesc", totalCount: 1 },
    });

    // What was read may be sent back, and changes nothing.
    const same = await patch(token, made.id, made);
    expect(await interactionOf(same)).toEqual(made);
    expect(await interactionOf(await patch(token, made.id, {}))).toEqual(made);
    const changed = await interactionOf(
      await patch(token, made.id, { participantIds: [ben], title: null, type: "Party/Social" }),
    );
    expect(changed).toEqual({
      ...made,
      participantIds: [ben],
      title: null,
      type: "Party/Social",
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt >= made.updatedAt).toBe(true);
    const none = { lastInteraction: null, lastInteractionActivityId: null };
    expect(await contactOf(token, ann)).toMatchObject(none);
    expect(await contactOf(token, ben)).toMatchObject(shown);

    const deleted = await api(`/interactions/${made.id}`, { method: "DELETE", token });
    expect(deleted.status).toBe(200);
    expect(await deleted.json()).toEqual({ message: "The interaction was deleted." });
    expect(await contactOf(token, ben)).toMatchObject(none);
    expect(await refusalOf(`/interactions/${made.id}`, { token })).toMatchObject({ code: "interaction_not_found" });
  });

  it("are listed by page, by contact and by dates that belong to the range, newest first", async () => {
    const { token, ids } = await accountWith(2);
    const [ann = "", ben = ""] = ids;
    const dates = [1, 2, 3, 4, 5].map((day) => `2026-02-0${day}T10:00:00.000Z`);
    for (const [n, each] of dates.entries()) {
      expect(
        (await create(token, { type: "Call", date: each, participantIds: n % 2 ? [ann, ben] : [ann] })).status,
      ).toBe(201);
    }
    const datesOf = async (query: string) => (await list(token, query)).interactions.map((each) => each.date);
    const newest = dates.toReversed();
    expect(await datesOf("")).toEqual(newest);
    expect(await datesOf("?limit=2&offset=1")).toEqual(newest.slice(1, 3));
    expect((await list(token, "?limit=2&offset=1")).pagination).toMatchObject({ hasMore: true, totalCount: 5 });
    expect(await datesOf("?offset=9007199254740991")).toEqual([]);
    expect(await datesOf(`?contactId=${ben}`)).toEqual([newest[1], newest[3]]);
    expect(await datesOf(`?contactId=${ben}&offset=1`)).toEqual([newest[3]]);
    expect((await list(token, `?contactId=${ben}`)).pagination).toMatchObject({ totalCount: 2 });
    const range = `from=${dates[1]}&to=${encodeURIComponent("2026-02-04T11:00:00+01:00")}`;
    expect(await datesOf(`?${range}`)).toEqual(newest.slice(1, 4));
    expect(await datesOf(`?${range}&contactId=${ben}`)).toEqual([newest[1], newest[3]]);
    expect((await list(token, `?${range}`)).pagination).toMatchObject({ totalCount: 3 });
    expect(await datesOf(`?from=${dates[1]}&to=${dates[1]}`)).toEqual([dates[1]]);
    expect(await datesOf(`?from=${dates[1]}&to=2026-02-04T11:00:00+01:00`)).toEqual(newest.slice(1, 4));
  });

  it("move the order of contacts at once, and count in the stats of the month", async () => {
    const { token, ids } = await accountWith(3);
    const now = new Date().toISOString();
    await create(token, { type: "Email", date: now, participantIds: ids.slice(1, 2) });
    await create(token, { type: "Email", date, participantIds: ids.slice(2) });
    const answer = await api("/contacts?sort=interactionDesc", { token });
    const { contacts, stats } = await jsonOf<{ contacts: ContactAnswer[]; stats: Record<string, number> }>(answer);
    expect(contacts.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    const inMonth = [now, date].filter((each) => each.slice(0, 7) === new Date().toISOString().slice(0, 7)).length;
    expect(stats.thisMonthInteractions).toBe(inMonth);
  });

  it("of days to come are listed, and not yet shown by their contacts; so may the account's own contact take part", async () => {
    const { token, ids } = await accountWith(1);
    const made = await interactionOf(
      await create(token, { type: "Meeting", date: "9999-12-31T23:59:59Z", participantIds: ids }),
    );
    expect(await contactOf(token, ids[0] ?? "")).toMatchObject({ lastInteraction: null });
    expect((await list(token)).interactions).toEqual([made]);
    const note = await interactionOf(await create(token, { type: "Note", date, participantIds: [made.userId] }));
    expect(await contactOf(token, made.userId)).toMatchObject({ lastInteractionActivityId: note.id });
    expect((await list(token, `?contactId=${made.userId}`)).interactions).toEqual([note]);
  });

  it("keep the later one of a date set by hand and their own", async () => {
    const { token, ids } = await accountWith(1);
    const [ann = ""] = ids;
    const set = async (lastInteraction: string | null) => {
      const answer = await api(`/contacts/${ann}`, { method: "PATCH", token, json: { lastInteraction } });
      const { lastInteraction: shown, lastInteractionActivityId: id } = (
        await jsonOf<{ contact: ContactAnswer }>(answer)
      ).contact;
      return { shown, id };
    };
    const { id } = await interactionOf(await create(token, { type: "Text/Messaging", date, participantIds: ids }));
    expect(await set("2026-02-01T00:00:00Z")).toEqual({ shown: date, id });
    const later = "2026-02-05T00:00:00.000Z";
    expect(await set(later)).toEqual({ shown: later, id: null });
    await api(`/interactions/${id}`, { method: "DELETE", token });
    expect(await contactOf(token, ann)).toMatchObject({ lastInteraction: later });
    expect(await set(null)).toEqual({ shown: null, id: null });
  });

  it("lose contacts that are deleted, and end with the last of them", async () => {
    const { token, ids } = await accountWith(3);
    const made = await interactionOf(await create(token, { type: "Meal", date, participantIds: ids }));
    await api(`/contacts/${ids[1]}`, { method: "DELETE", token });
    const { participantIds } = await interactionOf(await api(`/interactions/${made.id}`, { token }));
    expect(participantIds).toEqual([ids[0], ids[2]]);
    expect(await refusalOf(`/interactions?contactId=${ids[1]}`, { token })).toMatchObject({
      code: "contact_not_found",
      paths: ["query.contactId"],
    });
    await api("/contacts", { method: "DELETE", token, json: { ids } });
    expect((await list(token)).pagination).toMatchObject({ totalCount: 0 });
    expect((await api(`/interactions/${made.id}`, { token })).status).toBe(404);
  });

  it("take an idempotency key: the same request is one interaction", async () => {
    const { token, ids } = await accountWith(1);
    const init = {
      method: "POST",
      token,
      headers: { "idempotency-key": newId() },
      json: { type: "Call", date, participantIds: ids },
    };
    const first = await (await api("/interactions", init)).json();
    expect(await (await api("/interactions", init)).json()).toEqual(first);
    expect((await list(token)).pagination).toMatchObject({ totalCount: 1 });
  });
});

describe("what interactions refuse", () => {
  it.each<[string, object, string]>([
    ["a type that is none", { type: "Duel" }, "body.type"],
    ["no type", { type: undefined }, "body.type"],
    ["no date", { date: undefined }, "body.date"],
    ["a date that is null", { date: null }, "body.date"],
    ["30 February", { date: "2026-02-30T10:00:00Z" }, "body.date"],
    ["a day without a time", { date: "2026-02-03" }, "body.date"],
    ["a time without an offset", { date: "2026-02-03T10:00:00" }, "body.date"],
    ["24:00", { date: "2026-02-03T24:00:00Z" }, "body.date"],
    ["a year behind 9999", { date: "9999-12-31T23:59:59-01:00" }, "body.date"],
    ["a title of 201 characters", { title: "a".repeat(201) }, "body.title"],
    ["a title of two lines", { title: "one\ntwo" }, "body.title"],
    ["a description of 20,001 characters", { description: "a".repeat(20_001) }, "body.description"],
    ["a lone surrogate", { description: "\ud800" }, "body.description"],
    ["nobody", { participantIds: [] }, "body.participantIds"],
    ["no list of participants", { participantIds: undefined }, "body.participantIds"],
    ["51 participants", { participantIds: Array.from({ length: 51 }, () => newId()) }, "body.participantIds"],
    [
      "somebody twice",
      { participantIds: Array(2).fill("0199E0C4-8f6e-7a31-9c52-3f0b7c1d2e4a") },
      "body.participantIds",
    ],
    ["an id that is none", { participantIds: ["ann"] }, "body.participantIds.0"],
    ["an unknown field", { place: "Porto" }, "body.place"],
  ])("%s, in both writes", async (_name, fault, path) => {
    const { token, ids } = await shared;
    const body = { type: "Call", date, participantIds: ids, ...fault };
    const refusal = { status: 400, code: "validation_error", paths: [path] };
    expect(await refusalOf("/interactions", { method: "POST", token, json: body })).toMatchObject(refusal);
    const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return;
    const { id } = await standing;
    expect(await refusalOf(`/interactions/${id}`, { method: "PATCH", token, json: given })).toMatchObject(refusal);
    expect(await interactionOf(await api(`/interactions/${id}`, { token }))).toEqual(await standing);
  });

  it.each([
    ["limit=0", "query.limit"],
    ["limit=201", "query.limit"],
    ["offset=-1", "query.offset"],
    ["contactId=ann", "query.contactId"],
    ["from=2026-02-03", "query.from"],
    ["to=2026-02-30T00:00:00Z", "query.to"],
    ["from=2026-02-04T00:00:00Z&to=2026-02-03T00:00:00Z", "query.from"],
    ["sort=dateAsc", "query.sort"],
  ])("a list by %s", async (query, path) => {
    const { token } = await shared;
    const refusal = await refusalOf(`/interactions?${query}`, { token });
    expect(refusal).toMatchObject({ status: 400, code: "validation_error", paths: [path] });
  });

  it("unknown and foreign people, and writes nothing then", async () => {
    const { token, ids } = await shared;
    const { id } = await standing;
    const other = await accountWith(1);
    const [foreign = ""] = other.ids;
    const participantIds = [newId(), ...ids, foreign];
    const refusal = {
      status: 404,
      code: "contact_not_found",
      paths: ["body.participantIds.0", `body.participantIds.${ids.length + 1}`],
    };
    const before = (await api("/interactions", { token })).headers.get("x-txid");
    const body = { type: "Call", date, participantIds };
    expect(await refusalOf("/interactions", { method: "POST", token, json: body })).toMatchObject(refusal);
    expect(await refusalOf(`/interactions/${id}`, { method: "PATCH", token, json: { participantIds } })).toMatchObject(
      refusal,
    );
    expect((await api("/interactions", { token })).headers.get("x-txid")).toBe(before);
    expect(await refusalOf(`/interactions?contactId=${foreign}`, { token })).toMatchObject({ status: 404 });
  });

  it("interactions of another account, and ids that are none", async () => {
    const { token } = await freshAccount();
    const { id } = await standing;
    for (const init of [{}, { method: "PATCH", json: { title: "mine" } }, { method: "DELETE" }]) {
      const refused = await refusalOf(`/interactions/${id}`, { token, ...init });
      expect(refused).toMatchObject({ status: 404, code: "interaction_not_found" });
      const malformed = await refusalOf("/interactions/first", { token, ...init });
      expect(malformed).toMatchObject({ status: 400, paths: ["params.id"] });
    }
    expect((await list(token)).interactions).toEqual([]);
  });

  it("writes by keys that may only read", async () => {
    const { token, ids } = await shared;
    const key = await readKeyOf(token);
    expect((await api("/interactions", { token: key })).status).toBe(200);
    const body = { type: "Call", date, participantIds: ids };
    expect(await refusalOf("/interactions", { method: "POST", token: key, json: body })).toMatchObject({
      status: 403,
      code: "api_key_method_forbidden",
    });
  });
});
