/** The contacts to be in touch with that a mail includes: the first ones by name, the others as a number. */
import type { AccountHead } from "../../account/store/account.ts";
import {
  listDueTracked,
  listTrackedBetween,
  type PositionedContact,
} from "../../keep-in-touch/store/tracked-contacts.ts";
import { dueDay } from "../../keep-in-touch/tracked-contact.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import type { LeasedPositions } from "../store/mail-lease.ts";

export interface DueContacts {
  /** At least one, and at most `maxNamed`: the contacts that have been due for the longest time. */
  named: readonly PositionedContact[];
  /** The number of the others. */
  more: number;
  positions: LeasedPositions;
}

const maxNamed = 5;

/** The contacts that have become due up to `today` and that no mail has included; undefined if there are none. */
export async function readDueTracked(store: Store, head: AccountHead, today: string): Promise<DueContacts | undefined> {
  const { accountId, keepTxid, keptInTouchUntil: from, timezone } = head;
  if (keepTxid === 0) return undefined;
  return summarise(listDueTracked(store, accountId, { after: from, today, timeZone: timezone }), from, timezone);
}

/** The contacts of a lease whose due time is still the same as when the lease was written; undefined if there are none. */
export async function readLeasedTracked(
  store: Store,
  { accountId, timezone }: AccountHead,
  positions: LeasedPositions | null,
): Promise<DueContacts | undefined> {
  return positions ? summarise(listTrackedBetween(store, accountId, positions), positions.from, timezone) : undefined;
}

/** `contacts` come after the position `from`, in the order of their positions. */
export async function summarise(
  contacts: AsyncIterable<PositionedContact> | readonly PositionedContact[],
  from: string,
  timeZone: string,
): Promise<DueContacts | undefined> {
  let named: { day: string; contact: PositionedContact }[] = [];
  let [count, to] = [0, from];
  for await (const contact of contacts) {
    const sorted = [...named, { day: dueDay(contact, timeZone), contact }].toSorted((one, other) =>
      one.day === other.day ? 0 : one.day < other.day ? -1 : 1,
    );
    named = sorted.slice(0, maxNamed);
    to = contact.position;
    count++;
  }
  if (count === 0) return undefined;
  return { named: named.map(({ contact }) => contact), more: count - named.length, positions: { from, to } };
}
