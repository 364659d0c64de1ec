/** Exchanges a refresh token at the issuer, once for all tabs that send it within a minute. */
import { createSealer, type SealerParts } from "../../shared/auth/sealed-text.ts";
import {
  findRefreshed,
  keepRefreshed,
  type RefreshKey,
  releaseRefresh,
  reserveRefresh,
} from "../../shared/auth/store/refreshed-token.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { unavailable } from "../../shared/platform/http/errors.ts";
import type { IssuerClient, IssuerTokens } from "./issuer-client.ts";

export interface RefreshParts extends SealerParts {
  cache: Store;
  /** Resolves after these milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
}

export type RefreshOnce = (key: RefreshKey, issuer: IssuerClient) => Promise<IssuerTokens>;

/** Milliseconds between two looks for the result of another request, and how often it looks. */
const lookInterval = 100;
const maxLooks = 40;
/** Seconds for which a result can be opened. The item ends earlier. */
const resultLasts = 120;

/** Throws `RefusedByIssuerError`, and `service_unavailable` when the other request does not end. */
export function createRefreshOnce(parts: RefreshParts): RefreshOnce {
  const { cache, now, wait } = parts;
  const results = createSealer<IssuerTokens>("refreshed tokens", parts);
  return async (key, issuer) => {
    for (let look = 0; look < maxLooks; look++) {
      if (await reserveRefresh(cache, key, now())) return exchange(key, issuer);
      const sealed = await findRefreshed(cache, key);
      const result = sealed === undefined ? undefined : await results.open(sealed);
      if (result) return result.value;
      await wait(lookInterval);
    }
    throw unavailable(new Error("another request refreshes the session and does not end"));
  };

  async function exchange(key: RefreshKey, issuer: IssuerClient): Promise<IssuerTokens> {
    let tokens: IssuerTokens;
    try {
      tokens = await issuer.refresh(key.refreshToken);
    } catch (error) {
      // A reservation that stays ends by itself.
      await releaseRefresh(cache, key).catch(() => {});
      throw error;
    }
    const sealed = await results.seal(tokens, Math.floor(now().getTime() / 1000) + resultLasts);
    // Without the copy another tab fails. Without the tokens the session ends, because the issuer may not accept the old one again.
    await keepRefreshed(cache, key, sealed, now()).catch(() => {});
    return tokens;
  }
}
