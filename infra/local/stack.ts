/**
 * The whole service on one machine: emulators side by side, functions in threads of their own, and the gateway in front, whose port opens
 * only when the same checks have passed that readiness asks for.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { routeGroups } from "../../functions/routes.ts";
import { type Log, logToStandardOutput } from "../../shared/log/request-log.ts";
import { placesFile } from "../places/places-file.ts";
import { type BackgroundFunction, backgroundFunctions, hourlyFunctions } from "../triggers.ts";
import { startSchedule } from "./background.ts";
import { chooseFreePort, isFree, loadPepper, openDataFolder } from "./data-folder.ts";
import {
  functionEnvironment,
  type LocalCredentials,
  type LocalEndpoints,
  readVersion,
} from "./function-environment.ts";
import { type FunctionThread, startFunctionThread } from "./function-threads.ts";
import { startGateway } from "./gateway.ts";
import type { LocalIssuer } from "./issuer.ts";
import { createIssuerPage } from "./issuer-page.ts";
import { invokeFunction, type LocalFunction } from "./lambda-function.ts";
import { PortTakenError } from "./loopback.ts";
import { createMailPage, mailPagePath } from "./mail-page.ts";
import { NotReadyError, type ServiceParts, startServices } from "./stack-services.ts";
import { removeStackState, writeStackState } from "./state.ts";

export interface StackOptions {
  /** 0: a free one. */
  port: number;
  /** Absent: everything is in memory or in a temporary folder, and gone at the end. */
  dataDir?: string;
  /**
   * Names what runs already and shall be used instead (`AWS_ENDPOINT_URL_DYNAMODB`, `…_S3`, `…_SES`, with the credentials for it), and may
   * set `ALLOWED_ORIGINS`, `RATE_LIMIT_PER_MINUTE` and `REFUSALS_PER_MINUTE`. The process's own when absent.
   */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Takes every line that functions and gateway log. */
  log?: Log;
}

export interface LocalStack {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Whether mail is caught, to be read at `/docs/mail`. */
  catchesMail: boolean;
  issuer: LocalIssuer;
  endpoints: LocalEndpoints;
  credentials: LocalCredentials;
  /** Under which secrets are hashed. */
  pepper: string;
  /** A session token for the person with this address. */
  tokenFor: LocalIssuer["tokenFor"];
  /** Stops everything that was started; a second call waits for the first. */
  stop: () => Promise<void>;
}

/**
 * Milliseconds between two runs of a scheduled function. In the cloud it is an hour, as every run has its price there;
 * here somebody waits for it at the screen.
 */
const scheduleInterval = 5 * 60_000;

