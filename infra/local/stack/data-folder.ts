/** Files of the local stack in its data folder: a secret, the issuer's port, and which process runs on the folder. */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { DataFolderInUseError, isAlive } from "../database/process-file.ts";
import { loopbackAddress } from "../server/loopback.ts";

export const defaultDataDir = ".local";

const stackState = z.object({
  /** The address of the API. */
  baseUrl: z.url(),
  /** The issuer of session tokens. */
  issuerUrl: z.url(),
  /** The process of the stack. */
  pid: z.int().positive(),
});
export type StackState = z.output<typeof stackState>;

/** Makes the folder when it is missing. Throws `DataFolderInUseError` while another stack runs on it. */
export async function openDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const state = readStackState(dataDir);
  // After a crash, another program may have the number of the process. Only an answer proves that a stack runs.
  if (state && state.pid !== process.pid && (await answers(`${state.baseUrl}/health/live`))) {
    throw new DataFolderInUseError(stateFile(dataDir), state.pid);
  }
}

export function writeStackState(dataDir: string, state: StackState): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${stateFile(dataDir)}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${stateFile(dataDir)}.new`, stateFile(dataDir));
}

/** The stack that runs on this folder. Undefined without one, also after a kill that left the file. */
export function readStackState(dataDir: string): StackState | undefined {
  try {
    const state = stackState.parse(JSON.parse(readFileSync(stateFile(dataDir), "utf8")));
    return isAlive(state.pid) ? state : undefined;
  } catch {
    return undefined;
  }
}

export function removeStackState(dataDir: string): void {
  rmSync(stateFile(dataDir), { force: true });
}

/** The secret under which API keys are hashed. It is made once, so that keys outlive a restart; only its owner can read it. */
export function loadPepper(dataDir: string): string {
  return loadOnce(join(dataDir, "api-key-pepper"), () => randomBytes(32).toString("base64url"));
}

/**
 * The issuer's port is part of every session token, so it stays the same while it is free. When another program has taken
 * it, a new one is chosen and kept.
 */
export async function loadIssuerPort(dataDir: string): Promise<number> {
  const file = join(dataDir, "issuer-port");
  const port = Number(loadOnce(file, () => "0"));
  if (port > 0 && (await isFree(port))) return port;
  const chosen = await chooseFreePort();
  writeFileSync(file, `${chosen}\n`);
  return chosen;
}

/** A port below those that systems choose by themselves, so that no other program takes it before it is used. */
export async function chooseFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

/** Whether a program could listen on this port of the loopback address now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, loopbackAddress, () => server.close(() => resolve(true)));
  });
}

function stateFile(dataDir: string): string {
  return join(dataDir, "stack.json");
}

function loadOnce(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}
