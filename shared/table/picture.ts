/**
 * Pictures that no contact shows: those that are being stored and not yet shown, and those that are shown no more and
 * still to be removed. Writing a contact takes its new picture off this list and puts its old one on it, in the same
 * transaction, so whatever is on the list, and not quite new, is to be removed. All accounts share one list, as the one
 * who looks for what was left behind knows of no account.
 */
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { ContactRecord } from "../contact/record.ts";
import type { WriteAction } from "./account-write.ts";
import { queryItems } from "./query.ts";
import type { Store } from "./store.ts";

export interface UnshownPicture {
  accountId: string;
  photoVersion: string;
  /** When it began to be stored; null for one that was shown before. */
  storedAt: string | null;
}

const partition = "PICTURES";

function unshownKey(accountId: string, photoVersion: string) {
  return { pk: partition, sk: `${accountId}#${photoVersion}` };
}

function pictureFromItem({ sk, storedAt }: Record<string, unknown>): UnshownPicture {
  const [accountId = "", photoVersion = ""] = String(sk).split("#");
  return { accountId, photoVersion, storedAt: typeof storedAt === "string" ? storedAt : null };
}

/** Before the first of its objects is stored. */
export async function noteStoring({ client, tableName }: Store, picture: UnshownPicture): Promise<void> {
  const { accountId, photoVersion, storedAt } = picture;
  const Item = { ...unshownKey(accountId, photoVersion), ...(storedAt !== null && { storedAt }) };
  await client.send(new PutCommand({ TableName: tableName, Item }));
}

/** After the last of its objects is removed. */
export async function noteRemoved({ client, tableName }: Store, accountId: string, version: string): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tableName, Key: unshownKey(accountId, version) }));
}

/** What of a contact's change makes a picture shown or not. */
export function pictureActions(
  { tableName: TableName }: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
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
              // Else it has been taken for left behind, and its objects are gone.
              ConditionExpression: "attribute_exists(pk)",
            },
          },
        ];
  const unshown: WriteAction[] = old === null ? [] : [{ Put: { TableName, Item: unshownKey(accountId, old) } }];
  return [...shown, ...unshown];
}

/** Pictures that these changes of contacts leave without one that shows them. */
export function picturesLeft(
  changes: readonly { before: ContactRecord | null; after: ContactRecord | null }[],
): string[] {
  return changes.flatMap(({ before, after }) =>
    before && before.photoVersion !== null && before.photoVersion !== after?.photoVersion ? [before.photoVersion] : [],
  );
}

/** All of every account, read page by page. */
export async function* listUnshownPictures(store: Store): AsyncGenerator<UnshownPicture, void> {
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": partition } };
  for await (const item of queryItems(store, query)) yield pictureFromItem(item);
}
