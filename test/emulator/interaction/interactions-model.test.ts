import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longId } from "../../../shared/platform/text/short-id.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const table = await freshTable();

const start = Date.parse("2026-01-28T12:00:00Z");
const day = 24 * 3600 * 1000;

/** Days from the start. There are few, so that dates repeat, and they are in two months. */
const at = fc.integer({ min: -6, max: 12 });
const people = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 });
const create = fc.record({ does: fc.constant("create" as const), at, people });
const steps = {
  create,
  patch: fc.record({
    does: fc.constant("patch" as const),
    which: fc.nat(20),
    at: fc.option(at, { nil: undefined }),
    people: fc.option(people, { nil: undefined }),
    title: fc.option(fc.constantFrom("tea", null), { nil: undefined }),
  }),
  remove: fc.record({ does: fc.constant("remove" as const), which: fc.nat(20) }),
  byHand: fc.record({ does: fc.constant("by hand" as const), who: fc.nat(5), at: fc.option(at) }),
  sendBack: fc.record({ does: fc.constant("send back" as const), who: fc.nat(5) }),
  wait: fc.record({ does: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 6 }) }),
  leave: fc.record({
    does: fc.constant("leave" as const),
    who: people,
    how: fc.constantFrom("singly" as const, "together" as const, "and the process ends" as const),
  }),
  trash: fc.record({ does: fc.constant("trash" as const), who: people, dies: fc.boolean() }),
  restore: fc.record({ does: fc.constant("restore" as const), which: fc.nat(5), dies: fc.boolean() }),
  empty: fc.record({ does: fc.constant("empty" as const), which: fc.option(fc.nat(5)) }),
  merge: fc.record({ does: fc.constant("merge" as const), one: fc.nat(5), other: fc.nat(5) }),
  undo: fc.record({ does: fc.constant("undo" as const), which: fc.nat(20) }),
};

function stepOf(weights: Partial<Record<keyof typeof steps, number>>) {
  const names = Object.keys(weights) as (keyof typeof steps)[];
  return fc.oneof(
    ...names.map((name) => ({ weight: weights[name] ?? 0, arbitrary: steps[name] as fc.Arbitrary<Step> })),
  );
}
type Step = (typeof steps)[keyof typeof steps] extends fc.Arbitrary<infer Of> ? Of : never;

const anyStep = stepOf({
  create: 5,
  patch: 5,
  remove: 3,
  byHand: 3,
  sendBack: 1,
  wait: 4,
  leave: 2,
  trash: 3,
  restore: 3,
  empty: 1,
});
/** Interactions of several contacts, which are then merged and separated again and again. */
const mergedSteps = fc
  .tuple(
    fc.array(create, { minLength: 5, maxLength: 5 }),
    fc.array(
      stepOf({
        merge: 6,
        undo: 3,
        create: 1,
        patch: 4,
        remove: 1,
        byHand: 1,
        wait: 2,
        leave: 1,
        trash: 2,
        restore: 3,
        empty: 1,
      }),
      {
        minLength: 8,
        maxLength: 12,
      },
    ),
  )
  .map((parts) => parts.flat());

interface ModelInteraction {
  id: string;
  date: string;
  participantIds: string[];
  title: string | null;
}

interface ModelMerge {
  absorbed: string;
  survivor: string;
  /** What was set by hand: that of the absorbed contact, and that of the survivor before and after the merge. */
  byHand: { absorbed: string | null; before: string | null; after: string | null };
}

/** What an account of interactions must show, computed anew from all of them. */
class InteractionModel {
  /** With the participants that were named when they were added, before their merges. */
  interactions: ModelInteraction[] = [];
  merges: ModelMerge[] = [];
  /** What was set by hand, by contact. */
  readonly byHand = new Map<string, string | null>();
  /** What was set by hand, and the moment of the deletion, by contact in the trash. */
  readonly trash = new Map<string, { byHand: string | null; deletedAt: number }>();

