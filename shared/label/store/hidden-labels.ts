/**
 * The deleted labels whose members are hidden with them, in an item (`HL`). Memberships keep their numbers, also while a contact is in
 * the trash or a part of another one, so that a label that comes back has its members without any work. Which numbers are to be
 * removed is found out when the next label is deleted: those of no label that exists or is hidden.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

/** The number of a label, and the second since the epoch until which it is hidden. */
type HiddenLabel = readonly [number: number, until: number];

/** Seconds: a day more than an undo can bring a label back, because that takes some time. */
const lifetime = 31 * 24 * 3600;
/** The item is rewritten by every deletion. Labels that were deleted before these lose their members earlier. */
const maxHidden = 1_000;

function hiddenKey(accountId: string) {
  return { pk: accountPartition(accountId), sk: "HL" };
}

/** Consistently reads the numbers of hidden labels, the first that was deleted first. */
export async function readHidden(store: Store, head: AccountHead, now: Date): Promise<number[]> {
  return (await readItem(store, head, now)).map(([number]) => number);
}

/** Without members, and without contacts in the trash, which may be members, there is nothing to hide. */
export async function planHiding(
  store: Store,
  head: AccountHead,
  numbers: readonly number[],
  now: Date,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  if (head.membershipCount + head.trashCount === 0) return { actions: [], head };
  const earlier = (await readItem(store, head, now)).filter(([number]) => !numbers.includes(number));
  const expiresAt = Math.ceil(now.getTime() / 1000) + lifetime;
  const hidden = [...earlier, ...numbers.map((number): HiddenLabel => [number, expiresAt])].slice(-maxHidden);
  const Item = { ...hiddenKey(head.accountId), hidden, expiresAt };
  return { actions: [{ Put: { TableName: store.tableName, Item } }], head: { ...head, hasHiddenLabels: true } };
}

async function readItem(store: Store, { accountId, hasHiddenLabels }: AccountHead, now: Date) {
  if (!hasHiddenLabels) return [];
  const [item] = await batchGet(store, [hiddenKey(accountId)]);
  return ((item?.hidden ?? []) as HiddenLabel[]).filter(([, until]) => until * 1000 > now.getTime());
}
