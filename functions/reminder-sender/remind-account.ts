/**
 * The reminders of one account, in steps. A run may crash after each of them, and the next run continues from there.
 *
 *  1. Read the head. If its due entry has changed since it was listed, another run has handled the account. Apply planned
 *     interactions whose date has come, if there are contacts to be in touch with.
 *  2. Read the last lease. If it is accepted, go to step 8. If an attempt began in the last 15 minutes, do nothing. If an
 *     older attempt has no known result, or surely was not sent, send the same dates again (step 5).
 *  3. Read the dates and the contacts that are due. If there are none, or it is not time yet, go to step 8.
 *  4. Read how to reach the contacts, make the mail, and wait for the rate limiter. After a long wait, read head and lease
 *     again, and leave the account to the next run if they have changed. Nothing is written up to here.
 *  5. Write the lease, under the condition that nobody else did. For five minutes, only this run may send the mail. If
 *     the mail includes contacts to be in touch with, their position moves in the same transaction.
 *     After a crash from here on, the lease waits 15 minutes for an event of SES, and then the mail is sent again.
 *  6. Hand the mail to SES. If SES throttles, slow down and repeat, or release the lease. If SES refuses the mail, set the
 *     account's fault and end the lease. If the result is unknown, the lease waits as after a crash.
 *  7. Record the acceptance in the lease. After a crash just before, a mail may be sent twice if no event of SES arrives,
 *     either. After a crash behind this step, the next run continues with step 8.
 *  8. In one transaction, mark the occurrences as sent, end the lease, and move the due entry to the next day with a
 *     reminder.
 */

import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AddressError } from "../../shared/platform/mail/deliverable-address.ts";
import { renewLease } from "../../shared/platform/mail/lease.ts";
import { decideMail } from "../../shared/reminder/mail/decide-mail.ts";
import { type MailContent, readDue, readLeased } from "../../shared/reminder/mail/mail-content.ts";
import { refuseMail } from "../../shared/reminder/mail-fault.ts";
import { type DueAccount, getsReminders } from "../../shared/reminder/store/due-index.ts";
import { type LeaseName, nextLeaseName } from "../../shared/reminder/store/lease-name.ts";
import {
  findLastLease,
  type LeasedContent,
  leaseKey,
  leaseMail,
  type MailLease,
} from "../../shared/reminder/store/mail-lease.ts";
import { digestMail, type MailParts } from "./digest-mail.ts";
import { type Posted, type PostParts, postMail } from "./post-mail.ts";
import { resolveLease } from "./resolve-lease.ts";

export interface AccountParts extends MailParts, PostParts {}

/**
 * - `skipped`: the due entry was old, or the account changed or was closed while the mail waited.
 * - `moved`: there is nothing to mail now.
 * - `waiting`: the result of an earlier attempt is unknown, or another run is sending.
 */
export type Reminded = "skipped" | "moved" | "waiting" | Posted;

/** Milliseconds of waiting for the rate limiter after which head and lease are read again. Most mails wait less. */
const headLasts = 2_000;

/** If it throws, the account stays due. */
export async function remindAccount(parts: AccountParts, account: DueAccount): Promise<Reminded> {
  const { store, now } = parts;
  const { accountId, dueAt } = account;
  const read = await getAccountHead(store, accountId);
  if (read.dueAt !== dueAt) return "skipped";
  // Planned interactions whose date has come move the due days of contacts.
  const head = read.keepTxid === 0 ? read : await applyPendingWork(parts, accountId, async () => read);
  const last = await findLastLease(store, accountId);
  const decision = await decideMail(head, last, now(), {
    leased: (lease, today) => readLeased(store, head, lease, today),
    due: (today) => readDue(store, head, today),
  });
  if (decision.kind === "waiting") return "waiting";
  // Nothing is left to mail, so the lease ends without marking any date.
  if (decision.kind === "ended") return moveOn(parts, account, last && { ...last, state: "accepted", occurrences: [] });
  if (decision.kind === "none" || !isReached(head)) return moveOn(parts, account, last);
  const { content, today } = decision;
  if (decision.kind === "again") {
    const { lease } = decision;
    const mailing = { name: lease, content, today, last };
    return sendMail(parts, head, mailing, () => renewLease(store, leaseKey(lease), lease, now()));
  }
  const name = nextLeaseName(accountId, today, last);
  return sendMail(parts, head, { name, content, today, last }, (leased) =>
    leaseMail(store, name, leased, { read: head, now: now() }),
  );
}

type Reached = AccountHead & { email: string };

function isReached(head: AccountHead): head is Reached {
  return getsReminders(head);
}

/** Resolves the last lease, moves the due entry, and sends what is still due now. */
async function moveOn(parts: AccountParts, account: DueAccount, last: MailLease | undefined): Promise<Reminded> {
  const hasMore = await resolveLease(parts, account.accountId, last);
  return hasMore ? remindAccount(parts, account) : "moved";
}

interface Mailing {
  name: LeaseName;
  content: MailContent;
  today: string;
  /** The account's last lease, as it was read. */
  last: MailLease | undefined;
}

async function sendMail(
  parts: AccountParts,
  head: Reached,
  { name, content, today, last }: Mailing,
  makeLease: (content: LeasedContent) => Promise<MailLease | undefined>,
): Promise<Reminded> {
  const { store, now, limiter, log } = parts;
  const { accountId, email } = head;
  try {
    const { mail, content: leased } = await digestMail(parts, head, name, content, { today, now: now() });
    const askedAt = now().getTime();
    await limiter.acquire();
    const overtaken = now().getTime() - askedAt > headLasts ? await findOvertaken(store, head, last) : undefined;
    if (overtaken) return overtaken;
    const lease = await makeLease(leased);
    return lease ? await postMail(parts, lease, mail, email) : "waiting";
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    await refuseMail(store, accountId, email, { now: now() });
    log({ level: "warn", event: "mail.refused", accountId, code: error.name });
    return "refused";
  }
}

/** The reason not to send a mail that was made from this head and this last lease; undefined if both are unchanged. */
async function findOvertaken(
  store: Store,
  head: Reached,
  last: MailLease | undefined,
): Promise<"skipped" | "waiting" | undefined> {
  const current = await getAccountHead(store, head.accountId);
  const { dueAt, email, timezone } = current;
  const isSame = dueAt === head.dueAt && email === head.email && timezone === head.timezone;
  if (!isSame || !getsReminders(current)) return "skipped";
  return isSameAttempt(await findLastLease(store, head.accountId), last) ? undefined : "waiting";
}

function isSameAttempt(one: MailLease | undefined, other: MailLease | undefined): boolean {
  const isSameLease = one?.day === other?.day && one?.number === other?.number;
  return isSameLease && one?.attempts === other?.attempts && one?.state === other?.state;
}
