import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { byBucket } from "../../../shared/label/store/membership-buckets.ts";
import { maxMemberships, planMemberships } from "../../../shared/label/store/memberships.ts";
import { withReplayLog } from "../../../shared/platform/dynamodb/replay-log.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { accountOf, idsOf, named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

async function groupOf(names: readonly string[]) {
  const account = await accountOf(store, named(...names));
  const calls = groupCalls(store, account.accountId);
  return {
    ...account,
    contactCalls: account.calls,
    calls,
    ids: idsOf(account.contacts),
    group: await calls.createGroup({ label: "Club" }),
  };
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => error);
}

describe("members by ids", () => {
  it("that are unknown are refused, each by its path, and nothing is written", async () => {
    const { accountId, calls, group, ids } = await groupOf(["Ann", ...Array(40).fill("Ben")]);
    const foreign = await accountOf(store, named("Eve"));
    const strangers = [...idsOf(foreign.contacts), newId(), foreign.accountId, group.id];
    const before = await itemsOf(store, accountId);
    for (const known of [ids.slice(0, 1), ids]) {
      const error = await errorOf(calls.add(group.id, { contactIds: [...known, ...strangers] }));
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        code: "contact_not_found",
        details: strangers.map((_, at) => ({ path: `body.contactIds.${known.length + at}` })),
      });
    }
    expect(await itemsOf(store, accountId)).toEqual(before);
  });

  it("can't be the account's own contact, and nothing is written", async () => {
    const { accountId, calls, contactCalls: contacts, group, ids } = await groupOf(["Ann", ...Array(40).fill("Ben")]);
    const tag = await calls.createTag({ label: "t" });
    const before = await itemsOf(store, accountId);
    const message = "The account's own contact can't be in groups or tags.";
    for (const known of [ids.slice(0, 1), ids]) {
      const error = await errorOf(calls.add(group.id, { contactIds: [...known, accountId, newId()] }));
      const details = [{ path: `body.contactIds.${known.length}`, message }];
      expect(error).toMatchObject({ code: "validation_error", details });
    }
    const error = await errorOf(contacts.tag(accountId, tag.id));
    expect(error).toMatchObject({ code: "validation_error", details: [{ path: "params.id", message }] });
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(await calls.remove(group.id, { contactIds: [accountId] })).toEqual({ removedCount: 0 });
  });

  it("are refused for a group that does not exist", async () => {
    const { calls, ids } = await groupOf(["Ann"]);
    for (const body of [{ contactIds: ids }, { filter: {} }]) {
      expect(await refusalOf(calls.add(newId(), body))).toBe("group_not_found");
      expect(await refusalOf(calls.remove(newId(), body))).toBe("group_not_found");
    }
  });

  it("are refused if a contact has the most memberships, and such a contact can be deleted", async () => {
    const { accountId, calls, group, ids } = await groupOf(["Ann"]);
    const most = Array.from({ length: maxMemberships }, (_, n) => n + 10);
    await writeAccount(store, accountId, async (head, version) => ({
      ...(await planMemberships(store, head, byBucket(ids), () => most, version)),
      result: undefined,
    }));
    const ben = (await contactCalls(store, accountId).create({ firstName: "Ben" })).body.contact.id;
    const [ann = ""] = ids;
    const message = `The contact ${ann} has ${maxMemberships} groups and tags, the most.`;
    const tag = await calls.createTag({ label: "t" });
    const asked = [
      [() => calls.add(group.id, { contactIds: [ben, ann] }), "body.contactIds.1"],
      [() => calls.add(group.id, { filter: {} }), "body.filter"],
      [() => contactCalls(store, accountId).tag(ann, tag.id), "params.id"],
    ] as const;
    for (const [ask, path] of asked) {
      expect(await errorOf(ask())).toMatchObject({ code: "conflict", message, details: [{ path, message }] });
    }
    expect(await calls.getGroup(group.id)).toMatchObject({ contactCount: 0 });
    await contactCalls(store, accountId).remove(ben);
    await contactCalls(store, accountId).remove(ids[0] ?? "");
    expect((await getAccountHead(store, accountId)).membershipCount).toBe(0);
    expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => /^[MC]#/.test(sk))).toEqual([]);
  });
});

