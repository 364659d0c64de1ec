import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { defaultRetryPolicy, writeAccount } from "../../../shared/account/store/account-write.ts";
import { planLabelCreations } from "../../../shared/label/store/label.ts";
import { byBucket, decodeBucket, encodeBucket } from "../../../shared/label/store/membership-buckets.ts";
import { maxMemberships, planMemberships } from "../../../shared/label/store/memberships.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf, idsOf, named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { countOf, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const bucketsOf = async (accountId: string) => {
  return [...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("M#"));
};

const inDays = (days: number) => () => new Date(Date.now() + days * 24 * 3600 * 1000);

/** Deletes a group without members after some days. */
async function deleteAnother(accountId: string, days: number) {
  const calls = groupCalls(store, accountId, { now: inDays(days) });
  await calls.deleteGroup((await calls.createGroup({ label: "Another" })).id);
}

describe("groups", () => {
  it("are listed by label without regard to case and accents, then by age", async () => {
    const calls = groupCalls(store, await seedAccount(store));
    const made = [];
    for (const label of ["Übung", "club", "Zoo", "Club", "ahoi"]) made.push(await calls.createGroup({ label }));
    const [, first, , second] = made;
    const listed = await calls.groups();
    expect(listed.map(({ label }) => label)).toEqual(["ahoi", "club", "Club", "Übung", "Zoo"]);
    expect([listed[1], listed[2]]).toEqual([first, second]);
    expect(first).toMatchObject({ contactCount: 0, previewContacts: [], emoji: "👥" });
  });

  it("are 500 at most, and so are tags", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    await writeAccount(store, accountId, (head) => ({
      actions: [],
      head: { ...head, groupCount: 499, tagCount: 500 },
      result: undefined,
    }));
    expect((await calls.createGroup({ label: "the last" })).label).toBe("the last");
    expect(await refusalOf(calls.createGroup({ label: "one too many" }))).toBe("conflict");
    expect(await refusalOf(calls.createTag({ label: "one too many" }))).toBe("conflict");
  });

  it("change by a patch with new values, and are not written without them", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId, { now: () => new Date("2026-03-01T08:00:00Z") });
    const later = groupCalls(store, accountId, { now: () => new Date("2026-03-02T08:00:00Z") });
    const made = await calls.createGroup({ label: "Club", emoji: "🧗", color: "#ABCDEF" });
    const before = await itemsOf(store, accountId);
    for (const body of [{}, { label: "Club" }, made]) {
      expect((await later.patchGroup(made.id, body)).body.group).toEqual(made);
    }
    expect(await itemsOf(store, accountId)).toEqual(before);
    const changed = (await later.patchGroup(made.id, { label: "Klub" })).body.group;
    expect(changed).toEqual({ ...made, label: "Klub", updatedAt: "2026-03-02T08:00:00.000Z" });
    expect(await calls.getGroup(made.id)).toEqual(changed);
  });
});

describe("tags", () => {
  it("have different labels without regard to case and accents, unlike groups", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    const tag = await calls.createTag({ label: "Café" });
    const other = await calls.createTag({ label: "Bar" });
    expect(tag).not.toHaveProperty("emoji");
    expect(await refusalOf(calls.createTag({ label: "CAFE" }))).toBe("conflict");
    expect(await refusalOf(calls.patchTag(other.id, { label: "cafe" }))).toBe("conflict");
    expect((await calls.patchTag(tag.id, { label: "CAFÉ" })).body.tag.label).toBe("CAFÉ");
    await calls.createGroup({ label: "Café" });
    await calls.createGroup({ label: "Café" });
    await calls.deleteTag(tag.id);
    expect((await calls.createTag({ label: "cafe" })).label).toBe("cafe");
  });

  it("are not found as groups, or in another account", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    const others = groupCalls(store, await seedAccount(store));
    const [group, tag] = [await calls.createGroup({ label: "x" }), await calls.createTag({ label: "x" })];
    expect(await refusalOf(calls.getGroup(tag.id))).toBe("group_not_found");
    expect(await refusalOf(calls.deleteTag(group.id))).toBe("tag_not_found");
    expect(await refusalOf(others.getGroup(group.id))).toBe("group_not_found");
    expect(await refusalOf(others.patchTag(tag.id, { label: "y" }))).toBe("tag_not_found");
    expect(await others.deleteGroups([group.id, tag.id, newId()])).toBe(0);
    expect([(await calls.groups()).length, (await calls.tags()).length]).toEqual([1, 1]);
  });
});

