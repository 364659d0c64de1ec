/** The history of an account: who changed what, and what that costs. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { objectExpiry } from "../../../infra/cloud/resources/object-expiry.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../../shared/account/store/account-write.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { prefixQuery, queryItems } from "../../../shared/platform/dynamodb/query.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { activityOf, agentKey } from "../../support/account/history-calls.ts";
import { long, undoWorld } from "../../support/account/undo-world.ts";
import { historyUnits, relationshipHistoryUnits, transactionUnits } from "../../support/capacity/write-units.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();
const day = 24 * 3600_000;
const service = { kind: "service", id: "service", label: null };

/** An account with Ann and Ben. */
async function annAndBen() {
  const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben"));
  const [ann = "", ben = ""] = idsOf(contacts);
  return { accountId, calls, ann, ben };
}

const short = ({ subject, kind, subjectId }: { subject: string; kind: string; subjectId: string }) =>
  [subject, kind, subjectId] as const;

describe("a change", () => {
  it("says who made it and what was before, and there is none without a change", async () => {
    const { accountId, calls, ann } = await annAndBen();
    await calls.patch(ann, { headline: "Pilot" });
    const { txid } = await withAuthor(agentKey, () => calls.patch(ann, { headline: "Captain", firstName: "Anna" }));
    await calls.patch(ann, { headline: "Captain" });
    const { changes, next } = await calls.history(ann);
    expect(next).toBeNull();
    const common = { subject: "contact", subjectId: ann, contactId: ann, kind: "updated", via: null };
    expect(changes).toEqual([
      {
        ...{ ...common, id: expect.any(String), at: expect.any(String), txid, agent: true },
        by: { kind: "key", id: agentKey.id, label: agentKey.label },
        fields: [
          { field: "firstName", before: "Ann", after: "Anna" },
          { field: "headline", before: "Pilot", after: "Captain" },
        ],
      },
      expect.objectContaining({ ...common, by: service, agent: false }),
    ]);
    const { changes: activity } = await activityOf(store, accountId);
    const contact = { id: ann, firstName: "Anna", lastName: "", avatar: null };
    expect(activity).toEqual(changes.map((change) => ({ ...change, contact })));
  });

  it("of anything that can be written is in the activity, and only those of a contact and its relationships in its history", async () => {
    const { accountId, calls, ann, ben } = await annAndBen();
    const [groups, interactions] = [groupCalls(store, accountId), interactionCalls(store, accountId)];
    const { id: groupId } = await groups.createGroup({ label: "Club" });
    await groups.patchGroup(groupId, { label: "Choir" });
    await groups.add(groupId, { contactIds: [ann, ben] });
    await groups.deleteGroup(groupId);
    const met = { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: [ann] };
    const { id: met1 } = (await interactions.create(met)).body.interaction;
    await interactions.patch(met1, { title: "Plans", participantIds: [accountId, ben] });
    await interactions.remove(met1);
    const related = await calls.relate(ann, { relatedPersonId: ben, relationshipType: "friend" });
    await calls.patchRelationship(ann, related.id, { relationshipType: "sibling" });
    await calls.unrelate(ben, related.id);
    const { changes } = await activityOf(store, accountId);
    expect(changes.map(short).toReversed()).toEqual([
      ["group", "created", groupId],
      ["group", "updated", groupId],
      ["members", "updated", groupId],
      ["group", "deleted", groupId],
      ["interaction", "created", met1],
      ["interaction", "updated", met1],
      ["interaction", "deleted", met1],
      ["relationship", "created", related.id],
      ["relationship", "updated", related.id],
      ["relationship", "deleted", related.id],
    ]);
    const fieldsOf = (subject: string, kind: string) =>
      changes.find((change) => change.subject === subject && change.kind === kind)?.fields;
    expect(fieldsOf("members", "updated")).toEqual([
      { field: "members", before: null, after: null, added: 2, removed: 0 },
    ]);
    expect(fieldsOf("group", "updated")).toEqual([{ field: "label", before: "Club", after: "Choir" }]);
    expect(fieldsOf("group", "deleted")).toContainEqual({ field: "label", before: "Choir", after: null });
    expect(fieldsOf("group", "created")).toContainEqual({ field: "label", before: null, after: null });
    const metBen = changes.filter(({ subject }) => subject === "interaction").map(({ contact }) => contact?.firstName);
    expect(metBen, "the first participant names it").toEqual(["Ben", "Ben", "Ann"]);
    expect(fieldsOf("interaction", "deleted")).toContainEqual({ field: "title", before: "Plans", after: null });
    expect(fieldsOf("relationship", "updated")).toEqual([
      { field: "relationshipType", before: "friend", after: "sibling" },
    ]);
    for (const id of [ann, ben]) {
      expect((await calls.history(id)).changes.map(({ subject }) => subject)).toEqual(Array(3).fill("relationship"));
    }
  });

  it("of many members is one for a call of several transactions", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(240).fill("Ann")));
    const groups = groupCalls(store, accountId);
    const { id } = await groups.createGroup({ label: "All" });
    await groups.add(id, { contactIds: idsOf(contacts) });
    const { changes } = await activityOf(store, accountId);
    expect(changes).toHaveLength(2);
    expect(changes[0]?.fields).toMatchObject([{ field: "members", added: 240, removed: 0 }]);
  });

  it("of contacts that are one since a merge is in the history of that one, and of each again after the undo", async () => {
    const { accountId, calls, ann, ben } = await annAndBen();
    await calls.patch(ben, { headline: "Baker" });
    const merges = mergeCalls(store, accountId);
    const { mergeId } = await merges.merge(ann, ben);
    const via = { kind: "merge", id: mergeId };
    expect((await calls.history(ann)).changes).toMatchObject([
      { kind: "merged", via, contactId: ann, fields: [{ field: "headline", before: null, after: "Baker" }] },
      { kind: "updated", via: null, contactId: ben },
    ]);
    await expect(calls.history(ben)).rejects.toMatchObject({ code: "contact_not_found" });
    await merges.undo(mergeId);
    expect((await calls.history(ann)).changes.map(({ kind }) => kind)).toEqual(["unmerged", "merged"]);
    expect((await calls.history(ben)).changes.map(({ kind }) => kind)).toEqual(["unmerged", "updated"]);
  });

  it("by the deletion of many contacts is one in the activity, also if its worker was killed", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(60).fill("Ann")));
    const files = memoryAccountFiles();
    const deletionId = newId();
    await withAuthor(agentKey, () =>
      putContactSet(files, { accountId, deletionId }, { ids: idsOf(contacts), deletedAt: null }),
    );
    const key = `deletions/${accountId}/${deletionId}`;
    const killed = new KilledProcess(1);
    await expect(workOnSet(killed.storeOf(store), files, key)).rejects.toThrow(Killed);
    const about = {
      kind: "deleted",
      via: { kind: "bulk", id: deletionId },
      agent: true,
      contactId: null,
      contact: null,
    };
    const [first] = (await activityOf(store, accountId)).changes;
    expect(first).toMatchObject(about);
    expect(first?.count).toBeLessThan(60);
    await workOnSet(store, files, key);
    const { changes } = await activityOf(store, accountId, { by: deletionId });
    expect(changes).toMatchObject([{ ...about, count: 60, by: { id: agentKey.id } }]);
    const { calls, accountId: other, ann, ben } = await annAndBen();
    await calls.deleteContacts({ ids: [ann, ben] });
    expect((await activityOf(store, other)).changes).toMatchObject([{ kind: "deleted", count: 2, by: service }]);
  });

  it("is there exactly if what it describes is there, wherever the process is killed", async () => {
    for (let writes = 1, isKilled = true; isKilled; writes++) {
      const { accountId, calls, ann } = await annAndBen();
      const killed = new KilledProcess(writes);
      await contactCalls(killed.storeOf(store), accountId)
        .patch(ann, { headline: "Pilot" })
        .catch(() => undefined);
      isKilled = killed.isKilled;
      const { headline } = (await calls.get(ann)).body?.contact ?? {};
      expect((await calls.history(ann)).changes.length).toBe(headline === "Pilot" ? 1 : 0);
    }
  });
});

