import { v7 as newId } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { workOffDeletion } from "../../functions/deletion-worker/operations.ts";
import { putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { deletionKey } from "../../shared/files/account-keys.ts";
import { mainTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { Meter, meteredStore } from "../bench/meter.ts";
import { memoryAccountFiles } from "../support/account-files.ts";
import { contactCalls, itemsOf } from "../support/contact-calls.ts";
import { accountWith, Interrupted, mortal, readAll } from "../support/interaction-accounts.ts";
import { interactionCalls } from "../support/interaction-calls.ts";
import { noPictures } from "../support/pictures.ts";
import { freshTable } from "../support/stack.ts";
import { watchedStore } from "../support/watched-store.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const date = "2026-02-03T10:00:00.000Z";

describe("writes side by side", () => {
  it("by several processes to interactions of the same people leave what one after the other would", async () => {
    const { accountId, ids } = await accountWith(store, 4);
    const processes = [0, 1, 2].map(() => watchedStore(store, (_command, send) => send()));
    const patience = { now: Date.now, random: Math.random, patience: 60_000 };
    const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const process = processes[n % 3] ?? store;
        const calls = interactionCalls(process, accountId, { retry: { ...patience, pause } });
        const at = new Date(Date.parse(date) + n * 60_000).toISOString();
        const { body } = await calls.create({ type: "Call", date: at, participantIds: ids.slice(n % 3) });
        if (n % 4 === 3) await calls.remove(body.interaction.id);
        else if (n % 4 === 2) await calls.patch(body.interaction.id, { participantIds: ids.slice(0, 2) });
        return {
          id: body.interaction.id,
          at,
          people: n % 4 === 2 ? ids.slice(0, 2) : ids.slice(n % 3),
          gone: n % 4 === 3,
        };
      }),
    );
    const kept = made.filter(({ gone }) => !gone);
    const { body } = await contactCalls(store, accountId).list({ limit: "200" });
    for (const { id, lastInteraction, lastInteractionActivityId } of body.contacts) {
      const latest = kept.findLast(({ people }) => people.includes(id));
      expect({ lastInteraction, lastInteractionActivityId }).toEqual({
        lastInteraction: latest?.at ?? null,
        lastInteractionActivityId: latest?.id ?? null,
      });
    }
    expect((await interactionCalls(store, accountId).list()).body.pagination.totalCount).toBe(kept.length);
  }, 60_000);

  it("of a contact's deletion and of interactions with it leave nobody in them who is gone", async () => {
    const { accountId, ids } = await accountWith(store, 6);
    const [gone = "", ...others] = ids;
    const made = Array.from({ length: 6 }, (_, n) =>
      interactionCalls(store, accountId)
        .create({ type: "Note", date, participantIds: n < 3 ? [gone] : ids })
        .then(
          ({ body }) => body.interaction.id,
          () => undefined,
        ),
    );
    await Promise.all([...made.slice(0, 4), contactCalls(store, accountId).remove(gone), ...made.slice(4)]);
    const { interactions, pagination } = (await interactionCalls(store, accountId).list()).body;
    expect(pagination.totalCount).toBe(interactions.length);
    for (const { participantIds } of interactions) expect(participantIds).toEqual(others);
    const keys = [...(await itemsOf(store, accountId)).keys()];
    expect(keys.filter((key) => key.startsWith(`P#${gone}`) || /^[UDQ]#/.test(key))).toEqual([]);
  });
});

describe("deleting contacts", () => {
  it("takes them out of interactions also when the process ended behind the deletion", async () => {
    const { accountId, ids } = await accountWith(store, 5);
    const calls = interactionCalls(store, accountId);
    for (let n = 0; n < 30; n++)
      await calls.create({ type: "Note", date, participantIds: n < 10 ? ids.slice(0, 1) : ids });
    const process = mortal(store, 1, "after");
    await expect(contactCalls(process.store, accountId).bulkDelete({ ids: ids.slice(0, 2) })).rejects.toThrow(
      Interrupted,
    );
    const { interactions, pagination } = (await calls.list()).body;
    expect(pagination.totalCount).toBe(20);
    for (const { participantIds } of interactions) expect(participantIds).toEqual(ids.slice(2));
  });

  it("in the background takes them out as it goes, also when every process ends behind its first transaction", async () => {
    const { accountId, ids } = await accountWith(store, 30);
    const calls = interactionCalls(store, accountId);
    for (let n = 0; n < 12; n++) await calls.create({ type: "Note", date, participantIds: ids.slice(n, n + 12) });
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, ids.slice(0, 20));
    const workOff = (table: Store) =>
      workOffDeletion(
        {
          store: table,
          files,
          pictureFiles: noPictures.pictureFiles,
          now: () => new Date(),
          pause: async () => {},
          log: () => {},
        },
        deletionKey(at),
        { requestId: "r", remainingTime: () => 900_000 },
      );
    let deaths = 0;
    const dies = (error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
      deaths += 1;
      return true;
    };
    while (await workOff(mortal(store, 1, "after").store).then(() => false, dies));
    expect(deaths).toBeGreaterThan(3);
    const all = await readAll(store, accountId);
    const people = ids.slice(20);
    expect(all).toMatchObject({ totalCount: 3, journals: 0, shown: people.slice(0, 3).map((id) => `${id} ${date}`) });
    expect(all.interactions.map(({ participantIds }) => participantIds)).toEqual([
      people.slice(0, 3),
      people.slice(0, 2),
      people.slice(0, 1),
    ]);
    expect(all.listed.length).toBe(6);
  });

  it("of an account without interactions reads nothing more", async () => {
    const { accountId, ids } = await accountWith(store, 1);
    const meter = new Meter();
    await contactCalls(meteredStore(meter, store, mainTable), accountId).remove(ids[0] ?? "");
    expect(meter.cost.roundTrips).toBe(3);
  });
});
