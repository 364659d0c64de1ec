import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { importedRowKey } from "../../../shared/contact/store/contact-derived.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { newImport, putImport } from "../../../shared/import/store/import.ts";
import { writeRowStates } from "../../../shared/import/store/row-states.ts";
import { writeRows } from "../../../shared/import/store/rows.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { commit as commitInto } from "../../support/import/imported-cards.ts";
import { memoryFiles, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const day = 24 * 3600 * 1000;
const files = memoryFiles();

/** Stores a parsed import of these rows. Returns its id. */
async function importOf(accountId: string, rows: readonly ParsedContact[], parsedAt = new Date()): Promise<string> {
  const record = newImport({ id: newId(), accountId, source: "vcard", files: [] }, parsedAt);
  const rowsId = newId();
  const chunks = await writeRows(files, record, rowsId, rows);
  await writeRowStates(files, record, rowsId, {
    tempIds: rows.map(({ tempId }) => tempId),
    states: rows.map(() => "valid"),
  });
  await putImport(store, { ...record, status: "parsed", rows: { id: rowsId, chunks } });
  return record.id;
}

async function commit(accountId: string, rows: readonly ParsedContact[]): Promise<string[]> {
  const { results } = await commitInto(store, accountId, rows);
  return results.map(({ status, contactId }) => `${status} ${contactId}`);
}

function row(tempId: string, given: Partial<ParsedContact> = {}): ParsedContact {
  return parsedContact({ tempId, firstName: tempId, network_b: tempId, ...given });
}

function calls(accountId: string, through: Store = store) {
  return contactCalls(through, accountId, { importFiles: files });
}

async function namesOf(accountId: string): Promise<string[]> {
  const { body } = await calls(accountId).list();
  return body.contacts.map(({ firstName }) => firstName);
}

describe("a bulk delete by import", () => {
  it("deletes contacts that the import created, and none that it completed", async () => {
    const accountId = await seedAccount(store);
    await calls(accountId).create({ firstName: "Known", network_b: "known" });
    const rows = [row("Ann"), row("Ben"), row("known", { headline: "Pilot" }), row("Dan")];
    const importId = await importOf(accountId, rows);
    await commit(accountId, rows.slice(0, 3));
    await calls(accountId).create({ firstName: "Eve" });
    expect(await namesOf(accountId)).toEqual(["Ann", "Ben", "Eve", "Known"]);
    expect((await calls(accountId).deleteContacts({ filter: { importId } })).body.deletedCount).toBe(2);
    expect(await namesOf(accountId)).toEqual(["Eve", "Known"]);
    expect((await calls(accountId).deleteContacts({ filter: { importId } })).body.deletedCount).toBe(0);
    const marks = [...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("R#"));
    expect(marks).toEqual(["R#vcard#known"]);
  });

  it("together with other conditions deletes contacts that meet all of them", async () => {
    const accountId = await seedAccount(store);
    const rows = [
      row("Ann", { headline: "Pilot", keepFrequencyDays: 7 }),
      row("Ben", { headline: "Pilot" }),
      row("Cid", { headline: "Pilot", keepFrequencyDays: 7 }),
      row("Dan", { keepFrequencyDays: 7 }),
    ];
    const importId = await importOf(accountId, rows);
    const written = await commit(accountId, rows);
    await calls(accountId).create({ firstName: "Eve", headline: "Pilot", keepFrequencyDays: 7 });
    const filter = { importId, search: "pilot", keepInTouch: true };
    const excludeIds = [written[2]?.split(" ")[1]];
    expect((await calls(accountId).deleteContacts({ filter, excludeIds })).body.deletedCount).toBe(1);
    expect(await namesOf(accountId)).toEqual(["Ben", "Cid", "Dan", "Eve"]);
  });

  it("finds a created contact even after it was patched and completed by other rows", async () => {
    const accountId = await seedAccount(store);
    const rows = [row("Ann")];
    const importId = await importOf(accountId, rows);
    const [written = ""] = await commit(accountId, rows);
    await calls(accountId).patch(written.split(" ")[1] ?? "", { firstName: "Anna", headline: "x" });
    const more = Array.from({ length: 24 }, (_, n) => row(`more${n}`, { network_b: "Ann" }));
    await commit(accountId, more);
    expect(await namesOf(accountId)).toEqual(["Anna"]);
    expect((await calls(accountId).deleteContacts({ filter: { importId } })).body.deletedCount).toBe(1);
    expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => !sk.startsWith("I#")).toSorted()).toEqual([
      "HEAD",
      "MYSELF",
    ]);
  });

  it("keeps what the same row of an earlier file created", async () => {
    const accountId = await seedAccount(store);
    const rows = [row("Ann"), row("Ben")];
    const [early, late] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const first = await importOf(accountId, rows, early);
    await commit(accountId, rows);
    const again = await importOf(accountId, rows, late);
    await commit(accountId, rows);
    expect((await calls(accountId).deleteContacts({ filter: { importId: again } })).body.deletedCount).toBe(0);
    expect((await calls(accountId).deleteContacts({ filter: { importId: first } })).body.deletedCount).toBe(2);
  });

  it("repeated keeps what a later import of the same file created", async () => {
    const accountId = await seedAccount(store);
    const rows = [row("Ann"), row("Ben")];
    const first = await importOf(accountId, rows, new Date(Date.now() - 60_000));
    await commit(accountId, rows);
    expect((await calls(accountId).deleteContacts({ filter: { importId: first } })).body.deletedCount).toBe(2);
    const second = await importOf(accountId, rows.slice(1), new Date(Date.now() - 1_000));
    await commit(accountId, rows);
    expect((await calls(accountId).deleteContacts({ filter: { importId: first } })).body.deletedCount).toBe(1);
    expect(await namesOf(accountId)).toEqual(["Ben"]);
    expect((await calls(accountId).deleteContacts({ filter: { importId: second } })).body.deletedCount).toBe(1);
  });

  it("that is not parsed yet deletes nothing", async () => {
    const accountId = await seedAccount(store);
    await commit(accountId, [row("Ann")]);
    const waiting = newImport({ id: newId(), accountId, source: "vcard", files: [] }, new Date());
    await putImport(store, waiting);
    expect((await calls(accountId).deleteContacts({ filter: { importId: waiting.id } })).body.deletedCount).toBe(0);
    expect(await namesOf(accountId)).toEqual(["Ann"]);
  });

  it("of another account, or older than a day, is not found", async () => {
    const [accountId, other] = [await seedAccount(store), await seedAccount(store)];
    const rows = [row("Ann")];
    const foreign = await importOf(other, rows);
    const old = await importOf(accountId, rows, new Date(Date.now() - day));
    await commit(accountId, rows);
    for (const importId of [foreign, old]) {
      expect(await refusalOf(calls(accountId).deleteContacts({ filter: { importId } }))).toBe("import_not_found");
    }
    expect(await namesOf(accountId)).toEqual(["Ann"]);
  });

  it("reads the marks of few rows by their keys in a large account, and all at once of many", async () => {
    const accountId = await seedAccount(store);
    const others = Array.from({ length: 200 }, (_, n) => recordOf(accountId, { firstName: `P${n}` }));
    await storeAll(store, accountId, others, 90);
    const rows = Array.from({ length: 12 }, (_, n) => row(`row${n}`));
    await commit(accountId, rows);
    for (const [count, removed, reads] of [
      [3, 3, ["BatchGetCommand"]],
      [12, 9, ["QueryCommand"]],
    ] as const) {
      const importId = await importOf(accountId, rows.slice(0, count), new Date(Date.now() - 60_000));
      const seen: string[] = [];
      const watched = watchedStore(store, ({ name, input }, send) => {
        const ofMarks = JSON.stringify(input).includes(importedRowKey(accountId, "vcard#").sk);
        if (ofMarks && name !== "TransactWriteCommand") seen.push(name);
        return send();
      });
      const { body } = await calls(accountId, watched).deleteContacts({ filter: { importId } });
      expect([body.deletedCount, seen]).toEqual([removed, reads]);
    }
    expect((await calls(accountId).list()).body.pagination.totalCount).toBe(200);
  });
});
