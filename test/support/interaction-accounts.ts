/** Accounts whose interactions are looked at from all sides, and processes that end in the middle of a change. */
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { writeAccount } from "../../shared/table/account-write.ts";
import { type InteractionRecord, putInteraction } from "../../shared/table/interaction.ts";
import { mapInParallel } from "../../shared/table/parallel.ts";
import { putParticipation } from "../../shared/table/participation.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "./contact-calls.ts";
import { interactionCalls } from "./interaction-calls.ts";
import { realisticBody } from "./realistic-contact.ts";
import { watchedStore } from "./watched-store.ts";

/** An account with so many realistic contacts, none of which shows an interaction. */
export async function accountWith(store: Store, count: number): Promise<{ accountId: string; ids: string[] }> {
  const accountId = await seedAccount(store);
  const records = Array.from({ length: count }, (_, n) =>
    recordOf(accountId, { ...realisticBody(n), lastInteraction: null }),
  );
  await storeAll(store, accountId, records, 10);
  return { accountId, ids: records.map(({ id }) => id) };
}

/**
 * Puts so many interactions of the same people into the account, a minute after another, by as few calls as can be; the
 * contacts do not show them.
 */
export async function shareInteractions(
  store: Store,
  accountId: string,
  participantIds: readonly string[],
  count: number,
): Promise<InteractionRecord[]> {
  const interactions = Array.from({ length: count }, (_, n): InteractionRecord => {
    const date = new Date(Date.parse("2026-02-03T10:00:00.000Z") + n * 60_000).toISOString();
    const fields = { type: "Note", title: `Note ${n}`, description: null, createdAt: date, updatedAt: date } as const;
    return { ...fields, id: newId(), accountId, date, participantIds };
  });
  const actions = interactions.flatMap((each) => [
    putInteraction(store, each),
    ...participantIds.map((id) => putParticipation(store, each, id)),
  ]);
  const requests = actions.map(({ Put }) => ({ PutRequest: { Item: Put?.Item } }));
  const calls = Array.from({ length: Math.ceil(requests.length / 25) }, (_, n) => requests.slice(n * 25, (n + 1) * 25));
  await mapInParallel(calls, 8, (some) =>
    store.client.send(new BatchWriteCommand({ RequestItems: { [store.tableName]: some } })),
  );
  await writeAccount(store, accountId, (head) => {
    return { actions: [], head: { ...head, interactionCount: head.interactionCount + count }, result: null };
  });
  return interactions;
}

/** Which contacts show an interaction, and who has an entry of it. Interactions, or contacts, may be what is read first. */
export async function readAll(store: Store, accountId: string, first: "interactions" | "contacts" = "contacts") {
  const list = () => interactionCalls(store, accountId).list();
  const early = first === "interactions" ? await list() : undefined;
  const { contacts } = (await contactCalls(store, accountId).list({ limit: "200" })).body;
  const { interactions, pagination } = (early ?? (await list())).body;
  const keys = [...(await itemsOf(store, accountId)).keys()].map((key) => key.split("#"));
  return {
    interactions,
    totalCount: pagination.totalCount,
    shown: contacts.flatMap(({ id, lastInteraction: date }) => (date === null ? [] : [`${id} ${date}`])).toSorted(),
    listed: keys.flatMap(([kind, id, date]) => (kind === "P" ? [`${id} ${date}`] : [])).toSorted(),
    journals: keys.filter(([kind = ""]) => ["U", "D", "Q"].includes(kind)).length,
  };
}

export class Interrupted extends Error {}

/** A process that ends before its call of this number, of whatever kind; it says whether it did. */
export function mortalAt(store: Store, number: number) {
  const life = { calls: 0, isOver: false };
  const watched = watchedStore(store, async (_command, send) => {
    life.isOver ||= ++life.calls === number;
    if (life.isOver) throw new Interrupted();
    return send();
  });
  return { store: watched, life };
}

/** A process that ends before, or after, its transaction of this number; how many it made is told by `transactions`. */
export function mortal(store: Store, number: number, when: "before" | "after") {
  const life = { transactions: 0, isOver: false };
  const watched = watchedStore(store, async ({ name }, send) => {
    if (life.isOver) throw new Interrupted();
    if (name !== "TransactWriteCommand") return send();
    life.isOver = ++life.transactions === number;
    if (life.isOver && when === "before") throw new Interrupted();
    const answer = await send();
    if (life.isOver) throw new Interrupted();
    return answer;
  });
  return { store: watched, life };
}
