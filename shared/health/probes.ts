/**
 * One cheap call to each service that we depend on. A probe resolves when the service answered, and throws otherwise.
 */
import { HeadBucketCommand } from "@aws-sdk/client-s3";
import { GetAccountSendingEnabledCommand, GetSendQuotaCommand, SESClient } from "@aws-sdk/client-ses";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { createFileClient } from "../files/client.ts";
import { createDocumentClient } from "../table/client.ts";

/** Ends its calls when the signal says that the time is over. */
export type Probe = (signal: AbortSignal) => Promise<void>;

export interface ProbeFactory {
  /** Reads one item, which need not exist. `key` is that of the table. */
  table: (tableName: string, key: Record<string, string>) => Probe;
  /** The head of every bucket, side by side. */
  buckets: (names: readonly string[]) => Probe;
  /** Whether the account may send mail now, and has something left of today's quota. */
  mail: () => Probe;
}

/**
 * Region, credentials and, locally, the endpoints come from the environment. Nothing is retried: a probe tells how it
 * is now.
 */
export function createProbes(): ProbeFactory {
  const documents = createDocumentClient({ maxAttempts: 1 });
  const s3 = createFileClient({ maxAttempts: 1 });
  const ses = new SESClient({ maxAttempts: 1 });
  return {
    table: (TableName, Key) => async (abortSignal) => {
      await documents.send(new GetCommand({ TableName, Key }), { abortSignal });
    },
    buckets: (names) => async (abortSignal) => {
      await Promise.all(names.map((Bucket) => s3.send(new HeadBucketCommand({ Bucket }), { abortSignal })));
    },
    mail: () => async (abortSignal) => {
      const [{ Enabled }, { Max24HourSend = 0, SentLast24Hours = 0 }] = await Promise.all([
        ses.send(new GetAccountSendingEnabledCommand({}), { abortSignal }),
        ses.send(new GetSendQuotaCommand({}), { abortSignal }),
      ]);
      if (!Enabled) throw new Error("sending mail is switched off for the account");
      // SES writes a quota without bounds as -1.
      if (Max24HourSend >= 0 && SentLast24Hours >= Max24HourSend) throw new Error("today's mail quota is used up");
    },
  };
}
