/** Steps 6 to 8 of an account's reminders (see remind-account.ts): the mail goes to SES, and its end is noted. */
import type { Log } from "../../shared/log/request-log.ts";
import type { Pace } from "../../shared/mail/rate.ts";
import type { Mailer, RawMail } from "../../shared/mail/ses.ts";
import { refuseMail } from "../../shared/reminders/mail-fault.ts";
import { settleAccount } from "../../shared/reminders/settle.ts";
import { acceptClaim, type MailClaim, releaseClaim } from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";

export interface PostParts {
  store: Store;
  mailer: Mailer;
  pace: Pace;
  now: () => Date;
  log: Log;
}

/**
 * - `sent`, `refused`: what became of the mail. `unknown`: nobody knows yet.
 * - `delayed`: SES takes no more for now.
 */
export type Posted = "sent" | "refused" | "unknown" | "delayed";

/** SES takes no mail at all, for a reason that lies with the deployment. */
export class MailMisconfiguredError extends Error {
  override readonly name = "MailMisconfiguredError";
  /** The name of SES's error. */
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** SES takes no more mail today. */
export class MailQuotaError extends Error {
  override readonly name = "MailQuotaError";
}

/** Milliseconds from the claim on in which a mail may be handed over: far less than others wait. */
const attemptLasts = 5 * 60_000;
/**
 * Hands the mail of a claim that is ours over to SES, and notes what became of it. Throws `MailMisconfiguredError`,
 * `MailQuotaError`, and what ends the wait for a turn; the claim is released then.
 */
export async function postMail(parts: PostParts, claim: MailClaim, mail: RawMail, address: string): Promise<Posted> {
  const { store, mailer, pace, now, log } = parts;
  const { accountId } = claim;
  while (now().getTime() - Date.parse(claim.attemptedAt) < attemptLasts) {
    const outcome = await mailer.send(mail);
    switch (outcome.kind) {
      case "accepted": {
        const acceptedAt = now().toISOString();
        await acceptClaim(store, claim, acceptedAt, outcome.messageId);
        await settleAccount(parts, accountId, { ...claim, state: "accepted", acceptedAt });
        return "sent";
      }
      case "unknown":
        log({ level: "warn", event: "mail.unknown", accountId, code: outcome.code });
        return "unknown";
      case "refused":
        await refuseMail(store, accountId, address, { claim, now: now() });
        log({ level: "warn", event: "mail.refused", accountId, code: outcome.code });
        return "refused";
      case "misconfigured":
        await releaseClaim(store, claim);
        throw new MailMisconfiguredError(outcome.code);
      case "throttled":
        if (outcome.limit === "quota") {
          await releaseClaim(store, claim);
          throw new MailQuotaError("the mails of this day are used up");
        }
        pace.slowDown();
        await pace.turn().catch(async (error: unknown) => {
          await releaseClaim(store, claim);
          throw error;
        });
    }
  }
  await releaseClaim(store, claim);
  return "delayed";
}
