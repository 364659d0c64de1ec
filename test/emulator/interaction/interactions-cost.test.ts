import { describe, expect, it } from "vitest";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { historyUnits } from "../../support/capacity/write-units.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { accountWith, noteOf, putInteractions } from "../../support/interaction/interaction-accounts.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

const date = "2026-02-03T10:00:00.000Z";

describe("a page of the longest interactions", () => {
  it("ends before it is too large for an answer, and the next page continues after it", async () => {
    const { accountId, ids } = await accountWith(store, 1);
    const calls = interactionCalls(store, accountId);
    const longest = () => ({ ...noteOf(accountId, date, ids), description: "漢".repeat(20_000) });
    await putInteractions(store, accountId, Array.from({ length: 90 }, longest));
    for (const query of [{}, { contactId: ids[0] ?? "" }] as Record<string, string>[]) {
      const { interactions, pagination } = (await calls.list({ ...query, limit: "200" })).body;
      expect(Buffer.byteLength(JSON.stringify(interactions))).toBeLessThanOrEqual(5_000_000);
      expect(pagination).toMatchObject({ hasMore: true, limit: interactions.length, totalCount: 90 });
      const rest = await calls.list({ ...query, limit: "200", offset: String(interactions.length) });
      expect(rest.body.pagination).toMatchObject({ hasMore: false, limit: 200 });
      const all = [...interactions, ...rest.body.interactions].map(({ id }) => id);
      expect([all.length, new Set(all).size]).toEqual([90, 90]);
    }
  });
});

describe("in capacity units", () => {
  const metered = async (accountId: string, act: (calls: ReturnType<typeof interactionCalls>) => Promise<unknown>) => {
    const meter = new Meter();
    await act(interactionCalls(meteredStore(meter, store, mainTable), accountId));
    return meter.cost;
  };

  it("an interaction costs by its participants, and a page by its size", async () => {
    const { accountId, ids } = await accountWith(store, 50, realisticBody);
    const body = { type: "Meeting", date, title: "Plans", description: "About the house." };
    const one = await metered(accountId, (calls) => calls.create({ ...body, participantIds: ids.slice(0, 1) }));
    expect(one).toMatchObject({ readUnits: 2, roundTrips: 3 });
    // The contact is in the table and in three indexes, in one of which its key changes.
    expect(one.writeUnits).toBeLessThanOrEqual(26 + historyUnits);
    const fifty = await metered(accountId, (calls) => calls.create({ ...body, participantIds: ids }));
    expect(fifty.writeUnits).toBeLessThanOrEqual(50 * 16 + historyUnits);
    // The change takes an action, so the participants may need a transaction more, which reads the head.
    expect(fifty.readUnits).toBeLessThanOrEqual(50 + 15);
    for (let n = 0; n < 58; n++) {
      const participantIds = ids.slice(n % 10, (n % 10) + 2);
      await interactionCalls(store, accountId).create({ ...body, participantIds });
    }
    const page = await metered(accountId, (calls) => calls.list());
    expect(page).toMatchObject({ roundTrips: 2 });
    expect(page.readUnits).toBeLessThanOrEqual(8);
    // The units are those of counting and reading the entries, and one for each interaction.
    const contactId = ids[3] ?? "";
    const ofContact = await metered(accountId, (calls) => calls.list({ contactId }));
    const { totalCount } = (await interactionCalls(store, accountId).list({ contactId })).body.pagination;
    expect(ofContact.readUnits).toBeLessThanOrEqual(totalCount + 4);
    const [newest] = (await interactionCalls(store, accountId).list({ limit: "1" })).body.interactions;
    const renamed = await metered(accountId, (calls) => calls.patch(newest?.id ?? "", { title: "Other plans" }));
    expect(renamed).toMatchObject({ readUnits: 2, roundTrips: 3 });
    expect(renamed.writeUnits).toBeLessThanOrEqual(6 + historyUnits);
  });
});
