/** The rounds of the sender against receivers that fail and answer in any order. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { pauseAfter } from "../../../functions/webhook-sender/pauses.ts";
import { type Attempted, nextDue, runRound } from "../../../functions/webhook-sender/round.ts";
import type { EventType, WebhookEvent } from "../../../shared/account/events.ts";
import { type DeliveryState, newDeliveryState, type OpenEvent } from "../../../shared/webhook/store/delivery-state.ts";

const start = Date.parse("2026-03-10T08:00:00.000Z");

function openEvent(txid: number, event: WebhookEvent): OpenEvent {
  const at = new Date(start).toISOString();
  return { txid, index: 0, at, event, attempts: 0, attemptedAt: 0, dueAt: 0, failsAlone: false };
}

function updated(txid: number, contactId: string): OpenEvent {
  return openEvent(txid, { type: "contact.updated", contactId });
}

/** A sender with a clock, which decides by `answer` what becomes of each attempt. */
function sender(answer: (event: OpenEvent, time: number) => Promise<boolean> | boolean) {
  let time = start;
  const attempts: { txid: number; time: number; isDelivered: boolean }[] = [];
  const attempt = async (event: OpenEvent): Promise<Attempted> => {
    const isDelivered = await answer(event, time);
    attempts.push({ txid: event.txid, time, isDelivered });
    if (isDelivered) return { kind: "delivered" };
    const pause = pauseAfter(event.attempts + 1);
    return { kind: "failed", retryAt: pause === undefined ? null : time + pause };
  };
  const round = async (state: DeliveryState) =>
    (await runRound(state, { attempt, hasTime: () => true, now: () => time })).state;
  return {
    attempts,
    round,
    /** Rounds until nothing is open or `until` has come. `add` gives the events that have come meanwhile. */
    async run(state: DeliveryState, until = Number.POSITIVE_INFINITY, add: (time: number) => OpenEvent[] = () => []) {
      for (let after = state; ; ) {
        after = await round({ ...after, open: [...after.open, ...add(time)] });
        const due = nextDue(after, false);
        if (due === undefined || due > until) return after;
        time = Math.max(time + 1, due);
      }
    },
    pass(milliseconds: number) {
      time += milliseconds;
    },
    now: () => time,
  };
}

function stateWith(...open: OpenEvent[]): DeliveryState {
  return { ...newDeliveryState(0), open };
}

const ids = ["a", "b", "c", "d"];
const arbitraryEvent = fc.oneof(
  fc.record({ type: fc.constant<EventType>("contact.updated"), contactId: fc.constantFrom(...ids) }),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
    .filter(([one, other]) => one !== other)
    .map(([contactId, mergedFromContactId]) => ({ type: "contact.merged" as const, contactId, mergedFromContactId })),
  fc.record({ type: fc.constant<EventType>("import.done"), importId: fc.uuid() }),
);

it("every event arrives once, and those of a contact in their order, whatever fails and however long answers take", async () => {
  const answers = fc.array(fc.record({ fails: fc.boolean(), ticks: fc.nat(5) }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryEvent, { maxLength: 40 }), answers, async (events, script) => {
      const open = events.map((event, index) => openEvent(index + 1, event));
      const delivered: number[] = [];
      const running = new Set<OpenEvent>();
      let [count, most] = [0, 0];
      const { run } = sender(async (event) => {
        const idsOf = ({ event: { type: _type, ...more } }: OpenEvent) => Object.values(more);
        const earlier = open.filter(({ txid }) => txid < event.txid && !delivered.includes(txid));
        expect(earlier.flatMap(idsOf).filter((id) => idsOf(event).includes(id))).toEqual([]);
        running.add(event);
        most = Math.max(most, running.size);
        const { fails = false, ticks = 0 } = script[count++ % script.length] ?? {};
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
        running.delete(event);
        const isDelivered = !fails || event.attempts > 3;
        if (isDelivered) delivered.push(event.txid);
        return isDelivered;
      });
      const after = await run(stateWith(...open));
      expect(after.open).toEqual([]);
      expect(delivered.toSorted((one, other) => one - other)).toEqual(open.map(({ txid }) => txid));
      expect(most).toBeLessThanOrEqual(10);
    }),
  );
});

it("a receiver that is down costs one attempt a pause, and gets everything as soon as it is back", async () => {
  const down = start + 24 * 3_600_000;
  const { attempts, run } = sender((_event, time) => time >= down);
  const open = Array.from({ length: 60 }, (_, index) => updated(index + 1, `contact ${index}`));
  const after = await run(stateWith(...open));
  expect(after).toMatchObject({ open: [], failures: 0, pausedUntil: 0, failingSince: 0 });
  const times = attempts.map(({ time }) => time);
  const failing = times.filter((time) => time < down);
  // The first round tries ten, before it is known that the receiver is down.
  expect(new Set(failing).size).toBe(failing.length - 9);
  expect(attempts.length).toBeLessThan(10 + 24 * 4 + 10 + 60);
  const back = times.find((time) => time >= down) ?? 0;
  expect(back - down).toBeLessThanOrEqual(15 * 60_000);
  expect(times.at(-1)).toBe(back);
});

it("an event that fails alone is retried over 24 hours and holds back its own contact only", async () => {
  const { attempts, run, now } = sender((event) => event.event.contactId !== "bad");
  let txid = 2;
  // Another contact changes every minute, and the bad one has a second event.
  let last = start;
  const state = await run(stateWith(updated(1, "bad"), updated(2, "bad")), start + 23 * 3_600_000, (time) => {
    if (time - last < 60_000) return [];
    last = time;
    return [updated(++txid, "good")];
  });
  expect(state.open.map((open) => open.txid)).toEqual([1, 2]);
  expect(state.open[0]).toMatchObject({ attempts: 11, failsAlone: true });
  expect(attempts.filter((one) => one.txid === 2)).toEqual([]);
  const tries = attempts.filter((one) => one.txid === 1).map(({ time }) => time - start);
  expect(tries.at(-1)).toBeGreaterThan(16 * 3_600_000);
  expect(now() - start).toBeGreaterThan(16 * 3_600_000);
  const after = await run(state);
  expect(after.open).toEqual([]);
  expect(attempts.filter((one) => one.txid === 2)).toHaveLength(12);
});

it("the events after ten failures in a row are not tried, and the webhook pauses for 20 seconds", async () => {
  const { attempts, round } = sender(() => false);
  const open = Array.from({ length: 40 }, (_, index) => updated(index + 1, `contact ${index}`));
  const state = await round(stateWith(...open));
  expect(attempts).toHaveLength(10);
  expect(state).toMatchObject({ failures: 1, pausedUntil: start + 20_000, failingSince: start });
  expect(state.open).toHaveLength(40);
});

it("a receiver that fails again after a silent week has not failed for a week", async () => {
  const { round, pass, now } = sender(() => false);
  const state = await round(stateWith(updated(1, "a")));
  pass(7 * 24 * 3_600_000);
  const later = await round({ ...state, open: [updated(2, "b")] });
  expect(later).toMatchObject({ failures: 2, failingSince: now() });
});
