/** The environment that the stack gives to functions, on one machine. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { EnvironmentName, SessionIssuer } from "../../shared/config/environment.ts";

export const tableNames = { main: "contacts", cache: "contacts-cache" } as const;
export const bucketNames = {
  imports: "contacts-imports",
  pictures: "contacts-pictures",
  accounts: "contacts-accounts",
} as const;

export interface LocalEndpoints {
  dynamoDb: string;
  s3: string;
  ses: string;
}

export interface LocalCredentials {
  /** Letters and digits only, as DynamoDB Local wants it. */
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface EnvironmentParts {
  port: number;
  /** What is set by hand: more web origins, other rate limits. */
  given: Readonly<Record<string, string | undefined>>;
  issuer: { issuer: string; jwksUri: string; userInfoUri: string; clientId: string };
  endpoints: LocalEndpoints;
  credentials: LocalCredentials;
  pepper: string;
  /** The file of the gazetteer. */
  placesFile: string;
  version: Version;
  /** The path of the page that shows caught mail; absent where none is caught. */
  mailPage?: string;
}

/** Every name that functions read is here or has a default; nothing comes from the surroundings by itself. */
export function functionEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { port, endpoints, credentials, issuer, given } = parts;
  const sessionIssuer: SessionIssuer = {
    issuer: issuer.issuer,
    jwksUri: issuer.jwksUri,
    clientIds: [issuer.clientId],
    userInfoUri: issuer.userInfoUri,
    own: true,
  };
  const ours: Partial<Record<EnvironmentName, string>> = {
    TABLE_NAME: tableNames.main,
    CACHE_TABLE_NAME: tableNames.cache,
    IMPORT_BUCKET: bucketNames.imports,
    PICTURE_BUCKET: bucketNames.pictures,
    ACCOUNT_BUCKET: bucketNames.accounts,
    ALLOWED_ORIGINS: [`http://localhost:${port}`, `http://127.0.0.1:${port}`, given.ALLOWED_ORIGINS ?? ""]
      .filter((part) => part !== "")
      .join(","),
    ...(given.RATE_LIMIT_PER_MINUTE && { RATE_LIMIT_PER_MINUTE: given.RATE_LIMIT_PER_MINUTE }),
    ...(given.REFUSALS_PER_MINUTE && { REFUSALS_PER_MINUTE: given.REFUSALS_PER_MINUTE }),
    SESSION_ISSUERS: JSON.stringify([sessionIssuer]),
    API_KEY_PEPPER: parts.pepper,
    MAIL_SENDER: "Contacts <no-reply@contacts.example>",
    MAIL_CONFIGURATION_SET: "contacts",
    MAIL_RATE: "50",
    ...(parts.mailPage && { MAIL_PAGE: parts.mailPage }),
    PUBLIC_URL: `http://localhost:${port}`,
    // One thread runs the functions of every account here: the seconds that a picture takes are not spent in it.
    PICTURE_ENCODER: new URL("./picture-encoder.ts", import.meta.url).href,
    PLACES_FILE: parts.placesFile,
    APP_VERSION: parts.version.appVersion,
    GIT_SHA: parts.version.gitSha,
  };
  return {
    ...ours,
    AWS_REGION: credentials.region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamoDb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SES: endpoints.ses,
    // No client shall ever ask the network for credentials.
    AWS_EC2_METADATA_DISABLED: "true",
  };
}

export interface Version {
  appVersion: string;
  /** The commit that the working copy is at; `local` outside of one. */
  gitSha: string;
}

export async function readVersion(): Promise<Version> {
  const root = new URL("../../", import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
  const head = promisify(execFile)("git", ["rev-parse", "--verify", "HEAD"], { cwd: fileURLToPath(root) });
  const gitSha = await head.then(
    ({ stdout }) => stdout.trim(),
    () => "local",
  );
  return { appVersion: version, gitSha };
}
