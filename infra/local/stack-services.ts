/** The services behind the functions: emulators of this machine, or what the environment names in their place. */
import { join } from "node:path";
import { cacheTable, mainTable } from "../../shared/table/definition.ts";
import { type BackgroundParts, bucketListener } from "./background.ts";
import { carryOver } from "./carry-over.ts";
import { loadIssuerPort } from "./data-folder.ts";
import { chosenEngine, startDatabase } from "./database.ts";
import { faultText } from "./fault-text.ts";
import { bucketNames, type LocalCredentials, type LocalEndpoints, tableNames } from "./function-environment.ts";
import { type LocalIssuer, startIssuer } from "./issuer.ts";
import { type MailCatcher, startMailCatcher } from "./mail-catcher.ts";
import { mailListener } from "./mail-events.ts";
import { startS3Emulator } from "./s3-emulator.ts";
import { createTable, type TableHost } from "./tables.ts";

export interface ServiceParts extends BackgroundParts {
  folder: string;
  /** Whether the database is kept in the folder, or in memory. */
  persistent: boolean;
  given: Readonly<Record<string, string | undefined>>;
  credentials: LocalCredentials;
  /** Notes what is being started, so that it is stopped at the end; gives it back. */
  keep: <Part extends { stop: () => Promise<void> }>(starting: Promise<Part>) => Promise<Part>;
}

export interface Services {
  endpoints: LocalEndpoints;
  issuer: LocalIssuer;
  /** Absent where another endpoint takes the mail. */
  mail: MailCatcher | undefined;
}

/** A service that the API can't do without gives no good answer. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
}

/** Resolves when all of them answer, and the database has its tables. */
export async function startServices(parts: ServiceParts): Promise<Services> {
  const { folder, given, keep } = parts;
  const [host, s3, mail, issuer] = await Promise.all([
    startTables(parts),
    given.AWS_ENDPOINT_URL_S3 ? undefined : keep(startBuckets(parts)),
    given.AWS_ENDPOINT_URL_SES
      ? undefined
      : keep(startMailCatcher({ dataDir: join(folder, "mail"), onMail: mailListener(parts) })),
    loadIssuerPort(folder).then((port) => keep(startIssuer({ port, dataDir: folder }))),
  ]);
  const endpoints = {
    dynamoDb: host.endpoint,
    s3: s3?.endpoint ?? given.AWS_ENDPOINT_URL_S3 ?? "",
    ses: mail?.endpoint ?? given.AWS_ENDPOINT_URL_SES ?? "",
  };
  return { endpoints, issuer, mail };
}

async function startTables({ folder, persistent, given, credentials, keep }: ServiceParts): Promise<TableHost> {
  const { accessKeyId, region } = credentials;
  const own = given.AWS_ENDPOINT_URL_DYNAMODB;
  if (own) return createTables({ endpoint: own, accessKeyId, region });
  const dataDir = persistent ? join(folder, "dynamodb") : undefined;
  const { engine, endpoint } = await keep(startDatabase(dataDir, chosenEngine(given.DATABASE_ENGINE)));
  if (engine !== "dynoxide")
    console.log(
      "The database is DynamoDB Local: it stands in for dynoxide, which has no program for every platform, and is slower.",
    );
  const host = await createTables({ endpoint, accessKeyId, region });
  if (dataDir && engine === "dynoxide") await carryOver(dataDir, host);
  return host;
}

async function createTables(host: TableHost): Promise<TableHost> {
  const { main, cache } = tableNames;
  const both = Promise.all([createTable(host, main, mainTable), createTable(host, cache, cacheTable)]);
  await both.catch((cause) => {
    throw new NotReadyError(`The database at ${host.endpoint} does not take the tables: ${faultText(cause)}`, {
      cause,
    });
  });
  return host;
}

function startBuckets({ folder, credentials, functionOf, log }: ServiceParts) {
  return startS3Emulator({
    dataDir: join(folder, "s3"),
    buckets: Object.values(bucketNames),
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...bucketListener({ functionOf, log }),
  });
}
