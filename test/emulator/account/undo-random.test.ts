/** Random histories of an agent and an owner: a dry run says what the run does, and what only the agent did goes back whole. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { shown, type UndoWorld, undoWorld } from "../../support/account/undo-world.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

/** What the writers know: ids by kind, of which some no longer exist. */
interface Known {
  contacts: string[];
  groups: string[];
  interactions: string[];
  relationships: [contactId: string, id: string][];
}

type Pick = <T>(from: readonly T[]) => T;
type Write = (at: UndoWorld, known: Known, pick: Pick, n: number) => Promise<unknown>;

const writes: Readonly<Record<string, Write>> = {
  create: async ({ calls }, { contacts }, _, n) => {
    contacts.push((await calls.create({ firstName: `New ${n}` })).body.contact.id);
  },
  patch: ({ calls }, { contacts }, pick, n) => calls.patch(pick(contacts), { headline: `Headline ${n % 3}` }),
  note: ({ calls }, { contacts }, pick, n) =>
    calls.patch(pick(contacts), { notes: `Note ${n} `.repeat(300 * (n % 2) + 1) }),
  remove: ({ calls }, { contacts }, pick) => calls.remove(pick(contacts)),
  removeMany: ({ calls }, { contacts }, pick) => calls.deleteContacts({ ids: [pick(contacts), pick(contacts)] }),
  restore: ({ calls }, { contacts }, pick) => calls.restore({ ids: [...new Set([pick(contacts), pick(contacts)])] }),
  group: async ({ groups: calls }, { groups }, _, n) => {
    groups.push((await calls.createGroup({ label: `Group ${n}` })).id);
  },
  rename: ({ groups: calls }, { groups }, pick, n) => calls.patchGroup(pick(groups), { label: `Name ${n % 3}` }),
  ungroup: ({ groups: calls }, { groups }, pick) => calls.deleteGroup(pick(groups)),
  join: ({ groups: calls }, { groups, contacts }, pick) => calls.add(pick(groups), { contactIds: [pick(contacts)] }),
  leave: ({ groups: calls }, { groups, contacts }, pick) =>
    calls.remove(pick(groups), { contactIds: [pick(contacts)] }),
  meet: async ({ interactions: calls }, { interactions, contacts }, pick, n) => {
    const participantIds = [...new Set([pick(contacts), pick(contacts)])];
    const date = new Date(Date.UTC(2026, 1, 1 + n)).toISOString();
    interactions.push((await calls.create({ type: "Call", date, participantIds })).body.interaction.id);
  },
  retitle: ({ interactions: calls }, { interactions, contacts }, pick, n) =>
    calls.patch(pick(interactions), { title: `Title ${n % 3}`, participantIds: [pick(contacts)] }),
  forget: ({ interactions: calls }, { interactions }, pick) => calls.remove(pick(interactions)),
  relate: async ({ calls }, { relationships, contacts }, pick) => {
    const [id, relatedPersonId] = [pick(contacts), pick(contacts)];
    const { id: made } = await calls.relate(id, { relatedPersonId, relationshipType: "friend" });
    relationships.push([id, made]);
  },
  rerelate: ({ calls }, { relationships }, pick) => {
    return calls.patchRelationship(...pick(relationships), { relationshipType: "sibling" });
  },
  unrelate: ({ calls }, { relationships }, pick) => calls.unrelate(...pick(relationships)),
  merge: ({ store: own, accountId }, { contacts }, pick) =>
    mergeCalls(own, accountId).merge(pick(contacts), pick(contacts)),
};

const step = fc.record({
  what: fc.constantFrom(...Object.keys(writes)),
  isAgent: fc.boolean(),
  at: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
});

/** A write that is refused, or for which there is nothing yet, changes nothing. */
async function run(at: UndoWorld, known: Known, { what, at: picks }: { what: string; at: number[] }, n: number) {
  let next = 0;
  const pick: Pick = (from) => {
    if (from.length === 0) throw new AppError("not_found");
    return from[(picks[next++ % picks.length] ?? 0) % from.length] as (typeof from)[number];
  };
  try {
    await writes[what]?.(at, known, pick, n);
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
  }
}

it("a dry run says what the run does, and an agent alone leaves nothing", async () => {
  const histories = fc.tuple(fc.array(step, { minLength: 3, maxLength: 12 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(histories, async ([steps, isAlone]) => {
      const at = await undoWorld(store);
      const known: Known = {
        contacts: [at.ann, at.ben, at.cem],
        groups: [],
        interactions: [],
        relationships: [],
      };
      for (const [n, what] of ["group", "join", "meet", "relate"].entries()) await run(at, known, { what, at: [n] }, n);
      const before = await shown(at);
      for (const [n, each] of steps.entries()) {
        const work = () => run(at, known, each, n + 10);
        await (isAlone || each.isAgent ? at.agent(work) : work());
      }
      const dry = await at.undo.dry(at.ofAgent());
      const done = await at.undo.run(at.ofAgent());
      expect({ ...dry, id: done.id, startedAt: done.startedAt, endedAt: done.endedAt }).toEqual(done);
      const keptIds = new Set(done.kept.map(({ changeId }) => changeId));
      expect(done.undone + keptIds.size).toBeGreaterThanOrEqual(done.total);
      if (!isAlone) return;
      expect(done).toMatchObject({ undone: done.total, kept: [] });
      expect(await shown(at)).toEqual(before);
    }),
    { numRuns: tries(12, 300) },
  );
});
