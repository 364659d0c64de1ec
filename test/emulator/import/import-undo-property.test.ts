import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { refusalOf } from "../../support/contact/contact-accounts.ts";
import { edits } from "../../support/import-undo/undo-edits.ts";
import { names, type RowSpec, rowFields, rowsOf } from "../../support/import-undo/undo-rows.ts";
import { History } from "../../support/import-undo/undo-rules.ts";
import { createUndoWorld, type Import } from "../../support/import-undo/undo-world.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

const person = fc.nat(names.length - 1);
const rowSpec: fc.Arbitrary<RowSpec> = fc.record({
  person,
  isShared: fc.boolean(),
  variant: fc.nat(1),
  isNamed: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  fields: fc.subarray([...rowFields]),
  groups: fc.subarray(["ga", "gs", "own"]),
});
const own = fc.uniqueArray(fc.record({ person, isRich: fc.boolean() }), {
  selector: (each) => each.person,
  maxLength: 3,
});
const files = fc.tuple(
  fc.array(rowSpec, { minLength: 1, maxLength: 4 }),
  fc.array(rowSpec, { minLength: 1, maxLength: 4 }),
);

const step = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])) },
    { weight: 1, arbitrary: fc.constantFrom("merge" as const, "unmerge" as const, "delete" as const) },
    { weight: 3, arbitrary: fc.constant("import" as const) },
    { weight: 3, arbitrary: fc.constant("undo" as const) },
  ),
  one: fc.nat(20),
  other: fc.nat(20),
});

it("after an undo everything that people wrote is there, and nothing of the undone imports that could go", async () => {
  const scenario = fc.tuple(own, files, fc.array(step, { minLength: 3, maxLength: 14 }), fc.nat());
  await fc.assert(
    fc.asyncProperty(scenario, async ([given, [first, second], steps, order]) => {
      const world = await createUndoWorld(store, given);
      const [history, merges] = [new History(), [] as string[]];
      let shot = await world.shot();
      history.observe({ contacts: new Map(), groups: new Map() }, shot, "person");
      const content = [rowsOf(0, first), rowsOf(1, second)];

      const commit = async (file: number): Promise<Import> => {
        world.stand.pass(1000);
        const made = await world.commit(content[file % 2] ?? [], file < 2 ? "server" : "client");
        const after = await world.shot();
        history.observe(shot, after, made);
        shot = after;
        return made;
      };
      const undo = async (made: Import) => {
        world.stand.pass(1000);
        const results = await world.undo(made);
        made.isUndone = true;
        const after = await world.shot();
        expect(history.judge(made, shot, after, results)).toEqual([]);
        shot = after;
      };
      const edit = async (does: string, at: { one: number; other: number }, number: number) => {
        const ids = [...shot.contacts.keys()];
        const [id, two] = [ids[at.one % ids.length], ids[at.other % ids.length]];
        if (id === undefined || two === undefined) return;
        if (does === "merge") {
          if (id === two) return;
          const mergeId = (await world.merges.merge(id, two)).mergeId ?? "";
          merges.push(mergeId);
          history.united.set(mergeId, [id, two]);
          for (const each of [id, two]) history.merged.add(each);
        } else if (does === "unmerge") {
          const mergeId = merges.pop();
          if (mergeId === undefined || (await refusalOf(world.merges.undo(mergeId))) !== "nothing") return;
          history.united.delete(mergeId);
        } else if (does === "delete") {
          await world.calls.remove(id);
        } else {
          const text = `pp${number}`;
          const fields = await edits[does as keyof typeof edits]({ world, text, id, second: two, other: at.other });
          for (const field of fields) history.edited.add(`${id} ${field}`);
          // The fields of an interaction or a relationship are not among those of the contact.
          if (fields.includes("touch") && does === "relate") history.related.push([id, two]);
          else if (fields.includes("touch")) history.used.add(id);
        }
        const after = await world.shot();
        for (const [each, values] of after.contacts) {
          if (!isDeepStrictEqual(values, shot.contacts.get(each))) history.touched.add(each);
        }
        // The undo of a merge gives memberships back, which is no change.
        for (const [label, members] of does === "join" ? after.groups : []) {
          for (const each of members) if (!shot.groups.get(label)?.has(each)) history.used.add(each);
        }
        history.observe(shot, after, "person");
        shot = after;
      };

      for (const [number, { does, ...at }] of steps.entries()) {
        const standing = history.imports.filter(({ isUndone }) => !isUndone);
        const chosen = standing[at.one % Math.max(1, standing.length)];
        if (does === "import") await commit(at.one % 3);
        else if (does !== "undo") await edit(does, at, number);
        else if (chosen) await undo(chosen);
      }
      for (let standing = history.imports; ; ) {
        standing = history.imports.filter(({ isUndone }) => !isUndone);
        const next = standing[order % Math.max(1, standing.length)];
        if (!next) break;
        await undo(next);
      }
      const again = await commit(0);
      for (const { tempId, status, code, contactId = "" } of again.results) {
        expect(status === "skipped" && code !== "already_imported" && code !== "unchanged").toBe(false);
        expect(shot.contacts.has(contactId)).toBe(true);
        if (status === "skipped" && history.edited.has(`${contactId} emails`)) continue;
        const { emails = [] } = again.rows.find((row) => row.tempId === tempId) ?? {};
        for (const { value } of emails) expect([...(shot.contacts.get(contactId) ?? [])]).toContain(`emails=${value}`);
      }
      await undo(again);
    }),
    { numRuns: tries(8, 150) },
  );
}, 600_000);
