/**
 * Sends one mail of a share exactly once, even if the request crashes or is repeated. The mail has a lease (shared/platform/mail/lease.ts):
 *
 *  1. Wait for the rate limiter, then write the lease, under the condition that no other attempt has it.
 *  2. Hand the mail to SES. If SES throttles, release the lease and begin again, more slowly.
 *  3. Record the result in the lease. After a crash just before, or without an answer of SES, the lease stays `leased`. Then an
 *     event of SES records that the mail was accepted (functions/mail-events), and only without one for 15 minutes does a
 *     later attempt send it again.
 */
import { getAccountHead } from "../../shared/account/store/account.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import {
  acceptLease,
  createLease,
  type Lease,
  refuseLease,
  releaseLease,
  renewLease,
  silenceLasts,
} from "../../shared/platform/mail/lease.ts";
import type { MailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import type { Mailer, RawMail } from "../../shared/platform/mail/ses.ts";
import { type ShareMailName, shareLeaseKey, shareLeaseLasts, shareTag } from "../../shared/share/store/share-lease.ts";

export interface SendParts {
  store: Store;
  mailer: Mailer;
  now: () => Date;
  log: Log;
}

/**
 * - `unknown`: SES may have accepted the mail.
 * - `delayed`: the time of the request is over.
 * - `stopped`: SES accepts no mail now, because of its daily quota or a fault of the deployment.
 */
export type Sent = "accepted" | "refused" | "unknown" | "delayed" | "stopped";

export type Limiter = Pick<MailRateLimiter, "acquire" | "slowDown">;

/** The request has no time left to wait. */
export class OutOfTimeError extends Error {
  override readonly name = "OutOfTimeError";
}

/** `before` is the lease that earlier attempts left. `build` is called only if the mail is sent. Throws `AccountClosedError`. */
export async function sendOnce(
  { store, mailer, now, log }: SendParts,
  limiter: Limiter,
  name: ShareMailName,
  before: Lease | undefined,
  build: () => Promise<Omit<RawMail, "tags">>,
): Promise<Sent> {
  if (before?.state === "accepted" || before?.state === "refused") return before.state;
  const isOpen = before?.state === "leased" && now().getTime() - Date.parse(before.attemptedAt) < silenceLasts;
  if (isOpen) return "unknown";
  const [key, tag, { accountId, shareId }] = [shareLeaseKey(name), shareTag(name), name];
  const mail = { ...(await build()), tags: { lease: tag } };
  const warn = (event: string, code: string) => log({ level: "warn", event, accountId, shareId, code });
  for (let lease = before; ; ) {
    try {
      await limiter.acquire();
    } catch (error) {
      if (error instanceof OutOfTimeError) return "delayed";
      throw error;
    }
    const time = now();
    const expiresAt = Math.floor(time.getTime() / 1000) + shareLeaseLasts;
    const attempt: Lease | undefined = lease
      ? await renewLease(store, key, lease, time)
      : await createLease(store, key, { expiresAt }, time);
    // Another attempt or an event has just changed the lease.
    if (!attempt) return "unknown";
    // The account may have been closed meanwhile, and a closed account sends no more mail.
    await getAccountHead(store, accountId);
    const outcome = await mailer.send(mail);
    switch (outcome.kind) {
      case "accepted":
        await acceptLease(store, key, now().toISOString(), outcome.messageId);
        return "accepted";
      case "unknown":
        warn("share.unknown", outcome.code);
        return "unknown";
      case "refused":
        await refuseLease(store, key, attempt);
        warn("share.refused", outcome.code);
        return "refused";
      case "misconfigured":
        await releaseLease(store, key, attempt);
        warn("share.stopped", outcome.code);
        return "stopped";
      case "throttled":
        await releaseLease(store, key, attempt);
        if (outcome.limit === "quota") {
          warn("share.stopped", "quota");
          return "stopped";
        }
        limiter.slowDown();
        lease = { ...attempt, state: "released" };
    }
  }
}
