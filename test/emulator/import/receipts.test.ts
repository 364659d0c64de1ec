/** Receipts of imports: which commits they have, their results, and when an import can be committed or undone. */
import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { putImport } from "../../../shared/import/store/import.ts";
import { importWorkKey } from "../../../shared/import/store/import-work.ts";
import { readParts } from "../../../shared/import-commit/store/receipt-parts.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import { keyedProcess, runTime } from "../../support/account/keyed.ts";
import { createImportStand, type ImportStand, people } from "../../support/import/import-work.ts";
import { newAccount, parsedContact } from "../../support/import/imports.ts";
import { receiptCalls } from "../../support/import/receipt-calls.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";
import { isFull } from "../../support/seed.ts";

const start = Date.parse("2026-03-01T10:00:00.000Z");
const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000];

const { store, cache } = await freshTable();

let accountId: string;
let stand: ImportStand;
let calls: ReturnType<typeof receiptCalls>;
beforeEach(async () => {
  accountId = await newAccount(store);
  stand = createImportStand(store, start);
  calls = receiptCalls(stand, store, accountId);
});

/** The id of an import with these rows. */
async function importOf(rows: Parameters<ImportStand["parsedImport"]>[1], source?: "network_a"): Promise<string> {
  return (await stand.parsedImport(accountId, rows, source)).record.id;
}

async function onlyReceipt() {
  const { receipts } = await calls.list();
  expect(receipts).toHaveLength(1);
  return receipts[0] as (typeof receipts)[number];
}

