import { describe, expect, it } from "vitest";
import { type Platform, platforms } from "../../../shared/contact/reach/handles.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { spellings } from "../../support/contact/handle-spellings.ts";
import { anotherProcess, type Fate, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";

const table = await freshTable();

type Calls = ReturnType<typeof contactCalls>;

async function freshCalls(): Promise<Calls> {
  return contactCalls(table.store, await seedAccount(table.store));
}

async function idBy(calls: Calls, platform: Platform, handle: string): Promise<string | undefined> {
  const { body } = await calls.bySocial(platform, handle);
  expect(body.exists).toBe(body.contact !== null);
  return body.contact?.id;
}

describe("a contact is found by its handle", () => {
  it.each(platforms)(
    "on %s in another spelling, until it is changed, cleared or its contact deleted",
    async (platform) => {
      const calls = await freshCalls();
      const [handle = "", spelling = ""] = spellings.find(([each]) => each === platform)?.[1] ?? [];
      const other = { network_d: "+14155550123", network_e: "+14155550123", website: "other.example" }[
        platform as string
      ];
      const { id } = (await calls.create({ firstName: "Ann", [platform]: handle })).body.contact;
      expect(await idBy(calls, platform, spelling)).toBe(id);
      await calls.patch(id, { [platform]: other ?? "other.one" });
      expect([await idBy(calls, platform, spelling), await idBy(calls, platform, other ?? "other.one")]).toEqual([
        undefined,
        id,
      ]);
      await calls.patch(id, { [platform]: null });
      expect(await idBy(calls, platform, other ?? "other.one")).toBeUndefined();
      await calls.patch(id, { [platform]: spelling });
      expect(await idBy(calls, platform, handle)).toBe(id);
      await calls.remove(id);
      expect(await idBy(calls, platform, handle)).toBeUndefined();
    },
  );

  it("on its own platform only, as a whole, and in its own account", async () => {
    const calls = await freshCalls();
    const other = await freshCalls();
    await calls.create({ firstName: "Ann", network_b: "mei.draws", website: "example.org/a" });
    const misses: [Platform, string][] = [
      ["network_c", "mei.draws"],
      ["network_a", "mei.draws"],
      ["network_b", "mei.draw"],
      ["network_b", "mei.draws2"],
      ["network_b", "mei_draws"],
      ["website", "example.org"],
      ["website", "example.org/a#b"],
      ["website", "example.org/a%23b"],
      ["website", "example.org/ab"],
      // Writes refuse these handles, so no contact has one of them.
      ["network_b", "two words"],
      ["network_b", "https://example.org/mei.draws"],
      ["network_d", "@somebody"],
      ["network_e", "12"],
      ["website", "javascript:alert(1)"],
      ["website", "x".repeat(2_048)],
    ];
    for (const [platform, handle] of misses) {
      expect((await calls.bySocial(platform, handle)).body, handle).toEqual({ contact: null, exists: false });
    }
    expect((await other.bySocial("network_b", "mei.draws")).body).toEqual({ contact: null, exists: false });
  });
});

describe("of several contacts with one handle", () => {
  it("the one that was updated last is found", async () => {
    const calls = await freshCalls();
    const made = [];
    for (const network_b of ["mei", "@Mei", "instagram.com/MEI"]) {
      made.push((await calls.create({ firstName: "Mei", network_b })).body.contact.id);
    }
    const [a = "", b = "", c = ""] = made;
    const found = () => idBy(calls, "network_b", "mei");
    expect(await found()).toBe(c);
    await calls.patch(a, { notes: "called" });
    expect(await found()).toBe(a);
    // This patch changes nothing, so it is no update.
    await calls.patch(b, { network_b: "@Mei" });
    expect(await found()).toBe(a);
    await calls.patch(b, { network_b: "MEI" });
    expect(await found()).toBe(b);
    await calls.patch(b, { network_b: "mei2" });
    expect(await found()).toBe(a);
    expect(await idBy(calls, "network_b", "mei2")).toBe(b);
    await calls.remove(a);
    expect(await found()).toBe(c);
    await calls.patch(c, { network_b: null });
    expect(await found()).toBeUndefined();
  });
});

describe("the account's own contact", () => {
  it("is never found, and hides no other contact with the same handles", async () => {
    const accountId = await seedAccount(table.store);
    const calls = contactCalls(table.store, accountId);
    const handles = {
      network_a: "me",
      network_b: "me",
      network_c: "me",
      network_d: "+14155550123",
      website: "me.example",
    };
    await calls.patch(accountId, handles);
    const entries = Object.entries(handles) as [Platform, string][];
    for (const [platform, handle] of entries) expect(await idBy(calls, platform, handle)).toBeUndefined();
    const { id } = (await calls.create({ firstName: "Ann", ...handles })).body.contact;
    await calls.patch(accountId, { notes: "later" });
    for (const [platform, handle] of entries) expect(await idBy(calls, platform, handle)).toBe(id);
  });
});

/** A time at which inconsistent reads show every write of the test. */
const inAMinute = () => new Date(Date.now() + 60_000);

it("the contact that was updated last is found among more contacts than are compared at once", async () => {
  const accountId = await seedAccount(table.store);
  const body = { firstName: "Ann", website: "ann.example" };
  const contacts = Array.from({ length: 101 }, () => recordOf(accountId, body));
  await storeAll(table.store, accountId, contacts);
  const calls = contactCalls(table.store, accountId);
  for (const id of [contacts[0]?.id ?? "", contacts[100]?.id ?? ""]) {
    await calls.patch(id, { headline: "later" });
    expect(await idBy(calls, "website", "ann.example")).toBe(id);
  }
});

describe("the cost of a lookup", () => {
  it("is half a unit more directly after a write", async () => {
    const calls = await freshCalls();
    await calls.create({ firstName: "Ann", network_b: "ann" });
    const units = await meterCapacity((sum) => calls.bySocial("network_b", "ann").then(() => sum));
    expect(units).toEqual({ readUnits: 2.5, writeUnits: 0 });
  });
});

describe("an inconsistent read that is behind", () => {
  /** Runs `work` in a process whose inconsistent reads find these ids. */
  async function behind<Result>(
    accountId: string,
    ids: readonly string[],
    work: (calls: Calls) => Promise<Result>,
    now = inAMinute,
  ) {
    const items = ids.map((id) => ({
      pk: { S: accountPartition(accountId) },
      sk: { S: `L#network_b#ann#${shortId(id)}` },
    }));
    let answered = 0;
    const decide = ({ action, input }: { action: string; input: { ConsistentRead?: boolean } }): Fate => {
      if (action !== "Query" || input.ConsistentRead) return "pass";
      answered++;
      return { answer: { Items: items, Count: items.length, ScannedCount: items.length } };
    };
    await using proxy = await startDatabaseProxy(table.host, decide);
    const late = anotherProcess(table.host, table.store.tableName, proxy.endpoint);
    const result = await work(contactCalls(late, accountId, { now }));
    return { result, answered };
  }

  async function account() {
    const accountId = await seedAccount(table.store);
    const calls = contactCalls(table.store, accountId);
    const create = async (network_b: string | null) => {
      return (await calls.create({ firstName: "Ann", network_b })).body.contact.id;
    };
    return { accountId, calls, create, look: (calls: Calls) => idBy(calls, "network_b", "ann") };
  }

  it("does not hide a contact that was just created", async () => {
    const { accountId, create, look } = await account();
    const id = await create("ann");
    expect(await behind(accountId, [], look)).toEqual({ result: id, answered: 1 });
  });

  it("shows the contact that got the handle, not the one that had it before", async () => {
    const { accountId, calls, create, look } = await account();
    const [giver, taker] = [await create("ann"), await create(null)];
    await calls.patch(giver, { network_b: "ann2" });
    await calls.patch(taker, { network_b: "ann" });
    expect(await behind(accountId, [giver], look)).toEqual({ result: taker, answered: 1 });
  });

  it("does not show a contact that was deleted or whose handle was cleared", async () => {
    const { accountId, calls, create, look } = await account();
    const [deleted, cleared] = [await create("ann"), await create("ann")];
    await calls.remove(deleted);
    await calls.patch(cleared, { network_b: null });
    expect(await behind(accountId, [deleted, cleared], look)).toEqual({ result: undefined, answered: 1 });
  });

  it("is not used right after a write, because it could hide the last updated contact", async () => {
    const { accountId, create, look } = await account();
    const older = await create("ann");
    const newer = await create("ann");
    expect(await behind(accountId, [older], look, () => new Date())).toEqual({ result: newer, answered: 0 });
  });
});
