import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import {
  DeletionUnfinishedError,
  type DeletionWorkerParts,
  deleteSet,
  sweepDeletions,
} from "../../../functions/deletion-worker/operations.ts";
import type { Invocation } from "../../../functions/invocation.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { AccountFiles } from "../../../shared/account/store/account-files.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactKey } from "../../../shared/contact/store/contact.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { noPictures } from "../../support/contact/pictures.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { countOf, otherProcess, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const minute = 60_000;
let clock: number;
let files: MemoryAccountFiles;
let lines: (RequestLine | JobLine)[];
let pauses: number[];
beforeEach(() => {
  clock = Date.parse("2026-03-01T10:00:00.000Z");
  files = memoryAccountFiles(() => clock);
  lines = [];
  pauses = [];
});

function worker(other: Partial<DeletionWorkerParts> = {}): DeletionWorkerParts {
  return {
    store,
    files,
    pictureFiles: noPictures.pictureFiles,
    now: () => new Date(clock),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    log: (line) => void lines.push(line),
    ...other,
  };
}

const patient: Invocation = { requestId: "r", remainingTime: () => 15 * minute };

interface Given {
  accountId: string;
  doomed: ContactRecord[];
  others: ContactRecord[];
  /** The key of the set in the bucket. */
  key: string;
}

/** About sixteen of these fit into a transaction. */
function bodyOf(n: number): Record<string, unknown> & { firstName: string } {
  const emails = Array.from({ length: 4 }, (_, index) => ({ value: `p${n}.${index}@example.org` }));
  return { firstName: `Doomed ${n}`, emails, network_b: `p${n}` };
}

/** An account with `count` contacts in a stored set, and two others. */
async function deletionOf(count: number): Promise<Given> {
  const accountId = await seedAccount(store);
  const doomed = Array.from({ length: count }, (_, n) => recordOf(accountId, bodyOf(n)));
  const others = ["Ann", "Ben"].map((firstName) =>
    recordOf(accountId, { firstName, network_c: firstName, emails: [{ value: "p0.0@example.org" }] }),
  );
  await storeAll(store, accountId, [...doomed, ...others]);
  const at = { accountId, deletionId: newId() };
  await putContactSet(files, at, { ids: idsOf(doomed), deletedAt: null });
  return { accountId, doomed, others, key: deletionKey(at) };
}

const idsOf = (contacts: readonly ContactRecord[]) => contacts.map(({ id }) => id);

/** Expects all items of the set to be deleted, and all items of the others to be there. */
async function expectDone({ accountId, others, key }: Given): Promise<void> {
  const items = await itemsOf(store, accountId);
  const left = [...items.keys()].filter((sk) => sk !== "HEAD" && sk !== "MYSELF").toSorted();
  const wanted = others.flatMap(({ id, firstName }) => [
    contactKey(accountId, id).sk,
    `E#p0.0@example.org#${shortId(id)}`,
    `L#network_c#${firstName.toLowerCase()}#${shortId(id)}`,
  ]);
  expect(left).toEqual(wanted.toSorted());
  const { contactCount, contactsByYear } = await getAccountHead(store, accountId);
  const years = Object.values(contactsByYear).reduce((sum, count) => sum + count, 0);
  expect([contactCount, years]).toEqual([others.length, others.length]);
  const { body } = await contactCalls(store, accountId).list({ search: "doomed" });
  expect(body.pagination.totalCount).toBe(0);
  expect(files.objects.has(key)).toBe(false);
}

describe("the worker", () => {
  it("deletes exactly the set, pauses between transactions, removes the set, and logs a line without personal data", async () => {
    const given = await deletionOf(60);
    await deleteSet(worker(), given.key, patient);
    await expectDone(given);
    const { accountId } = given;
    expect(lines).toEqual([
      {
        level: "info",
        event: "deletion.done",
        requestId: "r",
        accountId,
        deletionId: given.key.slice(-36),
        contacts: 60,
        deletedCount: 60,
        restoredCount: 0,
        steps: 5,
        durationMs: 0,
        readUnits: expect.any(Number),
        writeUnits: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/doomed|@/i);
    expect(pauses).toEqual([30, 30, 30, 30]);
  });

  it("keeps contacts that were created later, deletes those that changed meanwhile, and skips deleted ones", async () => {
    const given = await deletionOf(60);
    const calls = contactCalls(store, given.accountId);
    let between = 0;
    const pause = async () => {
      between++;
      if (between > 1) return;
      const [changed, gone] = given.doomed.slice(-2);
      await calls.patch(changed?.id ?? "", { emails: [{ value: "moved@example.org" }], network_b: null, phones: [] });
      await calls.remove(gone?.id ?? "");
      const later = await calls.create({ firstName: "Cid", network_c: "Cid", emails: [{ value: "p0.0@example.org" }] });
      given.others.push(recordOf(given.accountId, { firstName: "Cid" }));
      Object.assign(given.others.at(-1) ?? {}, { id: later.body.contact.id });
    };
    await deleteSet(worker({ pause }), given.key, patient);
    await expectDone(given);
    expect(lines).toMatchObject([{ contacts: 60, deletedCount: 59 }]);
  });

  it("keeps the account's own contact, even if the set contains it", async () => {
    const given = await deletionOf(3);
    const [, accountId = "", deletionId = ""] = given.key.split("/");
    await putContactSet(
      files,
      { accountId, deletionId },
      { ids: [...idsOf(given.doomed), accountId], deletedAt: null },
    );
    await deleteSet(worker(), given.key, patient);
    await expectDone(given);
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });

  it("skips a set that is done, and a key of another kind", async () => {
    const given = await deletionOf(3);
    for (const key of [deletionKey({ accountId: given.accountId, deletionId: newId() }), "deletions/x", "search/x"]) {
      await deleteSet(worker(), key, patient);
    }
    expect(lines.map(({ event }) => event)).toEqual(Array(3).fill("deletion.skipped"));
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ contactCount: 5 });
  });

  it("can run in parallel with another at the same set, and each counts its own deletions", async () => {
    const given = await deletionOf(60);
    const processes = [1, 2, 3].map(() => worker({ store: otherProcess(store) }));
    await Promise.all(processes.map((parts) => deleteSet(parts, given.key, patient)));
    await expectDone(given);
    const counts = lines.map((line) => ("deletedCount" in line ? Number(line.deletedCount) : 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
  });
});

describe("a worker that ends before its set is done", () => {
  it("stops between two transactions when its time is over, and the next continues there", async () => {
    const given = await deletionOf(60);
    let remaining = 31_000;
    // The worker asks for the time before and after each transaction.
    const short: Invocation = { requestId: "first", remainingTime: () => (remaining -= 300) };
    await expect(deleteSet(worker(), given.key, short)).rejects.toThrow(DeletionUnfinishedError);
    expect(lines).toMatchObject([
      { level: "warn", event: "deletion.interrupted", deletedCount: 26, fault: "DeletionUnfinishedError" },
    ]);
    const read: number[] = [];
    const watched = watchedStore(store, (command, send) => {
      if (command.name === "BatchGetCommand") read.push(countOf(command));
      return send();
    });
    await deleteSet(worker({ store: watched }), given.key, patient);
    expect(read).toEqual([60 - 26]);
    expect(lines.at(-1)).toMatchObject({ event: "deletion.done", contacts: 60, deletedCount: 60 - 26 });
    await expectDone(given);
  });

  it("is continued even if the head has the progress of another set", async () => {
    const given = await deletionOf(40);
    let commits = 0;
    const dying = watchedStore(store, ({ name }, send) => {
      if (name === "TransactWriteCommand" && ++commits === 2) throw new Error("killed");
      return send();
    });
    await expect(deleteSet(worker({ store: dying }), given.key, patient)).rejects.toThrow("killed");
    const at = { accountId: given.accountId, deletionId: newId() };
    await putContactSet(files, at, { ids: [given.others.pop()?.id ?? ""], deletedAt: null });
    await deleteSet(worker(), deletionKey(at), patient);
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ deletion: { id: at.deletionId, done: 1 } });
    await deleteSet(worker(), given.key, patient);
    await expectDone(given);
  });

  it("because it was killed after any of its writes is continued by the event's retry or by the sweep", async () => {
    let writes = 0;
    for (let isKilled = true; isKilled; ) {
      const given = await deletionOf(60);
      const killed = new KilledProcess(++writes);
      const ownFiles: AccountFiles = {
        ...files,
        read: (key, maxBytes) => killed.call("read", () => files.read(key, maxBytes)),
        removeObject: (key) => killed.call("remove", () => files.removeObject(key)),
      };
      const parts = worker({ store: killed.storeOf(store), files: ownFiles });
      await deleteSet(parts, given.key, patient).catch((fault) => expect(fault).toBeInstanceOf(Killed));
      ({ isKilled } = killed);
      if (writes % 2 === 0) await deleteSet(worker(), given.key, patient);
      else await sweepDeletions(worker({ now: () => new Date(clock + 21 * minute) }), patient);
      await expectDone(given);
    }
    // There are at least four transactions, and the removal of the set.
    expect(writes).toBeGreaterThan(5);
  });
});

describe("the sweep", () => {
  it("deletes sets that are older than twenty minutes, and no others", async () => {
    const old = await deletionOf(3);
    clock += 10 * minute;
    const young = await deletionOf(3);
    clock += 11 * minute;
    await sweepDeletions(worker(), patient);
    await expectDone(old);
    expect(await getAccountHead(store, young.accountId)).toMatchObject({ contactCount: 5 });
    expect(lines.at(-1)).toMatchObject({ level: "warn", event: "deletion.swept", overdue: 1, failed: 0 });
    expect([...files.objects.keys()]).toEqual([young.key]);
  });

  it("without overdue sets logs nothing", async () => {
    await sweepDeletions(worker(), patient);
    expect(lines).toEqual([]);
  });

  it("continues with the others when one fails, and fails at the end", async () => {
    const broken = deletionKey({ accountId: newId(), deletionId: newId() });
    await files.put(broken, Buffer.from("no set of contacts at all"));
    const given = await deletionOf(3);
    clock += 21 * minute;
    await expect(sweepDeletions(worker(), patient)).rejects.toThrow("is not valid JSON");
    await expectDone(given);
    expect([...files.objects.keys()]).toEqual([broken]);
    expect(lines.at(-1)).toMatchObject({ event: "deletion.swept", overdue: 2, failed: 1, faults: ["SyntaxError"] });
  });

  it("stops when its time is over, and the next one continues", async () => {
    const given = await deletionOf(3);
    clock += 21 * minute;
    await sweepDeletions(worker(), { requestId: "late", remainingTime: () => 20_000 });
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ contactCount: 5 });
    await sweepDeletions(worker(), patient);
    await expectDone(given);
  });
});
