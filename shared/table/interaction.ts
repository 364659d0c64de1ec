/**
 * The interaction: one item, carried by an index in the order of dates; each participant has an entry beside it
 * (participation.ts). What changes with it is planned in interaction-write.ts.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { AppError } from "../http/errors.ts";
import type { WriteAction } from "./account-write.ts";
import { batchGet } from "./batch-get.ts";
import { accountOfPartition, accountPartition, type Store } from "./store.ts";

export const interactionTypes = [
  "Call",
  "Coffee",
  "Email",
  "Meal",
  "Meeting",
  "Networking event",
  "Note",
  "Other",
  "Party/Social",
  "Text/Messaging",
  "Competition/Hackathon",
  "Custom",
] as const;

export interface InteractionRecord {
  id: string;
  accountId: string;
  type: (typeof interactionTypes)[number];
  /** ISO 8601 in UTC. */
  date: string;
  title: string | null;
  description: string | null;
  /** In the order in which they were given. */
  participantIds: readonly string[];
  createdAt: string;
  updatedAt: string;
}

function interactionKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: `N#${id}` };
}

export function interactionFromItem(item: Record<string, unknown>): InteractionRecord {
  const { pk, sk: _sk, interactionKey: _key, title = null, description = null, ...fields } = item;
  return { ...fields, accountId: accountOfPartition(String(pk)), title, description } as unknown as InteractionRecord;
}

export function putInteraction({ tableName: TableName }: Store, interaction: InteractionRecord): WriteAction {
  const { accountId, title, description, ...fields } = interaction;
  const Item = {
    ...interactionKey(accountId, fields.id),
    ...fields,
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    // Contacts share the index, and have a range of their own in it.
    interactionKey: `I#${fields.date}#${fields.id}`,
  };
  return { Put: { TableName, Item } };
}

export function deleteInteraction({ tableName: TableName }: Store, accountId: string, id: string): WriteAction {
  return { Delete: { TableName, Key: interactionKey(accountId, id) } };
}

/** Consistent. */
export async function getInteraction(
  { client, tableName }: Store,
  accountId: string,
  id: string,
): Promise<InteractionRecord | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: interactionKey(accountId, id), ConsistentRead: true }),
  );
  return Item && interactionFromItem(Item);
}

/** Throws `interaction_not_found`. */
export async function requireInteraction(store: Store, accountId: string, id: string): Promise<InteractionRecord> {
  const interaction = await getInteraction(store, accountId, id);
  if (!interaction) throw new AppError("interaction_not_found");
  return interaction;
}

/** Those that exist, in the order of the ids, consistently read. */
export async function getInteractions(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<InteractionRecord[]> {
  const items = await batchGet(
    store,
    ids.map((id) => interactionKey(accountId, id)),
  );
  const found = new Map(items.map((item) => [String(item.id), interactionFromItem(item)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
