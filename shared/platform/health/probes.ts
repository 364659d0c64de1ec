/** One cheap call to each AWS service that the API depends on. A probe resolves if the service works, and throws if not. */
import { GetAccountSendingEnabledCommand, GetSendQuotaCommand, SESClient } from "@aws-sdk/client-ses";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { createDocumentClient } from "../dynamodb/client.ts";
import { createFileClient } from "../s3/client.ts";
import type { CallOptions } from "../time/timeout.ts";

export type Probe = (options: CallOptions) => Promise<unknown>;

export interface ProbeFactory {
  /** Reads one item, which doesn't have to exist. `key` is the key of the item. */
  table: (tableName: string, key: Record<string, string>) => Probe;
  /** Reads the metadata of every bucket, in parallel. */
  buckets: (names: readonly string[]) => Probe;
  /** Checks that SES may send mail for the AWS account, and that today's quota is not used up. */
  mail: () => Probe;
}

/**
 * Region, credentials and, on a laptop, the endpoints come from the environment. Calls are not retried, because a probe
 * reports the current state.
 */
export function createProbes(): ProbeFactory {
  const documents = createDocumentClient({ maxAttempts: 1 });
  const loadS3 = createFileClient({ maxAttempts: 1 });
  const ses = new SESClient({ maxAttempts: 1 });
  return {
    table: (TableName, Key) => (options) => documents.send(new GetCommand({ TableName, Key }), options),
    buckets: (names) => async (options) => {
      const { client, s3 } = await loadS3();
      return Promise.all(names.map((Bucket) => client.send(new s3.HeadBucketCommand({ Bucket }), options)));
    },
    mail: () => async (options) => {
      const [{ Enabled }, { Max24HourSend = 0, SentLast24Hours = 0 }] = await Promise.all([
        ses.send(new GetAccountSendingEnabledCommand({}), options),
        ses.send(new GetSendQuotaCommand({}), options),
      ]);
      if (!Enabled) throw new Error("sending mail is switched off for the account");
      // A quota of -1 means that there is no limit.
      if (Max24HourSend >= 0 && SentLast24Hours >= Max24HourSend) throw new Error("today's mail quota is used up");
    },
  };
}
