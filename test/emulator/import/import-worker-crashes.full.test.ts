import { beforeEach, describe, expect, it } from "vitest";
import { ImportUnfinishedError } from "../../../functions/import-worker/work.ts";
import type { Invocation } from "../../../functions/invocation.ts";
import { defaultRetryPolicy } from "../../../shared/account/store/account-write.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { createImportStand, type ImportStand, people } from "../../support/import/import-work.ts";
import { accountOf } from "../../support/import/imports.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const minute = 60_000;
let stand: ImportStand;
beforeEach(() => {
  stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
});

const newAccount = () => accountOf(store, { firstName: "Me" });

/** Two batches of rows, about seven transactions. */
const rowCount = 130;

/** People of which some join groups that the commit makes. */
const rows = people(rowCount).map((row, index) => ({ ...row, groups: index % 3 === 0 ? ["Climbing", "Work"] : [] }));

describe("a commit on the server", () => {
  it("whose worker is killed after any of its writes is continued by the event's retry or by the sweep", async () => {
    let writes = 0;
    for (let isKilled = true; isKilled; ) {
      const begun = await stand.begin(await newAccount(), rows);
      const killed = new KilledProcess(++writes);
      const { accountFiles } = stand;
      const removeObject = (key: string) => killed.call("remove", () => accountFiles.removeObject(key));
      const parts = { store: killed.storeOf(store), accountFiles: { ...accountFiles, removeObject } };
      await stand.serve(begun.key, parts).catch((fault) => expect(fault).toBeInstanceOf(Killed));
      ({ isKilled } = killed);
      if (writes % 2 === 0) await stand.serve(begun.key);
      else {
        stand.pass(21 * minute);
        await stand.sweep();
      }
      await stand.expectWhole(begun, rows, `after write ${writes}`);
    }
    // The lease, the transactions of both batches, the end, and the removal of the request.
    expect(writes).toBeGreaterThan(9);
  });

  it("is done once when its event is delivered twice at the same time, under one id or under two", async () => {
    for (const ids of [
      ["r", "r"],
      ["r", "s"],
    ]) {
      const begun = await stand.begin(await newAccount(), rows);
      await Promise.all(
        ids.map((requestId) => stand.serve(begun.key, { store: otherProcess(store) }, { ...stand.patient, requestId })),
      );
      if ((await stand.receiptOf(begun)).status === "running") await stand.serve(begun.key);
      await stand.expectWhole(begun, rows, ids.join());
    }
  });

  it("whose event is lost is found by the sweep after twenty minutes", async () => {
    const begun = await stand.begin(await newAccount(), rows);
    await stand.sweep();
    expect(stand.lines).toEqual([]);
    stand.pass(21 * minute);
    await stand.sweep();
    await stand.expectWhole(begun, rows);
    expect(stand.lines.at(-1)).toMatchObject({ level: "warn", event: "importWork.swept", overdue: 1, failed: 0 });
  });

  it("stops between two transactions when the time is over, and the next invocation continues there", async () => {
    const begun = await stand.begin(await newAccount(), rows);
    for (let invocations = 1; (await stand.receiptOf(begun)).status === "running"; invocations++) {
      let pauses = 0;
      const short: Invocation = { requestId: "r", remainingTime: () => (pauses < 2 ? minute : 29_000) };
      const pause = async () => void pauses++;
      await stand.serve(begun.key, { pause }, short).catch((fault) => {
        expect(fault).toBeInstanceOf(ImportUnfinishedError);
        expect(stand.lines.at(-1)).toMatchObject({ event: "importWork.interrupted", fault: "ImportUnfinishedError" });
      });
      // An attempt with progress does not count. The last one may only have ended the receipt.
      const { status, attempts } = await stand.receiptOf(begun);
      if (status === "running") expect(attempts).toBe(1);
      expect(invocations).toBeLessThan(20);
    }
    await stand.expectWhole(begun, rows);
    expect(stand.lines.length).toBeGreaterThan(3);
  });

  it("goes on with fewer rows when other writes keep coming between", async () => {
    const begun = await stand.begin(await newAccount(), rows);
    const calls = contactCalls(otherProcess(store), begun.accountId);
    const own = await calls.create({ firstName: "Own" });
    let largest = 0;
    const crowded = watchedStore(store, async ({ name, input }, send) => {
      const { TransactItems = [] } = input as { TransactItems?: unknown[] };
      if (name === "TransactWriteCommand" && TransactItems.length > 60) {
        await calls.patch(own.body.contact.id, { headline: `${++largest}` });
      }
      return send();
    });
    await stand.serve(begun.key, { store: crowded, retry: { ...defaultRetryPolicy, timeLimit: 20 } });
    expect(largest).toBeGreaterThan(0);
    await calls.remove(own.body.contact.id);
    await stand.expectWhole(begun, rows);
  });

  it("is given up after six attempts without progress, and what it has written stays in the receipt", async () => {
    const begun = await stand.begin(await newAccount(), rows);
    const { process, broken } = brokenAfter(3);
    for (let attempt = 1; attempt <= 6; attempt++) {
      await expect(stand.serve(begun.key, { store: broken })).rejects.toThrow("broken");
      expect(stand.lines.at(-1)).toMatchObject({ level: "warn", event: "importWork.interrupted", fault: "Error" });
    }
    expect(process.commits).toBeGreaterThan(3);
    await stand.serve(begun.key);
    expect(stand.lines.at(-1)).toMatchObject({ level: "error", event: "importWork.failed", kind: "commit" });
    const { status, imported, endedAt } = await stand.receiptOf(begun);
    expect([status, imported > 0, endedAt !== null]).toEqual(["failed", true, true]);
    expect(await stand.resultsOf(begun)).toHaveLength(imported);
    expect(stand.accountFiles.objects.size).toBe(0);
  });

  it("of another kind of key, or one that has ended, is skipped", async () => {
    const begun = await stand.begin(await newAccount(), rows);
    await stand.serve(begun.key);
    await stand.accountFiles.put(begun.key, new Uint8Array());
    for (const key of [begun.key, "import-work/x", stand.keyOf(begun, "undo")]) await stand.serve(key);
    expect(stand.lines.slice(1).map(({ event }) => event)).toEqual(Array(3).fill("importWork.skipped"));
    await stand.expectWhole(begun, rows);
  });
});

/** A store whose transactions fail after so many. */
function brokenAfter(count: number) {
  const process = { commits: 0 };
  const broken = watchedStore(store, async ({ name }, send) => {
    if (name === "TransactWriteCommand" && ++process.commits > count) throw new Error("broken");
    return send();
  });
  return { process, broken };
}
