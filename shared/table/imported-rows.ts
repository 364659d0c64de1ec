/** Marks of imported rows (`R#`, derived from contacts): which contact a row became, and whether it created it. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "./batch-get.ts";
import { importedRowKey } from "./contact-derived.ts";
import { accountPartition, type Store } from "./store.ts";

/** Marks, of about 130 bytes, that one unit of a range read passes; read by its key, each costs a unit. */
const marksPerUnit = 30;

/**
 * Ids of the contacts that these rows created and that are there still, consistently read: the rows one by one, or all
 * rows of their source, whichever is cheaper in an account of so many contacts. Rows are as `importedRowKey` takes
 * them, and begin with `start`.
 */
export async function findCreatedIds(
  store: Store,
  accountId: string,
  { rows, start }: { rows: readonly string[]; start: string },
  contactCount: number,
): Promise<Set<string>> {
  const keys = rows.map((row) => importedRowKey(accountId, row));
  const marks =
    keys.length * marksPerUnit > contactCount
      ? await readAll(store, accountId, importedRowKey(accountId, start).sk)
      : await batchGet(store, keys);
  const wanted = new Set(keys.map(({ sk }) => sk));
  return new Set(marks.flatMap(({ sk, id, created }) => (created && wanted.has(String(sk)) ? [String(id)] : [])));
}

async function readAll({ client, tableName }: Store, accountId: string, start: string) {
  const marks: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
        ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":start": start },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    marks.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return marks;
}
