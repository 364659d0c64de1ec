import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  DeletionUnfinishedError,
  type DeletionWorkerParts,
  type Invocation,
  sweepDeletions,
  workOffDeletion,
} from "../../functions/deletion-worker/operations.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import type { AccountFiles } from "../../shared/files/account-files.ts";
import { deletionKey } from "../../shared/files/account-keys.ts";
import type { JobLine, RequestLine } from "../../shared/log/request-log.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import type { Store } from "../../shared/table/store.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../support/account-files.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../support/contact-calls.ts";
import { noPictures } from "../support/pictures.ts";
import { freshTable } from "../support/stack.ts";
import { countOf, watchedStore } from "../support/watched-store.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

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
  /** Of the set in the bucket. */
  key: string;
}

/** Some sixteen of these go with a transaction. */
function bodyOf(n: number): Record<string, unknown> & { firstName: string } {
  const emails = Array.from({ length: 4 }, (_, index) => ({ value: `p${n}.${index}@example.org` }));
  return { firstName: `Doomed ${n}`, emails, network_b: `p${n}` };
}

/** An account of which `count` contacts are fixed to be deleted, and two are not. */
async function deletionOf(count: number): Promise<Given> {
  const accountId = await seedAccount(store);
  const doomed = Array.from({ length: count }, (_, n) => recordOf(accountId, bodyOf(n)));
  const others = ["Ann", "Ben"].map((firstName) =>
    recordOf(accountId, { firstName, network_c: firstName, emails: [{ value: "p0.0@example.org" }] }),
  );
  await storeAll(store, accountId, [...doomed, ...others], 14);
  const at = { accountId, deletionId: newId() };
  await putContactSet(files, at, idsOf(doomed));
  return { accountId, doomed, others, key: deletionKey(at) };
}

const idsOf = (contacts: readonly ContactRecord[]) => contacts.map(({ id }) => id);

/** Nothing of the set is left, and everything of the others is. */
async function expectDone({ accountId, others, key }: Given): Promise<void> {
  const items = await itemsOf(store, accountId);
  const left = [...items.keys()].filter((sk) => sk !== "HEAD" && sk !== "MYSELF").toSorted();
  const wanted = others.flatMap(({ id, firstName }) => [
    `C#${id}`,
    `E#p0.0@example.org#${id}`,
    `L#network_c#${firstName.toLowerCase()}#${id}`,
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
  it("deletes exactly the set, removes it from the bucket, and leaves a line that names nobody", async () => {
    const given = await deletionOf(60);
    await workOffDeletion(worker(), given.key, patient);
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
        steps: 4,
        durationMs: 0,
        readUnits: expect.any(Number),
        writeUnits: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/doomed|@/i);
  });

  it("takes a breath between transactions, in which others write", async () => {
    const given = await deletionOf(40);
    await workOffDeletion(worker(), given.key, patient);
    expect(pauses).toEqual([30, 30]);
  });

  it("keeps contacts that came later, deletes those that changed meanwhile, and passes over those that are gone", async () => {
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
    await workOffDeletion(worker({ pause }), given.key, patient);
    await expectDone(given);
    expect(lines).toMatchObject([{ contacts: 60, deletedCount: 59 }]);
  });

  it("leaves the account's own contact alone, even when the set names it", async () => {
    const given = await deletionOf(3);
    const [, accountId = "", deletionId = ""] = given.key.split("/");
    await putContactSet(files, { accountId, deletionId }, [...idsOf(given.doomed), accountId]);
    await workOffDeletion(worker(), given.key, patient);
    await expectDone(given);
    expect((await itemsOf(store, accountId)).has("MYSELF")).toBe(true);
  });

  it("passes over a set that is done with, and a key that is none of ours", async () => {
    const given = await deletionOf(3);
    for (const key of [deletionKey({ accountId: given.accountId, deletionId: newId() }), "deletions/x", "search/x"]) {
      await workOffDeletion(worker(), key, patient);
    }
    expect(lines.map(({ event }) => event)).toEqual(Array(3).fill("deletion.passedOver"));
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ contactCount: 5 });
  });

  it("beside another at the same set does no harm, and neither counts what the other removed", async () => {
    const given = await deletionOf(60);
    const processes = [1, 2, 3].map(() => worker({ store: watchedStore(store, (_command, send) => send()) }));
    await Promise.all(processes.map((parts) => workOffDeletion(parts, given.key, patient)));
    await expectDone(given);
    const counts = lines.map((line) => ("deletedCount" in line ? Number(line.deletedCount) : 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
  });
});

