import fc from "fast-check";
import { expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { noteStoring } from "../../../shared/picture/store/unshown-pictures.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { History, Mirror } from "../../support/contact/mirror.ts";
import { type BegunCommit, createImportStand, people } from "../../support/import/import-work.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { LabelMirror } from "../../support/interaction/label-mirror.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { tries } from "../../support/seed.ts";

const table = await freshTable();

const step = fc.record({
  does: fc.constantFrom(
    ...["create", "rename", "rename", "dates", "dates", "timezone", "timezone", "remove picture", "delete"],
    ...[
      "delete two",
      "delete by filter",
      "meet",
      "plan",
      "forget meeting",
      "merge",
      "undo merge",
      "import",
      "import again",
    ],
    ...["restore", "restore", "restore all", "empty the trash"],
    ...["undo import", "group", "join", "leave", "tag", "delete group", "relate", "settings"],
  ),
  one: fc.nat(20),
  other: fc.nat(20),
  /** Whether the process ends before or after its next transaction. */
  dies: fc.constantFrom(null, null, null, null, null, "before", "after"),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class Killed extends Error {}

/** An account with contacts, whose transactions are noted, and processes that write to it. */
async function openAccount(contacts: number) {
  const history = new History();
  let clock = Date.now();
  const now = () => new Date(clock);
  /** A process. With `dies`, its next transaction is its last. */
  const start = (dies: Step["dies"] = null): Store =>
    watchedStore(table.store, async (command, send) => {
      if (command.name !== "TransactWriteCommand") return send();
      if (dies === "before") throw new Killed();
      const answer = await send();
      history.note(command);
      if (dies === "after") throw new Killed();
      return answer;
    });
  const store = start();
  const accountId = await seedAccount(store);
  const records = Array.from({ length: contacts }, (_, n) => ({
    ...recordOf(accountId, { firstName: `Person ${n}`, network_b: `p${n}` }),
    photoVersion: n % 2 === 0 ? `photo${n}` : null,
  }));
  for (const { photoVersion } of records) {
    if (photoVersion) await noteStoring(store, { accountId, photoVersion, storedAt: now().toISOString() });
  }
  await storeAll(store, accountId, records, 5);
  const ids = records.map(({ id }) => id);
  const stand = createImportStand(store, clock);
  const begun: BegunCommit[] = [];
  const [merges, meetings, groups]: string[][] = [[], [], []];
  const last = (list: readonly string[] = []) => list.at(-1) ?? accountId;

  const write = async ({ does, one, other, dies }: Step): Promise<void> => {
    clock += 1_000;
    stand.pass(1_000);
    const process = start(dies);
    const calls = contactCalls(process, accountId, { now });
    const parts = { now };
    const [id, otherId] = [one, other].map((n) => ids[n % ids.length] ?? "") as [string, string];
    const participants = {
      type: "Call",
      participantIds: [id, otherId].filter((each, at, all) => all.indexOf(each) === at),
    };
    const at = (milliseconds: number) => new Date(clock + milliseconds).toISOString();
    switch (does) {
      case "create":
        ids.push((await calls.create({ firstName: `New ${one}` })).body.contact.id);
        break;
      case "rename":
        await calls.patch(id, { firstName: `Name ${one} ${other}` });
        break;
      case "dates":
        await calls.putDates(id, other % 3 === 0 ? [] : [{ type: "other", date: `2000-01-${10 + other}` }]);
        break;
      case "timezone":
        await calls.patch(id, { timezone: other % 2 === 0 ? "Europe/Oslo" : "Asia/Tokyo" });
        break;
      case "remove picture":
        await calls.deletePhoto(id);
        break;
      case "delete":
        await calls.remove(id);
        break;
      case "delete two":
        await calls.deleteContacts({ ids: [...new Set([id, otherId])] });
        break;
      case "restore":
        await calls.restore({ ids: [...new Set([id, otherId])] });
        break;
      case "restore all":
        await calls.restore({ deletedSince: at(-3_600_000) });
        break;
      case "empty the trash":
        await calls.emptyTrash();
        break;
      case "delete by filter":
        await calls.deleteContacts({ filter: { search: `New ${other}` } });
        break;
      case "meet":
      case "plan": {
        const date = at(does === "meet" ? -60_000 : 4_000);
        const { body } = await interactionCalls(process, accountId, parts).create({ ...participants, date });
        meetings?.push(body.interaction.id);
        break;
      }
      case "forget meeting":
        await interactionCalls(process, accountId, parts).remove(last(meetings));
        break;
      case "merge": {
        const { mergeId } = await mergeCalls(process, accountId, parts).merge(id, otherId);
        merges?.push(mergeId ?? "");
        break;
      }
      case "undo merge":
        await mergeCalls(process, accountId, parts).undo(merges?.[one % (merges.length || 1)] ?? accountId);
        break;
      case "import":
      case "import again": {
        const rows = does === "import" ? people(9).slice(one % 6) : people(6);
        const commit = await stand.begin(accountId, rows, { groups: other % 2 === 0 ? ["Fair"] : [] });
        begun.push(commit);
        await stand.serve(commit.key, { store: process });
        break;
      }
      case "undo import": {
        const commit = begun[one % (begun.length || 1)];
        if (commit) await stand.undo(commit, { store: process });
        break;
      }
      case "group": {
        const group = await groupCalls(process, accountId, parts).createGroup({ label: `Group ${one} ${clock}` });
        groups?.push(group.id);
        await groupCalls(process, accountId, parts).add(group.id, { contactIds: [id] });
        break;
      }
      case "join":
        await groupCalls(process, accountId, parts).add(last(groups), { contactIds: [...new Set([id, otherId])] });
        break;
      case "leave":
        await groupCalls(process, accountId, parts).remove(last(groups), { contactIds: [id] });
        break;
      case "tag": {
        const tags = groupCalls(process, accountId, parts);
        const tag = (await tags.tags())[0] ?? (await tags.createTag({ label: `Tag ${one}` }));
        await calls.tag(id, tag.id);
        break;
      }
      case "delete group":
        await groupCalls(process, accountId, parts).deleteGroup(last(groups));
        break;
      case "relate":
        await calls.relate(id, { relatedPersonId: otherId, relationshipType: "friend" });
        break;
      case "settings": {
        const timezone = other % 2 === 0 ? "UTC" : "Asia/Tokyo";
        await writeAccount(process, accountId, (head) => ({ actions: [], head: { ...head, timezone }, result: null }));
      }
    }
  };
  return {
    history,
    write: (each: Step) =>
      write(each).catch((error: unknown) => {
        if (!(error instanceof Killed || error instanceof AppError)) throw error;
      }),
    /** A process that reads, with the shared document of the index. */
    reader: (files = memoryAccountFiles()) => {
      const store = start();
      const indexes = createContactIndexes({ store, files, now, log: () => undefined });
      return contactCalls(store, accountId, { now, indexes });
    },
    labels: () => groupCalls(start(), accountId, { now }),
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
}

it("a mirror equals the account at every `txid` that it has reached, whoever writes meanwhile and dies", async () => {
  const steps = fc.array(step, { minLength: 8, maxLength: 16 });
  const limits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  const run = async (writers: Step[][], readers: number[][]) => {
    const account = await openAccount(30);
    const files = memoryAccountFiles();
    let writing = writers.length;
    const writes = writers.map(async (each) => {
      for (const one of each) await account.write(one);
      writing--;
    });
    const mirrors = readers.map(async (each) => {
      const mirror = new Mirror();
      let reader = account.reader(files);
      for (let ends = 0; ; ends++) {
        const isLast = writing === 0;
        await mirror.follow(reader.changes, each);
        expect(mirror.versions).toEqual(await account.history.at(Number(mirror.since)));
        if (isLast) return mirror;
        if (ends % 5 === 4) reader = account.reader(files);
      }
    });
    const labels = new LabelMirror();
    while (writing > 0) await labels.follow(account.labels());
    await Promise.all(writes);
    await labels.follow(account.labels());
    const all = new LabelMirror();
    await all.follow(account.labels());
    expect(labels.labels).toEqual(all.labels);
    // Planned interactions come due.
    account.pass(60_000);
    for (const mirror of await Promise.all(mirrors)) {
      const reader = account.reader();
      await mirror.follow(reader.changes, [50]);
      expect(mirror.versions).toEqual(await account.history.at(Number(mirror.since)));
      const { body, txid } = await reader.list({ limit: "200" });
      expect(txid).toBe(mirror.since);
      const byId = (list: readonly { id: string }[]) => list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(byId([...mirror.contacts.values()].map(withoutDerived))).toEqual(byId(body.contacts.map(withoutDerived)));
    }
  };
  const property = fc.asyncProperty(fc.tuple(steps, steps, steps), fc.tuple(limits, limits), run);
  await fc.assert(property, { numRuns: tries(2, 25), endOnFailure: true });
});

/** Without values that follow from the account's settings and from the clock. */
function withoutDerived<Contact extends { timezone: unknown; language: unknown; importantDates: unknown }>({
  timezone: _timezone,
  language: _language,
  importantDates: _importantDates,
  ...contact
}: Contact) {
  return contact;
}
