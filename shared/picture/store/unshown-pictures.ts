/**
 * The list of pictures that no contact shows: pictures that are being stored, and pictures that must be removed. A write of a
 * contact removes its new picture from the list and adds its old one, in the same transaction. So every picture on the list that
 * is not new must be removed: at once, or later if the undo of a merge may show it again. All accounts share one list, so that the sweep needs no accounts.
 */
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { prefixRange, queryItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";

export interface UnshownPicture {
  accountId: string;
  photoVersion: string;
  /** When storing started; null for a picture that a contact has shown. */
  storedAt: string | null;
  /** The picture must stay until then, ISO 8601 in UTC; null if no undo of a merge can show it again. */
  keptUntil: string | null;
}

type PictureOwner = { accountId: string; photoVersion: string | null; photoKeptUntil: string | null };

interface PictureChange {
  before: PictureOwner | null;
  after: PictureOwner | null;
}

const partition = "PICTURES";

function unshownKey(accountId: string, photoVersion: string) {
  return { pk: partition, sk: `${accountId}#${photoVersion}` };
}

function pictureFromItem({ sk, storedAt, keptUntil }: Record<string, unknown>): UnshownPicture {
  const [accountId = "", photoVersion = ""] = String(sk).split("#");
  const [stored, kept] = [storedAt, keptUntil].map((time) => (typeof time === "string" ? time : null));
  return { accountId, photoVersion, storedAt: stored ?? null, keptUntil: kept ?? null };
}

/** Must be called before the first object is stored. */
export async function noteStoring(
  { client, tableName }: Store,
  picture: Pick<UnshownPicture, "accountId" | "photoVersion" | "storedAt">,
): Promise<void> {
  const { accountId, photoVersion, storedAt } = picture;
  const Item = { ...unshownKey(accountId, photoVersion), ...(storedAt !== null && { storedAt }) };
  await client.send(new PutCommand({ TableName: tableName, Item }));
}

/** Must be called after the last object was removed. */
export async function noteRemoved({ client, tableName }: Store, accountId: string, version: string): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: unshownKey(accountId, version) }));
}

/**
 * The actions for the pictures of changed contacts. A picture may pass from one of the contacts to another. A picture that
 * no contact shows any more stays in storage until `keptUntil`, or as long as its contact said.
 */
export function pictureActions(
  { tableName: TableName }: Pick<Store, "tableName">,
  changes: readonly PictureChange[],
  keptUntil: string | null = null,
): WriteAction[] {
  const [old, shown] = [shownBy(changes.map(({ before }) => before)), shownBy(changes.map(({ after }) => after))];
  const added = [...shown].filter(([version]) => !old.has(version));
  const removed = [...old].filter(([version]) => !shown.has(version));
  return [
    ...added.map(([version, { accountId }]): WriteAction => {
      const Key = unshownKey(accountId, version);
      // Without the item, the sweep has removed the picture.
      return { Delete: { TableName, Key, ConditionExpression: "attribute_exists(pk)" } };
    }),
    ...removed.map(([version, owner]): WriteAction => {
      const until = keptUntil ?? keptByMerge(owner, changes);
      return {
        Put: { TableName, Item: { ...unshownKey(owner.accountId, version), ...(until && { keptUntil: until }) } },
      };
    }),
  ];
}

/** The pictures that these changes of contacts replace or remove, and that must not stay in storage. */
export function picturesLeft(changes: readonly PictureChange[]): string[] {
  const shown = shownBy(changes.map(({ after }) => after));
  const old = shownBy(changes.map(({ before }) => before));
  return [...old].flatMap(([version, owner]) =>
    shown.has(version) || keptByMerge(owner, changes) !== null ? [] : [version],
  );
}

/** The pictures of contacts that are deleted for good. */
export function picturesOf(contacts: readonly Pick<PictureOwner, "photoVersion">[]): string[] {
  return contacts.flatMap(({ photoVersion }) => photoVersion ?? []);
}

/** Lets the sweep remove a picture that was kept for the undo of a merge. A picture that a contact shows is not on the list. */
export async function endKeeping({ client, tableName }: Store, accountId: string, version: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: unshownKey(accountId, version),
    UpdateExpression: "REMOVE keptUntil",
    ConditionExpression: "attribute_exists(keptUntil)",
  });
  await unlessRefused(client.send(update));
}

/** The query for the items of one account. */
export function unshownQuery(accountId: string): TableQuery {
  const { sk } = unshownKey(accountId, "");
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
    ExpressionAttributeValues: { ":pk": partition, ...prefixRange(sk) },
    ConsistentRead: true,
  };
}

function shownBy(owners: readonly (PictureOwner | null)[]): Map<string, PictureOwner> {
  return new Map(owners.flatMap((owner) => (owner?.photoVersion ? [[owner.photoVersion, owner] as const] : [])));
}

/** Until when the picture of a contact stays. A merge can't be undone after its contact was deleted. */
function keptByMerge(owner: PictureOwner, changes: readonly PictureChange[]): string | null {
  const isDeleted = changes.some(({ before, after }) => before === owner && after === null);
  return isDeleted ? null : owner.photoKeptUntil;
}

/** Reads the pictures of all accounts, page by page. */
export async function* listUnshownPictures(store: Store): AsyncGenerator<UnshownPicture, void> {
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": partition } };
  for await (const item of queryItems(store, query)) yield pictureFromItem(item);
}
