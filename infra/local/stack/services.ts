/** The services behind the functions: emulators, or the services that the environment names in their place. */
import { join } from "node:path";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { cacheTable, mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { objectExpiry } from "../../cloud/resources/object-expiry.ts";
import { chosenEngine, startDatabase } from "../database/database.ts";
import { createTable, type TableHost } from "../database/tables.ts";
import { type LocalIssuer, startIssuer } from "../issuer/issuer.ts";
import { faultText } from "../lambda/lambda-function.ts";
import { type MailCatcher, startMailCatcher } from "../mail/catcher.ts";
import { mailListener } from "../mail/events.ts";
import { startQueueEmulator } from "../queue/emulator.ts";
import { createQueues, type WebhookQueues } from "../queue/queues.ts";
import { startS3Emulator } from "../s3/emulator.ts";
import { type BackgroundParts, bucketListener } from "./background.ts";
import { loadPort } from "./data-folder.ts";
import {
  basesOf,
  bucketNames,
  type LocalCredentials,
  type LocalEndpoints,
  tableNames,
} from "./function-environment.ts";
import { NotReadyError } from "./functions.ts";

export interface ServiceParts extends BackgroundParts {
  folder: string;
  /** The port of the API. */
  port: number;
  /** Whether the database is kept in the folder, or in memory. */
  persistent: boolean;
  settings: Readonly<Record<string, string | undefined>>;
  credentials: LocalCredentials;
  /** Has a part stopped at the end, and returns it. */
  keep: <Part extends { stop: () => Promise<void> }>(starting: Promise<Part>) => Promise<Part>;
}

export interface Services {
  endpoints: LocalEndpoints;
  issuer: LocalIssuer;
  /** Absent when the mail goes to another endpoint. */
  mail: MailCatcher | undefined;
  queues: WebhookQueues;
  mainTable: Store;
}

/** Resolves when all services answer and the database has its tables. Throws `NotReadyError`. */
export async function startServices(parts: ServiceParts): Promise<Services> {
  const { folder, port: apiPort, settings, keep } = parts;
  // The database comes first, because it refuses a folder that another stack uses.
  const host = await startTables(parts);
  const [queues, s3, mail, issuer] = await Promise.all([
    startQueues(parts),
    settings.AWS_ENDPOINT_URL_S3 ? undefined : loadPort(folder, "s3").then((port) => keep(startBuckets(port, parts))),
    settings.AWS_ENDPOINT_URL_SES
      ? undefined
      : keep(startMailCatcher({ dataDir: join(folder, "mail"), onMail: mailListener(parts) })),
    loadPort(folder, "issuer").then((port) =>
      keep(startIssuer({ port, dataDir: folder, signInBases: basesOf(apiPort, settings) })),
    ),
  ]);
  const endpoints = {
    dynamoDb: host.endpoint,
    s3: s3?.endpoint ?? settings.AWS_ENDPOINT_URL_S3 ?? "",
    ses: mail?.endpoint ?? settings.AWS_ENDPOINT_URL_SES ?? "",
    sqs: queues.endpoint,
  };
  const { region, ...credentials } = parts.credentials;
  const client = createDocumentClient({ endpoint: host.endpoint, region, credentials });
  return { endpoints, issuer, mail, queues, mainTable: { client, tableName: tableNames.main } };
}

async function startTables({ folder, persistent, settings, credentials, keep }: ServiceParts): Promise<TableHost> {
  const { accessKeyId, region } = credentials;
  const other = settings.AWS_ENDPOINT_URL_DYNAMODB;
  if (other) return createTables({ endpoint: other, accessKeyId, region });
  const dataDir = persistent ? join(folder, "dynamodb") : undefined;
  const { engine, endpoint } = await keep(startDatabase(dataDir, chosenEngine(settings.DATABASE_ENGINE)));
  if (engine !== "dynoxide")
    console.log(
      "The database is DynamoDB Local: it stands in for dynoxide, which has no program for every platform, and is slower.",
    );
  return createTables({ endpoint, accessKeyId, region });
}

async function createTables(host: TableHost): Promise<TableHost> {
  const { main, cache } = tableNames;
  try {
    await Promise.all([createTable(host, main, mainTable), createTable(host, cache, cacheTable)]);
    return host;
  } catch (cause) {
    const message = `The database at ${host.endpoint} does not accept the tables: ${faultText(cause)}`;
    throw new NotReadyError(message, { cause });
  }
}

async function startQueues({ folder, persistent, settings, credentials, keep }: ServiceParts): Promise<WebhookQueues> {
  const { region, ...keys } = credentials;
  const dataDir = persistent ? join(folder, "sqs") : undefined;
  const endpoint = settings.AWS_ENDPOINT_URL_SQS || (await keep(startQueueEmulator(dataDir))).endpoint;
  try {
    return await keep(createQueues({ region, credentials: keys }, endpoint));
  } catch (cause) {
    throw new NotReadyError(`The queues at ${endpoint} do not answer: ${faultText(cause)}`, { cause });
  }
}

function startBuckets(port: number, { folder, credentials, functionOf, log }: ServiceParts) {
  return startS3Emulator({
    port,
    dataDir: join(folder, "s3"),
    buckets: Object.values(bucketNames),
    expiry: {
      [bucketNames.imports]: objectExpiry.imports,
      [bucketNames.accounts]: objectExpiry.accounts,
    },
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...bucketListener({ functionOf, log }),
  });
}
