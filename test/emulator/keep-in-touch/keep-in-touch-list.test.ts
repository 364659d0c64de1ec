import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { contactKey } from "../../../shared/contact/store/contact.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { planSettings } from "../../../shared/reminder/account-settings.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { contactCalls, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { clockOf } from "../../support/reminder/every-day.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

const hour = 3_600_000;
const start = Date.parse("2026-03-20T12:00:00.000Z");

/** Hours from the start. The clocks of the zones change within them. */
const at = fc.integer({ min: -2_000, max: 400 });
const days = fc.option(fc.integer({ min: 1, max: 60 }), { freq: 4 });
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];
const who = fc.nat(5);
const step = fc.oneof(
  fc.record({ does: fc.constant("create" as const), days }),
  fc.record({ does: fc.constant("track" as const), who, days }),
  fc.record({ does: fc.constant("rename" as const), who, name: fc.constantFrom("Ben", "Cy") }),
  fc.record({ does: fc.constant("by hand" as const), who, at: fc.option(at) }),
  fc.record({ does: fc.constant("meet" as const), people: fc.uniqueArray(who, { minLength: 1 }), at }),
  fc.record({ does: fc.constant("forget" as const) }),
  fc.record({ does: fc.constant("remove" as const), who }),
  fc.record({ does: fc.constant("merge" as const), who, right: fc.nat(5) }),
  fc.record({ does: fc.constant("undo" as const) }),
  fc.record({ does: fc.constant("move" as const), zone: fc.constantFrom(...zones) }),
  fc.record({ does: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 300 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** An account with a clock. What it should list is computed from the answers of its contacts. */
class Tracked {
  private time = start;
  private zone = "UTC";
  private ids: string[] = [];
  private readonly interactionIds: string[] = [];
  private merged: { mergeId: string | null; right: string }[] = [];
  private readonly accountId: string;
  private readonly contacts;
  private readonly interactions;
  private readonly merges;

  constructor(accountId: string) {
    const parts = { now: () => new Date(this.time) };
    this.accountId = accountId;
    this.contacts = contactCalls(store, accountId, parts);
    this.interactions = interactionCalls(store, accountId, parts);
    this.merges = mergeCalls(store, accountId, parts);
  }

  async take(change: Step): Promise<void> {
    const dateOf = (hours: number) => new Date(start + hours * hour).toISOString();
    const id = "who" in change ? this.ids[change.who] : undefined;
    switch (change.does) {
      case "create": {
        const { body } = await this.contacts.create({ firstName: "Ann", keepFrequencyDays: change.days });
        this.ids.push((body as { contact: { id: string } }).contact.id);
        return;
      }
      case "track":
        if (id) await this.contacts.patch(id, { keepFrequencyDays: change.days });
        return;
      case "rename":
        if (id) await this.contacts.patch(id, { firstName: change.name });
        return;
      case "by hand":
        if (id) await this.contacts.patch(id, { lastInteraction: change.at === null ? null : dateOf(change.at) });
        return;
      case "meet": {
        const participantIds = change.people.flatMap((each) => this.ids[each] ?? []);
        if (participantIds.length === 0) return;
        const { body } = await this.interactions.create({ type: "Call", date: dateOf(change.at), participantIds });
        this.interactionIds.push((body as { interaction: { id: string } }).interaction.id);
        return;
      }
      case "forget": {
        const last = this.interactionIds.pop();
        if (last) await this.interactions.remove(last).catch(() => {});
        return;
      }
      case "remove":
        if (id) await this.contacts.remove(id);
        this.ids = this.ids.filter((each) => each !== id);
        this.merged = [];
        return;
      case "merge": {
        const right = this.ids[change.right];
        if (!id || !right || id === right) return;
        const { mergeId } = await this.merges.merge(id, right);
        this.merged.push({ mergeId, right });
        this.ids = this.ids.filter((each) => each !== right);
        return;
      }
      case "undo": {
        const last = this.merged.pop();
        if (!last) return;
        await this.merges.undo(last.mergeId);
        this.ids.push(last.right);
        return;
      }
      case "move":
        await writeAccount(store, this.accountId, (head) =>
          planSettings(store, head, { timezone: change.zone }, new Date(this.time)),
        );
        this.zone = change.zone;
        return;
      case "wait":
        this.time += change.hours * hour;
    }
  }

  /** The most overdue first. */
  async expected(due: boolean): Promise<unknown[]> {
    const clock = clockOf(this.zone);
    const today = clock(this.time).slice(0, 10);
    const { contacts } = (await this.contacts.list({ limit: "200", keepInTouch: "true" })).body;
    const rows = contacts.map(({ id, firstName, lastInteraction, keepFrequencyDays, createdAt }) => {
      const start = Date.parse(lastInteraction ?? createdAt);
      const [year = 0, month = 1, day = 1] = clock(start).slice(0, 10).split("-").map(Number);
      const dueTime = Date.UTC(year, month - 1, day + (keepFrequencyDays ?? 0));
      const overdueDays = Math.max(0, (Date.parse(today) - dueTime) / (24 * hour));
      const dueOn = new Date(dueTime).toISOString().slice(0, 10);
      const order = `${dueOn} ${new Date(start + (keepFrequencyDays ?? 0) * 24 * hour).toISOString()} ${id}`;
      return { order, row: { id, firstName, lastInteraction, keepFrequencyDays, dueOn, overdueDays } };
    });
    const shown = rows.filter(({ row }) => !due || row.dueOn <= today);
    return shown.sort((one, other) => (one.order < other.order ? -1 : 1)).map(({ row }) => row);
  }

  async expectInStep(): Promise<void> {
    for (const due of [false, true]) {
      const expected = await this.expected(due);
      const { contacts, pagination } = (await this.contacts.keepInTouch({ due: String(due) })).body;
      expect(contacts.map(({ lastName: _lastName, avatar: _avatar, ...shown }) => shown)).toEqual(expected);
      expect(pagination).toMatchObject({ totalCount: expected.length, hasMore: false });
    }
    const items = [...(await itemsOf(store, this.accountId)).keys()].filter((sk) => sk.startsWith("K#"));
    expect(items).toHaveLength((await this.expected(false)).length);
  }
}

describe("the contacts to be in touch with", () => {
  it("are listed by their due days after every history of edits, interactions, merges, settings and time", async () => {
    const history = fc.array(step, { minLength: 5, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 10 }), async (changes, checkEvery) => {
        const tracked = new Tracked(await seedAccount(store));
        for (const [index, change] of changes.entries()) {
          await tracked.take(change);
          if (index % checkEvery === 0) await tracked.expectInStep();
        }
        await tracked.expectInStep();
      }),
      { numRuns: tries(15, 150) },
    );
  });

  it("do not include the owner's own contact", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const { txid } = await calls.patch(accountId, { keepFrequencyDays: 7 });
    expect(await getAccountHead(store, accountId)).toMatchObject({ txid: Number(txid), keepTxid: 0 });
    expect((await calls.keepInTouch()).body.contacts).toEqual([]);
  });

  it("are listed in pages that neither overlap nor skip", async () => {
    const calls = contactCalls(store, await seedAccount(store), { now: () => new Date(start) });
    const bodies = Array.from({ length: 7 }, (_, n) => ({ firstName: `Ann ${n}`, keepFrequencyDays: 1 + (n % 3) }));
    for (const body of bodies) await calls.create(body);
    const all = (await calls.keepInTouch()).body.contacts;
    const pages = [0, 3, 6, 9].map(
      async (offset) => (await calls.keepInTouch({ limit: "3", offset: `${offset}` })).body,
    );
    const [first, second, third, none] = await Promise.all(pages);
    expect([first, second, third].flatMap((page) => page?.contacts ?? [])).toEqual(all);
    expect(first?.pagination).toMatchObject({ hasMore: true, limit: 3, totalCount: 7, search: null, sort: null });
    expect(third?.pagination).toMatchObject({ hasMore: false });
    expect(none).toMatchObject({ contacts: [], pagination: { hasMore: false, totalCount: 7 } });
  });
});

describe("in capacity units", () => {
  it("a contact without `keepFrequencyDays` costs no item, no query and no byte of the head", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create({ firstName: "Ann", emails: [{ value: "ann@example.org" }] });
    const { id } = (body as { contact: { id: string } }).contact;
    await calls.patch(id, { firstName: "Ben", lastInteraction: "2026-01-01T00:00:00Z" });
    const items = await itemsOf(store, accountId);
    expect([...items.keys()].sort()).toEqual([
      contactKey(accountId, id).sk,
      `E#ann@example.org#${shortId(id)}`,
      "HEAD",
      "MYSELF",
    ]);
    expect(Object.keys(items.get("HEAD") ?? {}).filter((name) => /^ke[ep]/.test(name))).toEqual([]);
    const meter = new Meter();
    await contactCalls(meteredStore(meter, store, mainTable), accountId).keepInTouch();
    expect(meter.cost).toMatchObject({ readUnits: 1, roundTrips: 1 });
  });
});