describe("a page", () => {
  /** Eight changes of one contact in the same millisecond. */
  async function eightChanges() {
    const { accountId, ann, ben } = await annAndBen();
    const time = Date.now() + 60_000;
    const retry: RetryPolicy = { ...defaultRetryPolicy, now: () => time };
    const calls = contactCalls(store, accountId, { retry, now: () => new Date(time) });
    for (let n = 0; n < 7; n++) await calls.patch(ann, { headline: `Pilot ${n}` });
    await calls.relate(ben, { relatedPersonId: ann, relationshipType: "friend" });
    return { accountId, calls, ann, ben, time };
  }

  it("follows the one before, also among changes of the same millisecond", async () => {
    const { accountId, calls, ann, time } = await eightChanges();
    const clock = () => new Date(time);
    const lists = [
      (query: object) => calls.history(ann, query),
      (query: object) => activityOf(store, accountId, { ...query }, clock),
    ];
    for (const list of lists) {
      const { changes } = await list({ limit: "200" });
      expect(changes.map(({ txid }) => Number(txid))).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
      const walked: unknown[] = [];
      let next: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ limit: "3", ...(next !== null && { next }) });
        walked.push(...page.changes);
        next = page.next;
      } while (next !== null);
      expect(walked).toEqual(changes);
    }
  });

  it("can't be followed by that of another list", async () => {
    const { accountId, calls, ann, ben } = await eightChanges();
    const { next } = await calls.history(ann, { limit: "1" });
    const refused = { code: "validation_error", details: [expect.objectContaining({ path: "query.next" })] };
    await expect(calls.history(ben, { next })).rejects.toMatchObject(refused);
    await expect(activityOf(store, accountId, { next: next ?? "" })).rejects.toMatchObject(refused);
    await expect(calls.history(newId())).rejects.toMatchObject({ code: "contact_not_found" });
  });

  it("has what was asked for, of the times from `from` on and before `to`", async () => {
    const { accountId, calls, ann } = await annAndBen();
    await calls.patch(ann, { headline: "Pilot" });
    await withAuthor(agentKey, () => calls.patch(ann, { headline: "Captain" }));
    const { changes } = await activityOf(store, accountId);
    const [last, first] = changes.map(({ at }) => Date.parse(at));
    if (last === undefined || first === undefined) throw new Error("no changes");
    const iso = (time: number) => new Date(time).toISOString();
    const kinds = async (query: Record<string, string>) =>
      (await activityOf(store, accountId, query)).changes.map(({ agent }) => agent);
    expect(await kinds({ by: agentKey.id })).toEqual([true]);
    expect(await kinds({ by: "service" })).toEqual([false]);
    expect(await kinds({ agent: "false" })).toEqual([false]);
    expect(await kinds({ from: iso(last + 1) })).toEqual([]);
    expect(await kinds({ to: iso(first) })).toEqual([]);
    expect(await kinds({ from: iso(last + 1), to: iso(first) })).toEqual([]);
    expect(await kinds({ from: iso(first), to: iso(last + 1) })).toEqual([true, false]);
    const none = await activityOf(store, accountId, { by: "nobody", limit: "1" });
    expect([none.changes, none.next !== null]).toEqual([[], true]);
  });

  it("has no change that is older than 30 days", async () => {
    const { accountId, calls, ann } = await annAndBen();
    await calls.patch(ann, { headline: "Pilot" });
    const at = Date.parse((await calls.history(ann)).changes[0]?.at ?? "");
    for (const [after, count] of [
      [30 * day, 1],
      [30 * day + 1, 0],
    ] as const) {
      const now = () => new Date(at + after);
      expect((await contactCalls(store, accountId, { now }).history(ann)).changes).toHaveLength(count);
      expect((await activityOf(store, accountId, {}, now)).changes).toHaveLength(count);
    }
  });
});

