/** Makes the account of a session that is seen for the first time, with the contact that is its owner. */
import { blankContact, type ContactRecord } from "../contact/record.ts";
import { unavailable } from "../http/errors.ts";
import { newAccountHead } from "../table/account.ts";
import { accountExists, putNewAccount } from "../table/account-provision.ts";
import type { Store } from "../table/store.ts";
import { describesPerson, fullName, mergeClaims, type Person, personOf } from "./person.ts";
import type { Session } from "./session-token.ts";
import { fetchUserInfo } from "./user-info.ts";

export interface ProvisioningParts {
  store: Store;
  now: () => Date;
  fetchInfo?: typeof fetch;
}

/**
 * Resolves when the session's account exists. Throws `service_unavailable` when the issuer can't be asked who it
 * belongs to.
 */
export type ProvisionAccount = (session: Session, token: string) => Promise<void>;

/** Accounts that an instance remembers; each costs about 100 bytes. */
const maxRemembered = 10_000;
/** Two transactions on the same items can cancel each other: one of a few attempts finds the account made. */
const maxAttempts = 5;

/** An account once seen is remembered, so that a known session costs no read. */
export function createProvisioning({ store, now, fetchInfo = fetch }: ProvisioningParts): ProvisionAccount {
  const known = new Set<string>();
  return async (session, token) => {
    const { accountId } = session;
    if (known.has(accountId)) return;
    if (!(await accountExists(store, accountId))) {
      const person = await identify(session, token, fetchInfo);
      await makeAccount(store, accountId, person, now());
    }
    remember(known, accountId);
  };
}

/** Sets keep their order: the first is the one remembered longest. */
function remember(known: Set<string>, accountId: string): void {
  const [oldest] = known;
  if (known.size >= maxRemembered && oldest !== undefined) known.delete(oldest);
  known.add(accountId);
}

/**
 * Who a session belongs to. Userinfo is asked only when the token leaves something out; throws `service_unavailable`
 * when it can't be.
 */
export async function identify(session: Session, token: string, fetchInfo: typeof fetch): Promise<Person> {
  const { claims, issuer, subject } = session;
  if (describesPerson(claims) || !issuer.userInfoUri) return personOf(claims);
  return personOf(mergeClaims(claims, await fetchUserInfo(issuer.userInfoUri, token, subject, fetchInfo)));
}

async function makeAccount(store: Store, accountId: string, person: Person, now: Date): Promise<void> {
  const head = {
    ...newAccountHead(accountId, person.emailVerified ? person.email : null, now),
    name: fullName(person),
  };
  const myself = ownContact(accountId, person, head.txid, now);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if ((await putNewAccount(store, head, myself)) || (await accountExists(store, accountId))) return;
  }
  throw unavailable();
}

/** Its id is the account's. */
function ownContact(
  accountId: string,
  { firstName, lastName, email }: Person,
  version: number,
  now: Date,
): ContactRecord {
  const emails = email === null ? [] : [{ preferred: true, type: "other", value: email }];
  return { ...blankContact(accountId, accountId, now), firstName, lastName, emails, version };
}
