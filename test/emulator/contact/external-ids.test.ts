import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { contactCalls, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const table = await freshTable();

async function freshAccount() {
  const { store } = table;
  const accountId = await seedAccount(store);
  const calls = contactCalls(store, accountId);
  const idOf = async (body: object) => (await calls.create({ firstName: "Ann", ...body })).body.contact.id;
  const shown = async (id: string) => (await calls.get(id, {}, { fields: "externalId" })).body?.contact.externalId;
  const by = async (externalId: string) => (await calls.byChannel({ externalId })).map(({ id }) => id);
  return { accountId, calls, merges: mergeCalls(store, accountId), idOf, shown, by };
}

/** The contact that a refusal names, or the error itself. */
async function refusedFor(write: Promise<unknown>): Promise<string> {
  const error: unknown = await write.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  if (!(error instanceof AppError && error.code === "conflict")) throw error ?? new Error("it was not refused");
  expect(error.details).toMatchObject([{ path: "body.externalId" }]);
  return /[0-9a-f-]{36}/.exec(error.details?.[0]?.message ?? "")?.[0] ?? "";
}

describe("an external id", () => {
  it("is answered only on request, finds its contact as it is spelt, and is free after a change or a deletion", async () => {
    const { calls, idOf, shown, by } = await freshAccount();
    const id = await idOf({ externalId: " crm#1 " });
    expect((await calls.get(id)).body?.contact).not.toHaveProperty("externalId");
    expect((await calls.list()).body.contacts[0]).not.toHaveProperty("externalId");
    expect((await calls.list({ fields: "externalId" })).body.contacts).toEqual([{ id, externalId: "crm#1" }]);
    expect([await by("crm#1"), await by("CRM#1"), await by("crm"), await by("crm%231")]).toEqual([[id], [], [], []]);
    await calls.patch(id, { lastName: "Lee" });
    await calls.patch(id, { externalId: "crm#1" });
    expect(await shown(id)).toBe("crm#1");
    await calls.patch(id, { externalId: "2" });
    const other = await idOf({ externalId: "crm#1" });
    await calls.remove(id);
    expect([await by("2"), await by("crm#1")]).toEqual([[], [other]]);
    await calls.patch(other, { externalId: "" });
    expect([await shown(other), await by("crm#1"), await idOf({ externalId: "crm#1" })]).toEqual([
      null,
      [],
      expect.any(String),
    ]);
  });

  it("of another contact is refused with its id, in this account only, also if that is the account's own", async () => {
    const [{ accountId, calls, idOf }, other] = [await freshAccount(), await freshAccount()];
    const id = await idOf({ externalId: "1" });
    const second = await idOf({});
    expect(await refusedFor(idOf({ externalId: "1" }))).toBe(id);
    expect(await refusedFor(calls.patch(second, { externalId: "1", lastName: "Lee" }))).toBe(id);
    expect((await calls.get(second)).body?.contact.lastName).toBe("");
    await calls.patch(accountId, { externalId: "me" });
    expect(await refusedFor(calls.patch(second, { externalId: "me" }))).toBe(accountId);
    await other.idOf({ externalId: "1" });
  });

  it("has one contact after parallel writes of several processes", async () => {
    const { accountId } = await freshAccount();
    const processes = Array.from({ length: 8 }, () => contactCalls(table.store, accountId));
    const writes = await Promise.allSettled(
      processes.map((each) => each.create({ firstName: "Ann", externalId: "1" })),
    );
    expect(writes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const items = await itemsOf(table.store, accountId);
    expect([...items.keys()].filter((sk) => sk.startsWith("EI#"))).toHaveLength(1);
  });
});

describe("a row of an import with an external id", () => {
  it("joins the contact that has it, whatever else it says, and gives it to a contact that has none", async () => {
    const { accountId, idOf, shown, by } = await freshAccount();
    const [first, second] = [await idOf({ externalId: "1" }), await idOf({ emails: [{ value: "ann@example.org" }] })];
    const rows = [
      { tempId: "a", firstName: "Zoe", lastName: "Ng", externalId: "1", headline: "Pilot" },
      { tempId: "b", firstName: "Ann", emails: [{ value: "ann@example.org" }], externalId: "2" },
      { tempId: "c", firstName: "Cem", externalId: "3" },
      { tempId: "d", firstName: "Cemal", externalId: "3", headline: "Baker" },
      { tempId: "e", firstName: "Ann", emails: [{ value: "ann@example.org" }], externalId: "4" },
    ];
    const { results } = await commit(table.store, accountId, rows);
    const third = results[2]?.contactId ?? "";
    expect(results).toMatchObject([
      { status: "updated", contactId: first },
      { status: "updated", contactId: second },
      { status: "imported" },
      { status: "updated", contactId: third },
      { contactId: second, differing: ["externalId"] },
    ]);
    expect(await Promise.all([first, second, third].map(shown))).toEqual(["1", "2", "3"]);
    expect([await by("1"), await by("2"), await by("3"), await by("4")]).toEqual([[first], [second], [third], []]);
  });
});

describe("a merge", () => {
  it("keeps the left one's external id, leads to it by both, and its undo gives both back", async () => {
    const { accountId, calls, merges, idOf, shown, by } = await freshAccount();
    const [left, right] = [await idOf({ externalId: "l" }), await idOf({ externalId: "r" })];
    const { mergeId, conflicts } = await merges.merge(left, right);
    expect(conflicts).toContainEqual({ field: "externalId", left: "l", right: "r", taken: "left" });
    expect([await shown(left), await by("l"), await by("r")]).toEqual(["l", [left], [left]]);
    expect(await refusedFor(idOf({ externalId: "r" }))).toBe(left);
    const { results } = await commit(table.store, accountId, [{ tempId: "a", firstName: "Zoe", externalId: "r" }]);
    expect(results).toMatchObject([{ contactId: left }]);
    await calls.patch(left, { externalId: "r" });
    const other = await idOf({ externalId: "l" });
    expect((await merges.undo(mergeId)).kept).toEqual(["externalId"]);
    expect([await shown(left), await shown(right), await by("l"), await by("r")]).toEqual([
      null,
      "r",
      [other],
      [right],
    ]);
  });

  it("gives the right one's to a left one without, until it is undone", async () => {
    const { merges, idOf, shown, by } = await freshAccount();
    const [left, right] = [await idOf({}), await idOf({ externalId: "r" })];
    const { mergeId } = await merges.merge(left, right);
    expect([await shown(left), await by("r")]).toEqual(["r", [left]]);
    expect((await merges.undo(mergeId)).kept).toEqual([]);
    expect([await shown(left), await by("r")]).toEqual([null, [right]]);
  });

  it("does not leave that of a contact of an earlier merge to two contacts when both are undone", async () => {
    const { calls, merges, idOf, shown, by } = await freshAccount();
    const [left, middle, right] = [await idOf({}), await idOf({ externalId: "m" }), await idOf({ externalId: "r" })];
    const first = await merges.merge(middle, right);
    const second = await merges.merge(left, middle);
    await calls.patch(left, { externalId: "r" });
    expect((await merges.undo(second.mergeId)).kept).toEqual(["externalId"]);
    expect(await by("r")).toEqual([middle]);
    await merges.undo(first.mergeId);
    expect([await shown(left), await shown(middle), await by("r")]).toEqual([null, "m", [right]]);
  });
});

it("no sequence of writes gives an external id to two contacts, or leaves one that finds nobody", async () => {
  const externalId = fc.constantFrom("1", "2", "3", null);
  const at = fc.nat(5);
  const step = fc.oneof(
    fc.record({ does: fc.constant("create" as const), externalId }),
    fc.record({ does: fc.constant("patch" as const), at, externalId }),
    fc.record({ does: fc.constant("import" as const), at, externalId }),
    fc.record({ does: fc.constant("remove" as const), at }),
    fc.record({ does: fc.constant("merge" as const), at, other: at }),
    fc.record({ does: fc.constant("undo" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const { accountId, calls, merges, idOf, by } = await freshAccount();
      const ids: string[] = [accountId];
      const done: string[] = [];
      for (const [turn, each] of steps.entries()) {
        const pick = (given: number) => ids[given % ids.length] ?? "";
        const write = async () => {
          if (each.does === "create") ids.push(await idOf({ externalId: each.externalId }));
          else if (each.does === "patch") await calls.patch(pick(each.at), { externalId: each.externalId });
          else if (each.does === "remove") await calls.remove(pick(each.at));
          else if (each.does === "merge")
            done.push((await merges.merge(pick(each.at), pick(each.other))).mergeId ?? "");
          else if (each.does === "undo") await merges.undo(done.pop() ?? accountId);
          else {
            const row = { tempId: `t${turn}`, firstName: `Ann ${each.at}`, externalId: each.externalId };
            const { results } = await commit(table.store, accountId, [row]);
            ids.push(results[0]?.contactId ?? accountId);
          }
        };
        // A refused write must change nothing.
        await write().catch((fault: unknown) => {
          if (!(fault instanceof AppError)) throw fault;
        });
        const { contacts } = (await calls.list({ fields: "externalId", limit: "200" })).body;
        const own = (await calls.get(accountId, {}, { fields: "externalId" })).body?.contact;
        const all = [...contacts, ...(own ? [own] : [])].flatMap(({ id, externalId: has }) => (has ? [[has, id]] : []));
        expect(new Set(all.map(([has]) => has)).size, JSON.stringify(all)).toBe(all.length);
        for (const [has = "", id] of all) expect(await by(has)).toEqual([id]);
        for (const free of ["1", "2", "3"]) expect((await by(free)).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: tries(6, 100) },
  );
});