/**
 * Resolves when the API answers. Throws `PortTakenError`, `JavaMissingError`, `DataFolderInUseError` or `NotReadyError`; whatever was
 * started by then is stopped.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  const cleaning: Cleaning = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= cleanUp(cleaning);
    return stopped;
  };
  try {
    return { ...(await assemble(options, cleaning)), stop };
  } catch (error) {
    // The first fault is the one that tells; what it left half made may well fail to stop.
    await stop().catch(() => {});
    throw error;
  }
}

type Cleaning = (() => Promise<void> | void)[];

/** The last that was started is the first to stop: no request runs into a service that is gone. */
async function cleanUp(cleaning: Cleaning): Promise<void> {
  const faults: unknown[] = [];
  for (let clean = cleaning.pop(); clean; clean = cleaning.pop()) {
    try {
      await clean();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, "the local stack did not stop cleanly");
}

async function assemble(
  { port: wantedPort, dataDir, environment: given = process.env, log = logToStandardOutput }: StackOptions,
  cleaning: Cleaning,
): Promise<Omit<LocalStack, "stop">> {
  if (wantedPort !== 0 && !(await isFree(wantedPort))) throw new PortTakenError("The API", wantedPort);
  const port = wantedPort === 0 ? await chooseFreePort() : wantedPort;
  const folder = dataDir === undefined ? mkdtempSync(join(tmpdir(), "contacts-")) : resolve(dataDir);
  if (dataDir === undefined) cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
  await openDataFolder(folder);
  // Nothing runs yet that could miss its time while the file is made.
  const places = placesFile();
  const keep: ServiceParts["keep"] = (starting) => {
    // What did not start has nothing to stop.
    cleaning.push(async () => (await starting.catch(() => undefined))?.stop());
    return starting;
  };

  const credentials = chooseCredentials(given);
  const background = Promise.withResolvers<BackgroundFunctions>();
  const functionOf = async (name: BackgroundFunction) => (await background.promise)[name];
  const persistent = dataDir !== undefined;
  const services = await startServices({ folder, persistent, given, credentials, functionOf, keep, log });
  const { endpoints, issuer, mail } = services;
  const pepper = loadPepper(folder);
  const version = await readVersion();
  const environment = functionEnvironment({
    port,
    given,
    issuer,
    endpoints,
    credentials,
    pepper,
    placesFile: places,
    version,
    ...(mail && { mailPage: mailPagePath }),
  });
  const startThread: StartThread = (handlers) => keep(startFunctionThread(handlers, environment, log));
  const [api, behind] = await Promise.all([startThread(apiHandlers()), startBackground(startThread)]);
  background.resolve(behind);

  const baseUrl = `http://localhost:${port}`;
  const issuerPage = createIssuerPage(baseUrl, issuer.issuer);
  const mailPage = mail && createMailPage(mail.mails);
  await askReadiness(api.function(readinessName));
  await keep(
    startGateway(port, {
      groups: routeGroups,
      functions: Object.fromEntries(routeGroups.map(({ name }) => [name, api.function(name)])),
      authorizer: api.function(authorizerName),
      page: (request) => mailPage?.(request) ?? issuerPage(request),
      allowedOrigins: (environment.ALLOWED_ORIGINS ?? "").split(","),
      log,
      now: Date.now,
      newId: randomUUID,
    }),
  );
  // At once, too: the stack may have ended in the middle of what the function does.
  for (const name of hourlyFunctions) cleaning.push(startSchedule(behind[name], scheduleInterval, log).stop);
  writeStackState(folder, { baseUrl, issuerUrl: issuer.issuer, pid: process.pid });
  cleaning.push(() => removeStackState(folder));
  const catchesMail = mail !== undefined;
  return { baseUrl, catchesMail, issuer, endpoints, credentials, pepper, tokenFor: issuer.tokenFor };
}

type StartThread = (handlers: Record<string, URL>) => Promise<FunctionThread>;
type BackgroundFunctions = Readonly<Record<BackgroundFunction, LocalFunction>>;

/** Each in a thread of its own: what one computes for minutes holds up none of the others. */
async function startBackground(startThread: StartThread): Promise<BackgroundFunctions> {
  const entries = backgroundFunctions.map(async (name) => {
    const thread = await startThread({ [name]: entryOf(name) });
    return [name, thread.function(name)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<BackgroundFunction, LocalFunction>;
}

/**
 * How often readiness is asked: everything starts at once here, and the first calls of a cold, busy machine may take
 * longer than the checks allow in the cloud.
 */
const readinessRounds = 3;

async function askReadiness(gate: LocalFunction, round = 1): Promise<void> {
  try {
    await invokeFunction(gate, {}, { requestId: randomUUID(), timeoutMilliseconds: 10_000 });
  } catch (cause) {
    if (round < readinessRounds) return askReadiness(gate, round + 1);
    throw new NotReadyError(`The API does not start: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

const authorizerName = "authorizer";
const readinessName = "readiness";

function entryOf(name: string, file = "handler.ts"): URL {
  return new URL(`../../functions/${name}/${file}`, import.meta.url);
}

/** One for every group, the authorizer, and the gate that asks what readiness asks. */
function apiHandlers(): Record<string, URL> {
  const names = [...routeGroups.map(({ name }) => name), authorizerName];
  return {
    ...Object.fromEntries(names.map((name) => [name, entryOf(name)])),
    [readinessName]: entryOf("health", "gate.ts"),
  };
}

/** The emulators keep to these; whoever brings an endpoint of their own brings the credentials for it. */
function chooseCredentials(given: Readonly<Record<string, string | undefined>>): LocalCredentials {
  const own = { accessKeyId: "local", secretAccessKey: "local", region: "us-east-1" };
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL_SES } = given;
  if (!AWS_ENDPOINT_URL_DYNAMODB && !AWS_ENDPOINT_URL_S3 && !AWS_ENDPOINT_URL_SES) return own;
  return {
    accessKeyId: given.AWS_ACCESS_KEY_ID ?? own.accessKeyId,
    secretAccessKey: given.AWS_SECRET_ACCESS_KEY ?? own.secretAccessKey,
    region: given.AWS_REGION ?? own.region,
  };
}