describe("members by a filter", () => {
  it("are all added by a second attempt, even if buckets vanished after the first", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(300).fill("Ann")));
    const group = await groupCalls(store, accountId).createGroup({ label: "Club" });
    const ids = idsOf(contacts);
    const noted = new Map<number, unknown>();
    // The log has only what was committed, like the log in the table.
    const attempt = async (lasting: number) => {
      let commits = 0;
      const pending = new Map<number, unknown>();
      const cut = watchedStore(store, async (command, send) => {
        if (command.name !== "TransactWriteCommand") return send();
        if (++commits > lasting) throw new Error("cut");
        const answer = await send();
        for (const [index, written] of pending) noted.set(index, written);
        return answer;
      });
      const replayLog = {
        find: async (index: number) => structuredClone(noted.get(index)),
        record: async (index: number, written: unknown) => {
          pending.set(index, structuredClone(written));
          const Item = { pk: `JOURNAL#${accountId}`, sk: `${index}` };
          return { Put: { TableName: store.tableName, Item } };
        },
      };
      return withReplayLog(replayLog, () => groupCalls(cut, accountId).add(group.id, { filter: {} }));
    };
    await expect(attempt(1)).rejects.toThrow("cut");
    const buckets = [...byBucket(ids)];
    expect(buckets.length).toBeGreaterThan(110);
    const gone = buckets.slice(0, 10).flatMap(([, some]) => some);
    await contactCalls(store, accountId).deleteContacts({ ids: gone });
    expect(await attempt(Number.POSITIVE_INFINITY)).toMatchObject({ addedCount: ids.length });
    expect(await groupCalls(store, accountId).getGroup(group.id)).toMatchObject({
      contactCount: ids.length - gone.length,
    });
  });
});

describe("counts", () => {
  it("stay exact while several processes add and remove the same contacts in two groups", async () => {
    const { accountId, calls, group, ids } = await groupOf(Array(40).fill("Ann"));
    const other = await calls.createGroup({ label: "Other" });
    const processes = [1, 2, 3].map(() => groupCalls(store, accountId));
    let [added, removed] = [0, 0];
    const work = Array.from({ length: 24 }, async (_, n) => {
      const process = processes[n % 3] ?? calls;
      const id = n % 2 === 0 ? group.id : other.id;
      const contactIds = ids.filter((_, at) => (at * 7 + n) % 3 !== 0);
      if (n % 4 < 3) {
        const { addedCount } = await process.add(id, { contactIds });
        added += addedCount;
      } else {
        const { removedCount } = await process.remove(id, { contactIds });
        removed += removedCount;
      }
    });
    await Promise.all(work);
    const counts = (await calls.groups()).map(({ contactCount }) => contactCount);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(added - removed);
    expect((await getAccountHead(store, accountId)).membershipCount).toBe(added - removed);
    for (const { id, contactCount } of await calls.groups()) {
      const { contacts, pagination } = (await calls.contacts(id)).body;
      expect([contacts.length, pagination.totalCount]).toEqual([contactCount, contactCount]);
    }
  });

  it("follow contacts that are deleted, one by one, many at once, and in the background", async () => {
    const { accountId, calls, group, ids } = await groupOf(Array(60).fill("Ann"));
    const tag = await calls.createTag({ label: "t" });
    await calls.add(group.id, { filter: {} });
    await calls.tag(tag.id, { contactIds: ids.slice(0, 30) });
    const contacts = contactCalls(store, accountId);
    await contacts.remove(ids[0] ?? "");
    expect(await calls.getGroup(group.id)).toMatchObject({
      contactCount: 59,
      previewContacts: [{ id: ids[1] }, {}, {}],
    });
    expect((await contacts.deleteContacts({ ids: ids.slice(1, 20) })).body.deletedCount).toBe(19);
    expect(await calls.tags()).toMatchObject([{ contactCount: 10 }]);
    expect((await contacts.deleteContacts({ filter: { tagId: tag.id } })).body.deletedCount).toBe(10);
    expect(await calls.tags()).toMatchObject([{ contactCount: 0, previewContacts: [] }]);
    expect(await calls.groups()).toMatchObject([{ contactCount: 30 }]);
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, { ids, deletedAt: null });
    await workOnSet(store, files, deletionKey(at));
    expect(await calls.groups()).toMatchObject([{ contactCount: 0, previewContacts: [] }]);
    expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => /^[MC]#/.test(sk))).toEqual([]);
    expect((await getAccountHead(store, accountId)).membershipCount).toBe(0);
  });

  it("never count a contact that was deleted while it was added", async () => {
    const { accountId, calls, group, ids } = await groupOf(Array(30).fill("Ann"));
    const contacts = contactCalls(store, accountId);
    await Promise.all([
      contacts.deleteContacts({ ids: ids.slice(0, 15) }),
      calls.add(group.id, { filter: {} }),
      groupCalls(store, accountId).add(group.id, { contactIds: ids.slice(15) }),
    ]);
    expect(await calls.getGroup(group.id)).toMatchObject({ contactCount: 15 });
    expect((await getAccountHead(store, accountId)).membershipCount).toBe(15);
  });
});

