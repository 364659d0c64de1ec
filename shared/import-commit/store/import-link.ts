/** What the record of an import knows of its receipts. */
import { type ImportRecord, importKey } from "../../import/store/import.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";

/** The action that names a receipt in the import, which must not have expired. */
export function linkReceipt(
  { tableName: TableName }: Store,
  { accountId, id }: Pick<ImportRecord, "accountId" | "id">,
  link: { receiptId: string } | { commitId: string },
): WriteAction {
  const [[name, value] = []] = Object.entries(link);
  return {
    Update: {
      TableName,
      Key: importKey(accountId, id),
      UpdateExpression: "SET #link = :id",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#link": name ?? "" },
      ExpressionAttributeValues: { ":id": value },
    },
  };
}
