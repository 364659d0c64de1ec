/**
 * Tries the open events of a webhook that are due: several side by side, but those that share a contact (or any other id) one
 * after the other, in the order of their writes. An event that fails holds back the later ones of its contact, and no others.
 */
import type { WebhookEvent } from "../../shared/account/events.ts";
import type { DeliveryState, OpenEvent } from "../../shared/webhook/store/delivery-state.ts";
import { maxOpen } from "./outbox-reader.ts";
import { longestSilence, webhookPauseAfter } from "./pauses.ts";

/** What became of an attempt. `retryAt` is null after the last attempt. */
export type Attempted = { kind: "delivered" } | { kind: "gone" } | { kind: "failed"; retryAt: number | null };

export interface RoundParts {
  attempt: (event: OpenEvent) => Promise<Attempted>;
  /** Whether there is time for another attempt. */
  hasTime: () => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface Round {
  state: DeliveryState;
  delivered: number;
  failed: number;
  /** The receiver wants no more events. */
  isGone: boolean;
}

/** Attempts at a time; also the number of failures in a row after which a receiver counts as down. */
const parallel = 10;

/** Rejects with the first fault of `attempt`, after the attempts that were running. */
export async function runRound(state: DeliveryState, { attempt, hasTime, now }: RoundParts): Promise<Round> {
  const isProbing = state.failures > 0;
  /** The events that were tried, as they are now; null for an event that is done. */
  const tried = new Map<OpenEvent, OpenEvent | null>();
  const running = new Map<OpenEvent, Promise<void>>();
  const faults: unknown[] = [];
  let { succeededAt, attemptedAt } = state;
  let [delivered, failed, failedInARow, isGone] = [0, 0, 0, false];

  // While the receiver is down, a single event finds out whether it is back.
  const width = () => (isProbing && delivered === 0 ? 1 : parallel);
  const isBack = () => isProbing && delivered > 0;
  const next = (): OpenEvent | undefined => {
    if (isGone || faults.length > 0 || !hasTime() || running.size >= width() || failedInARow >= width())
      return undefined;
    const free = firstOfEach(state.open.filter((event) => tried.get(event) !== null));
    const due = free.filter((event) => event.dueAt <= now() || (isBack() && !event.failsAlone));
    const ready = due.filter((event) => !tried.has(event) && !running.has(event));
    return width() > 1 ? ready[0] : ready.toSorted((one, other) => one.attempts - other.attempts)[0];
  };
  const run = async (event: OpenEvent): Promise<void> => {
    const result = await attempt(event);
    attemptedAt = now();
    if (result.kind === "delivered") {
      tried.set(event, null);
      delivered++;
      failedInARow = 0;
      succeededAt = attemptedAt;
      return;
    }
    isGone ||= result.kind === "gone";
    failed++;
    const failsAlone = event.failsAlone || (event.attempts > 0 && succeededAt > event.attemptedAt);
    if (!failsAlone) failedInARow++;
    const dueAt = result.kind === "gone" ? attemptedAt : result.retryAt;
    tried.set(
      event,
      dueAt === null ? null : { ...event, attempts: event.attempts + 1, attemptedAt, dueAt, failsAlone },
    );
  };
  for (;;) {
    for (let event = next(); event; event = next()) {
      const key = event;
      const work = run(key).catch((fault: unknown) => faults.push(fault));
      running.set(
        key,
        work.then(() => void running.delete(key)),
      );
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (faults.length > 0) throw faults[0];

  const open = state.open.flatMap((event) => {
    const after = tried.get(event);
    if (after !== undefined) return after ?? [];
    return isBack() && !event.failsAlone ? { ...event, dueAt: 0 } : event;
  });
  const isDown = failedInARow > 0 && (delivered === 0 || failedInARow >= parallel);
  const reset = delivered > 0 ? { failures: 0, pausedUntil: 0, failingSince: 0 } : {};
  const after: DeliveryState = { ...state, ...reset, open, attemptedAt, succeededAt };
  return { state: isDown ? pausedState(after, state.attemptedAt) : after, delivered, failed, isGone };
}

/** Everything failed. `attemptedBefore` is the time of the last attempt before that. */
function pausedState(state: DeliveryState, attemptedBefore: number): DeliveryState {
  const { attemptedAt } = state;
  const failures = state.failures + 1;
  const isSameFailure = state.failingSince > 0 && attemptedAt - attemptedBefore < longestSilence;
  const failingSince = isSameFailure ? state.failingSince : attemptedAt;
  return { ...state, failures, failingSince, pausedUntil: attemptedAt + webhookPauseAfter(failures) };
}

/** When the next event is due; undefined if none is open. `hasMore`: the outbox has events that are not read yet. */
export function nextDue({ open, pausedUntil }: DeliveryState, hasMore: boolean): number | undefined {
  const due = firstOfEach(open).map(({ dueAt }) => dueAt);
  if (hasMore && open.length < maxOpen) due.push(0);
  return due.length === 0 ? undefined : Math.max(pausedUntil, Math.min(...due));
}

/** The open events that share no id with an earlier one, such as the id of a contact. */
function firstOfEach(open: readonly OpenEvent[]): OpenEvent[] {
  const seen = new Set<string>();
  return open.filter(({ event }) => {
    const ids = idsOf(event);
    const isFirst = ids.every((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    return isFirst;
  });
}

function idsOf({ type: _type, ...ids }: WebhookEvent): string[] {
  return Object.values(ids);
}
