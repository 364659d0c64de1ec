/** The leases of shared mails (shared/platform/mail/lease.ts), one for each mail of a share: `O#<shareId>#<number>`. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { prefixQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import type { Lease, LeaseKey } from "../../platform/mail/lease.ts";

export interface ShareMailName {
  accountId: string;
  /** A UUID. */
  shareId: string;
  /** The position of the mail in its share, from 0. */
  number: number;
}

/** Seconds for which a lease is kept: longer than its idempotency key, and than events of SES are late. */
export const shareLeaseLasts = 2 * 24 * 3600;

export function shareLeaseKey({ accountId, shareId, number }: ShareMailName): LeaseKey {
  return { pk: accountPartition(accountId), sk: `${prefixOf(shareId)}${number}` };
}

function prefixOf(shareId: string): string {
  return `O#${shareId}#`;
}

/** The tag of the mail, which its events have, too. SES allows ASCII letters, digits, `_` and `-`. */
export function shareTag({ accountId, shareId, number }: ShareMailName): string {
  return `${accountId}_${shareId}_${number}`;
}

/** Undefined for any other text. */
export function parseShareTag(text: string): ShareMailName | undefined {
  const [, accountId, shareId, number] = /^([0-9a-f-]{36})_([0-9a-f-]{36})_(\d{1,2})$/.exec(text) ?? [];
  return accountId && shareId && number ? { accountId, shareId, number: Number(number) } : undefined;
}

/** The leases of a share by the numbers of their mails, consistently read. */
export async function readShareLeases(
  { client, tableName }: Store,
  accountId: string,
  shareId: string,
): Promise<ReadonlyMap<number, Lease>> {
  const prefix = prefixOf(shareId);
  const query = new QueryCommand({ TableName: tableName, ...prefixQuery(accountId, prefix) });
  const { Items = [] } = await client.send(query);
  return new Map(Items.map((item) => [Number(String(item.sk).slice(prefix.length)), item as Lease]));
}
