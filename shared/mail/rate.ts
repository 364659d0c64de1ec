/** Keeps to the rate at which SES takes mail, and yields when SES says that it is too much. */

export interface Pace {
  /** Resolves when the next mail may go. Callers are let through in the order in which they came. */
  turn: () => Promise<void>;
  /** Told that a mail was throttled. Many tellings within a second are one: those mails were under way together. */
  slowDown: () => void;
  /** Mails a second, at present. */
  rate: () => number;
}

export interface PaceParts {
  /** Mails a second, above 0. */
  perSecond: number;
  /** Milliseconds; must not go back. */
  now: () => number;
  /** Waits so many milliseconds. What it throws, that caller's turn throws. */
  pause: (milliseconds: number) => Promise<void>;
}

/** Seconds that the rate takes to come back from nothing; from half it takes half of them. */
const recoverySeconds = 60;

/** The rate never falls below this part of the one that was given. */
const slowest = 1 / 32;

/** What was left unused in the last quarter of a second may be made up for. */
const burstSeconds = 0.25;

/** A token bucket: in any time of t seconds, at most `perSecond * (t + 1/4) + 1` mails go. */
export function createPace({ perSecond, now, pause }: PaceParts): Pace {
  if (!(perSecond > 0)) throw new RangeError("a rate must be above 0");
  const capacity = 1 + perSecond * burstSeconds;
  let rate = perSecond;
  let tokens = 1;
  let at = now();
  let slowedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();

  const refill = (): void => {
    const seconds = Math.max(0, (now() - at) / 1000);
    at += seconds * 1000;
    tokens = Math.min(capacity, tokens + seconds * rate);
    rate = Math.min(perSecond, rate + (seconds * perSecond) / recoverySeconds);
  };
  const takeToken = async (): Promise<void> => {
    for (refill(); tokens < 1 - tolerance; refill()) await pause(Math.ceil(((1 - tokens) / rate) * 1000));
    tokens -= 1;
  };
  return {
    turn() {
      const mine = last.then(takeToken);
      // One that gave up holds up nobody.
      last = mine.catch(() => {});
      return mine;
    },
    slowDown() {
      refill();
      if (at - slowedAt < 1000) return;
      slowedAt = at;
      rate = Math.max(perSecond * slowest, rate / 2);
      tokens = Math.min(tokens, 0);
    },
    rate: () => {
      refill();
      return rate;
    },
  };
}

/** Sums of fractions miss 1 by a little. */
const tolerance = 1e-9;
