import { v7 as newUuid } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { applyPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import { dieHere, keyedProcess, runTime } from "../../support/account/keyed.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store, cache } = await freshTable();

const start = Date.parse("2026-01-10T12:00:00Z");
const day = 24 * 3600 * 1000;

async function setUp(people: number) {
  const accountId = await seedAccount(store);
  const records = Array.from({ length: people }, (_, n) => recordOf(accountId, { firstName: `Ann ${n}` }));
  await storeAll(store, accountId, records);
  const clock = { time: start };
  const parts = { now: () => new Date(clock.time) };
  return {
    accountId,
    clock,
    ids: records.map(({ id }) => id),
    interactions: interactionCalls(store, accountId, parts),
    contacts: contactCalls(store, accountId, parts),
  };
}

const dateAt = (days: number) => new Date(start + days * day).toISOString();
const month = async ({ contacts }: Pick<Awaited<ReturnType<typeof setUp>>, "contacts">) =>
  (await contacts.list()).body.stats.thisMonthInteractions;

it("an interaction without a date takes place now", async () => {
  const { interactions, contacts, clock, ids } = await setUp(1);
  const [id = ""] = ids;
  clock.time += day;
  const { body } = await interactions.create({ type: "coffee", participantIds: ids });
  expect(body.interaction).toMatchObject({ type: "Coffee", date: dateAt(1) });
  expect(await contacts.get(id)).toMatchObject({ body: { contact: { lastInteraction: dateAt(1) } } });
});

describe("planned interactions", () => {
  it("are applied by the first read of a contact after their date, whatever the route", async () => {
    const { interactions, contacts, clock, ids } = await setUp(1);
    const [id = ""] = ids;
    const reads = [
      () => contacts.get(id),
      () => contacts.patch(id, {}),
      async () => ({ body: { contact: (await contacts.list()).body.contacts[0] } }),
    ];
    for (const [n, read] of reads.entries()) {
      const date = dateAt(n + 1);
      await interactions.create({ type: "Call", date, participantIds: [id] });
      clock.time = Date.parse(date);
      expect(await read()).toMatchObject({ body: { contact: { lastInteraction: date } } });
    }
  });

  it("change the version of their contacts, and not `updatedAt`", async () => {
    const { interactions, contacts, clock, ids } = await setUp(2);
    const [ann = "", ben = ""] = ids;
    await contacts.patch(ann, { website: "example.org" });
    clock.time += 1_000;
    const later = await contacts.patch(ben, { website: "example.org" });
    const before = await contacts.get(ann);
    clock.time += 1_000;
    await interactions.create({ type: "Call", date: dateAt(-1), participantIds: [ann] });
    const after = await contacts.get(ann);
    expect(after.headers?.etag).not.toBe(before.headers?.etag);
    const updatedAt = (answer: object) =>
      (answer as { body: { contact: { updatedAt: string } } }).body.contact.updatedAt;
    expect(updatedAt(after)).toBe(updatedAt(before));
    const { body } = await contacts.bySocial("website", "example.org");
    expect(body.contact?.id).toBe(later.body.contact.id);
  });

  it("can have the account's own contact, which shows them", async () => {
    const { accountId, interactions, contacts } = await setUp(0);
    const note = await interactions.create({ type: "Note", date: dateAt(-1), participantIds: [accountId] });
    const { id } = note.body.interaction;
    expect(await contacts.get(accountId)).toMatchObject({ body: { contact: { lastInteractionActivityId: id } } });
    expect((await interactions.list({ contactId: accountId })).body.interactions).toMatchObject([{ id }]);
  });

  it("are refused with participants that do not exist, which are named by their positions, also in a change", async () => {
    const { interactions, ids } = await setUp(2);
    const met = { type: "Call", date: dateAt(-1), participantIds: ids };
    const { interaction } = (await interactions.create(met)).body;
    const participantIds = [newUuid(), ...ids, newUuid()];
    const details = [0, 3].map((at) => ({ path: `body.participantIds.${at}` }));
    for (const write of [
      () => interactions.create({ ...met, participantIds }),
      () => interactions.patch(interaction.id, { participantIds }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: "contact_not_found", details });
    }
    expect((await interactions.list()).body.interactions).toEqual([interaction]);
  });

  it("are counted by month, and the head only has this month and the next", async () => {
    const { accountId, interactions, contacts, clock, ids } = await setUp(1);
    for (let n = 0; n < 30; n++) {
      await interactions.create({ type: "Note", date: dateAt(n * 31), participantIds: ids });
    }
    expect(await month({ contacts })).toBe(1);
    const head = await getAccountHead(store, accountId);
    expect(new Set(Object.keys(head.interactionsByMonth))).toEqual(new Set(["2026-01", "2026-02"]));
    clock.time = Date.parse("2026-12-15T00:00:00Z");
    expect(await month({ contacts })).toBe(1);
    await interactions.create({ type: "Note", date: "2026-12-31T23:59:59.999Z", participantIds: ids });
    await interactions.create({ type: "Note", date: "2027-01-01T00:00:00.000Z", participantIds: ids });
    expect(await month({ contacts })).toBe(2);
    clock.time = Date.parse("2027-01-01T00:00:00Z");
    expect(await month({ contacts })).toBe(2);
  });
});

describe("a request under an idempotency key", () => {
  /** Sends the request twice. The first process is killed after its writes. Returns both answers. */
  async function twice(
    { clock, accountId }: Awaited<ReturnType<typeof setUp>>,
    run: () => Promise<Answer>,
    between: () => Promise<unknown> = async () => {},
  ) {
    const process = keyedProcess(cache, clock, accountId);
    const died = Promise.withResolvers<Answer>();
    void process.send({}, async () => {
      await run().then(died.resolve, died.reject);
      return dieHere();
    });
    const first = await died.promise;
    clock.time += runTime;
    await between();
    clock.time += runTime;
    const { rendered } = await process.send({}, run);
    return [JSON.parse(JSON.stringify(first.body)), JSON.parse(rendered.body)];
  }

  it("creates one interaction, even if there was pending work and its process was killed", async () => {
    const account = await setUp(60);
    const { accountId, interactions, clock, ids } = account;
    for (let n = 1; n < 4; n++) {
      await interactions.create({ type: "Call", date: dateAt(n), participantIds: ids.slice(0, 50) });
    }
    clock.time = start + 4 * day;
    const body = { type: "Meal", date: dateAt(3.5), participantIds: ids.slice(10) };
    const [first, second] = await twice(
      account,
      () => interactions.create(body),
      // Another interaction is due, so that the second attempt has pending work like the first one.
      () => {
        const date = new Date(clock.time + 1).toISOString();
        return interactions.create({ type: "Call", date, participantIds: ids.slice(0, 5) });
      },
    );
    expect(second).toEqual(first);
    expect((await interactions.list()).body.pagination.totalCount).toBe(5);
    const keys = [...(await itemsOf(store, accountId)).keys()];
    expect(keys.filter((key) => key.startsWith("U#"))).toEqual([]);
  });

  it("finds its write again, although only the first attempt had pending work", async () => {
    const account = await setUp(1);
    const { accountId, interactions, clock, ids } = account;
    await interactions.create({ type: "Call", date: dateAt(1), participantIds: ids });
    clock.time = start + 2 * day;
    const [first, second] = await twice(account, async () => {
      await applyPendingWork({ store, now: () => new Date(clock.time) }, accountId);
      return interactions.create({ type: "Meal", date: dateAt(1), participantIds: ids });
    });
    expect(second).toEqual(first);
    expect((await interactions.list()).body.pagination.totalCount).toBe(2);
  });
});
