/**
 * Deletes the entries of contacts that are gone and that no interaction names any more. Nobody reads them, and nobody
 * writes any: so it needs no transaction, at half the price, and no reader waits for it.
 */
import type { AccountHead } from "./account.ts";
import { defaultRetryPolicy, maxActions, type WritePlan, within, writeAccount } from "./account-write.ts";
import { batchDelete } from "./batch-delete.ts";
import { departureAction, readDepartures } from "./departures.ts";
import type { Forgotten } from "./forget-departed.ts";
import { mapInParallel } from "./parallel.ts";
import { participationKey, participationsOf } from "./participation.ts";
import type { SettleParts } from "./settle.ts";
import { withoutJournal } from "./write-journal.ts";

/** Journals that end with one write, which the head takes part in. */
const journalsAtOnce = maxActions - 1;
/** Contacts that are worked at side by side, each by some calls at once. */
const parallelContacts = 4;
/** Of one contact; some 130 KB. */
const entriesAtOnce = 1_000;

/** All there are, as long as `left` tells of milliseconds. A journal goes once its entries are gone. */
export async function deleteDepartedEntries(
  parts: SettleParts,
  accountId: string,
  left: () => number,
): Promise<Forgotten> {
  const { store, retry } = parts;
  let last: string | undefined;
  while (left() > 0) {
    const journals = await readDepartures(store, accountId, "entries", journalsAtOnce);
    if (journals.length === 0) return { isDone: true, txid: last };
    const contactIds = journals.flatMap((journal) => journal.contactIds);
    const done = await mapInParallel(contactIds, parallelContacts, (id) => deleteEntries(parts, accountId, id, left));
    if (done.includes(false)) break;
    const txids = new Set(journals.map(({ txid }) => txid));
    const plan = (head: AccountHead) => planEnd(parts, head, txids);
    const written = await withoutJournal(() => writeAccount(store, accountId, plan, within(left(), retry)));
    last = written.txid;
    if (written.result === 0) return { isDone: true, txid: last };
  }
  return { isDone: false, txid: last };
}

/** False: there is no time for all of them. */
async function deleteEntries(
  { store, retry = defaultRetryPolicy }: SettleParts,
  accountId: string,
  contactId: string,
  left: () => number,
): Promise<boolean> {
  while (left() > 0) {
    const entries = await participationsOf(store, accountId, contactId, entriesAtOnce);
    const keys = entries.map(({ date, id }) => participationKey(accountId, contactId, date, id));
    await batchDelete(store, keys, retry.pause);
    if (entries.length < entriesAtOnce) return true;
  }
  return false;
}

/** Gives how many journals are left. Those that another process has ended meanwhile are not counted twice. */
async function planEnd(
  { store }: SettleParts,
  head: AccountHead,
  txids: ReadonlySet<number>,
): Promise<WritePlan<number>> {
  const { accountId } = head;
  const there = await readDepartures(store, accountId, "entries", journalsAtOnce);
  const ended = there.filter(({ txid }) => txids.has(txid));
  const leftEntries = head.leftEntries - ended.length;
  if (ended.length === 0) return { actions: [], head, result: leftEntries };
  const actions = ended.map(({ txid }) => departureAction(store, accountId, "entries", { txid, contactIds: [] }));
  return { actions, head: { ...head, leftEntries }, result: leftEntries };
}
