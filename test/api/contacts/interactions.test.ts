import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import type { InteractionAnswer } from "../../../functions/interactions/schemas.ts";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, readKeyOf, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

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
  it("are created, read, listed, changed and deleted", async () => {
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

  it("in the future are listed and not shown by their contacts, and the account's own contact can take part", async () => {
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
});

describe("what interactions refuse", () => {
  it("unknown and foreign participants, and nothing is written", async () => {
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

  it("interactions of another account, and malformed ids", async () => {
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

  it("writes with read-only keys", async () => {
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
