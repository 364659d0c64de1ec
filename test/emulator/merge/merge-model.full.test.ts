import fc from "fast-check";
import { expect, it } from "vitest";
import { named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { accountWithMerges } from "../../support/merge/merge-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

const headlines = [null, "Pilot", "Captain"];
const step = fc.record({
  does: fc.constantFrom("merge", "merge", "undo", "undo", "headline", "email", "join", "leave", "meet", "delete"),
  one: fc.nat(9),
  other: fc.nat(9),
});

interface ModelContact {
  id: string;
  headline: string | null;
  emails: string[];
  groups: number[];
}

interface ModelMerge {
  id: string;
  left: ModelContact;
  right: ModelContact;
  written: ModelContact;
  isUndone: boolean;
}

/** What merges and their undos mean, written down without regard to storage. */
class Model {
  contacts = new Map<string, ModelContact>();
  merges: ModelMerge[] = [];
  /** The contact that took part in each interaction, and its date. */
  interactions: { participant: string; date: string }[] = [];

  survivorOf(id: string): string {
    const merge = this.merges.find(({ right, isUndone }) => right.id === id && !isUndone);
    return merge ? this.survivorOf(merge.left.id) : id;
  }

  merge(id: string, left: ModelContact, right: ModelContact): void {
    const written = {
      id: left.id,
      headline: left.headline ?? right.headline,
      emails: [...new Set([...left.emails, ...right.emails])],
      groups: [...new Set([...left.groups, ...right.groups])],
    };
    this.merges.push({ id, left, right, written, isUndone: false });
    this.contacts.set(left.id, written);
    this.contacts.delete(right.id);
  }

  canUndo(merge: ModelMerge): boolean {
    const later = this.merges.slice(this.merges.indexOf(merge) + 1);
    const stands = later.some(({ left, isUndone }) => left.id === merge.left.id && !isUndone);
    return !merge.isUndone && !stands && this.contacts.has(merge.left.id);
  }

  /** Returns the fields that are kept. */
  undo(merge: ModelMerge): string[] {
    const { left, right, written } = merge;
    const current = this.contacts.get(left.id) ?? expect.fail();
    const after = { ...current };
    const kept: string[] = [];
    for (const field of ["headline", "emails"] as const) {
      const [old, wrote, is] = [left, written, current].map((contact) => JSON.stringify(contact[field]));
      if (old === wrote) continue;
      if (is === wrote) Object.assign(after, { [field]: left[field] });
      else kept.push(field);
    }
    after.groups = current.groups.filter((group) => !right.groups.includes(group) || left.groups.includes(group));
    merge.isUndone = true;
    this.contacts.set(left.id, after);
    this.contacts.set(right.id, right);
    return kept;
  }

  delete(id: string): void {
    this.interactions = this.interactions.filter(({ participant }) => this.survivorOf(participant) !== id);
    this.contacts.delete(id);
  }

  lastOf(id: string): string | null {
    const dates = this.interactions.filter(({ participant }) => this.survivorOf(participant) === id);
    return (
      dates
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null
    );
  }
}

it("merges, undos and changes in any order lead to what a simple model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const { accountId, calls, merges, groups, interactions } = await accountWithMerges(
        store,
        named("A", "B", "C", "D"),
      );
      const model = new Model();
      for (const { id } of (await calls.list()).body.contacts) {
        model.contacts.set(id, { id, headline: null, emails: [], groups: [] });
      }
      const made = [await groups.createGroup({ label: "0" }), await groups.createGroup({ label: "1" })];
      for (const [number, { does, one, other }] of steps.entries()) {
        const all = [...model.contacts.values()];
        const [contact, second] = [all[one % all.length], all[other % all.length]];
        if (!contact || !second) break;
        const group = other % 2;
        const groupId = made[group]?.id ?? "";
        if (does === "merge") {
          if (contact.id === second.id) continue;
          const { mergeId } = await merges.merge(contact.id, second.id);
          model.merge(mergeId ?? "", contact, second);
        } else if (does === "undo") {
          const merge = model.merges[one % Math.max(1, model.merges.length)];
          if (!merge) continue;
          if (model.canUndo(merge)) expect((await merges.undo(merge.id)).kept).toEqual(model.undo(merge));
          else expect(await refusalOf(merges.undo(merge.id))).toBe("merge_not_undoable");
        } else if (does === "headline") {
          const headline = headlines[other % 3] ?? null;
          await calls.patch(contact.id, { headline });
          model.contacts.set(contact.id, { ...contact, headline });
        } else if (does === "email") {
          const emails = [`x${other % 4}@example.org`];
          await calls.patch(contact.id, { emails: emails.map((value) => ({ value })) });
          model.contacts.set(contact.id, { ...contact, emails });
        } else if (does === "join") {
          await groups.add(groupId, { contactIds: [contact.id] });
          model.contacts.set(contact.id, { ...contact, groups: [...new Set([...contact.groups, group])] });
        } else if (does === "leave") {
          await groups.remove(groupId, { contactIds: [contact.id] });
          model.contacts.set(contact.id, { ...contact, groups: contact.groups.filter((each) => each !== group) });
        } else if (does === "meet") {
          const date = `2026-01-01T00:00:${String(number).padStart(2, "0")}.000Z`;
          await interactions.create({ type: "Call", date, participantIds: [contact.id] });
          model.interactions.push({ participant: contact.id, date });
        } else {
          await calls.remove(contact.id);
          model.delete(contact.id);
        }

        const { contacts, stats } = (await calls.list({ sort: "createdAtAsc" })).body;
        const expected = [...model.contacts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
        expect(
          contacts.map(({ id, headline, emails, lastInteraction }) => [
            id,
            headline,
            emails.map((each) => each.value),
            lastInteraction,
          ]),
        ).toEqual(expected.map(({ id, headline, emails }) => [id, headline, emails, model.lastOf(id)]));
        expect(stats.totalContacts).toBe(expected.length);
        for (const [at, { id }] of made.entries()) {
          const members = (await groups.contacts(id)).body.contacts.map((each) => each.id);
          expect(members.toSorted()).toEqual(
            expected.filter((each) => each.groups.includes(at)).map((each) => each.id),
          );
        }
        expect((await interactions.list()).body.pagination.totalCount).toBe(model.interactions.length);
      }
      await calls.deleteContacts({ filter: {} });
      await calls.emptyTrash();
      await interactions.list();
      const left = [...(await itemsOf(store, accountId)).keys()].filter((sk) => !/^(HEAD|MYSELF|[GFJ]#)/.test(sk));
      expect(left).toEqual([]);
    }),
    { numRuns: tries(6, 100) },
  );
});