/** The units that the items of a work's history cost, and its calls by their names. */
async function watching(work: (watched: Store) => Promise<unknown>) {
  const calls: string[] = [];
  let units = 0;
  const watched = watchedStore(store, ({ name, input }, send) => {
    calls.push(name);
    const { TransactItems = [] } = input as { TransactItems?: { Put?: { Item: Record<string, unknown> } }[] };
    const items = TransactItems.flatMap(({ Put }) => (String(Put?.Item.sk).startsWith("CH#") ? [Put?.Item] : []));
    units += transactionUnits(
      mainTable,
      items.map((after) => ({ before: undefined, after })),
    );
    return send();
  });
  await work(watched);
  return { calls, units };
}

it("what is left of contacts that an import's undo removed goes with their changes after 30 days, and their long values a day later", async () => {
  const { store: withFiles, files, accountId, calls } = await undoWorld(store);
  const stand = createImportStand(withFiles, Date.now());
  const begun = await stand.importRows(accountId, people(1));
  const [{ id = "" } = {}] = (await calls.list({ search: "Person" })).body.contacts;
  for (const notes of [long, null]) await calls.patch(id, { notes });
  await stand.serve(await stand.beginUndo(begun));
  expect((await calls.list({ search: "Person" })).body.contacts).toEqual([]);
  const items: Record<string, unknown>[] = [];
  for await (const item of queryItems(store, prefixQuery(accountId, "CH#"))) items.push(item);
  const named = items.flatMap(({ f = [] }) => (f as { o?: string }[]).flatMap(({ o }) => o ?? []));
  expect(named).toHaveLength(1);
  expect([...files.objects.keys()]).toEqual(named);
  const latest = Date.now() / 1000 + 30 * (day / 1000) + 3601;
  for (const { expiresAt } of items) expect(Number(expiresAt)).toBeLessThan(latest);
  const rule = objectExpiry.accounts.find(({ prefix = "" }) => named[0]?.startsWith(prefix));
  expect(rule).toMatchObject({ days: 31 });
});

