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
import { chooseFreePort, isFree, loadPepper, openDataFolder } from "./data-folder.ts";
import {
  functionEnvironment,
  type LocalCredentials,
  type LocalEndpoints,
  readVersion,
} from "./function-environment.ts";
import { startFunctionThread } from "./function-threads.ts";
import { startGateway } from "./gateway.ts";
import type { LocalIssuer } from "./issuer.ts";
import { invokeFunction, type LocalFunction } from "./lambda-function.ts";
import { PortTakenError } from "./loopback.ts";
import { NotReadyError, type ServiceParts, startServices } from "./stack-services.ts";
import { removeStackState, writeStackState } from "./state.ts";

export interface StackOptions {
  /** 0: a free one. */
  port: number;
  /** Absent: everything is in memory or in a temporary folder, and gone at the end. */
  dataDir?: string;
  /**
   * Names what runs already and shall be used instead (`AWS_ENDPOINT_URL_DYNAMODB`, `…_S3`, `…_SES`, with the credentials for it), and may
   * set `ALLOWED_ORIGINS` and `RATE_LIMIT_PER_MINUTE`. The process's own when absent.
   */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Takes every line that functions and gateway log. */
  log?: Log;
}

export interface LocalStack {
  /** Without a slash at its end. */
  baseUrl: string;
  issuer: LocalIssuer;
  endpoints: LocalEndpoints;
  credentials: LocalCredentials;
  /** A session token for the person with this address. */
  tokenFor: LocalIssuer["tokenFor"];
  /** Stops everything that was started; a second call waits for the first. */
  stop: () => Promise<void>;
}

/** Milliseconds between two sweeps of what has expired. */
const sweepInterval = 60_000;

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
  const keep: ServiceParts["keep"] = (starting) => {
    // What did not start has nothing to stop.
    cleaning.push(async () => (await starting.catch(() => undefined))?.stop());
    return starting;
  };

  const credentials = chooseCredentials(given);
  const parser = Promise.withResolvers<LocalFunction>();
  const persistent = dataDir !== undefined;
  const services = await startServices({ folder, persistent, given, credentials, parser: parser.promise, keep, log });
  const { endpoints, issuer } = services;
  const pepper = loadPepper(folder);
  const version = await readVersion();
  const environment = functionEnvironment({ port, given, issuer, endpoints, credentials, pepper, version });
  const [api, importer] = await Promise.all([
    keep(startFunctionThread(apiHandlers(), environment, log)),
    keep(startFunctionThread({ [parserName]: entryOf(parserName) }, environment, log)),
    services.tables,
  ]);
  parser.resolve(importer.function(parserName));

  await askReadiness(api.function(readinessName));
  await keep(
    startGateway(port, {
      groups: routeGroups,
      functions: Object.fromEntries(routeGroups.map(({ name }) => [name, api.function(name)])),
      authorizer: api.function(authorizerName),
      allowedOrigins: (environment.ALLOWED_ORIGINS ?? "").split(","),
      log,
      now: Date.now,
      newId: randomUUID,
    }),
  );
  const sweeper = setInterval(services.sweep, sweepInterval);
  cleaning.push(() => clearInterval(sweeper));
  const baseUrl = `http://localhost:${port}`;
  writeStackState(folder, { baseUrl, issuerUrl: issuer.issuer, pid: process.pid });
  cleaning.push(() => removeStackState(folder));
  return { baseUrl, issuer, endpoints, credentials, tokenFor: issuer.tokenFor };
}

async function askReadiness(gate: LocalFunction): Promise<void> {
  try {
    await invokeFunction(gate, {}, { requestId: randomUUID(), timeoutMilliseconds: 10_000 });
  } catch (cause) {
    throw new NotReadyError(`The API does not start: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

const authorizerName = "authorizer";
const parserName = "import-parser";
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
