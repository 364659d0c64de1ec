/** The signing key of the local issuer: made once and kept, so that a restart ends no session. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JWKStore } from "oauth2-mock-server";

/** Puts the folder's key into the store; makes a key of 2,048 bits for RS256, readable by its owner only, where there is none. */
export async function loadSigningKey(keys: JWKStore, dataDir: string): Promise<void> {
  const file = join(dataDir, "issuer-key.json");
  if (existsSync(file)) {
    await keys.add(JSON.parse(readFileSync(file, "utf8")));
    return;
  }
  await keys.generate("RS256");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(keys.toJSON(true)[0]), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