describe("deleting a group", () => {
  it("removes all of its items, and none of others, but its memberships only after 30 days, with the next deletion", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const calls = groupCalls(store, accountId);
    const [one, two] = [await calls.createGroup({ label: "one" }), await calls.createGroup({ label: "two" })];
    await calls.add(one.id, { contactIds: idsOf(contacts) });
    const before = await itemsOf(store, accountId);
    await calls.add(two.id, { contactIds: idsOf(contacts) });
    expect((await calls.deleteGroup(two.id)).body.message).toBe("The group was deleted.");
    expect(await refusalOf(calls.deleteGroup(two.id))).toBe("group_not_found");
    expect(await calls.groups()).toMatchObject([{ id: one.id, contactCount: 3 }]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 6, groupCount: 1 });
    await deleteAnother(accountId, 30);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 6 });
    await deleteAnother(accountId, 32);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 3 });
    const after = await itemsOf(store, accountId);
    for (const items of [before, after]) for (const sk of ["HEAD", "HL", `G#${two.id}`]) items.delete(sk);
    expect(after).toEqual(before);
    expect(await calls.deleteGroups([one.id, one.id, newId()])).toBe(1);
    await deleteAnother(accountId, 64);
    expect(await bucketsOf(accountId)).toEqual([]);
  });

  it("makes room for another label of its members", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann"));
    const calls = groupCalls(store, accountId);
    const [ann = ""] = idsOf(contacts);
    const most = Array.from({ length: maxMemberships }, (_, n) => n + 1_000);
    await writeAccount(store, accountId, async (head, version) => {
      const plan = await planMemberships(store, head, byBucket([ann]), () => most, version);
      return { ...plan, head: { ...plan.head, hasHiddenLabels: true }, result: undefined };
    });
    const { id } = await calls.createGroup({ label: "Club" });
    expect(await calls.add(id, { contactIds: [ann] })).toMatchObject({ addedCount: 1 });
    expect((await contactCalls(store, accountId).groupsOf(ann)).body.groups).toMatchObject([{ id }]);
  });

  it("that is interrupted shows nothing of it, and the next deletion cleans up", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(30).fill("Ann")));
    const calls = groupCalls(store, accountId);
    const [one, two] = [await calls.createGroup({ label: "one" }), await calls.createGroup({ label: "two" })];
    for (const { id } of [one, two]) await calls.add(id, { contactIds: idsOf(contacts) });
    await calls.deleteGroup(one.id);
    let commits = 0;
    const cut = watchedStore(store, (command, send) => {
      if (command.name === "TransactWriteCommand" && ++commits === 2) throw new Error("cut");
      return send();
    });
    await expect(groupCalls(cut, accountId, { now: inDays(32) }).deleteGroup(two.id)).rejects.toThrow("cut");
    expect(commits).toBe(2);
    expect(await calls.groups()).toEqual([]);
    expect((await contactCalls(store, accountId).groupsOf(contacts[0]?.id ?? "")).body.groups).toEqual([]);
    // A deleted contact that is only in deleted groups leaves nothing in its bucket.
    const last = contacts.at(-1)?.id ?? "";
    await contactCalls(store, accountId).remove(last);
    const bucket = (await itemsOf(store, accountId)).get(`M#${last.slice(-2)}`)?.members as Uint8Array | undefined;
    expect([...decodeBucket(bucket ?? new Uint8Array()).keys()]).not.toContain(last);
    await deleteAnother(accountId, 33);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 29 });
    await deleteAnother(accountId, 64);
    expect(await bucketsOf(accountId)).toEqual([]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 0 });
  });

  it("is answered if conflicts interrupt the cleaning, and the next request cleans up", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(3).fill("Ann")));
    const calls = groupCalls(store, accountId);
    const [one, two] = [await calls.createGroup({ label: "one" }), await calls.createGroup({ label: "two" })];
    await calls.add(one.id, { contactIds: idsOf(contacts) });
    await calls.deleteGroup(one.id);
    let commits = 0;
    const busy = watchedStore(store, (command, send) => {
      if (command.name !== "TransactWriteCommand" || ++commits === 1) return send();
      const CancellationReasons = [{ Code: "TransactionConflict" }];
      throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons });
    });
    const retry = { ...defaultRetryPolicy, random: () => 1, timeLimit: 0 };
    const { txid } = await groupCalls(busy, accountId, { retry, now: inDays(32) }).deleteGroup(two.id);
    expect(commits).toBe(2);
    const head = await getAccountHead(store, accountId);
    expect(head).toMatchObject({ txid: Number(txid), groupCount: 0, membershipCount: 3 });
    expect(await refusalOf(groupCalls(store, accountId, { now: inDays(32) }).deleteGroup(two.id))).toBe(
      "group_not_found",
    );
    expect(await bucketsOf(accountId)).toEqual([]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 0 });
  });

  it("takes several transactions if old memberships have more than 3.5 MB", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    const one = await calls.createGroup({ label: "one" });
    const { lastLabelNumber: number } = await getAccountHead(store, accountId);
    // Numbers of three bytes each: 200 of 630 contacts are 387 KB.
    const others = Array.from({ length: 199 }, (_, n) => (n + 1) * 20_000);
    const names = Array.from({ length: 10 }, (_, n) => `a${n}`);
    for (const name of names) {
      const members = new Map(Array.from({ length: 630 }, () => [newId().slice(0, -2) + name, [number, ...others]]));
      const Item = { pk: accountPartition(accountId), sk: `M#${name}`, members: encodeBucket(members) };
      await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
    }
    const until = inDays(60)().getTime() / 1000;
    const Item = { pk: accountPartition(accountId), sk: "HL", hidden: others.map((each) => [each, until]) };
    await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
    await writeAccount(store, accountId, (head) => ({
      actions: [],
      head: { ...head, contactCount: 6_300, membershipCount: 6_300 * 200, hasHiddenLabels: true },
      result: undefined,
    }));
    await calls.deleteGroup(one.id);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 6_300 * 200 });
    const two = await calls.createGroup({ label: "two" });
    const sizes: number[] = [];
    const watched = watchedStore(store, (command, send) => {
      if (command.name === "TransactWriteCommand") sizes.push(countOf(command));
      return send();
    });
    await groupCalls(watched, accountId, { now: inDays(32) }).deleteGroup(two.id);
    // Each has the head. The first deletes the group, with its change, its log and the hidden labels, and nine buckets fit into 3.5 MB.
    expect(sizes).toEqual([5, 10, 2]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 6_300 * 199 });
    expect(await bucketsOf(accountId)).toHaveLength(10);
  });

  it("while contacts join it shows nothing of it", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(40).fill("Ann")));
    const calls = groupCalls(store, accountId);
    const [one, two] = [await calls.createGroup({ label: "one" }), await calls.createGroup({ label: "two" })];
    await calls.add(one.id, { contactIds: idsOf(contacts.slice(0, 20)) });
    const outcomes = await Promise.all([
      refusalOf(calls.add(one.id, { filter: {} })),
      refusalOf(groupCalls(store, accountId).deleteGroup(one.id)),
      refusalOf(groupCalls(store, accountId).add(one.id, { contactIds: idsOf(contacts) })),
      refusalOf(groupCalls(store, accountId).add(two.id, { contactIds: idsOf(contacts) })),
      refusalOf(groupCalls(store, accountId).deleteGroup(one.id)),
    ]);
    expect(outcomes.every((outcome) => ["nothing", "group_not_found"].includes(String(outcome)))).toBe(true);
    expect(await calls.groups()).toMatchObject([{ id: two.id, contactCount: 40 }]);
    await deleteAnother(accountId, 32);
    expect(await getAccountHead(store, accountId)).toMatchObject({ membershipCount: 40 });
  });

  it("together with many others takes several transactions", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    const ids = Array.from({ length: 95 }, () => newId());
    await writeAccount(store, accountId, (head) => {
      const fields = {
        accountId,
        kind: "group",
        label: "x",
        emoji: null,
        color: "",
        createdAt: "",
        updatedAt: "",
      } as const;
      const groups = ids.map((id, at) => ({ ...fields, id, number: head.lastLabelNumber + 1 + at }));
      return { ...planLabelCreations(store, head, "group", groups), changes: [], result: undefined };
    });
    expect(await calls.deleteGroups(ids)).toBe(95);
    expect(await getAccountHead(store, accountId)).toMatchObject({ groupCount: 0 });
  });
});
