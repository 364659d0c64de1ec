/** What imports and their undos leave in the history. */
import { v7 as newId } from "uuid";
import { expect, it } from "vitest";
import { getImport } from "../../../shared/import/store/import.ts";
import { commitRows } from "../../../shared/import-commit/commit.ts";
import { readCommitRow } from "../../../shared/import-commit/commit-row.ts";
import { clientReceipt } from "../../../shared/import-commit/receipt-writer.ts";
import { listReceipts } from "../../../shared/import-commit/store/receipt.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { activityOf, agentKey } from "../../support/account/history-calls.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { newAccount, newIndexes } from "../../support/import/imports.ts";
import { findNothing } from "../../support/map/places.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

it("a contact of several rows is counted once, also if a worker was killed between them", async () => {
  const accountId = await newAccount(store);
  const stand = createImportStand(store, Date.now());
  const rows = people(40);
  const [first] = rows;
  const last = first ? [{ ...first, tempId: "again", headline: "Pilot" }] : [];
  const begun = await stand.begin(accountId, [...rows, ...last]);
  await expect(stand.serve(begun.key, { store: killedAfter(store, 1).store })).rejects.toThrow(Killed);
  await stand.serve(begun.key);
  expect(await stand.receiptOf(begun)).toMatchObject({ imported: 40, updated: 1 });
  expect((await activityOf(store, accountId, {}, stand.now)).changes).toMatchObject([{ kind: "imported", count: 40 }]);
});

it("an import on the server and its undo are one change each, by who asked, also if their workers were killed", async () => {
  const accountId = await newAccount(store);
  const stand = createImportStand(store, Date.now());
  const activity = () => activityOf(store, accountId, {}, stand.now);
  const begun = await withAuthor(agentKey, () => stand.begin(accountId, people(40)));
  const via = { kind: "import", id: begun.receiptId };
  const by = { kind: "key", id: agentKey.id, label: agentKey.label };
  const imported = { kind: "imported", via, by, agent: true, contactId: null };
  await expect(stand.serve(begun.key, { store: killedAfter(store, 1).store })).rejects.toThrow(Killed);
  const [first] = (await activity()).changes;
  expect(first).toMatchObject(imported);
  expect(first?.count).toBeLessThan(40);
  await stand.serve(begun.key);
  expect((await activity()).changes).toMatchObject([{ ...imported, count: 40 }]);
  const [result] = await stand.resultsOf(begun);
  const { changes } = await contactCalls(store, accountId).history(result?.contactId ?? "");
  expect(changes).toMatchObject([{ ...imported, contactId: result?.contactId, fields: [{}, {}, {}] }]);

  stand.pass(60_000);
  const key = await withAuthor({ ...agentKey, agent: false }, () => stand.beginUndo(begun));
  await expect(stand.serve(key, { store: killedAfter(store, 1).store })).rejects.toThrow(Killed);
  await stand.serve(key);
  const undone = { kind: "import_undone", via, by, agent: false, count: 40 };
  expect((await activity()).changes).toMatchObject([undone, { ...imported, count: 40 }]);
});

it("the rows that a client commits are changes of their own, with the receipt", async () => {
  const accountId = await newAccount(store);
  const stand = createImportStand(store, Date.now());
  const { record } = await stand.parsedImport(accountId, []);
  const known = await getImport(store, accountId, record.id, stand.now());
  const receipt = known && clientReceipt(store, known, newId);
  await contactCalls(store, accountId).create({ firstName: "Ann", network_b: "p0" });
  const rows = people(2).map((row) => readCommitRow(row, stand.now()));
  const parts = { store, indexes: newIndexes(store, stand.now), now: stand.now, newId, findPlace: findNothing };
  await commitRows(parts, accountId, "vcard", rows, () => receipt);
  const [stored] = await listReceipts(store, accountId, stand.now());
  const via = { kind: "import", id: stored?.id };
  const { changes } = await activityOf(store, accountId);
  expect(changes.map(({ kind, via }) => ({ kind, via }))).toEqual([
    { kind: "imported", via },
    { kind: "imported", via },
    { kind: "created", via: null },
  ]);
  const joined = changes.find(({ contact, kind }) => contact?.firstName === "Ann" && kind === "imported");
  expect(joined?.fields).toMatchObject([{ field: "emails", before: [], after: [{ value: "p0@example.org" }] }]);
});
