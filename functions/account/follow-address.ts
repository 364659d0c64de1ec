/**
 * Updates the account's e-mail address when the issuer has another verified address for its owner. This needs a request to
 * the userinfo endpoint for most tokens, so it happens once per token and instance, when the account is read.
 */
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { identify } from "../../shared/auth/person.ts";
import type { VerifySessionToken } from "../../shared/auth/session-token.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import { planAddress } from "../../shared/reminder/account-settings.ts";

export interface FollowingParts {
  store: Store;
  verifyToken: VerifySessionToken;
  now: () => Date;
  log: Log;
  fetchInfo?: typeof fetch;
}

/** Never rejects. If the issuer can't be reached, the next request tries again. */
export type FollowAddress = (token: string) => Promise<void>;

/** The number of tokens that an instance remembers. Each takes about 100 bytes. */
const maxRemembered = 10_000;

export function createAddressFollower(parts: FollowingParts): FollowAddress {
  const { store, verifyToken, now, log, fetchInfo = fetch } = parts;
  const seen = new Set<string>();
  return async (token) => {
    try {
      const session = await verifyToken(token);
      if (!session) return;
      const mark = `${session.accountId} ${session.expiresAt}`;
      if (seen.has(mark)) return;
      const { email, emailVerified } = await identify(session, token, fetchInfo);
      if (email !== null && emailVerified) {
        await writeAccount(store, session.accountId, (head) => planAddress(store, head, email, now()));
      }
      if (seen.size >= maxRemembered) seen.clear();
      seen.add(mark);
    } catch (fault) {
      log({ level: "warn", event: "address.notFollowed", fault: faultName(fault) });
    }
  };
}
