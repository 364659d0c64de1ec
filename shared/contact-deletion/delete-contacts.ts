/**
 * Deletes contacts by their ids, as many in a transaction as fit, each with all that hangs on it: for a request that
 * waits, and for the worker that works off a fixed set.
 */
import type { RemoveAvatars } from "../pictures/remove-avatars.ts";
import type { AccountHead } from "../table/account.ts";
import { type RetryPolicy, type WritePlan, within, writeAccount } from "../table/account-write.ts";
import { planDeparture } from "../table/contact-departure.ts";
import { picturesLeft } from "../table/picture.ts";
import { settled } from "../table/settle.ts";
import type { Store } from "../table/store.ts";
import { ContactReader } from "./contact-reader.ts";
import type { ContactIds } from "./contact-set.ts";

export interface DeletionParts {
  store: Store;
  removeAvatars: RemoveAvatars;
  now: () => Date;
  retry?: RetryPolicy;
}

export interface Deletion {
  accountId: string;
  ids: ContactIds;
  /** Of a deletion that may be taken up by another process: its place is kept in the account's head. */
  deletionId?: string;
  /** Milliseconds that a transaction may still take, with all that it waits for. */
  left: () => number;
}

/** One transaction. */
export interface DeletionStep {
  /** Contacts that it removed; ids that do not exist, and the account's own, are passed over. */
  deletedCount: number;
  /** Whether all of the ids are done. */
  finished: boolean;
  /** Journals of the account by which interactions forget who is gone, and which are left to `finishDepartures`. */
  departures: number;
  /** The account's. */
  txid: string;
}

interface Removed {
  deletedCount: number;
  /** How many ids from the first one on are done. */
  end: number;
  /** `photoVersion`s of the contacts that are gone. */
  pictures: string[];
  departures: number;
}

/**
 * At least one step, also for no ids. A contact that is changed meanwhile goes as it is then. Several may work off the
 * same ids at once: each goes on from where the other is. Throws `service_unavailable` when other writes keep coming
 * between for longer than `left` allows; what was deleted stays deleted. Interactions still name the contacts
 * then (departures.ts).
 */
export async function* deleteContacts(
  { store, removeAvatars, now, retry }: DeletionParts,
  { accountId, ids, deletionId, left }: Deletion,
): AsyncGenerator<DeletionStep, void, void> {
  const reader = new ContactReader(store, accountId, ids);
  let done = 0;
  do {
    const { result, txid } = await writeAccount(
      store,
      accountId,
      settled({ store, now }, async (head, version): Promise<WritePlan<Removed>> => {
        const noted = head.deletion !== null && head.deletion.id === deletionId ? head.deletion.done : 0;
        const { contacts, end } = await reader.next(head, Math.max(done, noted));
        const changes = contacts.map((before) => ({ before, after: null }));
        const departures = departuresOf(head);
        const result = { deletedCount: contacts.length, end, pictures: picturesLeft(changes), departures };
        if (contacts.length === 0) return { actions: [], head, result };
        const planned = await planDeparture(store, head, changes, { txid: version, now: now() });
        const place = deletionId !== undefined && { deletion: { id: deletionId, done: end } };
        const after = { ...planned.head, ...place };
        return { ...planned, head: after, result: { ...result, departures: departuresOf(after) } };
      }),
      within(left(), retry),
    );
    reader.advanceTo(Number(txid));
    done = result.end;
    await removeAvatars(accountId, result.pictures);
    const { deletedCount, departures } = result;
    yield { deletedCount, finished: done >= ids.length, departures, txid };
  } while (done < ids.length);
}

/** Journals that contacts left behind when they went. */
export function departuresOf({ departures, leftEntries }: AccountHead): number {
  return departures + leftEntries;
}
