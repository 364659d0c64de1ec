/**
 * Takes contacts that are gone out of the interactions that name them. It goes by interaction: one that many of them
 * took part in is read and rewritten once, without all of them, or deleted with the last of its participants. Every
 * transaction is whole, and what it did need not be done again: whoever is stopped leaves less to the next one.
 */
import { unavailable } from "../http/errors.ts";
import type { AccountHead } from "./account.ts";
import { maxActions, type WriteAction, type WritePlan, within, writeAccount } from "./account-write.ts";
import { type Departure, departureAction, readDepartures } from "./departures.ts";
import { deleteInteraction, getInteractions, type InteractionRecord, putInteraction } from "./interaction.ts";
import { countsAfter } from "./interaction-counts.ts";
import { mapInParallel } from "./parallel.ts";
import { deleteParticipation, type Participation, participationPages } from "./participation.ts";
import { type SettleParts, settledHead } from "./settle.ts";
import { withoutJournal } from "./write-journal.ts";

export interface Forgotten {
  isDone: boolean;
  /** The account's, after the last write; undefined when there was none. */
  txid: string | undefined;
}

/**
 * A settled head, after which interactions name nobody who was gone before. `left` tells the milliseconds that there
 * are; throws `service_unavailable` when they do not suffice: the same request sent again begins where this one ended.
 */
export async function forgottenHead(parts: SettleParts, accountId: string, left: () => number): Promise<AccountHead> {
  const head = await settledHead(parts, accountId);
  if (head.departures === 0) return head;
  const { isDone } = await forgetDeparted(parts, accountId, { upTo: head.txid, left });
  if (!isDone) throw unavailable(new Error("the time is over"));
  const after = await settledHead(parts, accountId);
  // Who left meanwhile may still be named: so the answer does not claim to know of it.
  return after.departures === 0 ? after : { ...after, txid: head.txid };
}

/** All who left by writes up to the `txid` `upTo`, as long as `left` tells of milliseconds. */
export async function forgetDeparted(
  parts: SettleParts,
  accountId: string,
  { upTo, left }: { upTo: number; left: () => number },
): Promise<Forgotten> {
  const forgetting = new Forgetting(parts, upTo);
  let last: string | undefined;
  while (left() > 0) {
    const { result, txid } = await withoutJournal(() =>
      writeAccount(
        parts.store,
        accountId,
        (head, version) => forgetting.plan(head, version),
        within(left(), parts.retry),
      ),
    );
    last = txid;
    forgetting.committed(result, Number(txid));
    if (result.isLast) return { isDone: true, txid };
  }
  return { isDone: false, txid: last };
}

interface Planned {
  isLast: boolean;
  /** Interactions that name nobody any more who is gone. */
  mended: readonly string[];
}

interface Change {
  before: InteractionRecord;
  participantIds: readonly string[];
}

/** Where contacts stood. */
interface Traces {
  ids: readonly string[];
  /** Null: more than a transaction takes. */
  entries: readonly Participation[] | null;
}

/** Journals that are looked at together, of at most a hundred contacts each. */
const journalsAtOnce = 100;
/** Contacts whose interactions are in memory at once, and queries under way. */
const contactsAtOnce = 16;
/** Keys of one call: DynamoDB's quota. */
const interactionsAtOnce = 100;
/** The head and two journals go along. */
const mostChanges = maxActions - 3;
/** Of interactions as JSON; DynamoDB takes 4 MB. */
const maxTransactionBytes = 3.5 * 1000 * 1000;

/** What one run knows: nobody who is gone is ever put into an interaction again, nor given another entry. */
class Forgetting {
  private readonly parts: SettleParts;
  private readonly upTo: number;
  private readonly gone = new Set<string>();
  /** Interactions that name nobody of those. */
  private readonly clean = new Set<string>();
  /** Read ahead; holds as long as nobody else writes. */
  private readonly read = new Map<string, InteractionRecord>();
  private readAt: number | undefined;
  private traces: { of: string; found: Traces } | undefined;

  constructor(parts: SettleParts, upTo: number) {
    this.parts = parts;
    this.upTo = upTo;
  }

  committed({ mended }: Planned, txid: number): void {
    for (const id of mended) {
      this.clean.add(id);
      this.read.delete(id);
    }
    this.readAt = txid;
  }

