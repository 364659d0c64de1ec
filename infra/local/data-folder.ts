/** What the local stack keeps in its data folder besides the data themselves: a secret, a port, and who runs on it. */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { loopbackAddress } from "./loopback.ts";
import { DataFolderInUseError } from "./process-file.ts";
import { readStackState } from "./state.ts";

/** Makes the folder if need be. Throws `DataFolderInUseError` while another stack runs on it. */
export async function openDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const state = readStackState(dataDir);
  // A number alone proves nothing: after a crash it may have gone to another program.
  if (state && state.pid !== process.pid && (await answers(`${state.baseUrl}/health/live`))) {
    throw new DataFolderInUseError(join(dataDir, "stack.json"), state.pid);
  }
}

/** The secret under which API keys are hashed: made once, so that keys outlive a restart; readable by its owner only. */
export function loadPepper(dataDir: string): string {
  return loadOnce(join(dataDir, "api-key-pepper"), () => randomBytes(32).toString("base64url"));
}

/**
 * The issuer's port is part of every session token, so it stays the same as long as it is free. Throws nothing for one that is taken: then a
 * new one is chosen, and kept.
 */
export async function loadIssuerPort(dataDir: string): Promise<number> {
  const file = join(dataDir, "issuer-port");
  const port = Number(loadOnce(file, () => "0"));
  if (port > 0 && (await isFree(port))) return port;
  const chosen = await chooseFreePort();
  writeFileSync(file, `${chosen}\n`);
  return chosen;
}

/** A port below those that systems hand out by themselves, so that nothing else takes it before it is used. */
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

function loadOnce(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return true;
  } catch {
    return false;
  }
}
