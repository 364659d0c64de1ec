/** The services behind the functions: emulators of this machine, or what the environment names in their place. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Log } from "../../shared/log/request-log.ts";
import { cacheTable, mainTable } from "../../shared/table/definition.ts";
import { chooseFreePort, loadIssuerPort } from "./data-folder.ts";
import { startDynamoDbLocal } from "./dynamodb-local.ts";
import { bucketNames, type LocalCredentials, type LocalEndpoints, tableNames } from "./function-environment.ts";
import { type LocalIssuer, startIssuer } from "./issuer.ts";
import { invokeFunction, type LocalFunction } from "./lambda-function.ts";
import { startMailCatcher } from "./mail-catcher.ts";
import { startS3Emulator } from "./s3-emulator.ts";
import { createTable, sweepExpired, type TableHost } from "./tables.ts";

export interface ServiceParts {
  folder: string;
  /** Whether the database is kept in the folder, or in memory. */
  persistent: boolean;
  given: Readonly<Record<string, string | undefined>>;
  credentials: LocalCredentials;
  /** Known once the functions are loaded, which need the services' addresses before. */
  parser: Promise<LocalFunction>;
  /** Notes what is being started, so that it is stopped at the end; gives it back. */
  keep: <Part extends { stop: () => Promise<void> }>(starting: Promise<Part>) => Promise<Part>;
  log: Log;
}

export interface Services {
  endpoints: LocalEndpoints;
  issuer: LocalIssuer;
  /** Settles when the database answers and has its tables; it takes longest by far, so all else goes on meanwhile. */
  tables: Promise<void>;
  /** Deletes what has expired in the cache; never rejects. */
  sweep: () => Promise<void>;
}

/** A service that the API can't do without gives no good answer. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
}

/** Milliseconds that the parser may take, as Lambda's longest time limit. */
const parserTimeout = 15 * 60_000;

/** Resolves when the addresses are known and all but the database answers. */
export async function startServices(parts: ServiceParts): Promise<Services> {
  const { folder, given, keep, log } = parts;
  const { host, tables } = await startDatabase(parts);
  const [s3, mail, issuer] = await Promise.all([
    given.AWS_ENDPOINT_URL_S3 ? undefined : keep(startBuckets(parts)),
    given.AWS_ENDPOINT_URL_SES ? undefined : keep(startMailCatcher({ dataDir: join(folder, "mail") })),
    loadIssuerPort(folder).then((port) => keep(startIssuer({ port, dataDir: folder }))),
  ]);
  const endpoints = {
    dynamoDb: host.endpoint,
    s3: s3?.endpoint ?? given.AWS_ENDPOINT_URL_S3 ?? "",
    ses: mail?.endpoint ?? given.AWS_ENDPOINT_URL_SES ?? "",
  };
  return { endpoints, issuer, tables, sweep: () => sweep(host, log) };
}

async function startDatabase({ folder, persistent, given, credentials, keep }: ServiceParts) {
  const port = await chooseFreePort();
  const endpoint = given.AWS_ENDPOINT_URL_DYNAMODB ?? `http://127.0.0.1:${port}`;
  const host = { endpoint, accessKeyId: credentials.accessKeyId, region: credentials.region };
  const dataDir = persistent ? { dataDir: join(folder, "dynamodb") } : {};
  const running = given.AWS_ENDPOINT_URL_DYNAMODB ? Promise.resolve() : keep(startDynamoDbLocal({ port, ...dataDir }));
  const tables = running.then(() => createTables(host));
  // Its failure is told to whoever waits for it; until then it is nobody's.
  tables.catch(() => {});
  return { host, tables };
}

async function createTables(host: TableHost): Promise<void> {
  const { main, cache } = tableNames;
  const both = Promise.all([createTable(host, main, mainTable), createTable(host, cache, cacheTable)]);
  await both.catch((cause) => {
    throw new NotReadyError(`The database at ${host.endpoint} does not take the tables: ${textOf(cause)}`, { cause });
  });
}

/** The import bucket starts the parser with every object that is created in it, as its notification does in the cloud. */
function startBuckets({ folder, credentials, parser, log }: ServiceParts) {
  return startS3Emulator({
    dataDir: join(folder, "s3"),
    buckets: Object.values(bucketNames),
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    onObjectCreated: async (event) => {
      if (event.Records.every(({ s3 }) => s3.bucket.name !== bucketNames.imports)) return;
      await invokeFunction(await parser, event, { requestId: randomUUID(), timeoutMilliseconds: parserTimeout });
    },
    onDeadLetter: (event, error) => {
      const keys = event.Records.map(({ s3 }) => s3.object.key);
      log({ level: "error", event: "import.deadLetter", keys, fault: textOf(error) });
    },
  });
}

async function sweep(host: TableHost, log: Log): Promise<void> {
  try {
    await sweepExpired(host, tableNames.cache, cacheTable, Date.now());
  } catch (error) {
    log({ level: "warn", event: "sweep.failed", fault: textOf(error) });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
