/** The first argument of storage functions: a client and the name of its table. */
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { longId, shortId } from "../text/short-id.ts";

export interface Store {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Writes an object of the account bucket: a value before a change that is too long for its item (account/store/history.ts). */
  putLongValue?: (key: string, content: Uint8Array) => Promise<void>;
}

/** A record as an item has it: with its keys, and without attributes that have a default. */
export type Stored<Fields, Absent extends keyof Fields = never> = Record<"pk" | "sk", string> &
  Omit<Fields, Absent> &
  Partial<Pick<Fields, Absent>>;

/** One action of a transaction. */
export type WriteAction = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** At least the bytes that these actions take of the 4 MB of a transaction. */
export function bytesOfActions(actions: readonly WriteAction[]): number {
  // JSON would have a name for each byte.
  const text = JSON.stringify(actions, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  );
  return Buffer.byteLength(text);
}

/** The start of the partition keys of accounts. */
export const partitionStart = "A#";

/** The partition key of all items of an account. Throws a TypeError for what is no UUID. */
export const accountPartition = keepLast((accountId) => partitionStart + shortId(accountId));

export const accountOfPartition = keepLast((partition) => longId(partition.slice(partitionStart.length)));

/** Keeps the last answer, because a request asks for the key of one account with each of its items. */
function keepLast(spell: (text: string) => string): (text: string) => string {
  let [asked, answer]: [string | undefined, string] = [undefined, ""];
  return (text) => {
    if (text !== asked) [answer, asked] = [spell(text), text];
    return answer;
  };
}
