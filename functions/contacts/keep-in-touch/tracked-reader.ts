/** The contacts with `keepFrequencyDays` of a whole account in memory, in the order in which they are due. */
import { AccountMemory } from "../../../shared/account/account-memory.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { listTracked } from "../../../shared/keep-in-touch/store/tracked-contacts.ts";
import { dueDay, dueInstantInUtc, type TrackedContact } from "../../../shared/keep-in-touch/tracked-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

export interface DueContact extends TrackedContact {
  /** In the account's time zone, `YYYY-MM-DD`. */
  dueOn: string;
}

/** The contacts after every write up to the head, the first one that is due first. */
export type ReadTracked = (head: AccountHead) => Promise<readonly DueContact[]>;

/** Contacts of all accounts; each takes less than half a kilobyte. */
const room = 60_000;

interface Held {
  contacts: readonly DueContact[];
  keepTxid: number;
  timezone: string;
}

/** Reading costs nothing for an account without such contacts, or with unchanged ones. */
export function createTrackedReader(store: Store): ReadTracked {
  const memory = new AccountMemory<Held>(room, ({ contacts }) => contacts.length);

  // A query may see some items of a transaction before the others, so what is kept was read between two transactions.
  const read = async ({ accountId, keepTxid, timezone }: AccountHead): Promise<Held> => {
    const contacts = inOrder(await listTracked(store, accountId), timezone);
    const held = { contacts, keepTxid, timezone };
    if ((await getAccountHead(store, accountId)).keepTxid === keepTxid) memory.keep(accountId, held);
    return held;
  };

  return async (head) => {
    if (head.keepTxid === 0) return [];
    const isCurrent = (held: Held) => held.keepTxid === head.keepTxid && held.timezone === head.timezone;
    return (await memory.load(head.accountId, isCurrent, () => read(head))).contacts;
  };
}

function inOrder(contacts: readonly TrackedContact[], timeZone: string): DueContact[] {
  const keyed = contacts.map((contact) => {
    const dueOn = dueDay(contact, timeZone);
    return { contact: { ...contact, dueOn }, key: `${dueOn} ${dueInstantInUtc(contact)} ${contact.id}` };
  });
  keyed.sort((one, other) => (one.key < other.key ? -1 : 1));
  return keyed.map(({ contact }) => contact);
}
