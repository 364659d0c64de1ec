/**
 * Work that earlier writes left for later: participants of a changed interaction that didn't fit into its transaction, each
 * list of them in an item `U#`, and planned interactions whose date has come. Each read or write that depends on
 * it applies it first, in transactions of their own. So no change of an interaction is seen half done, and no clock is needed.
 * References to deleted contacts are not part of it, because no contact depends on them (contact-deletion/).
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountHead, getAccountHead } from "../../account/store/account.ts";
import { type FirstWrite, type RetryPolicy, type WritePlan, writeAccount } from "../../account/store/account-write.ts";
import { loadAliases } from "../../contact/store/aliases.ts";
import { prefixQuery } from "../../platform/dynamodb/query.ts";
import { withoutReplayLog } from "../../platform/dynamodb/replay-log.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { planDueInteractions } from "./due-interactions.ts";
import { getInteraction, type InteractionRecord } from "./interaction.ts";
import {
  contactsOf,
  fittingSteps,
  type ParticipantChange,
  participantActions,
  participantSteps,
  planSteps,
  type WriteTime,
} from "./participant-steps.ts";

export interface PendingWorkParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

/**
 * The account's head without pending work, read by `read`. Consistent reads after it are at least as new. Throws
 * `service_unavailable` when the work takes longer than the time limit of a write; what was applied stays.
 */
export async function applyPendingWork(
  parts: PendingWorkParts,
  accountId: string,
  read: (store: Store, accountId: string) => Promise<AccountHead> = getAccountHead,
): Promise<AccountHead> {
  const { store, now, retry } = parts;
  const head = await read(store, accountId);
  if (!isPending(head, now())) return head;
  const plan = afterPendingWork(parts, (after) => ({ actions: [], head: after, result: after }));
  return (await withoutReplayLog(() => writeAccount(store, accountId, plan, retry))).result;
}

type Plan<Planned> = (head: AccountHead, txid: number) => Promise<Planned> | Planned;

/** The plan of a write that is planned only when the account has no pending work. Each step of the work is a first write. */
export function afterPendingWork<Result>(
  { store, now }: Pick<PendingWorkParts, "store" | "now">,
  plan: Plan<WritePlan<Result> | FirstWrite>,
): Plan<WritePlan<Result> | FirstWrite> {
  return async (head, txid) => {
    const time = { txid, now: now() };
    if (!isPending(head, time.now)) return plan(head, txid);
    return { first: await (head.pendingWork > 0 ? planParticipants : planDueInteractions)(store, head, time) };
  };
}

function isPending({ pendingWork, nextInteractionAt }: AccountHead, now: Date): boolean {
  return pendingWork > 0 || (nextInteractionAt !== null && nextInteractionAt < `${now.toISOString()}~`);
}

export interface PendingWork {
  /** The `txid` of the write that left the work. */
  txid: number;
  interactionId: string;
  /** Participants, present or former, as interactions name them, whose contacts don't show the change yet. */
  contactIds: readonly string[];
  /** The date before the change; null if the change created the interaction. */
  oldDate: string | null;
}

const keyStart = "U#";
const txidDigits = 15;

/** Replaces the item with the same `txid`; without contacts it deletes the item. */
export function pendingWorkAction(
  { tableName: TableName }: Store,
  accountId: string,
  { txid, ...work }: PendingWork,
): WriteAction {
  const Key = { pk: accountPartition(accountId), sk: keyStart + String(txid).padStart(txidDigits, "0") };
  return work.contactIds.length === 0
    ? { Delete: { TableName, Key } }
    : { Put: { TableName, Item: { ...Key, ...work } } };
}

async function firstPendingWork(store: Store, accountId: string): Promise<PendingWork | undefined> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({ TableName: store.tableName, ...prefixQuery(accountId, keyStart), Limit: 1 }),
  );
  const [item] = Items;
  if (!item) return undefined;
  const { pk: _pk, sk, ...work } = item as Omit<PendingWork, "txid"> & { pk: string; sk: string };
  return { txid: Number(sk.slice(keyStart.length)), ...work };
}

/** Applies the oldest pending work, as many participants as fit into a transaction. */
async function planParticipants(store: Store, head: AccountHead, time: WriteTime): Promise<FirstWrite["first"]> {
  const { accountId } = head;
  const work = await firstPendingWork(store, accountId);
  if (!work) return { actions: [], head: { ...head, pendingWork: 0 } };
  const after = (await getInteraction(store, accountId, work.interactionId)) ?? null;
  const participantIds = work.contactIds.slice(0, participantActions);
  const aliases = await loadAliases(store, head);
  const contacts = await contactsOf(store, accountId, participantIds, aliases);
  const change = { id: work.interactionId, before: entriesBefore(work, after), after };
  const steps = await participantSteps(store, { accountId, participantIds, contacts, aliases }, change, time.now);
  const done = fittingSteps(store, steps);
  const planned = planSteps(store, head, done, time);
  const notDone = steps.slice(done.length).map(({ participantId }) => participantId);
  const contactIds = [...notDone, ...work.contactIds.slice(participantActions)];
  return {
    ...planned,
    actions: [...planned.actions, pendingWorkAction(store, accountId, { ...work, contactIds })],
    head: contactIds.length === 0 ? { ...planned.head, pendingWork: head.pendingWork - 1 } : planned.head,
  };
}

/**
 * The entries that may exist. If the date is unchanged, the work has only contacts that joined or left. Otherwise each of
 * them may have an entry; deleting a missing one does no harm.
 */
function entriesBefore(
  { contactIds, oldDate }: PendingWork,
  after: InteractionRecord | null,
): ParticipantChange["before"] {
  if (oldDate === null) return null;
  const isMoved = oldDate !== after?.date;
  return { date: oldDate, participantIds: contactIds.filter((id) => isMoved || !after.participantIds.includes(id)) };
}
