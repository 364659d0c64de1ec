/**
 * One account's reminders, in steps of which each may be the last: whoever comes next finds out where it ended.
 *
 *  1. The head is read; one whose due entry is another by now is somebody else's, or was seen to.
 *  2. The last claim is read. It was accepted: step 8. An attempt of the last 15 minutes: nobody does anything. An older
 *     one without an event, or one that surely was not sent: the same dates are sent again (step 5).
 *  3. The dates that are due are read. There are none, or it is not time yet: step 8.
 *  4. The mail is made, and waits for its turn; where that took long, head and claim are read again, and whoever finds
 *     others there leaves it to the next run. Up to here nothing is left behind.
 *  5. The claim is written, under the condition that nobody else did: the mail is ours for five minutes.
 *     A crash from here on leaves a claim that waits 15 minutes for an event of SES, and then is sent again.
 *  6. SES is asked, once. Throttled: slower, and again, or the claim is released. Refused: the account is told, the claim
 *     is over. Not heard of: as a crash.
 *  7. The claim is accepted. A crash before it is the one window in which a mail may come twice: where SES's event is
 *     lost, too. A crash after it leaves a claim that the next run settles.
 *  8. In one transaction the dates say of which occurrences their owner was told, the claim is settled, and the due
 *     entry moves to the next day on which there is something to do.
 */
import { AddressError } from "../../shared/mail/message.ts";
import { claimedDates, type DigestParts, digestMail, type TellableDate } from "../../shared/reminders/digest-mail.ts";
import { accountClock, dueDates, readDueContacts, tellableDates } from "../../shared/reminders/due-dates.ts";
import { refuseMail } from "../../shared/reminders/mail-fault.ts";
import { settleAccount } from "../../shared/reminders/settle.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { type ClaimName, nextClaimName } from "../../shared/table/claim-name.ts";
import { type DueAccount, getsReminders } from "../../shared/table/due-index.ts";
import { getDatedContacts } from "../../shared/table/important-dates.ts";
import {
  type ClaimedOccurrence,
  claimAgain,
  claimMail,
  findLastClaim,
  type MailClaim,
} from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";
import { addDays } from "../../shared/time/calendar.ts";
import { type Posted, type PostParts, postMail } from "./post-mail.ts";

export interface AccountParts extends DigestParts, PostParts {}

/**
 * - `passedOver`: the entry was old, or the account changed before the mail's turn came.
 * - `moved`: there is nothing to tell now.
 * - `waiting`: of an earlier attempt nobody knows, or somebody else is at it.
 */
export type Reminded = "passedOver" | "moved" | "waiting" | Posted;

/** Milliseconds after which a mail of which nobody heard is sent again. */
const silenceLasts = 15 * 60_000;
/** Milliseconds for which a turn may be waited for without a second look: most come at once, and a look costs units. */
const headLasts = 2_000;

/** Throws what keeps it from the end; the account stays due then. */
export async function remindAccount(parts: AccountParts, account: DueAccount): Promise<Reminded> {
  const { store, now } = parts;
  const { accountId, dueAt } = account;
  const head = await getAccountHead(store, accountId);
  if (head.dueAt !== dueAt) return "passedOver";
  const last = await findLastClaim(store, accountId);
  if (last?.state === "accepted" || !isReached(head)) return moveOn(parts, account, last);
  const moment = now();
  const clock = accountClock(head, moment);
  if (last?.state === "claimed" || last?.state === "released") {
    const silence = moment.getTime() - Date.parse(last.attemptedAt);
    if (last.state === "claimed" && silence < silenceLasts) return "waiting";
    const dates = await claimedStill(store, last, clock.today);
    // Nobody need be told any more: the claim is over, and says nothing of any date.
    if (dates.length === 0) return moveOn(parts, account, { ...last, state: "accepted", occurrences: [] });
    const telling = { name: last, dates, today: clock.today, last };
    return tell(parts, head, telling, () => claimAgain(store, last, now()));
  }
  if (!clock.isTime) return moveOn(parts, account, last);
  const { contacts } = await readDueContacts(store, accountId, clock.today);
  const due = contacts.flatMap((contact) => dueDates(contact, clock.today, head.leapDay));
  const dates = tellableDates(head, due, last, clock.today);
  if (dates.length === 0) return moveOn(parts, account, last);
  const name = nextClaimName(accountId, clock.today, last);
  return tell(parts, head, { name, dates, today: clock.today, last }, (occurrences) =>
    claimMail(store, name, occurrences, now()),
  );
}

type Reached = AccountHead & { email: string };

function isReached(head: AccountHead): head is Reached {
  return getsReminders(head);
}

/** Settles the last claim, moves the due entry, and tells what is still to be told now. */
async function moveOn(parts: AccountParts, account: DueAccount, last: MailClaim | undefined): Promise<Reminded> {
  const tellsMore = await settleAccount(parts, account.accountId, last);
  return tellsMore ? remindAccount(parts, account) : "moved";
}

/** What of a claim, of whose mail nobody heard, is to be told still. */
async function claimedStill(
  store: Store,
  { accountId, occurrences }: MailClaim,
  today: string,
): Promise<readonly TellableDate[]> {
  const ids = occurrences.map(({ contactId }) => contactId);
  const dates = claimedDates(occurrences, await getDatedContacts(store, accountId, ids));
  // Reminders may have been off since; what was over before yesterday is nobody's news.
  return dates.filter(({ occurrence }) => occurrence >= addDays(today, -1));
}

interface Telling {
  name: ClaimName;
  dates: readonly TellableDate[];
  today: string;
  /** The account's last claim, as it was read. */
  last: MailClaim | undefined;
}

async function tell(
  parts: AccountParts,
  head: Reached,
  { name, dates, today, last }: Telling,
  makeClaim: (occurrences: readonly ClaimedOccurrence[]) => Promise<MailClaim | undefined>,
): Promise<Reminded> {
  const { store, now, pace, log } = parts;
  const { accountId, email } = head;
  try {
    const { mail, occurrences } = await digestMail(parts, head, name, dates, { today, now: now() });
    const askedAt = now().getTime();
    await pace.turn();
    const overtaken = now().getTime() - askedAt > headLasts ? await findOvertaken(store, head, last) : undefined;
    if (overtaken) return overtaken;
    const claim = await makeClaim(occurrences);
    return claim ? await postMail(parts, claim, mail, email) : "waiting";
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    await refuseMail(store, accountId, email, { now: now() });
    log({ level: "warn", event: "mail.refused", accountId, code: error.name });
    return "refused";
  }
}

/** What keeps a mail back that was made from this head and this last claim; undefined when both are as they were. */
async function findOvertaken(
  store: Store,
  head: Reached,
  last: MailClaim | undefined,
): Promise<"passedOver" | "waiting" | undefined> {
  const current = await getAccountHead(store, head.accountId);
  const { dueAt, email, timezone } = current;
  const isSame = dueAt === head.dueAt && email === head.email && timezone === head.timezone;
  if (!isSame || !getsReminders(current)) return "passedOver";
  return isSameAttempt(await findLastClaim(store, head.accountId), last) ? undefined : "waiting";
}

function isSameAttempt(one: MailClaim | undefined, other: MailClaim | undefined): boolean {
  const isSameClaim = one?.day === other?.day && one?.number === other?.number;
  return isSameClaim && one?.attempts === other?.attempts && one?.state === other?.state;
}