  get contactIds(): string[] {
    return [...this.byHand.keys()];
  }

  survivorOf(id: string): string {
    const merge = this.merges.find(({ absorbed }) => absorbed === id);
    return merge ? this.survivorOf(merge.survivor) : id;
  }

  shownParticipants(participantIds: readonly string[]): string[] {
    return [...new Set(participantIds.map((id) => this.survivorOf(id)))];
  }

  /** Those whose contacts are not in the trash. */
  visible(participantIds: readonly string[]): string[] {
    return participantIds.filter((id) => !this.trash.has(this.survivorOf(id)));
  }

  /** Newest first. */
  listed(contactId?: string): ModelInteraction[] {
    const order = ({ date, id }: ModelInteraction) => `${date} ${id}`;
    return this.interactions
      .map((each) => ({ ...each, participantIds: this.shownParticipants(this.visible(each.participantIds)) }))
      .filter(({ participantIds }) => participantIds.length > 0)
      .filter(({ participantIds }) => contactId === undefined || participantIds.includes(contactId))
      .sort((one, other) => (order(one) < order(other) ? 1 : -1));
  }

  /** What the contact shows at a time. */
  shown(contactId: string, now: string): { lastInteraction: string | null; lastInteractionActivityId: string | null } {
    const byHand = this.byHand.get(contactId) ?? null;
    const latest = this.listed(contactId).find(({ date }) => date <= now);
    return latest && latest.date >= (byHand ?? "")
      ? { lastInteraction: latest.date, lastInteractionActivityId: latest.id }
      : { lastInteraction: byHand, lastInteractionActivityId: null };
  }

  setByHand(contactId: string, value: string | null, now: string): void {
    if (this.shown(contactId, now).lastInteraction !== value) this.byHand.set(contactId, value);
  }

  removeContacts(ids: readonly string[]): void {
    const isLeft = (id: string) => !ids.includes(this.survivorOf(id));
    for (const id of ids) {
      this.byHand.delete(id);
      this.trash.delete(id);
    }
    this.interactions = this.interactions
      .map((each) => ({ ...each, participantIds: each.participantIds.filter(isLeft) }))
      .filter(({ participantIds }) => participantIds.length > 0);
    this.merges = this.merges.filter(({ survivor }) => isLeft(survivor));
  }

  /** The participants that stay keep the names under which they were added. */
  setParticipants(interaction: ModelInteraction, ids: readonly string[]): void {
    const { participantIds: before } = interaction;
    const visible = this.visible(before);
    if (this.shownParticipants(visible).join() === ids.join()) return;
    interaction.participantIds = ids.flatMap((id) => {
      const kept = before.filter((each) => this.survivorOf(each) === id);
      return kept.length > 0 ? kept : id;
    });
    // Those in the trash stay where they are.
    for (const [index, id] of before.entries()) {
      if (!visible.includes(id)) interaction.participantIds.splice(index, 0, id);
    }
  }

  merge(absorbed: string, survivor: string): void {
    const byHand = { absorbed: this.byHand.get(absorbed) ?? null, before: this.byHand.get(survivor) ?? null };
    const after =
      [byHand.absorbed, byHand.before]
        .filter((value) => value !== null)
        .toSorted()
        .at(-1) ?? null;
    this.byHand.delete(absorbed);
    this.byHand.set(survivor, after);
    this.merges.push({ absorbed, survivor, byHand: { ...byHand, after } });
  }

  undo(merge: ModelMerge): void {
    const { absorbed, survivor, byHand } = merge;
    this.merges.splice(this.merges.indexOf(merge), 1);
    this.byHand.set(absorbed, byHand.absorbed);
    if (this.byHand.get(survivor) === byHand.after) this.byHand.set(survivor, byHand.before);
  }

  inMonth(month: string): number {
    return this.listed().filter(({ date }) => date.startsWith(month)).length;
  }
}

