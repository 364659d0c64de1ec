/**
 * The last step of an account's reminders, after a mail or if none is due: marks the occurrences as sent, ends the lease, and
 * moves the entry in the due index.
 */

import type { WebhookEvent } from "../../shared/account/events.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { getDatedContacts, markSentAction } from "../../shared/important-date/store/important-dates.ts";
import type { Store, WriteAction } from "../../shared/platform/dynamodb/store.ts";
import { afterSending } from "../../shared/reminder/mail/after-sending.ts";
import { planVisit } from "../../shared/reminder/mail/decide-mail.ts";
import { dueDates, readDueContacts } from "../../shared/reminder/mail/due-dates.ts";
import { occurrencesByContact } from "../../shared/reminder/mail/mail-content.ts";
import { reminderClock } from "../../shared/reminder/reminder-clock.ts";
import { nextKeepInTouchDay, planDue } from "../../shared/reminder/store/due-index.ts";
import { type LeasedOccurrence, type MailLease, updateLeaseAction } from "../../shared/reminder/store/mail-lease.ts";

/** The number of contacts in one transaction, besides the lease and the due entry. */
const contactsAtOnce = 90;

export interface ResolveParts {
  store: Store;
  now: () => Date;
}

/**
 * `last` is the account's last lease. An accepted lease becomes `done`; other leases that have ended stay as they are. Large leases
 * take several transactions. The last transaction ends the lease, so after a crash the next run repeats all of them. True if
 * there is something to mail at once.
 */
export async function resolveLease(
  { store, now }: ResolveParts,
  accountId: string,
  last: MailLease | undefined,
): Promise<boolean> {
  const accepted = last?.state === "accepted" ? last : undefined;
  const leased = [...Map.groupBy(accepted?.occurrences ?? [], ({ contactId }) => contactId).values()];
  const at = accepted?.acceptedAt ?? now().toISOString();
  while (leased.length > contactsAtOnce) await markSent(store, accountId, leased.splice(0, contactsAtOnce).flat(), at);

  const { result } = await writeAccount(store, accountId, async (head) => {
    const moment = now();
    const { day: today } = reminderClock(head, moment);
    const { contacts, later } = await readDueContacts(store, accountId, today);
    const mailed = await occurrencesByContact(store, head, leased.flat());
    const known = new Set(contacts.map(({ id }) => id));
    const others = await readContacts(
      store,
      accountId,
      [...mailed.keys()].filter((id) => !known.has(id)),
    );
    const changes = [...contacts, ...others].map((contact) => afterSending(contact, mailed.get(contact.id) ?? [], at));
    const marked = changes.filter(({ unmarked }) => unmarked.length > 0);
    // Without this, the index would list the contact every day.
    const moved = changes.filter(({ unmarked, contact, day }) => unmarked.length === 0 && isLater(day, contact));
    const written = new Set([...marked, ...moved].slice(0, contactsAtOnce));

    const dates = changes.flatMap(({ contact }) => dueDates(contact, today, head.leapDay));
    const keepDay = await nextKeepInTouchDay(store, head);
    const days = changes.map((change) => (written.has(change) ? change.day : change.contact.dueDay));
    const { hasMailNow, dueAt } = planVisit(head, { dates, days: [later, ...days], keepDay }, last, moment);
    // An entry that is due already stays, because another one would not be due earlier.
    const stays = hasMailNow && head.dueAt !== null && head.dueAt <= moment.toISOString();
    const plan = planDue(store, head, stays ? head.dueAt : dueAt);
    const notes = [...written].map(
      ({ contact, unmarked }): WriteAction => markSentAction(store, contact, unmarked, at),
    );
    const ends = accepted ? [updateLeaseAction(store, accepted, { state: "done" })] : [];
    const events = remindersDue([...written]);
    return { actions: [...notes, ...ends, ...plan.actions], head: plan.head, events, result: hasMailNow };
  });
  return result;
}

async function markSent(
  store: Store,
  accountId: string,
  occurrences: readonly LeasedOccurrence[],
  at: string,
): Promise<void> {
  await writeAccount(store, accountId, async (head) => {
    const mailed = await occurrencesByContact(store, head, occurrences);
    const contacts = await readContacts(store, accountId, [...mailed.keys()]);
    const changes = contacts.map((contact) => afterSending(contact, mailed.get(contact.id) ?? [], at));
    const marked = changes.filter(({ unmarked }) => unmarked.length > 0);
    const notes = marked.map(({ contact, unmarked }) => markSentAction(store, contact, unmarked, at));
    return { actions: notes, head, events: remindersDue(marked), result: undefined };
  });
}

/** An occurrence is marked once, so its event is in the same write. */
function remindersDue(
  changes: readonly Pick<ReturnType<typeof afterSending>, "contact" | "unmarked">[],
): WebhookEvent[] {
  return changes.flatMap(({ contact, unmarked }) =>
    unmarked.map(({ dateId }) => ({ type: "reminder.due", contactId: contact.id, importantDateId: dateId })),
  );
}

async function readContacts(store: Store, accountId: string, ids: readonly string[]) {
  const contacts = await getDatedContacts(store, accountId, ids);
  return contacts.map((contact) => ({ ...contact, dueDay: undefined }));
}

function isLater(day: string | undefined, { dueDay }: { dueDay: string | undefined }): boolean {
  return dueDay !== undefined && (day === undefined || day > dueDay);
}