  async plan(head: AccountHead, txid: number): Promise<WritePlan<Planned>> {
    const { store, now } = this.parts;
    const { accountId } = head;
    // Read anew every time: another process may have ended a journal, and the head must not count that twice.
    const journals = await readDepartures(store, accountId, "named", journalsAtOnce);
    const [first, second] = journals;
    const isBefore = (journal: Departure | undefined) => journal !== undefined && journal.txid <= this.upTo;
    if (!first || !isBefore(first)) return { actions: [], head, result: { isLast: true, mended: [] } };
    this.learn(head, journals);
    const contactIds = first.contactIds.slice(0, contactsAtOnce);
    const rest = first.contactIds.slice(contactsAtOnce);
    const traces = await this.tracesOf(accountId, contactIds);
    const { changes, isAll } = await this.changesOf(accountId, traces.ids);
    const ended = changes.filter(({ participantIds }) => participantIds.length === 0);
    const gone = ended.map(({ before }) => before.date);
    const counts = await countsAfter(store, head, { gone, come: [] }, now());
    const after = isAll ? this.farewell(head, txid, { journal: first, contactIds, rest, traces, changes }) : undefined;
    const mended = changes.map(({ before }) => before.id);
    return {
      actions: [
        ...changes.map(({ before, participantIds }) =>
          participantIds.length === 0
            ? deleteInteraction(store, accountId, before.id)
            : putInteraction(store, { ...before, participantIds }),
        ),
        ...(after?.actions ?? []),
      ],
      head: { ...head, ...counts, ...after?.head },
      result: { isLast: isAll && rest.length === 0 && !isBefore(second), mended },
    };
  }

  private learn(head: AccountHead, journals: readonly Departure[]): void {
    const ids = journals.flatMap(({ contactIds }) => contactIds);
    const isMore = ids.some((id) => !this.gone.has(id));
    for (const id of ids) this.gone.add(id);
    if (isMore) this.clean.clear();
    if (isMore || head.txid !== this.readAt) this.read.clear();
    this.readAt = head.txid;
  }

  /** No interaction names these contacts: their entries go along where they fit, else they are left to another journal. */
  private farewell(
    head: AccountHead,
    txid: number,
    of: {
      journal: Departure;
      contactIds: readonly string[];
      rest: readonly string[];
      traces: Traces;
      changes: readonly Change[];
    },
  ): { actions: WriteAction[]; head: Partial<AccountHead> } {
    const { store } = this.parts;
    const { accountId } = head;
    const { entries } = of.traces;
    const fits = entries !== null && entries.length + of.changes.length <= mostChanges;
    return {
      actions: [
        departureAction(store, accountId, "named", { ...of.journal, contactIds: of.rest }),
        ...(fits
          ? entries.map((entry) => deleteParticipation(store, accountId, entry.contactId, entry))
          : [departureAction(store, accountId, "entries", { txid, contactIds: of.contactIds })]),
      ],
      head: {
        departures: head.departures - (of.rest.length === 0 ? 1 : 0),
        leftEntries: head.leftEntries + (fits ? 0 : 1),
      },
    };
  }

  /** Of contacts that are gone: what is found once holds. */
  private async tracesOf(accountId: string, contactIds: readonly string[]): Promise<Traces> {
    const of = contactIds.join();
    if (this.traces?.of !== of) {
      const ids = new Set<string>();
      let entries: Participation[] | null = [];
      await mapInParallel(contactIds, contactsAtOnce, async (contactId) => {
        for await (const page of participationPages(this.parts.store, accountId, contactId)) {
          for (const { id } of page) ids.add(id);
          entries = entries && entries.length + page.length <= mostChanges ? [...entries, ...page] : null;
        }
      });
      this.traces = { of, found: { ids: [...ids], entries } };
    }
    return this.traces.found;
  }

  /** As many as a transaction takes, the first ones of these that name somebody who is gone. */
  private async changesOf(accountId: string, ids: readonly string[]): Promise<{ changes: Change[]; isAll: boolean }> {
    const unseen = ids.filter((id) => !this.clean.has(id));
    const changes: Change[] = [];
    let bytes = 0;
    for (let at = 0; at < unseen.length; at += interactionsAtOnce) {
      const some = unseen.slice(at, at + interactionsAtOnce);
      const found = await this.readOn(accountId, some);
      for (const id of some) {
        const before = found.get(id);
        const participantIds = before?.participantIds.filter((one) => !this.gone.has(one)) ?? [];
        if (!before || participantIds.length === before.participantIds.length) {
          this.clean.add(id);
          // What is right as it is need not be held: of a journal that somebody else began there may be many.
          this.read.delete(id);
          continue;
        }
        bytes += Buffer.byteLength(JSON.stringify(before));
        const isFull = changes.length === mostChanges || bytes > maxTransactionBytes;
        if (isFull && changes.length > 0) return { changes, isAll: false };
        changes.push({ before, participantIds });
      }
    }
    return { changes, isAll: true };
  }

  private async readOn(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, InteractionRecord>> {
    const unread = ids.filter((id) => !this.read.has(id));
    for (const each of await getInteractions(this.parts.store, accountId, unread)) this.read.set(each.id, each);
    return this.read;
  }
}
