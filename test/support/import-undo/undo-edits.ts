/**
 * What people do to a contact. Every text that they write is new. Each returns the fields that it edits, or `touch` for something
 * that the fields of the contact don't show.
 */
import { expect } from "vitest";
import type { UndoWorld } from "./undo-world.ts";

export const edits = {
  async field({ world, text, id, other }) {
    const names = ["headline", "position", "location", "lastName", "website"] as const;
    const name = names[other % names.length] ?? "headline";
    await world.calls.patch(id, { [name]: name === "website" ? `https://${text}.example/` : text });
    return [name];
  },
  async clear({ world, id, other }) {
    const name = (["headline", "position", "network_c", "website"] as const)[other % 4] ?? "headline";
    await world.calls.patch(id, { [name]: null });
    return [name];
  },
  async emails({ world, text, id, other }) {
    const mine = { value: `${text}@x.example`, type: "home" };
    await world.calls.patch(id, { emails: other % 2 ? [mine] : [mine, ...(await contactOf(world, id)).emails] });
    return ["emails"];
  },
  async dates({ world, text, id, other }) {
    const mine = { type: "other", date: "2002-03-04", note: text };
    const { importantDates } = await contactOf(world, id);
    await world.calls.patch(id, { importantDates: other % 2 ? [mine] : [...importantDates, mine] });
    return ["importantDates"];
  },
  async notes({ world, text, id, other }) {
    const { notes } = await contactOf(world, id);
    await world.calls.patch(id, { notes: [text, `${notes ?? ""}\n${text}`, `${text}\n\n${notes ?? ""}`][other % 3] });
    return ["notes"];
  },
  async picture({ world, id }) {
    await world.calls.deletePhoto(id);
    return ["avatar"];
  },
  async join({ world, id, other }) {
    const groupId = await world.groupId(["own", "ga", "gs"][other % 3] ?? "");
    if (groupId !== undefined) await world.groups.add(groupId, { contactIds: [id] });
    return [];
  },
  async meet({ world, id }) {
    await world.interactions.create({ type: "Call", date: world.stand.now().toISOString(), participantIds: [id] });
    return ["touch"];
  },
  async relate({ world, id, second }) {
    const refused = second === id || (await world.calls.relationships(id)).length > 0;
    if (!refused) await world.calls.relate(id, { relatedPersonId: second, relationshipType: "friend" });
    return refused ? [] : ["touch"];
  },
} satisfies Record<string, (edit: Edit) => Promise<string[]>>;

interface Edit {
  world: UndoWorld;
  text: string;
  id: string;
  second: string;
  other: number;
}

async function contactOf(world: UndoWorld, id: string) {
  return (await world.list()).find((each) => each.id === id) ?? expect.fail();
}
