/** Steps 6 to 8 of an account's reminders (see remind-account.ts): hands the mail to SES and records the result. */
import { getAccountHead } from "../../shared/account/store/account.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import { acceptLease, releaseLease } from "../../shared/platform/mail/lease.ts";
import type { MailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import type { Mailer, RawMail } from "../../shared/platform/mail/ses.ts";
import { refuseMail } from "../../shared/reminder/mail-fault.ts";
import { leaseKey, type MailLease } from "../../shared/reminder/store/mail-lease.ts";
import { resolveLease } from "./resolve-lease.ts";

export interface PostParts {
  store: Store;
  mailer: Mailer;
  limiter: MailRateLimiter;
  now: () => Date;
  log: Log;
}

/** `unknown`: SES may have accepted the mail. `delayed`: SES throttled it until the end of the attempt. */
export type Posted = "sent" | "refused" | "unknown" | "delayed";

/** SES accepts no mail because of a fault of the deployment. */
export class MailMisconfiguredError extends Error {
  override readonly name = "MailMisconfiguredError";
  /** The name of the error of SES. */
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** SES accepts no more mail today. */
export class MailQuotaError extends Error {
  override readonly name = "MailQuotaError";
}

/** Milliseconds from the lease on in which a mail may be sent: far less than other runs wait. */
const attemptLasts = 5 * 60_000;

/**
 * Sends the mail of a lease that this run holds. Throws `MailMisconfiguredError`, `MailQuotaError` and errors of the rate
 * limiter, after releasing the lease, and `AccountClosedError`.
 */
export async function postMail(parts: PostParts, lease: MailLease, mail: RawMail, address: string): Promise<Posted> {
  const { store, mailer, limiter, now, log } = parts;
  const { accountId } = lease;
  while (now().getTime() - Date.parse(lease.attemptedAt) < attemptLasts) {
    // The account may have been closed since its head was read, and a closed account gets no more mail.
    await getAccountHead(store, accountId);
    const outcome = await mailer.send(mail);
    switch (outcome.kind) {
      case "accepted": {
        const acceptedAt = now().toISOString();
        await acceptLease(store, leaseKey(lease), acceptedAt, outcome.messageId);
        await resolveLease(parts, accountId, { ...lease, state: "accepted", acceptedAt });
        return "sent";
      }
      case "unknown":
        log({ level: "warn", event: "mail.unknown", accountId, code: outcome.code });
        return "unknown";
      case "refused":
        await refuseMail(store, accountId, address, { lease, now: now() });
        log({ level: "warn", event: "mail.refused", accountId, code: outcome.code });
        return "refused";
      case "misconfigured":
        await releaseLease(store, leaseKey(lease), lease);
        throw new MailMisconfiguredError(outcome.code);
      case "throttled":
        if (outcome.limit === "quota") {
          await releaseLease(store, leaseKey(lease), lease);
          throw new MailQuotaError("the daily quota of mails is used up");
        }
        limiter.slowDown();
        await limiter.acquire().catch(async (error: unknown) => {
          await releaseLease(store, leaseKey(lease), lease);
          throw error;
        });
    }
  }
  await releaseLease(store, leaseKey(lease), lease);
  return "delayed";
}
