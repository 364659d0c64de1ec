import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { allRelationships } from "../../../shared/relationship/shown-relationships.ts";
import { inverseTypes, type RelationshipType } from "../../../shared/relationship/store/relationship.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const table = await freshTable();

const people = 6;
const who = fc.nat(people - 1);
const type = fc.constantFrom<RelationshipType>("parent", "child", "friend");
const which = fc.nat(20);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant("relate" as const), who, other: who, type }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("change" as const), who, which, type }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("end" as const), who, which }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("merge" as const), who, other: who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("undo" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("trash" as const), who }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("restore" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("delete" as const), who, how: fc.constantFrom("whole", "killed") }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

interface Row {
  id: string;
  contactId: string;
  relatedId: string;
  type: RelationshipType;
}

/** What an account must show, computed anew from all relationships as they were made. */
class Model {
  rows: Row[] = [];
  /** The contact into which each contact was merged. */
  readonly mergedInto = new Map<string, string>();
  contactIds: string[];
  trashed: string[] = [];

  constructor(contactIds: string[]) {
    this.contactIds = contactIds;
  }

  now(contactId: string): string {
    const survivor = this.mergedInto.get(contactId);
    return survivor === undefined ? contactId : this.now(survivor);
  }

  /** The relationships as a contact sees them, oldest first, those that show the same after each other. */
  seenBy(contactId: string): Row[] {
    const ends = this.rows.flatMap(({ id, ...row }) => [
      { id, contactId: this.now(row.contactId), relatedId: this.now(row.relatedId), type: row.type },
      { id, contactId: this.now(row.relatedId), relatedId: this.now(row.contactId), type: inverseTypes[row.type] },
    ]);
    return ends
      .filter((end) => end.contactId === contactId && end.relatedId !== contactId)
      .filter((end) => !this.trashed.includes(end.relatedId))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  shownTo(contactId: string): Row[] {
    const seen = this.seenBy(contactId);
    return seen.filter((row, at) => seen.findIndex((other) => isSame(row, other)) === at);
  }

  /** The ids of the relationships for which one that is shown stands. */
  idsBehind(shown: Row): string[] {
    return this.seenBy(shown.contactId).flatMap((row) => (isSame(row, shown) ? [row.id] : []));
  }

  change(shown: Row, changed: RelationshipType): void {
    const ids = this.idsBehind(shown);
    for (const row of this.rows.filter(({ id }) => ids.includes(id))) {
      row.type = this.now(row.contactId) === shown.contactId ? changed : inverseTypes[changed];
    }
  }

  remove(ids: readonly string[]): void {
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
  }

  delete(contactId: string): void {
    this.rows = this.rows.filter((row) => ![this.now(row.contactId), this.now(row.relatedId)].includes(contactId));
    this.contactIds = this.contactIds.filter((id) => id !== contactId);
    for (const [absorbed] of this.mergedInto) if (this.now(absorbed) === contactId) this.mergedInto.delete(absorbed);
  }
}

function isSame(one: Row, other: Row): boolean {
  return one.relatedId === other.relatedId && one.type === other.type;
}

/** An account, and a model that gets the same changes. */
class Modelled {
  private readonly accountId: string;
  private readonly model: Model;
  private readonly calls;
  private readonly merges;
  /** The merge of each contact that was merged. */
  private readonly mergeIds = new Map<string, string | null>();

  private constructor(accountId: string, ids: string[]) {
    this.accountId = accountId;
    this.model = new Model([accountId, ...ids]);
    this.calls = contactCalls(table.store, accountId);
    this.merges = mergeCalls(table.store, accountId);
  }

  static async open(): Promise<Modelled> {
    const { accountId, contacts } = await accountOf(table.store, named("Ann", "Ben", "Cy", "Dot", "Eve"));
    return new Modelled(accountId, idsOf(contacts));
  }

  async do(given: Step): Promise<void> {
    const { model, calls } = this;
    if (given.does === "undo") return this.undo(given.which);
    if (given.does === "restore") return this.restore(given.which);
    const contactId = this.idAt(given.who);
    switch (given.does) {
      case "relate": {
        const relatedId = this.idAt(given.other);
        const row = { id: "", contactId, relatedId, type: given.type };
        const made = calls.relate(contactId, { relatedPersonId: relatedId, relationshipType: given.type });
        const refusal = this.refusalOf(row);
        if (refusal) return expect(made).rejects.toMatchObject({ code: refusal });
        model.rows.push({ ...row, id: (await made).id });
        return;
      }
      case "change": {
        const shown = this.shownAt(contactId, given.which);
        if (!shown) return;
        const patched = calls.patchRelationship(contactId, shown.id, { relationshipType: given.type });
        const refusal = given.type === shown.type ? undefined : this.refusalOf({ ...shown, type: given.type });
        if (refusal) return expect(patched).rejects.toMatchObject({ code: refusal });
        expect((await patched).body.relationship).toMatchObject({ id: shown.id, relationshipType: given.type });
        model.change(shown, given.type);
        return;
      }
      case "end": {
        const shown = this.shownAt(contactId, given.which);
        if (!shown) return;
        await calls.unrelate(contactId, shown.id);
        model.remove(model.idsBehind(shown));
        return;
      }
      case "merge":
        return this.merge(contactId, this.idAt(given.other));
      case "trash": {
        if (contactId === this.accountId) return;
        await calls.remove(contactId);
        model.contactIds = model.contactIds.filter((id) => id !== contactId);
        model.trashed.push(contactId);
        return;
      }
      case "delete": {
        if (contactId === this.accountId) return;
        if (given.how === "whole") {
          await calls.remove(contactId, {}, { permanent: true });
        } else {
          // The process ends before it removes the relationships.
          const killed = contactCalls(killedAfter(table.store, 1).store, this.accountId);
          await expect(killed.remove(contactId, {}, { permanent: true })).rejects.toThrow(Killed);
        }
        model.delete(contactId);
      }
    }
  }

