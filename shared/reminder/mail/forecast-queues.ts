/** The contacts of a forecast, read as far as it has come, with what its mails and planned interactions have changed. */
import type { DatedContact } from "../../important-date/dated-contact.ts";
import { type PositionedContact, positioned } from "../../keep-in-touch/store/tracked-contacts.ts";
import { dueDay } from "../../keep-in-touch/tracked-contact.ts";
import type { LeasedOccurrence } from "../store/mail-lease.ts";
import { afterSending } from "./after-sending.ts";

/** Contacts with dates, by a day before which none of their reminders is due. */
export function datedQueue(
  contacts: AsyncGenerator<DatedContact & { dueDay: string }, void>,
  mailed: ReadonlyMap<string, LeasedOccurrence[]>,
) {
  const stored = sortedReader(contacts, (contact) => contact.dueDay);
  const byDay = new Map<string, DatedContact[]>();
  return {
    /** Removes the contacts up to this day. Those that are read now get the marks of `mailed`. */
    async take(today: string, at: string): Promise<DatedContact[]> {
      const read = await stored.until(today);
      const days = [...byDay.keys()].filter((day) => day <= today);
      const known = days.flatMap((day) => byDay.get(day) ?? []);
      for (const day of days) byDay.delete(day);
      return [...known, ...read.map((contact) => afterSending(contact, mailed.get(contact.id) ?? [], at).contact)];
    },
    put(contact: DatedContact, day: string | undefined): void {
      if (day === undefined) return;
      const others = byDay.get(day);
      if (others) others.push(contact);
      else byDay.set(day, [contact]);
    },
    async firstDay(): Promise<string | undefined> {
      return [...byDay.keys(), await stored.firstKey()].filter((day) => day !== undefined).toSorted()[0];
    },
  };
}

/** An interaction whose date is still to come, with those of its participants to be in touch with. */
export interface PlannedInteraction {
  date: string;
  contacts: readonly PositionedContact[];
}

/** Contacts to be in touch with that no mail has included, by their positions. */
export function trackedQueue(
  contacts: AsyncGenerator<PositionedContact, void>,
  planned: AsyncGenerator<PlannedInteraction, void>,
  timeZone: string,
) {
  /** The contacts after the planned interactions that were applied, by their ids. */
  const met = new Map<string, PositionedContact>();
  const stored = sortedReader(withDays(contacts, timeZone), dayOf, ({ id }) => !met.has(id));
  const interactions = sortedReader(planned, ({ date }) => date);
  /** Those that were read or met, by their positions. */
  const known: DueContact[] = [];
  const add = (contact: DueContact) => known.splice(countUpTo(known, contact.position), 0, contact);
  const remove = ({ position }: PositionedContact) => {
    const index = countUpTo(known, position) - 1;
    if (known[index]?.position === position) known.splice(index, 1);
  };
  return {
    /** Applies the interactions up to this instant. `mailedUntil` is the position up to which mails have included contacts. */
    async applyPlanned(at: string, mailedUntil: string): Promise<void> {
      for (const { date, contacts } of await interactions.until(at)) {
        for (const contact of contacts.map((each) => met.get(each.id) ?? each)) {
          if (contact.lastInteraction !== null && contact.lastInteraction >= date) continue;
          const moved = positioned({ ...contact, lastInteraction: date }, mailedUntil);
          met.set(moved.id, moved);
          remove(contact);
          add({ ...moved, day: dueDay(moved, timeZone) });
        }
      }
    },
    /** The contacts that are due up to this day. As for the sender, the first one that is due later ends them. */
    async due(today: string): Promise<PositionedContact[]> {
      for (const contact of await stored.until(today)) add(contact);
      const end = known.findIndex(({ day }) => day > today);
      return known.slice(0, end < 0 ? known.length : end);
    },
    /** Removes the contacts that a mail includes. */
    mailUntil(position: string): void {
      known.splice(0, countUpTo(known, position));
    },
    async firstDay(): Promise<string | undefined> {
      const days = [known[0]?.day, await stored.firstKey()];
      return days.filter((day) => day !== undefined).toSorted()[0];
    },
  };
}

type DueContact = PositionedContact & { day: string };
const dayOf = ({ day }: DueContact) => day;

async function* withDays(contacts: AsyncGenerator<PositionedContact, void>, timeZone: string) {
  for await (const contact of contacts) yield { ...contact, day: dueDay(contact, timeZone) };
}

/** How many of the contacts, which are sorted, have positions up to this one. */
function countUpTo(contacts: readonly DueContact[], position: string): number {
  let [low, high] = [0, contacts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((contacts[middle]?.position ?? "") <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads a sorted list as far as it is needed, without the items that are not `current` any more. */
function sortedReader<Item>(
  items: AsyncGenerator<Item, void>,
  keyOf: (item: Item) => string,
  isCurrent: (item: Item) => boolean = () => true,
) {
  let next: Promise<IteratorResult<Item, void>> | undefined;
  const first = async (): Promise<Item | undefined> => {
    for (;;) {
      next ??= items.next();
      const { value } = await next;
      if (!value || isCurrent(value)) return value ?? undefined;
      next = undefined;
    }
  };
  return {
    async firstKey(): Promise<string | undefined> {
      const item = await first();
      return item === undefined ? undefined : keyOf(item);
    },
    /** Removes the items up to this key. */
    async until(last: string): Promise<Item[]> {
      const removed: Item[] = [];
      for (let item = await first(); item !== undefined && keyOf(item) <= last; item = await first()) {
        removed.push(item);
        next = undefined;
      }
      return removed;
    },
  };
}
