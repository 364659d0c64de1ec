/** Accounts with interactions. */
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import {
  type InteractionRecord,
  putInteraction,
  putParticipation,
} from "../../../shared/interaction/store/interaction.ts";
import { mapInParallel } from "../../../shared/platform/dynamodb/parallel.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf, idsOf } from "../contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../contact/contact-calls.ts";
import { interactionCalls } from "./interaction-calls.ts";

/** An account with this number of contacts, none of which shows an interaction. */
export async function accountWith(
  store: Store,
  count: number,
  bodyOf: (n: number) => object = (n) => ({ firstName: `Ann ${n}` }),
): Promise<{ accountId: string; ids: string[] }> {
  const bodies = Array.from({ length: count }, (_, n) => ({ ...bodyOf(n), lastInteraction: null }));
  const { accountId, contacts } = await accountOf(store, bodies);
  return { accountId, ids: idsOf(contacts) };
}

/** Stores interactions in few calls; their contacts don't show them. */
export async function putInteractions(
  store: Store,
  accountId: string,
  interactions: readonly InteractionRecord[],
  nextInteractionAt: string | null = null,
): Promise<void> {
  const actions = interactions.flatMap((each) => [
    putInteraction(store, each),
    ...each.participantIds.map((id) => putParticipation(store, each, id)),
  ]);
  const requests = actions.map(({ Put }) => ({ PutRequest: { Item: Put?.Item } }));
  const calls = Array.from({ length: Math.ceil(requests.length / 25) }, (_, n) => requests.slice(n * 25, (n + 1) * 25));
  await mapInParallel(calls, 8, (some) =>
    store.client.send(new BatchWriteCommand({ RequestItems: { [store.tableName]: some } })),
  );
  await writeAccount(store, accountId, (head) => {
    const interactionCount = head.interactionCount + interactions.length;
    return { actions: [], head: { ...head, interactionCount, nextInteractionAt }, result: null };
  });
}

export function noteOf(accountId: string, date: string, participantIds: readonly string[]): InteractionRecord {
  const fields = { type: "Note", title: "Note", description: null, createdAt: date, updatedAt: date } as const;
  return { ...fields, id: newId(), accountId, date, participantIds, hiddenIds: [] };
}

/** Stores this number of interactions of the same contacts, one each minute. */
export async function shareInteractions(
  store: Store,
  accountId: string,
  participantIds: readonly string[],
  count: number,
): Promise<InteractionRecord[]> {
  const start = Date.parse("2026-02-03T10:00:00.000Z");
  const interactions = Array.from({ length: count }, (_, n) =>
    noteOf(accountId, new Date(start + n * 60_000).toISOString(), participantIds),
  );
  await putInteractions(store, accountId, interactions);
  return interactions;
}

/** The interactions, the contacts that show one, and the entries. Either contacts or interactions are read first. */
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
    pendingItems: keys.filter(([kind = ""]) => ["U", "D"].includes(kind)).length,
  };
}
