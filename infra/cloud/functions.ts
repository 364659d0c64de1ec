/** All functions of the service, with the sizes and permissions that they declare. */
import { relative } from "node:path";
import { Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { DeploymentSetting, FunctionDeclaration, Grants, ItemAction } from "../../functions/declaration.ts";
import { otherFunctions } from "../../functions/other-functions.ts";
import { routeGroups } from "../../functions/routes.ts";
import { vipsFiles } from "../../shared/picture/load-vips.ts";
import { acceptsIdempotencyKey } from "../../shared/platform/http/idempotency/idempotency-key.ts";
import type { RouteRows } from "../../shared/platform/http/route/route.ts";
import { placesFile, placesFileName } from "../places/places-file.ts";
import { projectRoot } from "./function/bundling.ts";
import { pagesFolder, ServiceFunction } from "./function/service-function.ts";
import type { Buckets } from "./resources/buckets.ts";
import type { Database } from "./resources/database.ts";
import type { Mail } from "./resources/mail.ts";
import type { Pepper } from "./resources/pepper.ts";
import type { Users } from "./resources/users.ts";
import type { WebhookQueue } from "./resources/webhook-queue.ts";
import type { Settings } from "./settings.ts";
import { backgroundFunctions, queueTrigger } from "./triggers.ts";

export type GroupName = (typeof routeGroups)[number]["name"];
export type FunctionName = GroupName | keyof typeof otherFunctions;

export const functionDeclarations = Object.fromEntries([
  ...routeGroups.map((group) => [group.name, group]),
  ...Object.entries(otherFunctions),
]) as Readonly<Record<FunctionName, FunctionDeclaration>>;

export const functionNames = Object.keys(functionDeclarations) as FunctionName[];

/** The folder that Lambda unpacks a function into. */
const codeFolder = "/var/task";

export interface Parts {
  database: Database;
  buckets: Buckets;
  users: Users;
  pepper: Pepper;
  mail: Mail | undefined;
  webhookQueue: WebhookQueue;
  settings: Readonly<Record<DeploymentSetting, string>>;
  rateLimitPerMinute: number;
  concurrency: Pick<Settings, "parserConcurrency" | "backgroundConcurrency">;
  /** Whether requests have metrics for each route. */
  routeMetrics: boolean;
  tracing: boolean;
}

export class Functions extends Construct {
  readonly byName: Readonly<Record<FunctionName, ServiceFunction>>;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const entries = Object.entries(functionDeclarations).map(([name, { grants, ...size }]) => {
      const concurrency = concurrencyOf(name, parts.concurrency);
      const options = {
        assets: () => assetsOf(grants),
        pages: grants.pages === true,
        tracing: parts.tracing,
        concurrency,
      };
      const made = new ServiceFunction(this, name, { ...size, ...options });
      made
        .configure("METRICS_NAMESPACE", Stack.of(this).stackName)
        .configure("METRICS_BY_ROUTE", String(parts.routeMetrics));
      grant(made, grants, parts);
      return [name, made];
    });
    this.byName = Object.fromEntries(entries) as Record<FunctionName, ServiceFunction>;
    for (const { name, rows } of routeGroups) grantPipeline(this.byName[name], rows, parts);
  }
}

function concurrencyOf(name: string, settings: Parts["concurrency"]): number | undefined {
  if (name === "import-parser") return settings.parserConcurrency;
  const { backgroundConcurrency } = settings;
  // Beside the messages of its two queues, it handles the stream and the hourly run. A message that finds no free execution would
  // come nearer to the dead letters.
  if (name === queueTrigger.function && backgroundConcurrency !== undefined) return 2 * backgroundConcurrency + 2;
  return backgroundFunctions.some((one) => one === name) ? backgroundConcurrency : undefined;
}

/** The gazetteer is built when the first function that contains it is bundled. */
function assetsOf({ places, pictures, assets }: Grants): string[] {
  return [
    ...(places ? [relative(projectRoot, placesFile())] : []),
    ...(pictures ? vipsFiles.map((file) => `node_modules/wasm-vips/lib/${file}`) : []),
    ...(assets?.paths ?? []),
  ];
}

function grant(target: ServiceFunction, grants: Grants, parts: Parts): void {
  const { database, buckets, users, pepper, mail, webhookQueue } = parts;
  if (grants.table) database.grantMain(target, grants.table);
  if (grants.cache) database.grantCache(target, grants.cache);
  for (const files of grants.files ?? []) buckets.grant(target, files);
  if (grants.pepper) pepper.grantRead(target);
  if (grants.sessions) users.grantVerify(target);
  if (grants.mail) mail?.grantSend(target);
  if (grants.queue) webhookQueue.grantSend(target);
  if (grants.probes) {
    database.grantMain(target, ["GetItem"]);
    database.grantCache(target, ["GetItem"]);
    buckets.grantProbe(target);
    mail?.grantProbe(target);
  }
  if (grants.places) target.configure("PLACES_FILE", `${codeFolder}/${placesFileName}`);
  if (grants.pictures) target.configure("PICTURE_LIBRARY", codeFolder);
  if (grants.assets) target.configure(grants.assets.folder, codeFolder);
  if (grants.pages) target.configure("PAGE_FILES", `${codeFolder}/${pagesFolder}`);
  for (const name of grants.settings ?? []) target.configure(name, parts.settings[name]);
}

/** UpdateItem counts requests. Rows with an idempotency key also store reservations and answers. */
export function pipelineActions(rows: RouteRows): readonly ItemAction[] {
  return Object.values(rows).some(acceptsIdempotencyKey) ? ["UpdateItem", "GetItem", "PutItem"] : ["UpdateItem"];
}

/** The settings and permissions that every function behind the gateway has. */
function grantPipeline(target: ServiceFunction, rows: RouteRows, parts: Parts): void {
  target
    .configure("ALLOWED_ORIGINS", parts.settings.ALLOWED_ORIGINS)
    .configure("RATE_LIMIT_PER_MINUTE", String(parts.rateLimitPerMinute));
  parts.database.grantCache(target, pipelineActions(rows));
}