describe("commits by a client", () => {
  it("share the receipt of their import, with all results in their order", async () => {
    const rows = people(60);
    const importId = await importOf(rows);
    const results = [];
    for (const some of [rows.slice(0, 25), rows.slice(25, 50), rows.slice(40, 60)]) {
      results.push(...(await calls.commit(some)).results);
      stand.pass(minute);
    }
    const invalid = { ...rows[0], tempId: "row0", emails: "none" };
    results.push(...(await calls.commit([invalid])).results);
    const receipt = await onlyReceipt();
    expect(receipt).toEqual({
      ...{ id: receipt.id, importId, source: "vcard", fileNames: ["book.vcf"], status: "running" },
      ...{ total: 71, imported: 60, updated: 0, skipped: 10, failed: 1 },
      ...{ startedAt: "2026-03-01T10:00:00.000Z", endedAt: null, undoableUntil: "2026-03-31T10:00:00.000Z" },
    });
    expect(await calls.read(receipt.id)).toMatchObject({ receipt, results, pagination: { totalCount: 71 } });
    for (const [offset, limit] of [
      [0, 1],
      [11, 30],
      [24, 2],
      [70, 5],
      [71, 5],
    ] as const) {
      const page = await calls.read(receipt.id, { offset, limit });
      expect(page.results).toEqual(results.slice(offset, offset + limit));
      expect(page.pagination).toMatchObject({ hasMore: offset + limit < 71, offset, totalCount: 71 });
    }
  });

  it("belong to the newest import that has the row, unless they name another; rows of none have no receipt", async () => {
    const [one, two, three] = people(3);
    if (!one || !two || !three) throw new Error("too few");
    const older = await importOf([one, two]);
    stand.pass(minute);
    const newer = await importOf([two, three]);
    await importOf([one, two, three], "network_a");
    const stranger = parsedContact({ tempId: "stranger", firstName: "Zoe" });
    const { results } = await calls.commit([one, stranger, two, three]);
    expect(results.map(({ status }) => status)).toEqual(["imported", "imported", "imported", "imported"]);
    await calls.commit([two], { importId: older });
    const { receipts } = await calls.list();
    expect(receipts.map(({ importId, total, skipped }) => [importId, total, skipped])).toEqual([
      [newer, 2, 0],
      [older, 2, 1],
    ]);
    await calls.commit([parsedContact({ tempId: "other", firstName: "Yan" })]);
    expect(await calls.list()).toMatchObject({ pagination: { totalCount: 2 } });
  });

  it("are refused with the id of no import, of one of another source, and of one that is not parsed", async () => {
    const rows = people(1);
    const { record } = await stand.parsedImport(accountId, rows, "network_a");
    const waiting = { ...record, source: "vcard", id: randomUUID(), status: "waiting" } as const;
    await putImport(store, waiting);
    for (const importId of [randomUUID(), record.id]) {
      await expect(calls.commit(rows, { importId })).rejects.toMatchObject({ code: "import_not_found" });
    }
    await expect(calls.commit(rows, { importId: waiting.id })).rejects.toMatchObject({ code: "conflict" });
    stand.pass(day);
    await expect(calls.commit(rows, { importId: record.id, source: "network_a" })).rejects.toMatchObject({
      code: "import_not_found",
    });
    expect(await calls.list()).toMatchObject({ receipts: [] });
  });

  it("have ended when an hour passes without one, and go on with the next", async () => {
    const rows = people(2);
    await importOf(rows);
    await calls.commit(rows.slice(0, 1));
    stand.pass(30 * minute);
    await calls.commit(rows.slice(0, 1));
    stand.pass(hour - 1);
    expect(await onlyReceipt()).toMatchObject({ status: "running", endedAt: null });
    stand.pass(1);
    expect(await onlyReceipt()).toMatchObject({ status: "done", endedAt: "2026-03-01T10:30:00.000Z" });
    await calls.commit(rows.slice(1));
    expect(await onlyReceipt()).toMatchObject({ status: "running", endedAt: null, imported: 2 });
  });

  it("write no row twice and list every row of parallel requests once", async () => {
    const rows = people(50);
    const importId = await importOf(rows);
    await Promise.all([0, 10, 20, 30, 40].map((at) => calls.commit(rows.slice(at, at + 10), { importId })));
    const { id, ...receipt } = await onlyReceipt();
    expect(receipt).toMatchObject({ total: 50, imported: 50 });
    const { results } = await calls.read(id);
    expect(results.map(({ tempId }) => tempId).toSorted()).toEqual(rows.map(({ tempId }) => tempId).toSorted());
  });

  it("that are repeated with their key after a crash list every row once, as it was imported", async () => {
    const rows = people(25);
    await importOf(rows);
    const clock = { time: start };
    const { send } = keyedProcess(cache, clock, accountId);
    const commitBy = (own: Store) => async () => {
      return { status: 200, body: await receiptCalls(stand, own, accountId).commit(rows) } as Answer;
    };
    await expect(send({}, commitBy(killedAfter(store, 1).store))).rejects.toBeInstanceOf(Killed);
    expect((await onlyReceipt()).imported).toBeLessThan(25);
    clock.time += runTime;
    await send({}, commitBy(store));
    const receipt = await onlyReceipt();
    expect(receipt).toMatchObject({ total: 25, imported: 25 });
    const { results } = await calls.read(receipt.id);
    expect(results.map(({ tempId }) => tempId)).toEqual(rows.map(({ tempId }) => tempId));
  });

  it.runIf(isFull)("of large rows take as many transactions as their parts of the receipt need", async () => {
    const rows = people(12);
    await calls.commit(rows);
    const randomNotes = () =>
      String.fromCodePoint(...Array.from({ length: 20_000 }, () => 0x4e00 + (randomBytes(2).readUInt16LE() & 0x3fff)));
    const longer = rows.map((row) => ({ ...row, tempId: `${row.tempId}x`, notes: randomNotes() }));
    await importOf(longer);
    const { results } = await calls.commit(longer);
    expect(results.map(({ status }) => status)).toEqual(rows.map(() => "updated"));
    const { id } = await onlyReceipt();
    expect(await calls.read(id)).toMatchObject({ receipt: { total: 12, updated: 12 }, results });
    const offsets: number[] = [];
    for await (const { offset } of readParts(store, { accountId, id, expiresAt: 0 })) offsets.push(offset);
    expect(offsets).toEqual([0, 6]);
  });
});