/** An account, and a model that gets the same changes. */
class Modelled {
  readonly model = new InteractionModel();
  private readonly accountId: string;
  private readonly merged = new Map<ModelMerge, { mergeId: string | null; undoableUntil: string | null }>();
  private time = start;
  /** False after a deletion that was killed: interactions without participants may still count in their month. */
  private isCounted = true;
  private readonly contacts;
  private readonly interactions;

  private constructor(accountId: string) {
    const parts = { now: () => new Date(this.time) };
    this.accountId = accountId;
    this.contacts = contactCalls(table.store, accountId, parts);
    this.interactions = interactionCalls(table.store, accountId, parts);
  }

  static async open(): Promise<Modelled> {
    const accountId = await seedAccount(table.store);
    const modelled = new Modelled(accountId);
    const bodyOf = (n: number) => ({
      firstName: `Ann ${n}`,
      network_b: `ann${n}`,
      emails: [{ value: `a${n}@b.example` }],
    });
    const records = Array.from({ length: 6 }, (_, n) => recordOf(accountId, bodyOf(n)));
    await storeAll(table.store, accountId, records);
    for (const { id } of records) modelled.model.byHand.set(id, null);
    return modelled;
  }

  async do(given: Step): Promise<void> {
    const { model, interactions, contacts } = this;
    switch (given.does) {
      case "create": {
        const participantIds = this.peopleAt(given.people);
        if (participantIds.length === 0) return;
        const body = { type: "Call", date: dateAt(given.at), participantIds };
        const answer = await interactions.create(body);
        const { id, title } = answer.body.interaction;
        model.interactions.push({ id, title, date: body.date, participantIds });
        return;
      }
      case "patch": {
        const interaction = this.interactionAt(given.which);
        if (!interaction) return;
        const participantIds = given.people && this.peopleAt(given.people);
        const patch = {
          ...(given.at !== undefined && { date: dateAt(given.at) }),
          ...(participantIds && participantIds.length > 0 && { participantIds }),
          ...(given.title !== undefined && { title: given.title }),
        };
        const { body } = await interactions.patch(interaction.id, patch);
        const {
          participantIds: changed = model.shownParticipants(model.visible(interaction.participantIds)),
          ...fields
        } = patch;
        model.setParticipants(interaction, changed);
        Object.assign(interaction, fields);
        expect(body.interaction).toMatchObject({ ...interaction, participantIds: changed });
        return;
      }
      case "remove": {
        const gone = this.interactionAt(given.which);
        if (!gone) return;
        model.interactions.splice(model.interactions.indexOf(gone), 1);
        await interactions.remove(gone.id);
        return;
      }
      case "by hand": {
        const [id] = this.peopleAt([given.who]);
        if (id === undefined) return;
        const value = given.at === null ? null : dateAt(given.at);
        model.setByHand(id, value, this.now);
        const { body } = await contacts.patch(id, { lastInteraction: value });
        expect(body.contact).toMatchObject(model.shown(id, this.now));
        return;
      }
      case "send back": {
        const [id] = this.peopleAt([given.who]);
        if (id === undefined) return;
        const read = await contacts.get(id);
        const { lastInteraction } = (read as { body: { contact: { lastInteraction: string | null } } }).body.contact;
        await contacts.patch(id, { lastInteraction, headline: dateAt(0) });
        return;
      }
      case "wait":
        this.time += given.days * day;
        return;
      case "leave": {
        const ids = this.peopleAt(given.how === "singly" ? given.who.slice(0, 1) : given.who);
        const [first] = ids;
        if (first === undefined) return;
        if (given.how === "singly") await contacts.remove(first, {}, { permanent: true });
        else if (given.how === "together") await contacts.deleteContacts({ ids, permanent: true });
        else await this.deleteAndDie({ ids, permanent: true });
        model.removeContacts(ids);
        return;
      }
      case "trash": {
        const ids = this.peopleAt(given.who);
        if (ids.length === 0) return;
        await (given.dies ? this.deleteAndDie({ ids }) : contacts.deleteContacts({ ids }));
        for (const id of ids) {
          model.trash.set(id, { byHand: model.byHand.get(id) ?? null, deletedAt: this.time });
          model.byHand.delete(id);
        }
        return;
      }
      case "restore": {
        const [id, trashed] = [...model.trash][given.which % Math.max(1, model.trash.size)] ?? [];
        if (id === undefined || !trashed) return;
        const isThere = this.time < trashed.deletedAt + 30 * day;
        if (given.dies && isThere) {
          const ending = killedAfter(table.store, 1);
          const parts = { now: () => new Date(this.time) };
          const restore = contactCalls(ending.store, this.accountId, parts).restore({ ids: [id] });
          await expect(restore).rejects.toThrow(Killed);
        } else {
          expect((await contacts.restore({ ids: [id] })).restoredCount).toBe(isThere ? 1 : 0);
        }
        if (!isThere) return;
        model.trash.delete(id);
        model.byHand.set(id, trashed.byHand);
        return;
      }
      case "empty": {
        const all = [...model.trash.keys()];
        const [one] = given.which === null ? [] : all.slice(given.which % Math.max(1, all.length));
        await contacts.emptyTrash(one === undefined ? {} : { ids: [one] });
        model.removeContacts(one === undefined ? all : [one]);
        return;
      }
      case "merge": {
        const [absorbed, survivor] = this.peopleAt([given.one, given.other]);
        if (absorbed === undefined || survivor === undefined || absorbed === survivor) return;
        const answer = await this.mergeCalls().merge(survivor, absorbed);
        model.merge(absorbed, survivor);
        const merge = model.merges.at(-1);
        if (merge) this.merged.set(merge, answer);
        return;
      }
      case "undo": {
        const latest = new Map(model.merges.map((merge) => [merge.survivor, merge]));
        const undoable = [...latest.values()].filter(
          (merge) => model.byHand.has(merge.survivor) && (this.merged.get(merge)?.undoableUntil ?? "") > this.now,
        );
        const merge = undoable[given.which % Math.max(1, undoable.length)];
        if (!merge) return;
        await this.mergeCalls().undo(this.merged.get(merge)?.mergeId ?? null);
        model.undo(merge);
      }
    }
  }

