/** Every function of the service: how large it is, and what it may do. Nothing is granted anywhere else. */
import { relative } from "node:path";
import { Construct } from "constructs";
import { ownFiles, packageFiles } from "../functions/docs/assets.ts";
import { routeGroups } from "../functions/routes.ts";
import { deletionPrefix, searchPrefix } from "../shared/files/account-keys.ts";
import { photoPrefix, picturePrefix, rowPrefix, uploadPrefix } from "../shared/files/import-keys.ts";
import { takesIdempotencyKey } from "../shared/http/idempotency-key.ts";
import type { RouteRows } from "../shared/http/route.ts";
import { vipsFiles } from "../shared/pictures/load-vips.ts";
import type { Buckets } from "./buckets.ts";
import { projectRoot } from "./bundling.ts";
import type { Database } from "./database.ts";
import type { Mail } from "./mail.ts";
import type { Pepper } from "./pepper.ts";
import { placesFile, placesFileName } from "./places/places-file.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./service-function.ts";
import type { BackgroundFunction } from "./triggers.ts";
import type { Users } from "./users.ts";

export type GroupName = (typeof routeGroups)[number]["name"];
export type FunctionName = GroupName | BackgroundFunction | "authorizer" | "gate";

/** Where Lambda puts a function's files. */
const codeFolder = "/var/task";

/** The gateway gives up after 29 seconds; a function that stops a second earlier still answers for itself. */
const answerTime = 28;

/** What pictures are read with lies beside the code, and is loaded with the first picture. */
const pictureLibrary = () => vipsFiles.map((file) => `node_modules/wasm-vips/lib/${file}`);

/**
 * A stream leaves garbage behind at a high rate. By itself Node lets some 100 MB of it pile up before it looks
 * (megabytes a half of the space for new objects, of three), and old objects grow with the memory that is there. With
 * less of both the parser is as quick, and stays below 256 MB.
 */
export const parserNodeOptions = "--max-semi-space-size=8 --max-old-space-size=200";

/** Made when the first function that holds it is bundled. */
const gazetteer = () => [relative(projectRoot, placesFile())];

/**
 * Memory buys processor time, which is what a cold start needs. Functions in the way of most requests get more than half a processor, the
 * others what the SDK needs. A function that only answers from memory or asks one service needs no long time.
 */
const sizes: Record<FunctionName, Omit<ServiceFunctionProps, "tracing">> = {
  // Reading the largest picture takes 450 MB.
  contacts: { memory: 1024, timeoutSeconds: answerTime, assets: () => [...gazetteer(), ...pictureLibrary()] },
  // Holds a file of 4 MB a few times over, and waits for its parser; or a few pictures of as much.
  imports: { memory: 1024, timeoutSeconds: answerTime, assets: () => [...gazetteer(), ...pictureLibrary()] },
  interactions: { memory: 512, timeoutSeconds: answerTime },
  // Its search index is that of the contacts, and as large.
  groups: { memory: 1024, timeoutSeconds: answerTime },
  account: { memory: 512, timeoutSeconds: answerTime },
  // Writing ten thousand dates, as many as an answer holds, takes a whole processor 1.6 seconds.
  calendar: { memory: 1024, timeoutSeconds: answerTime },
  unsubscribe: { memory: 512, timeoutSeconds: answerTime },
  "api-keys": { memory: 512, timeoutSeconds: answerTime },
  geocode: { memory: 512, timeoutSeconds: 10, assets: gazetteer },
  session: { memory: 512, timeoutSeconds: 10 },
  health: { memory: 512, timeoutSeconds: 10 },
  docs: {
    memory: 512,
    timeoutSeconds: 10,
    assets: () => [
      ...packageFiles.map((file) => `node_modules/swagger-ui-dist/${file}`),
      ...ownFiles.map((file) => `functions/docs/browser/${file}`),
    ],
  },
  reserved: { memory: 256, timeoutSeconds: 10 },
  // Before every guarded request; the gateway itself waits ten seconds for it.
  authorizer: { memory: 1024, timeoutSeconds: 10 },
  // Fifty thousand rows, streamed: it needs a quarter of the memory, and a processor that is quick enough for 256 MB
  // of text.
  "import-parser": { memory: 1024, timeoutSeconds: 300, nodeOptions: parserNodeOptions },
  // Needs half of it; waits for the table most of the time, for as long as Lambda lets it.
  "deletion-worker": { memory: 512, timeoutSeconds: 900 },
  // Waits for the table, for SES and for its turn most of the time, for as long as Lambda lets it.
  "reminder-sender": { memory: 512, timeoutSeconds: 900 },
  "mail-events": { memory: 256, timeoutSeconds: 30 },
  gate: { memory: 512, timeoutSeconds: 60 },
};

export const functionNames = Object.keys(sizes) as FunctionName[];

export interface Parts {
  database: Database;
  buckets: Buckets;
  users: Users;
  pepper: Pepper;
  mail: Mail | undefined;
  allowedOrigins: readonly string[];
  /** Where the API is reached. */
  publicUrl: string;
  rateLimitPerMinute: number;
  version: string;
  gitSha: string;
  tracing: boolean;
}

export class Functions extends Construct {
  readonly byName: Readonly<Record<FunctionName, ServiceFunction>>;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const entries = Object.entries(sizes).map(([name, size]) => [
      name,
      new ServiceFunction(this, name, { ...size, tracing: parts.tracing }),
    ]);
    this.byName = Object.fromEntries(entries) as Record<FunctionName, ServiceFunction>;
    for (const group of routeGroups) grantPipeline(this.byName[group.name], group.rows, parts);
    grantEach(this.byName, parts);
  }
}

