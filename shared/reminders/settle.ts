/**
 * What follows from a mail of reminders, or from a look at an account that was to get none: the dates say of which
 * occurrences their owner was told, the claim is done with, and the due index knows when to look again.
 */
import { type DatedContact, firstNotifyDay } from "../contact/dated-contact.ts";
import { type WriteAction, writeAccount } from "../table/account-write.ts";
import { dueInstant, getsReminders, planDue } from "../table/due-index.ts";
import { getDatedContacts, toldAction } from "../table/important-dates.ts";
import { type ClaimedOccurrence, endClaimAction, type MailClaim } from "../table/mail-claim.ts";
import type { Store } from "../table/store.ts";
import { addDays } from "../time/calendar.ts";
import { accountClock, dueDates, readDueContacts, tellableDates } from "./due-dates.ts";

/** Contacts of one transaction, beside head, claim and due entry. */
const contactsAtOnce = 90;

export interface SettleParts {
  store: Store;
  now: () => Date;
}

/**
 * `last` is the account's last claim. One that was accepted is settled; any other that is done with stays as it is.
 * Large claims take several transactions; the last of them ends the claim, so whoever comes after a crash begins anew
 * and finds the first ones done. True: there is something to tell at once.
 */
export async function settleAccount(
  { store, now }: SettleParts,
  accountId: string,
  last: MailClaim | undefined,
): Promise<boolean> {
  const accepted = last?.state === "accepted" ? last : undefined;
  const told = Map.groupBy(accepted?.occurrences ?? [], ({ contactId }) => contactId);
  const ids = [...told.keys()];
  const at = accepted?.acceptedAt ?? now().toISOString();
  while (ids.length > contactsAtOnce) await markTold(store, accountId, ids.splice(0, contactsAtOnce), told, at);

  const { result } = await writeAccount(store, accountId, async (head) => {
    const moment = now();
    const { today, isTime } = accountClock(head, moment);
    const { contacts, later } = await readDueContacts(store, accountId, today);
    const known = new Set(contacts.map(({ id }) => id));
    const others = await readContacts(
      store,
      accountId,
      ids.filter((id) => !known.has(id)),
    );
    const changes = [...contacts, ...others].map((contact) => afterTelling(contact, told.get(contact.id) ?? [], at));
    const marked = changes.filter(({ news }) => news.length > 0);
    // Only where the index would lead here day after day.
    const moved = changes.filter(({ news, contact, day }) => news.length === 0 && isLater(day, contact));
    const written = new Set([...marked, ...moved].slice(0, contactsAtOnce));

    const due = changes.flatMap(({ contact }) => dueDates(contact, today, head.leapDay));
    const tellsNow = isTime && getsReminders(head) && tellableDates(head, due, last, today).length > 0;
    const earliest = isTime && !tellsNow ? addDays(today, 1) : today;
    const days = changes.map((change) => (written.has(change) ? change.day : change.contact.lookDay));
    const first = [later, ...days].filter((day) => day !== undefined).toSorted()[0];
    const wanted = dueInstant(head, first !== undefined && first < earliest ? earliest : first, moment);
    // An entry that has come needs no other one that has.
    const stays = tellsNow && head.dueAt !== null && head.dueAt <= moment.toISOString();
    const plan = planDue(store, head, stays ? head.dueAt : wanted);
    const notes = [...written].map(({ contact, news }): WriteAction => toldAction(store, contact, news, at));
    const ends = accepted ? [endClaimAction(store, accepted, "settled")] : [];
    return { actions: [...notes, ...ends, ...plan.actions], head: plan.head, result: tellsNow };
  });
  return result;
}

async function markTold(
  store: Store,
  accountId: string,
  ids: readonly string[],
  told: ReadonlyMap<string, ClaimedOccurrence[]>,
  at: string,
): Promise<void> {
  await writeAccount(store, accountId, async (head) => {
    const contacts = await readContacts(store, accountId, ids);
    const changes = contacts.map((contact) => afterTelling(contact, told.get(contact.id) ?? [], at));
    const marked = changes.filter(({ news }) => news.length > 0);
    return {
      actions: marked.map(({ contact, news }) => toldAction(store, contact, news, at)),
      head,
      result: undefined,
    };
  });
}

async function readContacts(store: Store, accountId: string, ids: readonly string[]) {
  const contacts = await getDatedContacts(store, accountId, ids);
  return contacts.map((contact) => ({ ...contact, lookDay: undefined }));
}

/** The contact as it is once these occurrences are noted: what of them is news, and the day on which to look again. */
function afterTelling<Contact extends DatedContact>(contact: Contact, told: readonly ClaimedOccurrence[], at: string) {
  const news = told.filter(
    ({ dateId, occurrence }) =>
      contact.dates.some(({ id }) => id === dateId) && contact.sent[dateId]?.occurrence !== occurrence,
  );
  const sent = {
    ...contact.sent,
    ...Object.fromEntries(news.map(({ dateId, occurrence }) => [dateId, { occurrence, at }])),
  };
  return { contact: { ...contact, sent }, news, day: firstNotifyDay(contact.dates, at, sent) };
}

function isLater(day: string | undefined, { lookDay }: { lookDay: string | undefined }): boolean {
  return lookDay !== undefined && (day === undefined || day > lookDay);
}
