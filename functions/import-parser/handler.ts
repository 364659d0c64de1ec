/** Wiring of the import parser: the import bucket's events in, parsed rows out. */
import type { Context, S3Event } from "aws-lambda";
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createdKeys } from "../../shared/files/created-keys.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { readNetworkA } from "./network-a.ts";
import { readNetworkB } from "./network-b.ts";
import { type ParserParts, receiveUpload } from "./operations.ts";
import { readVcards } from "./vcard.ts";

const { TABLE_NAME, IMPORT_BUCKET } = readEnvironment(process.env, "TABLE_NAME", "IMPORT_BUCKET");

const parts: ParserParts = {
  store: { client: createDocumentClient(), tableName: TABLE_NAME },
  files: createImportFiles(IMPORT_BUCKET),
  readers: { vcard: readVcards, network_a: readNetworkA, network_b: readNetworkB },
  now: () => new Date(),
  newId: () => newId(),
  log: logToStandardOutput,
};

export async function handler(event: S3Event, context: Context): Promise<void> {
  const invocation = { requestId: context.awsRequestId, remainingTime: () => context.getRemainingTimeInMillis() };
  for (const key of createdKeys(event)) await receiveUpload(parts, key, invocation);
}
