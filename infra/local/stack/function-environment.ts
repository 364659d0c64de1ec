/** The environment variables of the functions on the local host. */
import type { EnvironmentName, SessionIssuer } from "../../../shared/platform/config/environment.ts";
import type { Lane } from "../../../shared/webhook/queue.ts";
import { defaultScopes } from "../../cloud/foreign-issuer.ts";
import { currentCommit, packageVersion } from "../../cloud/version.ts";
import { type LocalSettings, readForeignIssuer, readStagePath } from "./local-settings.ts";

export const tableNames = { main: "contacts", cache: "contacts-expiring" } as const;
export const bucketNames = {
  imports: "contacts-imports",
  pictures: "contacts-pictures",
  accounts: "contacts-accounts",
} as const;

export interface LocalEndpoints {
  dynamoDb: string;
  s3: string;
  ses: string;
  sqs: string;
}

export interface LocalCredentials {
  /** Letters and digits only, which DynamoDB Local asks for. */
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface EnvironmentParts {
  port: number;
  /** Settings of the person who starts the stack: more web origins, other rate limits, another issuer. */
  settings: LocalSettings;
  issuer: { issuer: string; jwksUri: string; userInfoUri: string; clientId: string };
  endpoints: LocalEndpoints;
  credentials: LocalCredentials;
  pepper: string;
  /** The queues of webhooks. */
  queueUrls: Readonly<Record<Lane, string>>;
  /** The file of the gazetteer. */
  placesFile: string;
  /** The folder with the files of the pages for browsers. */
  pagesFolder: string;
  /** The path, without that of the stage, of the page that shows caught mail; absent when no mail is caught. */
  mailPage?: string;
}

/** The addresses of the service, which the local issuer has registered. The first one is that for links. */
export function basesOf(port: number, settings: LocalSettings): [string, string] {
  const stagePath = readStagePath(settings);
  return [`http://localhost:${port}${stagePath}`, `http://127.0.0.1:${port}${stagePath}`];
}

/** Every variable that functions read is here or has a default. The environment of this process is not passed on. */
export function functionEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { port, endpoints, credentials, issuer, settings } = parts;
  const bases = basesOf(port, settings);
  const localIssuer: SessionIssuer = {
    issuer: issuer.issuer,
    jwksUri: issuer.jwksUri,
    clientIds: [issuer.clientId],
    userInfoUri: issuer.userInfoUri,
    own: true,
    signIn: { clientId: issuer.clientId, scopes: defaultScopes, parameters: {} },
  };
  const own: Partial<Record<EnvironmentName, string>> = {
    TABLE_NAME: tableNames.main,
    CACHE_TABLE_NAME: tableNames.cache,
    IMPORT_BUCKET: bucketNames.imports,
    PICTURE_BUCKET: bucketNames.pictures,
    ACCOUNT_BUCKET: bucketNames.accounts,
    ALLOWED_ORIGINS: [`http://localhost:${port}`, `http://127.0.0.1:${port}`, settings.ALLOWED_ORIGINS ?? ""]
      .filter((part) => part !== "")
      .join(","),
    ...(settings.RATE_LIMIT_PER_MINUTE && { RATE_LIMIT_PER_MINUTE: settings.RATE_LIMIT_PER_MINUTE }),
    ...(settings.REFUSALS_PER_MINUTE && { REFUSALS_PER_MINUTE: settings.REFUSALS_PER_MINUTE }),
    ...(settings.METRICS_NAMESPACE && { METRICS_NAMESPACE: settings.METRICS_NAMESPACE }),
    SESSION_ISSUERS: JSON.stringify([readForeignIssuer(settings) ?? localIssuer]),
    SIGN_IN_BASES: bases.join(","),
    API_KEY_PEPPER: parts.pepper,
    MAIL_SENDER: "Contacts <no-reply@contacts.example>",
    MAIL_CONFIGURATION_SET: "contacts",
    MAIL_RATE: "50",
    ...(parts.mailPage && { MAIL_PAGE: readStagePath(settings) + parts.mailPage }),
    PUBLIC_URL: bases[0],
    UPLOAD_URL: `${endpoints.s3.replace(/\/$/, "")}/${bucketNames.imports}`,
    PICTURES_URL: `${endpoints.s3.replace(/\/$/, "")}/${bucketNames.pictures}/`,
    PAGE_FILES: parts.pagesFolder,
    WEBHOOK_QUEUE_URL: parts.queueUrls.quick,
    WEBHOOK_SLOW_QUEUE_URL: parts.queueUrls.slow,
    // Receivers of a developer run on the same machine.
    WEBHOOK_ALLOW_LOOPBACK: "true",
    PLACES_FILE: parts.placesFile,
    PICTURE_ENCODER: new URL("../lambda/picture-threads.ts", import.meta.url).href,
    APP_VERSION: packageVersion(),
    GIT_SHA: currentCommit(),
  };
  return {
    ...own,
    AWS_REGION: credentials.region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamoDb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SES: endpoints.ses,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    // Without this, a client may ask the network for credentials.
    AWS_EC2_METADATA_DISABLED: "true",
  };
}

/** The emulators have credentials of their own. A person who names another endpoint also names the credentials for it. */
export function chooseCredentials(settings: EnvironmentParts["settings"]): LocalCredentials {
  const own = { accessKeyId: "local", secretAccessKey: "local", region: "us-east-1" };
  const isNamed = ["DYNAMODB", "S3", "SES", "SQS"].some((service) => settings[`AWS_ENDPOINT_URL_${service}`]);
  if (!isNamed) return own;
  return {
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? own.accessKeyId,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? own.secretAccessKey,
    region: settings.AWS_REGION ?? own.region,
  };
}
