/** Events that are no changes of contacts: ends of imports, and reminders. */
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { newAccount } from "../../support/import/imports.ts";
import { receiptCalls } from "../../support/import/receipt-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWithDates, reminderSender } from "../../support/reminder/reminders.ts";
import { eventsOf, webhookCalls } from "../../support/webhook/webhook-calls.ts";

const start = Date.parse("2026-03-01T10:00:00.000Z");
const [minute, hour] = [60_000, 60 * 60_000];

const { store } = await freshTable();

async function importingAccount() {
  const accountId = await newAccount(store);
  const stand = createImportStand(store, start);
  const hooks = webhookCalls(store, accountId, { now: stand.now });
  return {
    ...{ accountId, stand, hooks, calls: receiptCalls(stand, store, accountId) },
    subscribe: async () => (await hooks.create({ events: ["import.done"] })).webhook.id,
    done: () => eventsOf(store, accountId, "import.done"),
  };
}

describe("an import is done", () => {
  it("in the write that ends its commit on the server, and not by its undo", async () => {
    const { accountId, stand, subscribe, done } = await importingAccount();
    await subscribe();
    const begun = await stand.importRows(accountId, people(3));
    const { importId, id: receiptId } = await stand.receiptOf(begun);
    expect(await done()).toEqual([{ type: "import.done", importId, receiptId }]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ outboxTxid: expect.any(Number) });
    await stand.undo(begun);
    await stand.sweep();
    expect(await done()).toHaveLength(1);
  });

  it("when its commit was given up", async () => {
    const { accountId, stand, subscribe, done } = await importingAccount();
    await subscribe();
    const begun = await stand.begin(accountId, people(1));
    const broken = { files: { ...stand.files, read: () => Promise.reject(new Error("no bucket")) } };
    for (let n = 0; n < 6; n++) await expect(stand.serve(begun.key, broken)).rejects.toThrow("no bucket");
    expect(await done()).toEqual([]);
    await stand.serve(begun.key, broken);
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "failed" });
    expect(await done()).toHaveLength(1);
  });

  it("an hour after the last rows of a client, once, and again after more rows", async () => {
    const { accountId, stand, calls, subscribe, done } = await importingAccount();
    await subscribe();
    const rows = people(3);
    const { record } = await stand.parsedImport(accountId, rows);
    await calls.commit(rows.slice(0, 1));
    stand.pass(59 * minute);
    await stand.sweep();
    expect(await done()).toEqual([]);
    stand.pass(minute);
    await stand.sweep();
    await stand.sweep();
    const { receipts } = await calls.list();
    expect(receipts).toMatchObject([{ status: "done", endedAt: "2026-03-01T10:00:00.000Z" }]);
    expect(await done()).toEqual([{ type: "import.done", importId: record.id, receiptId: receipts[0]?.id }]);

    await calls.commit(rows.slice(1));
    expect((await calls.list()).receipts).toMatchObject([{ status: "running", imported: 3 }]);
    stand.pass(hour);
    await stand.sweep();
    expect(await done()).toHaveLength(2);
  });

  it("without an event for a webhook that came after its end, or that wants other events", async () => {
    const { accountId, stand, calls, hooks, subscribe, done } = await importingAccount();
    await hooks.create({ events: ["reminder.due"] });
    await stand.parsedImport(accountId, people(1));
    await calls.commit(people(1));
    stand.pass(hour + minute);
    await stand.sweep();
    await subscribe();
    await stand.sweep();
    expect(await done()).toEqual([]);
    expect((await calls.list()).receipts).toMatchObject([{ status: "done" }]);
  });
});

describe("a reminder is due", () => {
  it("once for each occurrence, in the write that marks it as sent", async () => {
    const sender = reminderSender(store, "2026-03-10T07:30:00.000Z");
    const soon = { date: "1990-03-12", notifyDaysBefore: 2 };
    const other = { date: "1990-03-13", type: "nameday", notifyDaysBefore: 2 };
    const { accountId, contactIds } = await accountWithDates(sender, {}, [soon, other], [soon]);
    await webhookCalls(store, accountId, { now: sender.now }).create({ events: ["reminder.due"] });
    const due = async () =>
      (await eventsOf(store, accountId, "reminder.due")).map(({ contactId, importantDateId }) => {
        expect(importantDateId).toMatch(/^[0-9a-f-]{36}$/);
        return contactId;
      });
    expect(await due()).toEqual([]);
    sender.pass(60);
    await sender.run();
    await sender.run();
    expect((await due()).toSorted()).toEqual(contactIds.toSorted());
    sender.setTime("2026-03-11T08:10:00.000Z");
    await sender.run();
    expect((await due()).toSorted()).toEqual([...contactIds, contactIds[0]].toSorted());
    sender.setTime("2027-03-10T08:10:00.000Z");
    await sender.run();
    expect(await due()).toHaveLength(5);
  });
});
