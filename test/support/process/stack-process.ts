/**
 * The local stack in a process of its own, with its own environment. If this file is run as a program, it is that process, which
 * ends with its parent.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { TokenOptions } from "../../../infra/local/issuer/person-tokens.ts";
import { listenOnLoopback } from "../../../infra/local/server/loopback.ts";

export interface StackDetails {
  baseUrl: string;
  issuerUrl: string;
  endpoints: { dynamoDb: string; s3: string; ses: string; sqs: string };
  /** The queues of webhooks. */
  queueUrls: { quick: string; slow: string };
  credentials: { accessKeyId: string; secretAccessKey: string; region: string };
  /** The secret with which the stack hashes API keys. */
  pepper: string;
  /** Answers a `TokenRequest` with a token, as JSON. */
  controlUrl: string;
}

export interface StackProcess {
  details: StackDetails;
  stop: () => Promise<void>;
}

/** The stack gets no variable about AWS, and these settings. Rejects if it does not start. */
export async function startStackProcess(settings: Record<string, string> = {}): Promise<StackProcess> {
  const child = fork(fileURLToPath(import.meta.url), {
    // All tests have one client address, and some exceed the usual limits.
    env: { ...withoutAws(process.env), REFUSALS_PER_MINUTE: "1000000", RATE_LIMIT_PER_MINUTE: "1000000", ...settings },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const details = await Promise.race([firstMessage(child), failure(child)]);
  return { details, stop: () => end(child) };
}

function withoutAws(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("AWS_")));
}

async function firstMessage(child: ChildProcess): Promise<StackDetails> {
  const [details] = (await once(child, "message")) as [StackDetails];
  return details;
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the local stack ended with ${code} before it was ready`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const stubborn = setTimeout(() => child.kill("SIGKILL"), 8_000);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(stubborn);
}

export interface TokenRequest {
  email: string;
  /** Null removes a claim. */
  claims?: Record<string, unknown>;
  expiresIn?: number;
}

/** Only errors are logged. */
async function runInside(): Promise<void> {
  const { startStack } = await import("../../../infra/local/stack/stack.ts");
  const stack = await startStack({
    port: 0,
    log: (line) => line.level === "error" && console.error(JSON.stringify(line)),
  });
  const control = createServer(async (request, response) => {
    const token = await mintToken((await json(request)) as TokenRequest, stack.tokenFor);
    response.end(JSON.stringify(token));
  });
  const controlPort = await listenOnLoopback(control, "The control of the test stack");
  process.once("disconnect", () => void stack.stop().finally(() => process.exit()));
  const { baseUrl, issuer, endpoints, queueUrls, credentials, pepper } = stack;
  const controlUrl = `http://127.0.0.1:${controlPort}`;
  const details: StackDetails = {
    baseUrl,
    issuerUrl: issuer.issuer,
    endpoints,
    queueUrls,
    credentials,
    pepper,
    controlUrl,
  };
  process.send?.(details);
}

type MintToken = (email: string, options: TokenOptions) => Promise<string>;

function mintToken({ email, claims = {}, expiresIn }: TokenRequest, tokenFor: MintToken): Promise<string> {
  const withoutNulls = Object.entries(claims).map(([name, value]) => [name, value === null ? undefined : value]);
  return tokenFor(email, { claims: Object.fromEntries(withoutNulls), ...(expiresIn !== undefined && { expiresIn }) });
}

if (import.meta.main) await runInside();
