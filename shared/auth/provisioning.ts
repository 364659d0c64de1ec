/**
 * Creates the account of a session when it is seen for the first time, with the contact of its owner, and refuses sessions from
 * before the account was closed.
 */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountHead, accountHeadToItem, findAccountHead, newAccountHead } from "../account/store/account.ts";
import { isRetryable } from "../account/store/account-write.ts";
import { type ClosingMark, checkMarkAction, findClosingMark, isClosedFor } from "../account/store/closing-mark.ts";
import { blankContact, type ContactRecord } from "../contact/record.ts";
import { contactToItem } from "../contact/store/contact.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { unavailable } from "../platform/http/errors.ts";
import { fullName, identify, type Person } from "./person.ts";
import type { Session } from "./session-token.ts";

export interface ProvisioningParts {
  store: Store;
  now: () => Date;
  fetchInfo?: typeof fetch;
}

/**
 * - `open`: the session's account exists.
 * - `closed`: the account was closed after the user signed in.
 * - `deleting`: the user signed in again, and data of the closed account are still being deleted.
 */
export type AccountState = "open" | "closed" | "deleting";

/** Throws `service_unavailable` when the userinfo endpoint can't be reached. */
export type ProvisionAccount = (session: Session, token: string) => Promise<AccountState>;

/** The number of accounts that an instance remembers. Each takes about 100 bytes. */
const maxRemembered = 10_000;
/** Two transactions on the same items can cancel each other. After a few attempts, the account exists. */
const maxAttempts = 5;

/** Remembers accounts that exist, so that a known session needs only the read of the closing mark. */
export function createProvisioning({ store, now, fetchInfo = fetch }: ProvisioningParts): ProvisionAccount {
  const known = new Set<string>();
  return async (session, token) => {
    const { accountId } = session;
    const mark = await findClosingMark(store, accountId);
    if (mark && isClosedFor(session, mark)) return "closed";
    if (mark?.deleting) return "deleting";
    const account = `${accountId} ${mark?.closedAt ?? ""}`;
    if (known.has(account)) return "open";
    if (!(await findAccountHead(store, accountId))) {
      const person = await identify(session, token, fetchInfo);
      await createAccount(store, { accountId, person, mark }, now());
    }
    remember(known, account);
    return "open";
  };
}

/** Forgets the oldest account when there are too many. A set keeps the order of insertion. */
function remember(known: Set<string>, accountId: string): void {
  const [oldest] = known;
  if (known.size >= maxRemembered && oldest !== undefined) known.delete(oldest);
  known.add(accountId);
}

interface NewAccount {
  accountId: string;
  person: Person;
  /** The mark of an earlier account. */
  mark: ClosingMark | undefined;
}

async function createAccount(store: Store, { accountId, person, mark }: NewAccount, now: Date): Promise<void> {
  const head = {
    ...newAccountHead(accountId, person.emailVerified ? person.email : null, now, mark?.txid),
    name: fullName(person),
  };
  const myself = ownContact(accountId, person, head.txid, now);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if ((await putNewAccount(store, head, myself, mark)) || (await findAccountHead(store, accountId))) return;
  }
  throw unavailable();
}

/** The owner's contact has the id of the account. */
function ownContact(
  accountId: string,
  { firstName, lastName, email }: Person,
  version: number,
  now: Date,
): ContactRecord {
  const emails = email === null ? [] : [{ preferred: true, type: "other", value: email }];
  return { ...blankContact(accountId, accountId, now), firstName, lastName, emails, version };
}

/**
 * Writes the head and the owner's contact in one transaction, unless the account was closed after `mark` was read. Returns false
 * when nothing was written and another attempt may succeed, because another request writes the same account or the table is busy.
 */
export async function putNewAccount(
  store: Store,
  head: AccountHead,
  myself: ContactRecord,
  mark?: ClosingMark,
): Promise<boolean> {
  const items = [accountHeadToItem(head), contactToItem(myself)];
  try {
    await store.client.send(
      new TransactWriteCommand({
        TransactItems: [
          checkMarkAction(store, head.accountId, mark),
          ...items.map((Item) => ({
            Put: { TableName: store.tableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
          })),
        ],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException && isRetryable(error)) return false;
    throw error;
  }
}
