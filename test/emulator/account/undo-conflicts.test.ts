/** What may not run beside an undo of changes, which requests are refused, and what a closed account leaves. */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { expect, it } from "vitest";
import { receiptOperations } from "../../../functions/imports/receipt-operations.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { countAttempt, getUndo } from "../../../shared/undo/store/undo-record.ts";
import { manyContacts, undoWorld } from "../../support/account/undo-world.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const conflict = { code: "conflict" };

it("an undo runs alone: the other jobs are refused, and a deletion by id passes", async () => {
  const at = await undoWorld(store);
  const { accountId, calls, undo, files, ann, ben, agent, ofAgent } = at;
  const stand = createImportStand(store, Date.now());
  const imported = await stand.importRows(accountId, people(3));
  await agent(() => calls.patch(ann, { headline: "Pilot" }));
  const { id } = await undo.ask(ofAgent());
  const parts = { store, files: stand.files, accountFiles: files, now: () => new Date(), newId: () => newId() };
  const receipts = receiptOperations(parts);
  const { record } = await stand.parsedImport(accountId, people(2));
  const refused = [
    () => undo.ask(ofAgent()),
    () => undo.dry(ofAgent()),
    () => calls.deleteContacts({ filter: {} }),
    () => calls.restore({ ids: [ben] }),
    () => receipts.undoImport({ ...sessionInput(accountId), params: { id: imported.receiptId } }),
    () =>
      receipts.startImportCommit({
        ...sessionInput(accountId),
        params: { source: "vcard", importId: record.id },
        body: { groups: [] },
      }),
  ];
  for (const request of refused) await expect(request()).rejects.toMatchObject(conflict);
  await calls.remove(ben);
  await calls.deleteContacts({ ids: [at.cem] });
  await undo.serve(id ?? "");
  expect(await undo.read(id ?? "")).toMatchObject({ status: "done", undone: 1 });
  await calls.restore({ ids: [ben] });
});

it("does not begin while many contacts are deleted, or an import runs on the server or is undone", async () => {
  const at = await undoWorld(store);
  const { accountId, undo, files, ofAgent } = at;
  const deletion = { accountId, deletionId: newId() };
  const { ids } = await manyContacts(store, accountId, 3);
  await putContactSet(files, deletion, { ids, deletedAt: null });
  await expect(undo.ask(ofAgent())).rejects.toMatchObject(conflict);
  await files.removeObject(`deletions/${accountId}/${deletion.deletionId}`);
  const stand = createImportStand(store, Date.now());
  const begun = await stand.begin(accountId, people(3));
  await expect(undo.ask(ofAgent())).rejects.toMatchObject(conflict);
  await stand.serve(begun.key);
  const key = await stand.beginUndo(begun);
  await expect(undo.ask(ofAgent())).rejects.toMatchObject(conflict);
  await stand.serve(key);
  expect(await undo.run(ofAgent())).toMatchObject({ status: "done", total: 0, undone: 0, kept: [] });
});

it("refuses a selection that is none, and takes no change that is made after the request", async () => {
  const at = await undoWorld(store);
  const { calls, undo, ann, agent, from } = at;
  const to = new Date().toISOString();
  const changeIds = ["1795789277422-000000001843-000_"];
  const invalid = [{}, { by: "x" }, { from }, { from: to, to: from }, { from, to, changeIds }, { changeIds: [] }];
  for (const body of [...invalid, { from, to: new Date(Date.now() + 60_000).toISOString() }]) {
    await expect(undo.ask(body), JSON.stringify(body)).rejects.toMatchObject({ code: "validation_error" });
  }
  await agent(() => calls.patch(ann, { headline: "Pilot" }));
  const { id } = await undo.ask(at.ofAgent());
  await agent(() => calls.patch(ann, { website: "https://example.org" }));
  await undo.serve(id ?? "");
  expect(await undo.read(id ?? "")).toMatchObject({ total: 1, undone: 1, kept: [] });
  expect((await calls.get(ann)).body?.contact).toMatchObject({ headline: null, website: "https://example.org" });
});

it("holds up nothing any more when its record has expired before its end", async () => {
  const { accountId, store: own, calls, undo, ann, agent, ofAgent } = await undoWorld(store);
  await agent(() => calls.patch(ann, { headline: "Pilot" }));
  await undo.ask(ofAgent());
  const at = (days: number) => {
    const now = () => new Date(Date.now() + days * 24 * 3600 * 1000);
    return contactCalls(own, accountId, { now });
  };
  const filter = { search: "Ann" };
  await expect(at(29).deleteContacts({ filter })).rejects.toMatchObject(conflict);
  expect(await at(31).deleteContacts({ filter })).toMatchObject({ body: { deletedCount: 1 } });
  expect(await at(31).restore({ ids: [ann] })).toMatchObject({ restoredCount: 1 });
});

it("leaves nothing of an account that was deleted between two calls of its worker", async () => {
  const { accountId, store: own, undo, ofAgent } = await undoWorld(store);
  const { id } = await undo.ask(ofAgent());
  const record = await getUndo(own, accountId, id ?? "", new Date());
  if (!record) throw new Error("no undo");
  const Key = { pk: accountPartition(accountId), sk: `AU#${record.id}` };
  await own.client.send(new DeleteCommand({ TableName: own.tableName, Key }));
  await countAttempt(own, record);
  expect([...(await itemsOf(own, accountId)).keys()]).not.toContain(Key.sk);
});
