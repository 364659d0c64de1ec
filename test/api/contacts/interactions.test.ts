import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import type { InteractionAnswer } from "../../../functions/interactions/schemas.ts";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const date = "2026-02-03T10:00:00.000Z";

async function accountWith(count: number) {
  const { token } = await freshAccount();
  const contacts = [];
  for (let n = 0; n < count; n++) contacts.push((await createContact(token, { firstName: `Ann ${n}` })).contact);
  const create = async (json: object) => {
    const answer = await api("/interactions", { method: "POST", token, json: { type: "Call", date, ...json } });
    const { interaction } = (await answer.json()) as { interaction: InteractionAnswer };
    expect(answer.headers.get("location")).toMatch(new RegExp(`^http.*/interactions/${interaction.id}$`));
    return interaction;
  };
  const list = async (query = "") => (await (await api(`/interactions${query}`, { token })).json()) as List;
  return { token, userId: contacts[0]?.userId ?? "", ids: contacts.map(({ id }) => id), create, list };
}

interface List {
  interactions: InteractionAnswer[];
}

describe("interactions", () => {
  it("in the future are listed and not shown by their contacts, and the account's own contact can take part", async () => {
    const { token, userId, ids, create, list } = await accountWith(1);
    const contactOf = async (id: string) => (await api(`/contacts/${id}`, { token })).json();
    const planned = await create({ date: "9999-12-31T23:59:59Z", participantIds: ids });
    expect(await contactOf(ids[0] ?? "")).toMatchObject({ contact: { lastInteraction: null } });
    expect((await list()).interactions).toEqual([planned]);
    const note = await create({ participantIds: [userId] });
    expect(await contactOf(userId)).toMatchObject({ contact: { lastInteractionActivityId: note.id } });
    expect((await list(`?contactId=${userId}`)).interactions).toEqual([note]);
  });

  it("with unknown or foreign participants are refused, and nothing is written", async () => {
    const { token, ids, create } = await accountWith(2);
    const { id } = await create({ participantIds: ids });
    const [foreign = ""] = (await accountWith(1)).ids;
    const participantIds = [newId(), ...ids, foreign];
    const paths = ["body.participantIds.0", `body.participantIds.${ids.length + 1}`];
    const before = (await api("/interactions", { token })).headers.get("x-txid");
    const body = { type: "Call", date, participantIds };
    for (const [path, init] of [
      ["/interactions", { method: "POST", json: body }],
      [`/interactions/${id}`, { method: "PATCH", json: { participantIds } }],
    ] as const) {
      expect(await refusalOf(path, { token, ...init })).toMatchObject({
        status: 404,
        code: "contact_not_found",
        paths,
      });
    }
    expect((await api("/interactions", { token })).headers.get("x-txid")).toBe(before);
    expect(await refusalOf(`/interactions?contactId=${foreign}`, { token })).toMatchObject({ status: 404 });
  });

  it("of another account are not found", async () => {
    const { ids, create, list } = await accountWith(1);
    const { id } = await create({ participantIds: ids });
    const { token } = await freshAccount();
    for (const init of [{}, { method: "PATCH", json: { title: "mine" } }, { method: "DELETE" }]) {
      const refused = await refusalOf(`/interactions/${id}`, { token, ...init });
      expect(refused).toMatchObject({ status: 404, code: "interaction_not_found" });
    }
    expect((await list()).interactions).toMatchObject([{ id, title: null }]);
  });
});
