/** Limits the rate at which mails are sent, and slows down when SES throttles. */
import type { Mailer } from "./ses.ts";

export interface MailRateLimiter {
  /** Resolves when the next mail may be sent. Callers continue in the order of their calls. */
  acquire: () => Promise<void>;
  /** Halves the rate after a throttled mail. Several calls within a second count once, because those mails were sent together. */
  slowDown: () => void;
  /** The current rate in mails per second. */
  rate: () => number;
}

export interface MailRateOptions {
  /** Mails per second, above 0. */
  perSecond: number;
  /** Milliseconds; the clock must not go back. */
  now: () => number;
  /** Waits. If it throws, the waiting call of `acquire` throws. */
  pause: (milliseconds: number) => Promise<void>;
}

/** Sends each mail when the limiter allows it. */
export function limitMailer(mailer: Mailer, limiter: MailRateLimiter): Mailer {
  return {
    send: async (mail) => {
      await limiter.acquire();
      return mailer.send(mail);
    },
  };
}

/** The seconds in which the rate recovers from nothing. Recovering from half takes half of them. */
const recoverySeconds = 60;

/** The smallest rate as a part of the full rate. */
const minRate = 1 / 32;

/** The part of a second whose unused mails may be sent later. */
const burstSeconds = 0.25;

/** A token bucket: in any t seconds, at most `perSecond * (t + 1/4) + 1` mails are sent. */
export function createMailRateLimiter({ perSecond, now, pause }: MailRateOptions): MailRateLimiter {
  if (!(perSecond > 0)) throw new RangeError("a rate must be above 0");
  const capacity = 1 + perSecond * burstSeconds;
  let rate = perSecond;
  let tokens = 1;
  let refilledAt = now();
  let slowedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();

  const refill = (): void => {
    const seconds = Math.max(0, (now() - refilledAt) / 1000);
    refilledAt += seconds * 1000;
    tokens = Math.min(capacity, tokens + seconds * rate);
    rate = Math.min(perSecond, rate + (seconds * perSecond) / recoverySeconds);
  };
  const useToken = async (): Promise<void> => {
    for (refill(); tokens < 1 - tolerance; refill()) await pause(Math.ceil(((1 - tokens) / rate) * 1000));
    tokens -= 1;
  };
  return {
    acquire() {
      const current = last.then(useToken);
      // A call that fails doesn't stop the calls after it.
      last = current.catch(() => {});
      return current;
    },
    slowDown() {
      refill();
      if (refilledAt - slowedAt < 1000) return;
      slowedAt = refilledAt;
      rate = Math.max(perSecond * minRate, rate / 2);
      tokens = Math.min(tokens, 0);
    },
    rate: () => {
      refill();
      return rate;
    },
  };
}

/** Sums of fractions are slightly inexact. */
const tolerance = 1e-9;
