/** The worker of undos is killed after each of its writes, and works twice at once. */
import { expect, it } from "vitest";
import { agentScene, shown, undoWorld } from "../../support/account/undo-world.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

it("an undo whose worker is killed after any of its writes goes on where it was, and counts nothing twice", async () => {
  const at = await undoWorld(store);
  const { undo, from } = at;
  const { before, after } = await agentScene(at);
  let selection: { by: string; from: string; to: string } = at.ofAgent();
  let writes = 0;
  // Each undo takes back the one before it, so the account is the one or the other in turn.
  for (let isKilled = true; isKilled; ) {
    const { id, total } = await undo.ask(selection);
    const killed = new KilledProcess(++writes);
    await undo.serve(id ?? "", killed.storeOf(at.store)).catch((fault) => expect(fault).toBeInstanceOf(Killed));
    ({ isKilled } = killed);
    await undo.serve(id ?? "", otherProcess(at.store));
    const done = await undo.read(id ?? "");
    expect(done, `after write ${writes}`).toMatchObject({ status: "done", total, undone: total, kept: [] });
    expect(await shown(at), `after write ${writes}`).toEqual(writes % 2 === 1 ? before : after);
    expect([...at.files.objects.keys()].filter((key) => key.startsWith("import-work/"))).toEqual([]);
    selection = { by: id ?? "", from, to: new Date().toISOString() };
  }
  expect(writes).toBeGreaterThan(12);
});

it("an undo that two workers do at once is done once", async () => {
  const at = await undoWorld(store);
  const { before } = await agentScene(at);
  const { id, total } = await at.undo.ask(at.ofAgent());
  await Promise.all([1, 2].map(() => at.undo.serve(id ?? "", otherProcess(at.store))));
  expect(await at.undo.read(id ?? "")).toMatchObject({ status: "done", total, undone: total, kept: [] });
  expect(await shown(at)).toEqual(before);
});
