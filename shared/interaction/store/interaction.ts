/**
 * The items of an interaction: the interaction itself (`N#`), which an index has in the order of dates, and an entry
 * (`P#`) for each participant, by which the interactions of a contact are found in the order of their dates.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import {
  accountOfPartition,
  accountPartition,
  type Store,
  type Stored,
  type WriteAction,
} from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";

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

/** The largest number of participants, unless a merge united more. */
export const maxParticipants = 50;

export interface InteractionRecord {
  id: string;
  accountId: string;
  type: (typeof interactionTypes)[number];
  /** ISO 8601 in UTC. */
  date: string;
  title: string | null;
  description: string | null;
  /** In the order of the request. */
  participantIds: readonly string[];
  /** Those of the participants that are in the trash. An interaction without others is in no list and no count. */
  hiddenIds: readonly string[];
  createdAt: string;
  updatedAt: string;
}

/** The participants that are not in the trash. */
export function visibleIds({ participantIds, hiddenIds }: Pick<InteractionRecord, "participantIds" | "hiddenIds">) {
  return hiddenIds.length === 0 ? participantIds : participantIds.filter((id) => !hiddenIds.includes(id));
}

/** Whether the interaction is there for readers. */
export function isVisible(interaction: InteractionRecord): boolean {
  return visibleIds(interaction).length > 0;
}

function interactionKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: `N#${id}` };
}

export function interactionFromItem(item: Record<string, unknown>): InteractionRecord {
  const stored = item as Stored<
    Omit<InteractionRecord, "accountId"> & { interactionKey: string },
    "title" | "description" | "hiddenIds"
  >;
  const { pk, sk: _sk, interactionKey: _key, title = null, description = null, hiddenIds = [], ...fields } = stored;
  return { ...fields, accountId: accountOfPartition(pk), title, description, hiddenIds };
}

export function putInteraction({ tableName: TableName }: Store, interaction: InteractionRecord): WriteAction {
  const { accountId, title, description, hiddenIds, ...fields } = interaction;
  const Item = {
    ...interactionKey(accountId, fields.id),
    ...fields,
    ...(title !== null && { title }),
    ...(description !== null && { description }),
    ...(hiddenIds.length > 0 && { hiddenIds }),
    // The index also has contacts, with other prefixes.
    ...(isVisible(interaction) && { interactionKey: `I#${fields.date}#${fields.id}` }),
  };
  return { Put: { TableName, Item } };
}

export function deleteInteraction({ tableName: TableName }: Store, accountId: string, id: string): WriteAction {
  return { Delete: { TableName, Key: interactionKey(accountId, id) } };
}

/** The participation of a contact in an interaction. Its entry is a key and nothing else. */
export interface Participation {
  contactId: string;
  id: string;
  /** The date of the interaction when the entry was written. */
  date: string;
}

export function participationKey(accountId: string, { contactId, date, id }: Participation) {
  return { pk: accountPartition(accountId), sk: `P#${contactId}#${date}#${id}` };
}

export function participationOf({ sk }: Record<string, unknown>): Participation {
  const [, contactId = "", date = "", id = ""] = String(sk).split("#");
  return { contactId, id, date };
}

export function putParticipation(
  { tableName: TableName }: Store,
  { accountId, date, id }: InteractionRecord,
  contactId: string,
): WriteAction {
  return { Put: { TableName, Item: participationKey(accountId, { contactId, date, id }) } };
}

export function deleteParticipation(
  { tableName: TableName }: Store,
  accountId: string,
  entry: Participation,
): WriteAction {
  return { Delete: { TableName, Key: participationKey(accountId, entry) } };
}

/** Consistently reads an interaction. */
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

/** Consistently reads the interactions that exist, in the order of the ids. */
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