describe("a worker that ends before its set", () => {
  it("stops between two transactions when its time is over, and the next goes on from there", async () => {
    const given = await deletionOf(60);
    let remaining = 31_000;
    // It is asked before a transaction and behind it.
    const short: Invocation = { requestId: "first", remainingTime: () => (remaining -= 300) };
    await expect(workOffDeletion(worker(), given.key, short)).rejects.toThrow(DeletionUnfinishedError);
    expect(lines).toMatchObject([
      { level: "warn", event: "deletion.interrupted", deletedCount: 32, fault: "DeletionUnfinishedError" },
    ]);
    const read: number[] = [];
    const watched = watchedStore(store, (command, send) => {
      if (command.name === "BatchGetCommand") read.push(countOf(command));
      return send();
    });
    await workOffDeletion(worker({ store: watched }), given.key, patient);
    expect(read).toEqual([60 - 32]);
    expect(lines.at(-1)).toMatchObject({ event: "deletion.done", contacts: 60, deletedCount: 60 - 32 });
    await expectDone(given);
  });

  it("by no place in the head, since another set was worked off meanwhile, is followed all the same", async () => {
    const given = await deletionOf(40);
    let commits = 0;
    const dying = watchedStore(store, ({ name }, send) => {
      if (name === "TransactWriteCommand" && ++commits === 2) throw new Error("killed");
      return send();
    });
    await expect(workOffDeletion(worker({ store: dying }), given.key, patient)).rejects.toThrow("killed");
    const at = { accountId: given.accountId, deletionId: newId() };
    await putContactSet(files, at, [given.others.pop()?.id ?? ""]);
    await workOffDeletion(worker(), deletionKey(at), patient);
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ deletion: { id: at.deletionId, done: 1 } });
    await workOffDeletion(worker(), given.key, patient);
    await expectDone(given);
  });

  it.each(["before", "after"] as const)(
    "because it is killed %s any of its calls is finished by the event's retry or by the sweep",
    async (when) => {
      let calls = Number.POSITIVE_INFINITY;
      for (let fatal = 1; fatal <= calls; fatal++) {
        const given = await deletionOf(60);
        const mortal = mortalProcess(fatal, when);
        const killed = await workOffDeletion(worker(mortal.parts), given.key, patient).then(
          () => false,
          () => true,
        );
        calls = Math.min(calls, killed ? Number.POSITIVE_INFINITY : mortal.made());
        if (fatal % 2 === 0) await workOffDeletion(worker(), given.key, patient);
        else await sweepDeletions(worker({ now: () => new Date(clock + 21 * minute) }), patient);
        await expectDone(given);
      }
      // A read of the set, at least four transactions with their heads and contacts, and its removal.
      expect(calls).toBeGreaterThan(10);
    },
    60_000,
  );
});

/** What dies at this call of its to the table or the bucket; from then on nothing of it is carried out. */
function mortalProcess(fatal: number, when: "before" | "after") {
  let made = 0;
  const live = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    const call = ++made;
    if (call > fatal || (call === fatal && when === "before")) throw new Error("killed");
    const result = await send();
    if (call === fatal) throw new Error("killed");
    return result;
  };
  const ownFiles: AccountFiles = {
    ...files,
    read: (key, maxBytes) => live(() => files.read(key, maxBytes)),
    discard: (key) => live(() => files.discard(key)),
  };
  return {
    parts: { store: watchedStore(store, (_command, send) => live(send)), files: ownFiles },
    made: () => made,
  };
}

describe("the sweep", () => {
  it("takes up what has lain for twenty minutes, and nothing younger", async () => {
    const old = await deletionOf(3);
    clock += 10 * minute;
    const young = await deletionOf(3);
    clock += 11 * minute;
    await sweepDeletions(worker(), patient);
    await expectDone(old);
    expect(await getAccountHead(store, young.accountId)).toMatchObject({ contactCount: 5 });
    expect(lines.at(-1)).toMatchObject({ level: "warn", event: "deletion.swept", leftBehind: 1, failed: 0 });
    expect([...files.objects.keys()]).toEqual([young.key]);
  });

  it("of nothing says nothing", async () => {
    await sweepDeletions(worker(), patient);
    expect(lines).toEqual([]);
  });

  it("works off the others when one fails, and fails itself at the end", async () => {
    const broken = deletionKey({ accountId: newId(), deletionId: newId() });
    await files.put(broken, Buffer.from("no set of contacts at all"));
    const given = await deletionOf(3);
    clock += 21 * minute;
    await expect(sweepDeletions(worker(), patient)).rejects.toThrow("the object is no set of contacts");
    await expectDone(given);
    expect([...files.objects.keys()]).toEqual([broken]);
    expect(lines.at(-1)).toMatchObject({ event: "deletion.swept", leftBehind: 2, failed: 1, faults: ["Error"] });
  });

  it("stops when its time is over: the next one goes on", async () => {
    const given = await deletionOf(3);
    clock += 21 * minute;
    await sweepDeletions(worker(), { requestId: "late", remainingTime: () => 20_000 });
    expect(await getAccountHead(store, given.accountId)).toMatchObject({ contactCount: 5 });
    await sweepDeletions(worker(), patient);
    await expectDone(given);
  });
});
