/**
 * The whole service on one machine: emulators, functions in threads of their own, and the gateway in front, which opens its
 * port when the checks of readiness have passed.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { routeGroups } from "../../../functions/routes.ts";
import { type Log, logToStandardOutput } from "../../../shared/platform/log/request-log.ts";
import { writePages } from "../../browser/build-pages.ts";
import { hourlyFunctions, queueTrigger, tableTrigger } from "../../cloud/triggers.ts";
import { placesFile } from "../../places/places-file.ts";
import { startGateway } from "../gateway/gateway.ts";
import type { LocalIssuer } from "../issuer/issuer.ts";
import { startFunctionThreads } from "../lambda/threads.ts";
import { createMailPage, mailPagePath } from "../mail/page.ts";
import type { WebhookQueues } from "../queue/queues.ts";
import { PortTakenError } from "../server/loopback.ts";
import { startSchedule } from "./background.ts";
import { chooseFreePort, isFree, loadPepper } from "./data-folder.ts";
import {
  basesOf,
  chooseCredentials,
  functionEnvironment,
  type LocalCredentials,
  type LocalEndpoints,
} from "./function-environment.ts";
import { type Functions, startFunctions } from "./functions.ts";
import { readStagePath } from "./local-settings.ts";
import { type ServiceParts, startServices } from "./services.ts";
import { startQueueTrigger, startTableTrigger } from "./webhooks.ts";

export interface StackOptions {
  /** With 0, the stack chooses a free one. */
  port: number;
  /** Without a folder, everything is in memory or in a temporary folder, and gone at the end. */
  dataDir?: string;
  /**
   * May name services that run already and are used instead of the emulators (`AWS_ENDPOINT_URL_DYNAMODB`, `…_S3`,
   * `…_SES`, `…_SQS`, with the credentials for them), may set `ALLOWED_ORIGINS`, `RATE_LIMIT_PER_MINUTE`,
   * `REFUSALS_PER_MINUTE`, `METRICS_NAMESPACE` and `STAGE_PATH`, and may name another issuer (see local-settings.ts). The environment of the process when absent.
   */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Receives every log line of the functions and the gateway. */
  log?: Log;
}

export interface LocalStack {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Whether mail is caught, and shown at `/docs/mail`. */
  catchesMail: boolean;
  issuer: LocalIssuer;
  endpoints: LocalEndpoints;
  /** The queues of webhooks. */
  queueUrls: WebhookQueues["webhooks"];
  credentials: LocalCredentials;
  /** The secret under which API keys are hashed. */
  pepper: string;
  /** A session token for the person with this address. */
  tokenFor: LocalIssuer["tokenFor"];
  /** Stops everything that was started; a second call waits for the first. */
  stop: () => Promise<void>;
}

/**
 * Milliseconds between two runs of a scheduled function. In the cloud it is an hour, because every run costs something there;
 * here a person waits for the result.
 */
const scheduleInterval = 5 * 60_000;

/**
 * Resolves when the API answers. Throws `SettingError`, `PortTakenError`, `JavaMissingError`, `DataFolderInUseError` or `NotReadyError`, after
 * it has stopped everything that it had started.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  const started = new AsyncDisposableStack();
  try {
    const stack = await assemble(options, started);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= started.disposeAsync();
      return stopped;
    };
    return { ...stack, stop };
  } catch (error) {
    // The first error is the one that explains. A part that has half started may well fail to stop.
    await started.disposeAsync().catch(() => {});
    throw error;
  }
}

/** The last part that was started stops first, so that no request finds its services gone. */
async function assemble(
  { port: requestedPort, dataDir, environment: settings = process.env, log = logToStandardOutput }: StackOptions,
  started: AsyncDisposableStack,
): Promise<Omit<LocalStack, "stop">> {
  if (requestedPort !== 0 && !(await isFree(requestedPort))) throw new PortTakenError("The API", requestedPort);
  const port = requestedPort === 0 ? await chooseFreePort() : requestedPort;
  const folder = dataDir === undefined ? mkdtempSync(join(tmpdir(), "contacts-")) : resolve(dataDir);
  if (dataDir === undefined) started.defer(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  // The first run makes the file, which blocks this process for seconds. Nothing runs yet that could time out.
  const places = placesFile();
  const pagesFolder = join(folder, "pages");
  writePages(pagesFolder);
  const keep: ServiceParts["keep"] = (starting) => {
    started.defer(async () => (await starting.catch(() => undefined))?.stop());
    return starting;
  };

  const credentials = chooseCredentials(settings);
  const functions = Promise.withResolvers<Functions>();
  const functionOf: ServiceParts["functionOf"] = async (name) => (await functions.promise).background[name];
  const persistent = dataDir !== undefined;
  const services = await startServices({ folder, port, persistent, settings, credentials, functionOf, keep, log });
  const { endpoints, issuer, mail, queues, mainTable } = services;
  const pepper = loadPepper(folder);
  const environment = functionEnvironment({
    port,
    settings,
    issuer,
    endpoints,
    credentials,
    pepper,
    queueUrls: queues.webhooks,
    placesFile: places,
    pagesFolder,
    ...(mail && { mailPage: mailPagePath }),
  });
  const loaded = await startFunctions((handlers, idleMilliseconds) =>
    keep(startFunctionThreads(handlers, environment, log, idleMilliseconds)),
  );
  functions.resolve(loaded);

  const [baseUrl] = basesOf(port, settings);
  const stagePath = readStagePath(settings);
  const mailPage = mail && createMailPage(mail.mails, stagePath);
  await keep(
    startGateway(port, {
      groups: routeGroups,
      functions: loaded.groups,
      authorizer: loaded.authorizer,
      page: (request) => mailPage?.(request),
      allowedOrigins: (environment.ALLOWED_ORIGINS ?? "").split(","),
      stagePath,
      log,
      now: Date.now,
    }),
  );
  const { background } = loaded;
  started.defer(startTableTrigger(background[tableTrigger.function], mainTable, log).stop);
  started.defer(startQueueTrigger(background[queueTrigger.function], queues, log).stop);
  // The first run is now, because the stack may have ended in the middle of an earlier one.
  const hourly = hourlyFunctions.map((name) => background[name]);
  started.defer(startSchedule(hourly, scheduleInterval, log).stop);
  const catchesMail = mail !== undefined;
  const queueUrls = queues.webhooks;
  return { baseUrl, catchesMail, issuer, endpoints, queueUrls, credentials, pepper, tokenFor: issuer.tokenFor };
}
