/** Starts the threads that run the functions: one for the API, and one for each function that works in the background. */
import { randomUUID } from "node:crypto";
import { routeGroups } from "../../../functions/routes.ts";
import { type BackgroundFunction, backgroundFunctions } from "../../cloud/triggers.ts";
import { invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import type { FunctionThread } from "../lambda/threads.ts";

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

type StartThread = (handlers: Record<string, URL>) => Promise<FunctionThread>;

const readinessGate = "readiness";

/** Resolves when the functions are loaded and the checks of readiness have passed. Throws `NotReadyError`. */
export async function startFunctions(startThread: StartThread): Promise<Functions> {
  const groupNames = routeGroups.map(({ name }) => name);
  const apiHandlers = {
    ...Object.fromEntries([...groupNames, "authorizer"].map((name) => [name, entryOf(name)])),
    [readinessGate]: entryOf("health", "gate.ts"),
  };
  const [api, background] = await Promise.all([startThread(apiHandlers), startBackground(startThread)]);
  await askReadiness(api.function(readinessGate));
  return {
    groups: Object.fromEntries(groupNames.map((name) => [name, api.function(name)])),
    authorizer: api.function("authorizer"),
    background,
  };
}

/** Each function has a thread of its own, because one that computes for minutes must not delay the others. */
async function startBackground(startThread: StartThread): Promise<Functions["background"]> {
  const entries = backgroundFunctions.map(async (name) => {
    const thread = await startThread({ [name]: entryOf(name) });
    return [name, thread.function(name)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<BackgroundFunction, LocalFunction>;
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