describe("a commit on the server", () => {
  it("answers its receipt with the number of chosen rows, which the worker counts off", async () => {
    const rows = [...people(3), parsedContact({ tempId: "bad", isValid: false }), ...people(5).slice(4)];
    const importId = await importOf(rows);
    const { status, headers, body } = await calls.start(importId, { exclude: ["row1"], groups: ["Club"] });
    expect([status, headers]).toEqual([
      202,
      { location: `https://api.example.com/contacts/import-receipts/${body.receipt.id}` },
    ]);
    expect(body.receipt).toMatchObject({ importId, status: "running", total: 3, imported: 0, endedAt: null });
    await serve(body.receipt.id, "commit");
    expect(await calls.read(body.receipt.id)).toMatchObject({ receipt: { status: "done", imported: 3 } });
    const again = await calls.start(importId, { include: ["row0", "row1", "bad"] });
    await serve(again.body.receipt.id, "commit");
    const { receipt } = await calls.read(again.body.receipt.id);
    expect(receipt).toMatchObject({ total: 3, imported: 1, skipped: 1, failed: 1, status: "done" });
    expect((await calls.list()).receipts.map(({ id }) => id)).toEqual([receipt.id, body.receipt.id]);
  });

  it.runIf(isFull)(
    "and commits of clients at the same time take no row twice, and each receipt has what it took",
    async () => {
      const rows = people(70).map((row, n) => ({ ...row, groups: n % 4 === 0 ? ["Club"] : [] }));
      const importId = await importOf(rows);
      const { id } = (await calls.start(importId)).body.receipt;
      const commitFrom = async (starts: number[]) => {
        const client = receiptCalls(stand, otherProcess(store), accountId);
        for (const at of starts) await client.commit(rows.slice(at, at + 20));
      };
      const key = importWorkKey({ accountId, receiptId: id, kind: "commit" });
      const worker = stand.serve(key, { store: otherProcess(store) });
      await Promise.all([worker, commitFrom([0, 20, 40]), commitFrom([50, 30, 10])]);
      const { receipts } = await calls.list();
      expect(new Set(receipts.map(({ total }) => total))).toEqual(new Set([70, 120]));
      const imported: string[] = [];
      for (const receipt of receipts) {
        const { results } = await calls.read(receipt.id, { limit: 500, offset: 0 });
        const own = results.filter(({ status }) => status === "imported").map(({ tempId }) => tempId);
        expect([results.length, own.length]).toEqual([receipt.total, receipt.imported]);
        imported.push(...own);
      }
      expect(imported.toSorted()).toEqual(rows.map(({ tempId }) => tempId).toSorted());
    },
  );

  it("is refused while another one of the import runs, or its undo, and names the receipt", async () => {
    const importId = await importOf(people(1));
    const { id } = (await calls.start(importId)).body.receipt;
    stand.pass(hour);
    await expect(calls.start(importId)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(id),
    });
    await serve(id, "commit");
    await calls.undo(id);
    await expect(calls.start(importId)).rejects.toMatchObject({ code: "conflict" });
  });

  it("whose request can't be sent is sent by the same call with its key", async () => {
    const importId = await importOf(people(2));
    const put = () => Promise.reject(new Error("storage"));
    const broken = receiptCalls({ ...stand, accountFiles: { ...stand.accountFiles, put } }, store, accountId);
    const { send } = keyedProcess(cache, { time: start }, accountId);
    await expect(send({}, () => broken.start(importId) as Promise<Answer>)).rejects.toThrow("storage");
    const { id } = await onlyReceipt();
    await send({}, () => calls.start(importId) as Promise<Answer>);
    expect([...stand.accountFiles.objects.keys()]).toEqual([
      importWorkKey({ accountId, receiptId: id, kind: "commit" }),
    ]);
    await serve(id, "commit");
    expect(await onlyReceipt()).toMatchObject({ id, status: "done", imported: 2 });
  });

  it("whose request was lost is replaced by the next one, and has failed after two hours", async () => {
    const importId = await importOf(people(2));
    const lost = (await calls.start(importId)).body.receipt.id;
    stand.accountFiles.objects.clear();
    await expect(calls.start(importId)).rejects.toMatchObject({ code: "conflict" });
    stand.pass(minute);
    const next = (await calls.start(importId)).body.receipt.id;
    expect((await calls.read(lost)).receipt).toMatchObject({ status: "failed", endedAt: stand.now().toISOString() });
    stand.accountFiles.objects.clear();
    stand.pass(2 * hour);
    expect((await calls.read(next)).receipt).toMatchObject({ status: "failed", imported: 0 });
    const last = (await calls.start(importId)).body.receipt.id;
    await serve(last, "commit");
    expect((await calls.read(last)).receipt).toMatchObject({ status: "done", imported: 2 });
  });

  it("is refused with unknown rows, all of which it names, and before the import is parsed", async () => {
    const { record } = await stand.parsedImport(accountId, people(1));
    await expect(calls.start(record.id, { exclude: ["a", "row0", "b"] })).rejects.toMatchObject({
      code: "validation_error",
      details: [
        expect.objectContaining({ path: "body.exclude.0" }),
        expect.objectContaining({ path: "body.exclude.2" }),
      ],
    });
    for (const status of ["waiting", "parsing", "failed"] as const) {
      const other = { ...record, id: randomUUID(), status, leaseUntil: start + day };
      await putImport(store, other);
      await expect(calls.start(other.id)).rejects.toMatchObject({ code: "conflict" });
    }
    await expect(calls.start(randomUUID())).rejects.toMatchObject({ code: "import_not_found" });
    await expect(calls.start(record.id, {}, "network_a")).rejects.toMatchObject({ code: "import_not_found" });
    expect(await calls.list()).toMatchObject({ receipts: [] });
  });
});

