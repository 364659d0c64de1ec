/** Finds out whose API key a text is. */
import { parseApiKey } from "../../shared/auth/api-key-format.ts";
import { matchesApiKeyHash } from "../../shared/auth/api-key-hash.ts";
import type { ReadPepper } from "../../shared/auth/pepper.ts";
import type { Verdict } from "../../shared/auth/verdict.ts";
import { faultName, type Log } from "../../shared/log/request-log.ts";
import { type ApiKeyRecord, getApiKey, markApiKeyUsed } from "../../shared/table/api-key.ts";
import type { Store } from "../../shared/table/store.ts";

export interface KeyParts {
  store: Store;
  readPepper: ReadPepper;
  now: () => Date;
  log: Log;
}

/**
 * One consistent read for a key of the right form, none for any other. Throws when pepper or table can't be reached.
 */
export function createKeyVerifier(parts: KeyParts): (text: string) => Promise<Verdict> {
  const { store, readPepper } = parts;
  return async (text) => {
    const parsed = parseApiKey(text);
    if (!parsed) return { refusal: "invalid_api_key" };
    const [pepper, key] = await Promise.all([readPepper(), getApiKey(store, parsed.keyId)]);
    if (!key || !matchesApiKeyHash(parsed.key, pepper, key.hash)) return { refusal: "invalid_api_key" };
    await noteUse(key, parts);
    const { accountId, keyId, permission } = key;
    return { caller: { kind: "key", accountId, keyId, permission } };
  };
}

/** When a key was used is good to know, and not worth a refusal when it can't be written. */
async function noteUse(key: ApiKeyRecord, { store, now, log }: KeyParts): Promise<void> {
  try {
    await markApiKeyUsed(store, key, now());
  } catch (fault) {
    log({ level: "warn", event: "apiKeyUse.notNoted", keyId: key.keyId, fault: faultName(fault) });
  }
}
