/** Starts the threads that run the functions: one for the API, and others for the functions that work in the background. */
import { randomUUID } from "node:crypto";
import { routeGroups } from "../../../functions/routes.ts";
import { type BackgroundFunction, backgroundFunctions } from "../../cloud/triggers.ts";
import { invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import type { FunctionThreads } from "../lambda/threads.ts";

export interface Functions {
  /** By the name of their group. */
  groups: Readonly<Record<string, LocalFunction>>;
  authorizer: LocalFunction;
  background: Readonly<Record<BackgroundFunction, LocalFunction>>;
}

/** A service that the API needs does not answer as it should. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
}

type StartThreads = (handlers: Record<string, URL>, idleMilliseconds?: number) => Promise<FunctionThreads>;

const readinessGate = "readiness";

/** After this time without work, the thread of a background function returns its memory. */
const idleMilliseconds = 30_000;

/** Resolves when the functions are loaded and the checks of readiness have passed. Throws `NotReadyError`. */
export async function startFunctions(startThreads: StartThreads): Promise<Functions> {
  const groupNames = routeGroups.map(({ name }) => name);
  const apiHandlers = {
    ...Object.fromEntries([...groupNames, "authorizer"].map((name) => [name, entryOf(name)])),
    [readinessGate]: entryOf("health", "gate.ts"),
  };
  const backgroundHandlers = Object.fromEntries(backgroundFunctions.map((name) => [name, entryOf(name)]));
  const [api, background] = await Promise.all([
    startThreads(apiHandlers),
    startThreads(backgroundHandlers, idleMilliseconds),
  ]);
  await askReadiness(api.function(readinessGate));
  return {
    groups: Object.fromEntries(groupNames.map((name) => [name, api.function(name)])),
    authorizer: api.function("authorizer"),
    background: Object.fromEntries(
      backgroundFunctions.map((name) => [name, background.function(name)]),
    ) as Functions["background"],
  };
}

function entryOf(name: string, file = "handler.ts"): URL {
  return new URL(`../../../functions/${name}/${file}`, import.meta.url);
}

/**
 * Everything starts at once here, so that the first calls of a cold, busy machine may take longer than the checks allow in
 * the cloud. The checks therefore have three attempts.
 */
async function askReadiness(gate: LocalFunction, attempts = 3): Promise<void> {
  try {
    await invokeFunction(gate, {}, { requestId: randomUUID(), timeoutMilliseconds: 10_000 });
  } catch (cause) {
    if (attempts > 1) return askReadiness(gate, attempts - 1);
    throw new NotReadyError(`The API does not start: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
