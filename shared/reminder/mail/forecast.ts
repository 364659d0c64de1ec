/**
 * The mails that the reminder sender will send if nobody changes anything. Its visits are simulated with its own decisions; each
 * mail is accepted at once, and changes what the sender would write.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { isSent } from "../../important-date/dated-contact.ts";
import { listDueContacts } from "../../important-date/store/important-dates.ts";
import { listTrackedBetween } from "../../keep-in-touch/store/tracked-contacts.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { unavailable } from "../../platform/http/errors.ts";
import { reminderClock } from "../reminder-clock.ts";
import type { LeasedOccurrence, MailLease } from "../store/mail-lease.ts";
import { afterSending } from "./after-sending.ts";
import { decideMail, planVisit } from "./decide-mail.ts";
import { summarise } from "./due-contacts.ts";
import { dueDates } from "./due-dates.ts";
import { datedQueue, type PlannedInteraction, trackedQueue } from "./forecast-queues.ts";
import {
  includedDates,
  type MailableDate,
  type MailContent,
  occurrencesByContact,
  readLeased,
} from "./mail-content.ts";

export interface ForecastMail {
  /** When the mail is due. The next run of the sender sends it. */
  sendAt: string;
  /** The day whose reminders the mail has, `YYYY-MM-DD`. */
  today: string;
  content: MailContent;
  /** The dates of the content that the mail has room for. */
  included: readonly MailableDate[];
}

export interface ForecastStart {
  /** Without pending work. */
  head: AccountHead;
  /** The account's last lease. */
  last: MailLease | undefined;
  /** By their dates. */
  planned: AsyncGenerator<PlannedInteraction, void>;
  now: Date;
  /** Whether there is time for one more visit. */
  hasTime: () => boolean;
}

/** Milliseconds between two runs of the sender. */
const runEvery = 3600_000;
/** Contacts of a query: the next mail needs few of them, and those of years may need all. */
const pageSize = 250;

/** Reads no more contacts than the mails need that are taken. Ends if no further mail will go, and throws `service_unavailable` without time. */
export async function* forecastMails(store: Store, start: ForecastStart): AsyncGenerator<ForecastMail, void> {
  const { accountId, timezone, leapDay, language, dueAt } = start.head;
  let { head, last } = start;
  // The sender marks the dates of an accepted mail before it makes another one.
  const marks = new Map(await occurrencesByContact(store, head, last?.state === "accepted" ? last.occurrences : []));
  if (last?.state === "accepted") last = { ...last, state: "done" };
  const dated = datedQueue(listDueContacts(store, accountId, "~", pageSize), marks);
  const ahead = listTrackedBetween(store, accountId, { from: head.keptInTouchUntil, to: "~" });
  const tracked = trackedQueue(ahead, start.planned, timezone);
  let moment = dueAt && new Date(Math.max(Date.parse(dueAt), start.now.getTime()));
  while (moment) {
    if (!start.hasTime()) throw unavailable(new Error("the time is over"));
    const at = moment.toISOString();
    const { day: today } = reminderClock(head, moment);
    await tracked.applyPlanned(at, head.keptInTouchUntil);
    const contacts = await dated.take(today, at);
    const dates = contacts.flatMap((contact) => dueDates(contact, today, leapDay));
    const keepInTouch = await summarise(await tracked.due(today), head.keptInTouchUntil, timezone);
    const decision = await decideMail(head, last, moment, {
      leased: (lease) => readLeased(store, head, lease, today),
      due: async () => ({ dates, keepInTouch }),
    });
    let sent = new Map<string, LeasedOccurrence[]>();
    let pause = 0;
    if (decision.kind === "ended") last = undefined;
    if (decision.kind === "new" || decision.kind === "again") {
      const { content } = decision;
      const included = includedDates(content.dates, language);
      yield { sendAt: at, today, content, included };
      sent = Map.groupBy(included.map(occurrenceOf), ({ contactId }) => contactId);
      pause = runEvery;
      last = { ...firstLease, accountId, day: today, attemptedAt: at, acceptedAt: at };
      if (decision.kind === "again") {
        // Its contacts may be read later.
        for (const [id, occurrences] of sent) marks.set(id, occurrences);
      } else if (keepInTouch) {
        head = { ...head, keptInTouchUntil: keepInTouch.positions.to };
        tracked.mailUntil(keepInTouch.positions.to);
      }
    }
    const changes = contacts.map((contact) => afterSending(contact, sent.get(contact.id) ?? [], at));
    for (const { contact, day } of changes) dated.put(contact, day);
    const marked = new Map(changes.map(({ contact }) => [contact.id, contact.sent]));
    const left = dates.filter(
      ({ contact, date, occurrence }) => !isSent(date, occurrence, marked.get(contact.id) ?? {}),
    );
    const days = [await dated.firstDay()];
    const next = planVisit(head, { dates: left, days, keepDay: await tracked.firstDay() }, last, moment);
    if (decision.kind === "waiting") moment = decision.until;
    else if (next.hasMailNow) moment = new Date(moment.getTime() + pause);
    else moment = next.dueAt && new Date(next.dueAt);
  }
}

/** What counts of the lease of a mail that was accepted. */
const firstLease = { number: 1, state: "done", occurrences: [], positions: null, attempts: 1, fault: null } as const;

function occurrenceOf({ contact, date, occurrence }: MailableDate): LeasedOccurrence {
  return { contactId: contact.id, dateId: date.id, occurrence };
}