/** What every function behind the gateway needs to answer. */
function grantPipeline(target: ServiceFunction, rows: RouteRows, parts: Parts): void {
  const { database, allowedOrigins, rateLimitPerMinute } = parts;
  target
    .configure("ALLOWED_ORIGINS", allowedOrigins.join(","))
    .configure("RATE_LIMIT_PER_MINUTE", String(rateLimitPerMinute));
  // Counting requests, and where a row takes an idempotency key also claims and kept answers.
  const keyed = Object.values(rows).some(takesIdempotencyKey);
  database.grantCache(target, "UpdateItem", ...(keyed ? (["GetItem", "PutItem"] as const) : []));
}

function grantEach(functions: Record<FunctionName, ServiceFunction>, parts: Parts): void {
  const { database, buckets, users, pepper, mail, allowedOrigins, version, gitSha } = parts;
  // Contacts and what is derived from them are planned by the same code, whoever writes.
  const itemActions = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"] as const;
  // Who deletes contacts also deletes, by many at once, what nobody reads any more.
  database.grantMain(functions.contacts, ...itemActions, "BatchWriteItem");
  // Who lists by interactions settles them first, which writes contacts.
  database.grantMain(functions.groups, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  database.grantMain(functions.imports, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  database.grantMain(functions.interactions, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  database.grantMain(functions["api-keys"], "GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem");
  pepper.grantRead(functions["api-keys"]);
  database.grantMain(functions.account, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  // It reads the token once more: an address that the issuer knows better is taken over.
  users.grantVerify(functions.account);
  database.grantMain(functions.calendar, "GetItem", "Query");
  database.grantMain(functions.unsubscribe, "GetItem", "Query", "PutItem", "DeleteItem");
  pepper.grantRead(functions.unsubscribe);

  for (const name of ["health", "gate"] as const) {
    const target = functions[name];
    database.grantMain(target, "GetItem");
    database.grantCache(target, "GetItem");
    buckets.grantProbe(target);
    mail?.grantProbe(target);
  }
  functions.health.configure("APP_VERSION", version).configure("GIT_SHA", gitSha);
  functions.docs.configure("APP_VERSION", version).configure("DOCS_ASSETS", codeFolder);
  for (const name of ["contacts", "imports", "geocode"] as const) {
    functions[name].configure("PLACES_FILE", `${codeFolder}/${placesFileName}`);
  }

  // It provisions accounts at first sight and notes when a key was used.
  database.grantMain(functions.authorizer, "GetItem", "PutItem", "UpdateItem");
  users.grantVerify(functions.authorizer);
  pepper.grantRead(functions.authorizer);
  // A session cookie counts only with an origin from the list.
  functions.authorizer.configure("ALLOWED_ORIGINS", allowedOrigins.join(","));
  users.grantVerify(functions.session);

  // For what it puts there itself and for the uploads that it signs, which are done in its name.
  buckets.grantImports(functions.imports, "s3:PutObject", uploadPrefix);
  buckets.grantImports(functions.imports, "s3:GetObject", rowPrefix);
  buckets.grantImports(functions["import-parser"], "s3:GetObject", uploadPrefix);
  buckets.grantImports(functions["import-parser"], "s3:PutObject", rowPrefix);
  buckets.grantImports(functions["import-parser"], "s3:GetObject", rowPrefix);
  buckets.grantImports(functions["import-parser"], "s3:PutObject", picturePrefix);
  database.grantMain(functions["import-parser"], "GetItem", "BatchGetItem", "UpdateItem", "Query");

  for (const name of ["contacts", "groups"] as const) {
    buckets.grantAccounts(functions[name], searchPrefix, "s3:GetObject", "s3:PutObject");
    // What to delete, or to put into a group, may be named by the import that it came from.
    buckets.grantImports(functions[name], "s3:GetObject", rowPrefix);
  }
  buckets.grantAccounts(functions.contacts, deletionPrefix, "s3:GetObject", "s3:PutObject");
  buckets.grantAccounts(functions["deletion-worker"], deletionPrefix, "s3:GetObject", "s3:DeleteObject");
  database.grantMain(functions["deletion-worker"], ...itemActions, "BatchWriteItem");

  const sender = functions["reminder-sender"];
  database.grantMain(sender, ...itemActions);
  // The addresses by which reminders are turned off are signed.
  pepper.grantRead(sender);
  sender.configure("PUBLIC_URL", parts.publicUrl);
  mail?.grantSend(sender);
  database.grantMain(functions["mail-events"], "GetItem", "PutItem", "UpdateItem");

  for (const name of ["contacts", "imports"] as const) {
    functions[name].configure("PICTURE_LIBRARY", codeFolder);
  }
  // It signs the addresses of avatars, too.
  buckets.grantAvatars(functions.contacts, "s3:GetObject", "s3:PutObject", "s3:DeleteObject");
  buckets.grantAvatars(functions.groups, "s3:GetObject");
  buckets.grantAvatars(functions.account, "s3:GetObject");
  buckets.grantAvatars(functions.imports, "s3:PutObject", "s3:DeleteObject");
  buckets.grantAvatars(functions["deletion-worker"], "s3:DeleteObject");
  buckets.grantImportsIfThere(functions.imports, picturePrefix);
  // Pictures that are too large for the gateway.
  buckets.grantImports(functions.contacts, "s3:PutObject", photoPrefix);
  buckets.grantImportsIfThere(functions.contacts, photoPrefix);
}
