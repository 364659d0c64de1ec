/**
 * Lets the account's e-mail address follow its owner's: what the issuer says of the bearer of a token is compared with
 * what the account knows. Once a token and instance, and only where somebody asks for their account: for most tokens
 * userinfo must be asked.
 */
import { faultName, type Log } from "../log/request-log.ts";
import { planAddress } from "../table/account-settings.ts";
import { type RetryPolicy, writeAccount } from "../table/account-write.ts";
import type { Store } from "../table/store.ts";
import { identify } from "./provisioning.ts";
import type { VerifySessionToken } from "./session-token.ts";

export interface FollowingParts {
  store: Store;
  verifyToken: VerifySessionToken;
  now: () => Date;
  log: Log;
  fetchInfo?: typeof fetch;
  retry?: RetryPolicy;
}

/** Never rejects: an issuer that can't be asked now is asked with the next request. */
export type FollowAddress = (token: string) => Promise<void>;

/** Tokens that an instance remembers; each costs about 100 bytes. */
const maxRemembered = 10_000;

export function createAddressFollower(parts: FollowingParts): FollowAddress {
  const { store, verifyToken, now, log, fetchInfo = fetch, retry } = parts;
  const seen = new Set<string>();
  return async (token) => {
    try {
      const session = await verifyToken(token);
      if (!session) return;
      const mark = `${session.accountId} ${session.expiresAt}`;
      if (seen.has(mark)) return;
      const { email, emailVerified } = await identify(session, token, fetchInfo);
      if (email !== null && emailVerified) {
        await writeAccount(store, session.accountId, (head) => planAddress(store, head, email, now()), retry);
      }
      if (seen.size >= maxRemembered) seen.clear();
      seen.add(mark);
    } catch (fault) {
      log({ level: "warn", event: "address.notFollowed", fault: faultName(fault) });
    }
  };
}
