/** The only mail after the closing of an account: it says that the data are deleted. */
import type { ClosingMark } from "../../shared/account/store/closing-mark.ts";
import type { ClosingNote } from "../../shared/account/store/closing-note.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import { AddressError, deliverableAddress } from "../../shared/platform/mail/deliverable-address.ts";
import {
  acceptLease,
  createLease,
  refuseLease,
  releaseLease,
  renewLease,
  silenceLasts,
} from "../../shared/platform/mail/lease.ts";
import type { MailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import { buildMessage, type Mailbox } from "../../shared/platform/mail/message.ts";
import type { Mailer, RawMail } from "../../shared/platform/mail/ses.ts";
import { type LeaseName, leaseTag } from "../../shared/reminder/store/lease-name.ts";
import { getLease, leaseKey } from "../../shared/reminder/store/mail-lease.ts";
import { buildConfirmation } from "./confirmation.ts";

export interface MailParts {
  store: Store;
  mailer: Mailer;
  limiter: MailRateLimiter;
  /** Undefined if the stack sends no mail. */
  sender: Mailbox | undefined;
  now: () => Date;
  log: Log;
}

/** The number of the mail on its day: the highest, so that no reminder of the same day has it. */
const mailNumber = 9999;

/** Seconds. The end of the deletion deletes the lease much earlier. */
const leaseKeptFor = 60 * 24 * 3600;

/** The lease of the mail is the last item of the account. Events of SES find it like a lease of reminders. */
export function leaseNameOf({ accountId, closedAt }: ClosingMark): LeaseName {
  return { accountId, day: closedAt.slice(0, 10), number: mailNumber };
}

/** Sends the mail if no other run has sent it. False if it must be tried again later. */
export async function confirmByMail(parts: MailParts, note: ClosingNote, mark: ClosingMark): Promise<boolean> {
  const { store, mailer, limiter, sender, now, log } = parts;
  const { email } = note;
  if (!sender || email === null) return true;
  const name = leaseNameOf(mark);
  const { accountId } = name;
  const key = leaseKey(name);
  const last = await getLease(store, name);
  if (last && last.state !== "leased" && last.state !== "released") return true;
  if (last?.state === "leased" && now().getTime() - Date.parse(last.attemptedAt) < silenceLasts) return false;
  const mail = await mailOf(sender, { ...note, email }, name, mark);
  if (!mail) {
    log({ level: "warn", event: "mail.refused", accountId, code: AddressError.name });
    return true;
  }
  await limiter.acquire();
  const content = { occurrences: [], expiresAt: Math.floor(now().getTime() / 1000) + leaseKeptFor };
  const lease = last ? await renewLease(store, key, last, now()) : await createLease(store, key, content, now());
  if (!lease) return false;
  const outcome = await mailer.send(mail);
  if (outcome.kind === "accepted") {
    await acceptLease(store, key, now().toISOString(), outcome.messageId);
    return true;
  }
  const code = outcome.kind === "throttled" ? outcome.limit : outcome.code;
  log({ level: "warn", event: `mail.${outcome.kind}`, accountId, code });
  if (outcome.kind === "refused") return refuseLease(store, key, lease);
  // A mail with an unknown result is sent again later, unless an event of SES says that it was accepted.
  if (outcome.kind !== "unknown") await releaseLease(store, key, lease);
  return false;
}

/** Undefined if no mail can be sent to the address. The same input makes the same mail. */
async function mailOf(
  sender: Mailbox,
  note: ClosingNote & { email: string },
  name: LeaseName,
  { closedAt }: ClosingMark,
): Promise<RawMail | undefined> {
  const tag = leaseTag(name);
  const to = { name: note.name, address: note.email };
  const content = { ...buildConfirmation(note), date: new Date(closedAt), id: tag.replaceAll("_", "-") };
  try {
    const raw = await buildMessage({ from: sender, to, ...content });
    return { from: sender.address, to: deliverableAddress(note.email), raw, tags: { lease: tag } };
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}
