/**
 * The list of pictures that no contact shows: pictures that are being stored, and pictures that must be removed. A write of a
 * contact removes its new picture from the list and adds its old one, in the same transaction. So every picture on the list that
 * is not new must be removed. All accounts share one list, so that the sweep needs no accounts.
 */
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { prefixRange, queryItems, type TableQuery } from "../../platform/dynamodb/query.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";

export interface UnshownPicture {
  accountId: string;
  photoVersion: string;
  /** When storing started; null for a picture that a contact has shown. */
  storedAt: string | null;
}

type PictureOwner = { accountId: string; photoVersion: string | null };

const partition = "PICTURES";

function unshownKey(accountId: string, photoVersion: string) {
  return { pk: partition, sk: `${accountId}#${photoVersion}` };
}

function pictureFromItem({ sk, storedAt }: Record<string, unknown>): UnshownPicture {
  const [accountId = "", photoVersion = ""] = String(sk).split("#");
  return { accountId, photoVersion, storedAt: typeof storedAt === "string" ? storedAt : null };
}

/** Must be called before the first object is stored. */
export async function noteStoring({ client, tableName }: Store, picture: UnshownPicture): Promise<void> {
  const { accountId, photoVersion, storedAt } = picture;
  const Item = { ...unshownKey(accountId, photoVersion), ...(storedAt !== null && { storedAt }) };
  await client.send(new PutCommand({ TableName: tableName, Item }));
}

/** Must be called after the last object was removed. */
export async function noteRemoved({ client, tableName }: Store, accountId: string, version: string): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: unshownKey(accountId, version) }));
}

/** The actions for a changed picture of a contact. */
export function pictureActions(
  { tableName: TableName }: Store,
  before: PictureOwner | null,
  after: PictureOwner | null,
): WriteAction[] {
  const [old, wanted] = [before?.photoVersion ?? null, after?.photoVersion ?? null];
  const accountId = (after ?? before)?.accountId ?? "";
  if (old === wanted) return [];
  const shown: WriteAction[] =
    wanted === null
      ? []
      : [
          {
            Delete: {
              TableName,
              Key: unshownKey(accountId, wanted),
              // Without the item, the sweep has removed the picture.
              ConditionExpression: "attribute_exists(pk)",
            },
          },
        ];
  const unshown: WriteAction[] = old === null ? [] : [{ Put: { TableName, Item: unshownKey(accountId, old) } }];
  return [...shown, ...unshown];
}

/** The pictures that these changes of contacts replace or remove. */
export function picturesLeft(
  changes: readonly { before: PictureOwner | null; after: PictureOwner | null }[],
): string[] {
  return changes.flatMap(({ before, after }) =>
    before && before.photoVersion !== null && before.photoVersion !== after?.photoVersion ? [before.photoVersion] : [],
  );
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

/** Reads the pictures of all accounts, page by page. */
export async function* listUnshownPictures(store: Store): AsyncGenerator<UnshownPicture, void> {
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": partition } };
  for await (const item of queryItems(store, query)) yield pictureFromItem(item);
}