  private async restore(which: number): Promise<void> {
    const { model, calls } = this;
    const id = model.trashed[which % Math.max(1, model.trashed.length)];
    if (id === undefined) return;
    expect((await calls.restore({ ids: [id] })).restoredCount).toBe(1);
    model.trashed = model.trashed.filter((each) => each !== id);
    model.contactIds.push(id);
  }

  private refusalOf(row: Row): string | undefined {
    if (row.contactId === row.relatedId) return "relationship_self_forbidden";
    const exists = this.model.shownTo(row.contactId).some((other) => isSame(row, other));
    return exists ? "relationship_already_exists" : undefined;
  }

  private async merge(survivor: string, absorbed: string): Promise<void> {
    if (survivor === absorbed || absorbed === this.accountId) return;
    const { mergeId } = await this.merges.merge(survivor, absorbed);
    this.mergeIds.set(absorbed, mergeId);
    this.model.mergedInto.set(absorbed, survivor);
    this.model.contactIds = this.model.contactIds.filter((id) => id !== absorbed);
  }

  /** Only the last merge into a contact that exists can be undone. */
  private async undo(which: number): Promise<void> {
    const { model, mergeIds, merges } = this;
    const all = [...model.mergedInto];
    const isLast = (survivor: string, at: number) => !all.slice(at + 1).some(([, other]) => other === survivor);
    const undoable = all.filter(([, survivor], at) => model.contactIds.includes(survivor) && isLast(survivor, at));
    const [id] = undoable[which % Math.max(1, undoable.length)] ?? [];
    if (id === undefined) return;
    await merges.undo(mergeIds.get(id) ?? null);
    model.mergedInto.delete(id);
    model.contactIds.push(id);
  }

  /** Expects every contact to show what the model does, and the export to have each relationship once. */
  async expectAll(): Promise<void> {
    const { model, calls, accountId } = this;
    for (const contactId of model.contactIds) {
      const shown = (await calls.relationships(contactId)).map(
        ({ id, personId, relatedPersonId, relationshipType }) => {
          return { id, contactId: personId, relatedId: relatedPersonId, type: relationshipType };
        },
      );
      expect(shown).toEqual(model.shownTo(contactId));
    }
    const head = await getAccountHead(table.store, accountId);
    const exists = (id: string) => model.contactIds.includes(id);
    const all: string[] = [];
    for await (const { id } of allRelationships(table.store, head, exists)) all.push(id);
    const expected = model.contactIds.flatMap((id) => model.shownTo(id).map((row) => row.id));
    expect(all.toSorted()).toEqual([...new Set(expected)].toSorted());
  }

  /** Ends all that is shown and deletes all contacts, and expects that only what an undo could show again is left. */
  async expectNothingLeft(): Promise<void> {
    const { model, calls } = this;
    await calls.emptyTrash();
    for (const id of model.trashed) model.delete(id);
    for (const contactId of model.contactIds) {
      for (const shown of model.shownTo(contactId)) {
        await calls.unrelate(contactId, shown.id);
        model.remove(model.idsBehind(shown));
      }
    }
    await this.expectAll();
    await calls.deleteContacts({ filter: {}, permanent: true });
    for (const id of model.contactIds) if (id !== this.accountId) model.delete(id);
    const keys = [...(await itemsOf(table.store, this.accountId)).keys()];
    const ends = model.rows.flatMap(({ id, contactId, relatedId }) => [`Q#${contactId}#${id}`, `Q#${relatedId}#${id}`]);
    expect(keys.filter((key) => /^[QD]#/.test(key))).toEqual(ends.toSorted());
  }

  private idAt(place: number): string {
    return this.model.contactIds[place % this.model.contactIds.length] ?? "";
  }

  private shownAt(contactId: string, which: number): Row | undefined {
    const shown = this.model.shownTo(contactId);
    return shown[which % Math.max(1, shown.length)];
  }
}

describe("a random account of relationships", () => {
  it("shows each of its contacts the same as a plain model, through merges, undos and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        const account = await Modelled.open();
        for (const each of steps) {
          await account.do(each);
          await account.expectAll();
        }
        await account.expectNothingLeft();
      }),
      { numRuns: tries(4, 80), interruptAfterTimeLimit: tries(40_000, 500_000), markInterruptAsFailure: true },
    );
  });
});
