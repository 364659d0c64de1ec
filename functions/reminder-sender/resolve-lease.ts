/**
 * The last step of an account's reminders, after a mail or if none is due: marks the occurrences as sent, ends the lease, and
 * moves the entry in the due index.
 */

import type { WebhookEvent } from "../../shared/account/events.ts";
import type { AccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import { type DatedContact, firstNotifyDay } from "../../shared/important-date/dated-contact.ts";
import { getDatedContacts, markSentAction } from "../../shared/important-date/store/important-dates.ts";
import type { Store, WriteAction } from "../../shared/platform/dynamodb/store.ts";
import { addDays } from "../../shared/platform/time/calendar.ts";
import { reminderClock } from "../../shared/reminder/reminder-clock.ts";
import { dueInstant, getsReminders, nextKeepInTouchDay, planDue } from "../../shared/reminder/store/due-index.ts";
import { type LeasedOccurrence, type MailLease, updateLeaseAction } from "../../shared/reminder/store/mail-lease.ts";
import { dueDates, isMailable, readDueContacts } from "./due-dates.ts";

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
    const { day: today, isTime } = reminderClock(head, moment);
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
    const due = { dates, hasContacts: keepDay !== undefined && keepDay <= today };
    const hasMailNow = isTime && getsReminders(head) && isMailable(head, due, last, today);
    const earliest = isTime && !hasMailNow ? addDays(today, 1) : today;
    const days = changes.map((change) => (written.has(change) ? change.day : change.contact.dueDay));
    const first = [later, keepDay, ...days].filter((day) => day !== undefined).toSorted()[0];
    const next = dueInstant(head, first !== undefined && first < earliest ? earliest : first, moment);
    // An entry that is due already stays, because another one would not be due earlier.
    const stays = hasMailNow && head.dueAt !== null && head.dueAt <= moment.toISOString();
    const plan = planDue(store, head, stays ? head.dueAt : next);
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

/** A merge takes the dates of a contact, with their ids, to the surviving contact. */
async function occurrencesByContact(
  store: Store,
  head: AccountHead,
  occurrences: readonly LeasedOccurrence[],
): Promise<ReadonlyMap<string, LeasedOccurrence[]>> {
  const aliases = await loadAliases(store, head);
  return Map.groupBy(occurrences, ({ contactId }) => aliases.survivorOf(contactId));
}

async function readContacts(store: Store, accountId: string, ids: readonly string[]) {
  const contacts = await getDatedContacts(store, accountId, ids);
  return contacts.map((contact) => ({ ...contact, dueDay: undefined }));
}

/** The contact with these occurrences as sent, the occurrences that were not marked before, and the next due day. */
function afterSending<Contact extends DatedContact>(contact: Contact, mailed: readonly LeasedOccurrence[], at: string) {
  const unmarked = mailed.filter(
    ({ dateId, occurrence }) =>
      contact.dates.some(({ id }) => id === dateId) && contact.sent[dateId]?.occurrence !== occurrence,
  );
  const sent = {
    ...contact.sent,
    ...Object.fromEntries(unmarked.map(({ dateId, occurrence }) => [dateId, { occurrence, at }])),
  };
  return { contact: { ...contact, sent }, unmarked, day: firstNotifyDay(contact.dates, at, sent) };
}

function isLater(day: string | undefined, { dueDay }: { dueDay: string | undefined }): boolean {
  return dueDay !== undefined && (day === undefined || day > dueDay);
}
