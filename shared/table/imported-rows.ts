/** Marks of imported rows (`R#`, derived from contacts): which contact a row became, and whether it created it. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "./batch-get.ts";
import { importedRowKey } from "./contact-derived.ts";
import { accountPartition, type Store } from "./store.ts";

/** Marks, of about 130 bytes, that one unit of a range read passes; read by its key, each costs a unit. */
const marksPerUnit = 30;

/**
 * The contacts that these rows created and that are there still, as id by row, consistently read: the rows one by one,
 * or all rows of their source, whichever is cheaper in an account of so many contacts. Rows are as `importedRowKey`
 * takes them, and begin with `start`.
 */
export async function findCreatedIds(
  store: Store,
  accountId: string,
  { rows, start }: { rows: readonly string[]; start: string },
  contactCount: number,
): Promise<Map<string, string>> {
  const wanted = new Map(rows.map((row) => [importedRowKey(accountId, row).sk, row]));
  const keys = rows.map((row) => importedRowKey(accountId, row));
  const marks =
    keys.length * marksPerUnit > contactCount
      ? await readAll(store, accountId, importedRowKey(accountId, start).sk)
      : await batchGet(store, keys);
  return new Map(
    marks.flatMap(({ sk, id, created }): [string, string][] => {
      const row = wanted.get(String(sk));
      return created && row !== undefined ? [[row, String(id)]] : [];
    }),
  );
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