describe("an undo", () => {
  it("is refused while the commit on the server runs, and when its time is over", async () => {
    const importId = await importOf(people(1));
    const { id } = (await calls.start(importId)).body.receipt;
    await expect(calls.undo(id)).rejects.toMatchObject({ code: "conflict" });
    await serve(id, "commit");
    stand.pass(30 * day);
    await expect(calls.undo(id)).rejects.toMatchObject({ code: "conflict" });
    stand.pass(7 * day);
    await expect(calls.undo(id)).rejects.toMatchObject({ code: "receipt_not_found" });
  });

  it("is begun once, sends a lost request again, and the next commit of the client has another receipt", async () => {
    const rows = people(2);
    await importOf(rows);
    await calls.commit(rows.slice(0, 1));
    stand.pass(hour);
    const { id } = await onlyReceipt();
    expect(await calls.undo(id)).toMatchObject({ id, status: "undoing", endedAt: null });
    const key = importWorkKey({ accountId, receiptId: id, kind: "undo" });
    expect([...stand.accountFiles.objects.keys()]).toEqual([key]);
    stand.accountFiles.objects.clear();
    expect(await calls.undo(id)).toMatchObject({ id, status: "undoing", imported: 1 });
    expect([...stand.accountFiles.objects.keys()]).toEqual([key]);
    await calls.commit(rows.slice(1));
    expect((await calls.list()).receipts).toMatchObject([
      { status: "running", imported: 1 },
      { id, status: "undoing", imported: 1 },
    ]);
  });

  it.each([
    ["has begun", false],
    ["has ended", true],
  ])(
    "that %s takes what a client's commit in flight has written, and the rest has another receipt",
    async (_when, isServed) => {
      const rows = people(27);
      for (let [last, isReached] = [1, true]; isReached; last++) {
        accountId = await newAccount(store);
        calls = receiptCalls(stand, store, accountId);
        const importId = await importOf(rows);
        await calls.commit(rows.slice(0, 2), { importId });
        const { id } = await onlyReceipt();
        let count = 0;
        const undoneMeanwhile = watchedStore(store, async (_command, send) => {
          const answer = await send();
          if (++count === last) await calls.undo(id);
          if (count === last && isServed) await serve(id, "undo");
          return answer;
        });
        const { results } = await receiptCalls(stand, undoneMeanwhile, accountId).commit(rows.slice(2), { importId });
        isReached = count >= last;
        await calls.undo(id);
        await serve(id, "undo");
        const undone = await calls.read(id);
        expect(undone.receipt).toMatchObject({ status: "undone", total: undone.results.length });
        expect(new Set(undone.results.map(({ undo }) => undo))).toEqual(new Set(["removed"]));
        const others = (await calls.list()).receipts.filter((receipt) => receipt.id !== id);
        const later = (await Promise.all(others.map((receipt) => calls.read(receipt.id)))).flatMap(
          (each) => each.results,
        );
        expect([...undone.results.slice(2).map(({ undo: _undo, ...result }) => result), ...later]).toEqual(results);
        const again = await calls.commit(rows.slice(2), { importId });
        expect(again.results.filter(({ status }) => status === "skipped")).toHaveLength(later.length);
      }
    },
  );

  it("whose request was lost has not begun after two hours, lets commits begin again, and can be repeated", async () => {
    const rows = people(2);
    const importId = await importOf(rows);
    await calls.commit(rows);
    stand.pass(hour);
    const before = await onlyReceipt();
    await calls.undo(before.id);
    stand.accountFiles.objects.clear();
    stand.pass(2 * hour - minute);
    await expect(calls.start(importId)).rejects.toMatchObject({ code: "conflict" });
    stand.pass(minute);
    expect(await onlyReceipt()).toEqual(before);
    await serve((await calls.start(importId)).body.receipt.id, "commit");
    await calls.undo(before.id);
    await serve(before.id, "undo");
    const undone = (await calls.read(before.id)).receipt;
    expect(undone).toMatchObject({ status: "undone" });
    expect(await calls.undo(before.id)).toEqual(undone);
  });

  it("lets no commit on the server begin, also of another import, which would find contacts that are about to go", async () => {
    const rows = people(2);
    await importOf(rows);
    await calls.commit(rows);
    stand.pass(hour);
    const { id } = await onlyReceipt();
    await calls.undo(id);
    const again = await importOf(rows);
    const message = `An undo of an import runs: its receipt is ${id}.`;
    await expect(calls.start(again)).rejects.toMatchObject({ code: "conflict", message });
    await stand.serve(importWorkKey({ accountId, receiptId: id, kind: "undo" }));
    await serve((await calls.start(again)).body.receipt.id, "commit");
    expect((await calls.list()).receipts[0]).toMatchObject({ importId: again, status: "done", imported: 2 });
  });

  it("of a receipt of another account is not found", async () => {
    const rows = people(1);
    await importOf(rows);
    await calls.commit(rows);
    stand.pass(hour);
    const { id } = await onlyReceipt();
    const stranger = receiptCalls(stand, store, await newAccount(store));
    await expect(stranger.undo(id)).rejects.toMatchObject({ code: "receipt_not_found" });
    await expect(stranger.read(id)).rejects.toMatchObject({ code: "receipt_not_found" });
    expect(await stranger.list()).toMatchObject({ receipts: [], pagination: { totalCount: 0 } });
  });
});

