/** Connects the import parser to the events of the import bucket. */
import type { Context, S3Event } from "aws-lambda";
import { v7 as newId } from "uuid";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createdKeys } from "../../shared/platform/s3/client.ts";
import { invocationOf } from "../invocation.ts";
import { receiveUpload } from "./operations.ts";
import type { ParserParts } from "./parse-files.ts";
import { readers } from "./readers.ts";

const { TABLE_NAME, IMPORT_BUCKET } = readEnvironment(process.env, "TABLE_NAME", "IMPORT_BUCKET");

const parts: ParserParts = {
  store: { client: createDocumentClient(), tableName: TABLE_NAME },
  files: createImportFiles(IMPORT_BUCKET),
  readers,
  now: () => new Date(),
  newId: () => newId(),
  log: logToStandardOutput,
};

export async function handler(event: S3Event, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  for (const key of createdKeys(event)) await receiveUpload(parts, key, invocation);
}