  /** One that is not hidden. */
  private interactionAt(which: number): ModelInteraction | undefined {
    const { model } = this;
    const shown = model.interactions.filter(({ participantIds }) => model.visible(participantIds).length > 0);
    return shown[which % Math.max(1, shown.length)];
  }

  private mergeCalls() {
    return mergeCalls(table.store, this.accountId, { now: () => new Date(this.time) });
  }

  /** Deletes the contacts by a process that is killed before it removes references to them. */
  private async deleteAndDie(body: { ids: readonly string[]; permanent?: boolean }): Promise<void> {
    const ending = killedAfter(table.store, 1);
    const parts = { now: () => new Date(this.time) };
    const gone = contactCalls(ending.store, this.accountId, parts).deleteContacts(body);
    await expect(gone).rejects.toThrow(Killed);
    this.isCounted = false;
  }

  /** Expects everything that can be read to be as in the model. */
  async expectAll(): Promise<void> {
    const { model, interactions, contacts } = this;
    const shown = (list: { id: string; date: string; participantIds: string[]; title: string | null }[]) =>
      list.map(({ id, date, participantIds, title }) => ({ id, date, participantIds, title }));
    const { body: all } = await contacts.list({ sort: "interactionDesc", limit: "200" });
    const expected = model.contactIds.map((id) => ({ id, ...model.shown(id, this.now) }));
    const order = ({ id, lastInteraction }: (typeof expected)[number]) => `${lastInteraction ?? ""}#${id}`;
    expect(
      all.contacts.map(({ id, lastInteraction, lastInteractionActivityId }) => {
        return { id, lastInteraction, lastInteractionActivityId };
      }),
    ).toEqual(expected.sort((one, other) => (order(one) < order(other) ? 1 : -1)));
    if (this.isCounted) expect(all.stats.thisMonthInteractions).toBe(model.inMonth(this.now.slice(0, 7)));
    this.isCounted = true;
    const wanted = model.listed();
    const found = [];
    do {
      const { body } = await interactions.list({ limit: "4", offset: String(found.length) });
      found.push(...body.interactions);
      expect(body.pagination).toMatchObject({ totalCount: wanted.length, hasMore: found.length < wanted.length });
      if (body.interactions.length === 0) break;
    } while (found.length < wanted.length);
    expect(shown(found)).toEqual(wanted);
    for (const contactId of model.contactIds) {
      const { body } = await interactions.list({ contactId });
      expect(shown(body.interactions)).toEqual(model.listed(contactId));
      expect(body.pagination.totalCount).toBe(model.listed(contactId).length);
    }
    for (const { absorbed } of model.merges) {
      if (model.trash.has(model.survivorOf(absorbed))) continue;
      const message = expect.stringContaining(model.survivorOf(absorbed));
      const refusal = (path: string) => ({ code: "contact_not_found", details: [{ path, message }] });
      await expect(contacts.get(absorbed)).rejects.toMatchObject(refusal("params.id"));
      await expect(interactions.list({ contactId: absorbed })).rejects.toMatchObject(refusal("query.contactId"));
      const created = interactions.create({ type: "Call", date: dateAt(0), participantIds: [absorbed] });
      await expect(created).rejects.toMatchObject(refusal("body.participantIds.0"));
    }
    const [from, to] = [dateAt(-2), dateAt(2)];
    const { body: some } = await interactions.list({ from, to });
    expect(shown(some.interactions)).toEqual(wanted.filter(({ date }) => date >= from && date <= to));
  }