it("participants of an interaction that were merged since are shown as the contact that they became a part of", async () => {
  const { accountId, ann, ben } = await annAndBen();
  const interactions = interactionCalls(store, accountId);
  const met = { type: "Call", participantIds: [ann, ben] };
  const { id } = (await interactions.create(met)).body.interaction;
  await interactions.patch(id, { participantIds: [ben] });
  await mergeCalls(store, accountId).merge(ann, ben);
  await interactions.remove(id);
  const { changes } = await activityOf(store, accountId);
  const fields = changes.flatMap((change) => change.fields.filter(({ field }) => field === "participantIds"));
  expect(changes.filter(({ subject }) => subject === "interaction")).toMatchObject(
    Array(3).fill({ contactId: ann, contact: { firstName: "Ann" } }),
  );
  expect(fields.map(({ before, after }) => [before, after])).toEqual([
    [[ann], null],
    [[ann], [ann]],
    [null, null],
  ]);
});

describe("the cost", () => {
  it("of a usual change is three units, of a relationship four, and of a page two queries", async () => {
    const { accountId, calls, ann, ben } = await annAndBen();
    const { id: groupId } = await groupCalls(store, accountId).createGroup({ label: "Club" });
    const call = (watched: Store) => contactCalls(watched, accountId);
    const member = { contactIds: [ann, ben] };
    const met = { type: "Call", participantIds: [ann, ben], description: "About the house." };
    const notes = "Met at the harbour. ".repeat(8);
    const usual: [string, (watched: Store) => Promise<unknown>, number][] = [
      ["create", (watched) => call(watched).create({ firstName: "Cy", notes }), historyUnits],
      ["patch", (watched) => call(watched).patch(ann, { notes, headline: "Pilot" }), historyUnits],
      [
        "relate",
        (watched) => call(watched).relate(ann, { relatedPersonId: ben, relationshipType: "friend" }),
        relationshipHistoryUnits,
      ],
      ["join", (watched) => groupCalls(watched, accountId).add(groupId, member), historyUnits],
      ["meet", (watched) => interactionCalls(watched, accountId).create(met), historyUnits],
      ["merge", (watched) => mergeCalls(watched, accountId).merge(ann, ben), historyUnits],
      ["delete", (watched) => call(watched).remove(ann), historyUnits],
      ["patch of nothing", (watched) => call(watched).patch(accountId, { firstName: "Me" }), 0],
    ];
    const queries = (names: string[]) => names.filter((name) => name === "QueryCommand").length;
    const { body } = await calls.create({ firstName: "Di" });
    await calls.relate(body.contact.id, { relatedPersonId: accountId, relationshipType: "friend" });
    expect(queries((await watching((watched) => call(watched).history(body.contact.id))).calls)).toBe(2);
    expect(queries((await watching((watched) => activityOf(watched, accountId))).calls)).toBe(1);
    for (const [what, work, most] of usual) expect([what, (await watching(work)).units]).toEqual([what, most]);
  });

  it("of a long value is that of its start: before it, the whole value is written to the bucket, which no page reads", async () => {
    const { accountId, calls, ann } = await annAndBen();
    const objects = new Map<string, string>();
    const order: string[] = [];
    const watched: Store = {
      ...watchedStore(store, ({ name }, send) => {
        order.push(name);
        return send();
      }),
      putLongValue: async (key, content) => {
        order.push("put");
        objects.set(key, JSON.parse(Buffer.from(content).toString()));
      },
    };
    const [first, second] = ["a".repeat(15_000), "b".repeat(15_000)];
    await contactCalls(watched, accountId).patch(ann, { notes: first });
    expect(objects.size).toBe(0);
    await contactCalls(watched, accountId).patch(ann, { notes: second });
    expect([...objects.values()]).toEqual([first]);
    expect([...objects.keys()]).toEqual([expect.stringMatching(`^history/${accountId}/[\\w-]{43}$`)]);
    expect(order.slice(-2)).toEqual(["put", "TransactWriteCommand"]);
    const fields = [{ field: "notes", before: first.slice(0, 2_000), after: second.slice(0, 2_000), truncated: true }];
    expect((await calls.history(ann)).changes[0]?.fields).toEqual(fields);
    const failing = { ...store, putLongValue: () => Promise.reject(new Error("no bucket")) };
    const refused = contactCalls(failing, accountId).patch(ann, { notes: "c" });
    await expect(refused).rejects.toMatchObject({ code: "service_unavailable" });
    expect((await calls.get(ann)).body?.contact?.notes).toBe(second);
  });
});

it("a deletion in a full account is written without its change, and nothing else is", async () => {
  const { accountId, calls, ann, ben } = await annAndBen();
  const full = watchedStore(store, ({ input }, send) => {
    if (!JSON.stringify(input).includes('"CH#')) return send();
    const CancellationReasons = [{ Code: "ItemCollectionSizeLimitExceeded" }];
    throw new TransactionCanceledException({ message: "full", $metadata: {}, CancellationReasons });
  });
  await contactCalls(full, accountId).remove(ann);
  await expect(calls.get(ann)).rejects.toMatchObject({ code: "contact_not_found" });
  const patch = contactCalls(full, accountId).patch(ben, { headline: "Baker" });
  await expect(patch).rejects.toMatchObject({ code: "storage_limit_reached" });
  expect((await activityOf(store, accountId)).changes).toEqual([]);
});

it("an account has no changes of another one", async () => {
  const { calls, ann } = await annAndBen();
  await calls.patch(ann, { headline: "Pilot" });
  const other = await seedAccount(store);
  await expect(contactCalls(store, other).history(ann)).rejects.toMatchObject({ code: "contact_not_found" });
  expect((await activityOf(store, other)).changes).toEqual([]);
});
