/** Files of the local stack in its data folder: a secret, and the ports of services. */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { loopbackAddress } from "../server/loopback.ts";

/** The secret under which API keys are hashed. It is made once, so that keys outlive a restart; only its owner can read it. */
export function loadPepper(dataDir: string): string {
  return loadOnce(join(dataDir, "api-key-pepper"), () => randomBytes(32).toString("base64url"));
}

/**
 * The port of the issuer is part of every session token, and the port of S3 of every signed address. So each port stays while it is
 * free. When another program has taken a port, a new one is chosen and kept.
 */
export async function loadPort(dataDir: string, service: "issuer" | "s3"): Promise<number> {
  const file = join(dataDir, `${service}-port`);
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

function loadOnce(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}