  /** Deletes all interactions, and expects that none of their items is left, and none of deleted contacts. */
  async expectNothingLeft(): Promise<void> {
    const { model, accountId } = this;
    await this.do({ does: "empty", which: null });
    for (const { id } of model.interactions.splice(0)) await this.interactions.remove(id);
    await this.expectAll();
    const items = [...(await itemsOf(table.store, accountId))];
    expect(items.map(([key]) => key).filter((key) => /^[NPUDQ]#/.test(key))).toEqual([]);
    const merged = model.merges.map(({ absorbed }) => absorbed);
    const left = items.flatMap(([key]) => (key.startsWith("Z#") ? [key.slice(2)] : []));
    expect(left).toEqual(merged.toSorted());
    const found = items.flatMap(([key]) => (/^[LET]#/.test(key) ? [longId(key.slice(-22))] : []));
    expect(new Set(found)).toEqual(new Set([...model.contactIds, ...merged]));
  }

  private get now(): string {
    return new Date(this.time).toISOString();
  }

  private peopleAt(places: readonly number[]): string[] {
    return places.flatMap((place) => this.model.contactIds[place] ?? []);
  }
}

function dateAt(days: number): string {
  return new Date(start + days * day).toISOString();
}

/** Takes the steps in an account and its model. */
async function take(given: readonly Step[]): Promise<void> {
  const account = await Modelled.open();
  for (const each of given) {
    await account.do(each);
    await account.expectAll();
  }
  await account.expectNothingLeft();
}

describe("a random account of interactions has the same lists, orders, counts and contacts as a plain model", () => {
  const limits = { interruptAfterTimeLimit: tries(40_000, 500_000), markInterruptAsFailure: true };

  it("after every change", async () => {
    const several = fc.array(anyStep, { minLength: 8, maxLength: 14 });
    await fc.assert(fc.asyncProperty(several, take), { numRuns: tries(2, 14), ...limits });
  });

  it("through merges of contacts and their undos", async () => {
    await fc.assert(fc.asyncProperty(mergedSteps, take), { numRuns: tries(3, 40), ...limits });
  });
});