describe("lists of a group and a tag", () => {
  it("are searched, sorted and paged like all lists, and can be combined", async () => {
    const { accountId, calls, contactCalls: contacts, group, ids } = await groupOf(["Dan", "Ann", "Cid", "Ben"]);
    const [dan = "", ann = "", cid = "", ben = ""] = ids;
    const tag = await calls.createTag({ label: "t" });
    await calls.add(group.id, { contactIds: [dan, ann, cid] });
    await calls.tag(tag.id, { contactIds: [cid, ben, dan] });
    const shown = async (query: Readonly<Record<string, string>>) => {
      const { body } = await contacts.list(query);
      const selected = (await contacts.select(query)).body;
      expect(selected.pagination).toEqual(body.pagination);
      expect(selected.contacts.map(({ id }) => id)).toEqual(body.contacts.map(({ id }) => id));
      expect(body.stats.totalContacts).toBe(4);
      return body.contacts.map(({ firstName }) => firstName).join(" ");
    };
    expect(await shown({ groupId: group.id })).toBe("Ann Cid Dan");
    expect(await shown({ groupId: group.id, sort: "createdAtDesc" })).toBe("Cid Ann Dan");
    expect(await shown({ tagId: tag.id, sort: "nameDesc" })).toBe("Dan Cid Ben");
    expect(await shown({ groupId: group.id, tagId: tag.id })).toBe("Cid Dan");
    expect(await shown({ groupId: group.id, search: "an" })).toBe("Ann Dan");
    expect(await shown({ groupId: group.id, limit: "1", offset: "1" })).toBe("Cid");
    expect(await shown({ groupId: group.id, keepInTouch: "true" })).toBe("");
    const page = await calls.contacts(group.id, { limit: "2" });
    expect(page.body).toMatchObject({
      group: { id: group.id, label: "Club" },
      contacts: [{ firstName: "Ann" }, { firstName: "Cid" }],
      pagination: { hasMore: true, limit: 2, offset: 0, sort: "nameAsc", search: null, totalCount: 3 },
    });
    expect((await calls.contacts(group.id, { tagId: tag.id })).body.pagination.totalCount).toBe(2);
    expect(await calls.remove(group.id, { contactIds: [dan, newId(), dan] })).toEqual({ removedCount: 1 });
    expect(await calls.add(group.id, { contactIds: [dan, ann, dan] })).toEqual({ addedCount: 1, skippedCount: 2 });
    expect((await calls.groups({ previewLimit: "2" }))[0]).toMatchObject({
      contactCount: 3,
      previewContacts: [{ id: dan, firstName: "Dan", lastName: "", avatar: null }, { id: ann }],
    });
    expect((await calls.groups({ previewLimit: "0" }))[0]).toMatchObject({ contactCount: 3, previewContacts: [] });
    expect(await refusalOf(contacts.list({ groupId: tag.id }))).toBe("group_not_found");
    expect(await refusalOf(contacts.select({ tagId: newId() }))).toBe("tag_not_found");
    expect(await refusalOf(contacts.deleteContacts({ filter: { groupId: newId() } }))).toBe("group_not_found");
    const stranger = await accountOf(store, []);
    expect(await refusalOf(stranger.calls.list({ groupId: group.id }))).toBe("group_not_found");
    expect(accountId).not.toBe(stranger.accountId);
  });

  it("show a write at once, also to a process that has read the group before", async () => {
    const { accountId, calls, group, ids } = await groupOf(["Ann", "Ben"]);
    const contacts = contactCalls(store, accountId);
    const count = async () => (await contacts.list({ groupId: group.id })).body.pagination.totalCount;
    expect(await count()).toBe(0);
    await calls.add(group.id, { contactIds: ids });
    expect(await count()).toBe(2);
    await calls.remove(group.id, { contactIds: ids.slice(0, 1) });
    expect(await count()).toBe(1);
    await calls.remove(group.id, { contactIds: ids });
    expect(await count()).toBe(0);
  });

  it("of one contact are its groups and its tags, by label", async () => {
    const { accountId, calls, contactCalls: contacts, group, ids } = await groupOf(["Ann", "Ben"]);
    const [ann = "", ben = ""] = ids;
    const first = await calls.createGroup({ label: "a" });
    const tag = await calls.createTag({ label: "t" });
    for (const { id } of [group, first]) await calls.add(id, { contactIds: ids });
    expect((await contacts.groupsOf(ann)).body.groups).toEqual(await calls.groups());
    expect((await contacts.tagsOf(ann)).body.tags).toEqual([]);
    expect((await contacts.tag(ann, tag.id)).body.tag).toMatchObject({ id: tag.id, contactCount: 1 });
    expect((await contacts.tag(ann, tag.id)).body.tag).toMatchObject({
      contactCount: 1,
      previewContacts: [{ id: ann }],
    });
    expect((await contacts.tagsOf(ann)).body.tags).toEqual(await calls.tags());
    expect((await contacts.untag(ben, tag.id)).body.message).toMatch("does not have");
    expect((await contacts.untag(ann, tag.id)).body.message).toMatch("taken off");
    expect(await calls.tags()).toMatchObject([{ contactCount: 0 }]);
    for (const ask of [() => contacts.groupsOf(newId()), () => contacts.tag(newId(), tag.id)]) {
      expect(await refusalOf(ask())).toBe("contact_not_found");
    }
    expect(await refusalOf(contacts.untag(newId(), tag.id))).toBe("contact_not_found");
    expect(await refusalOf(contacts.tag(ann, group.id))).toBe("tag_not_found");
    expect((await contacts.groupsOf(accountId)).body.groups).toEqual([]);
  });
});