it("lists a receipt as long as it can be undone, and knows it by its id for seven days more", async () => {
  const importId = await importOf(people(1));
  await calls.commit(people(1), { importId });
  const { id } = await onlyReceipt();
  stand.pass(30 * day - 1);
  expect((await onlyReceipt()).id).toBe(id);
  stand.pass(1);
  expect(await calls.list()).toMatchObject({ receipts: [], pagination: { totalCount: 0, hasMore: false } });
  stand.pass(7 * day - 1);
  expect(await calls.read(id)).toMatchObject({ receipt: { id, status: "done" }, results: [{ status: "imported" }] });
  stand.pass(1);
  await expect(calls.read(id)).rejects.toMatchObject({ code: "receipt_not_found" });
});

it("lists receipts newest first, a page at a time", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const rows = people(1).map((row) => ({ ...row, tempId: `turn${n}` }));
    ids.unshift(await importOf(rows));
    await calls.commit(rows);
    stand.pass(minute);
  }
  const page = await calls.list({ limit: 2, offset: 1 });
  expect(page.receipts.map(({ importId }) => importId)).toEqual(ids.slice(1, 3));
  expect(page.pagination).toMatchObject({ hasMore: true, limit: 2, offset: 1, totalCount: 5 });
});

async function serve(receiptId: string, kind: "commit" | "undo"): Promise<void> {
  await stand.serve(importWorkKey({ accountId, receiptId, kind }));
}
