import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactToItem } from "../../../shared/contact/store/contact.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { contactCalls, largestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import type { Fate } from "../../support/process/database-proxy.ts";
import { searchTable } from "../../support/search/index-process.ts";

const table = searchTable();

describe("the index of an account", () => {
  it("is built from the contacts, then from the document and the changes after it", async () => {
    const { accountId, ids, calls } = await table.accountOf(60);
    const [one, other, two] = [table.start(), table.start(), table.start()];
    const expected = await table.entries(accountId);
    expect(await one.load(accountId)).toMatchObject({ entries: expected, objectsRead: 1, objectsStored: 1 });
    const unchanged = { entries: expected, units: 0, objectsRead: 1, objectsStored: 0 };
    expect(await other.load(accountId)).toMatchObject(unchanged);

    await calls.patch(ids[7] ?? "", { firstName: "Somebody" });
    await calls.remove(ids[8] ?? "");
    await calls.create({ firstName: "New" });
    const entries = await table.entries(accountId);
    expect(entries).not.toEqual(expected);
    expect(await two.load(accountId)).toMatchObject({ entries, units: 1, objectsRead: 1, objectsStored: 0 });
    expect([one.lines, other.lines, two.lines]).toMatchObject([
      [{ event: "search.load", level: "info", accountId, from: "contacts", contacts: 60, stored: true }],
      [{ event: "search.load", from: "document", changes: 0, contacts: 60, stored: false }],
      [{ event: "search.load", from: "document", changes: 3, contacts: 60, stored: false }],
    ]);
  });

  it("costs nothing before a write that a search can notice, and one unit after it", async () => {
    const { accountId, ids, calls } = await table.accountOf(40);
    const process = table.start();
    const { index } = await process.load(accountId);
    const nothing = { index, units: 0, objectsRead: 0, objectsStored: 0 };
    expect(await process.load(accountId)).toMatchObject(nothing);
    await calls.patch(ids[0] ?? "", { timezone: "Europe/Prague" });
    expect(await process.load(accountId)).toMatchObject(nothing);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const { entries, ...usage } = await process.load(accountId);
    expect(usage).toMatchObject({ ...nothing, units: 1 });
    expect(entries).toEqual(await table.entries(accountId));
    expect(process.lines.at(-1)).toMatchObject({ event: "search.load", from: "log", changes: 1, contacts: 40 });
  });

  it("of a small account is built from the contacts, without the bucket", async () => {
    const { accountId, calls } = await table.accountOf(25);
    const process = table.start();
    const small = await process.load(accountId);
    expect(small).toMatchObject({ objectsRead: 0, objectsStored: 0 });
    expect(small.units).toBeLessThanOrEqual(10);
    await calls.create({ firstName: "One more" });
    expect(await process.load(accountId)).toMatchObject({ units: 1, objectsRead: 0, objectsStored: 1 });
    expect(await table.start().load(accountId)).toMatchObject({ units: 0, objectsRead: 1 });
  });

  it("is empty for an account without contacts", async () => {
    const { accountId } = await table.accountOf(0);
    expect(await table.start().load(accountId)).toMatchObject({ entries: [], objectsRead: 0 });
  });

  it("has the same entries of contacts of every form as the log", async () => {
    const accountId = await seedAccount(table.store);
    // Some are so long that they have two items.
    const contacts = [...fc.sample(arbitraryContact(accountId), 25), recordOf(accountId, largestBody())];
    await storeAll(table.store, accountId, contacts, 2);
    const { entries } = await table.start().load(accountId);
    const expected = contacts.map((contact) => ({ ...searchEntryOf(contact), version: expect.any(Number) }));
    expect(entries).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
  });

  it("includes a write whose head was visible before its contacts", async () => {
    const accountId = await seedAccount(table.store);
    const contacts = [recordOf(accountId, { firstName: "Ann" }), recordOf(accountId, { firstName: "Bob" })];
    await storeAll(table.store, accountId, contacts);
    await contactCalls(table.store, accountId).patch(contacts[0]?.id ?? "", { firstName: "Eve" });
    const expected = await table.entries(accountId);
    // The contact as it was before the patch.
    const Item = contacts[0] && contactToItem(contacts[0]);
    await table.store.client.send(new PutCommand({ TableName: table.store.tableName, Item }));
    expect((await table.start().load(accountId)).entries).toEqual(expected);
  });
});

describe("the document of an index", () => {
  const words = (n: number) => Array.from({ length: 1_000 }, (_, at) => `${n}x${at}`).join(" ");

  // The log only names contacts with long notes. Reading one of them costs two units.
  it.each([
    [
      "short changes",
      80,
      (n: number) => ({ headline: `${n} ${"x".repeat(280)}` }),
      { turns: 3, warm: 2, cold: 8, stored: 8 },
    ],
    ["long notes", 12, (n: number) => ({ notes: words(n) }), { turns: 99, warm: 4, cold: 14, stored: 5 }],
  ])("is stored again before it costs much to read the %s after it", async (_what, writes, patchOf, most) => {
    const { accountId, ids, calls } = await table.accountOf(30);
    const [process, other] = [table.start(), table.start()];
    await process.load(accountId);
    let stored = 0;
    for (let n = 0; n < writes; n++) {
      const patch = patchOf(n);
      await calls.patch(ids[n % 30] ?? "", patch);
      const { index, units, objectsStored } = await ((n + 1) % most.turns === 0 ? other : process).load(accountId);
      const search = Object.values(patch)[0]?.slice(-20) ?? "";
      expect(index.find({ search, keepInTouch: false }, null)).toContain(ids[n % 30]);
      expect(units).toBeLessThanOrEqual(most.warm);
      const cold = await table.start().load(accountId);
      expect(cold.units).toBeLessThanOrEqual(most.cold);
      stored += objectsStored + cold.objectsStored;
    }
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(most.stored);
    expect((await table.start().load(accountId)).entries).toEqual(await table.entries(accountId));
  });
});

describe("simultaneous loads of an account in a process", () => {
  it("include writes after the first load began", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    let later: Promise<unknown> | undefined;
    await using process = await table.startBehind(async ({ action, input }): Promise<Fate> => {
      if (action === "Query" && !later && JSON.stringify(input).includes("X#")) {
        // The contacts were read before. The second load waits for the first.
        later = calls.patch(ids[0] ?? "", { lastName: "Changed" });
        await later;
        later = process.load(accountId).then(({ entries }) => entries);
      }
      return "pass";
    });
    await process.load(accountId);
    expect(await later).toEqual(await table.entries(accountId));
  });

  it("continue after one of them failed", async () => {
    const { accountId } = await table.accountOf(30);
    const head = await getAccountHead(table.store, accountId);
    let queries = 0;
    await using process = await table.startBehind(({ action }) =>
      action === "Query" && ++queries === 1 ? { cancelled: ["None"] } : "pass",
    );
    const loads = await Promise.allSettled([process.load(accountId, head), process.load(accountId, head)]);
    expect(loads.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await process.load(accountId)).toMatchObject({ units: 0, objectsRead: 0 });
  });
});
