import { describe, expect, it } from "vitest";
import type { InteractionAnswer } from "../../../functions/interactions/schemas.ts";
import { createContact } from "../../support/contact/contact-api.ts";
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
});
