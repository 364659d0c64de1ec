/** The fault of an account whose mail can't reach its owner. Answers show it, and no more reminders are sent. */
import { type AccountHead, findAccountHead } from "../account/store/account.ts";
import { writeAccount } from "../account/store/account-write.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AddressError, deliverableAddress } from "../platform/mail/deliverable-address.ts";
import { planDue } from "./store/due-index.ts";
import type { LeaseName } from "./store/lease-name.ts";
import { getLease, type LeaseFault, type MailLease, updateLeaseAction } from "./store/mail-lease.ts";

type MailFault = NonNullable<AccountHead["mailFault"]>["state"];

/** A fault may become worse by a later event, never better. */
const severity = ["refused", "bounced", "complained"] as const satisfies readonly MailFault[];
const faultOf = { rejected: "refused", bounced: "bounced", complained: "complained" } as const satisfies Record<
  LeaseFault,
  MailFault
>;

/**
 * SES accepts no mail to this address. Ends the lease, if there is one, and sets the fault of the account, unless its address
 * has changed. The contacts to be in touch with of the mail are left to a later one.
 */
export async function refuseMail(
  store: Store,
  accountId: string,
  address: string,
  { lease, now }: { lease?: MailLease; now: Date },
): Promise<void> {
  await writeAccount(store, accountId, (head) => {
    const ends = lease ? [updateLeaseAction(store, lease, { state: "refused" })] : [];
    const before = lease?.positions ? { ...head, keptInTouchUntil: lease.positions.from } : head;
    if (head.email !== address) return { actions: ends, head: before, result: undefined };
    const plan = planDue(store, withFault(before, "refused", now), null);
    return { actions: [...ends, ...plan.actions], head: plan.head, result: undefined };
  });
}

/**
 * Records an event about a mail that was bounced, rejected or reported as spam. A repeated event changes nothing. An event about
 * a former address does not change the account. The due entry stays, because the sender removes it when it resolves the
 * lease. True if the event is new.
 */
export async function noteMailFault(
  store: Store,
  name: LeaseName,
  { fault, addresses, now }: { fault: LeaseFault; addresses: readonly string[]; now: Date },
): Promise<boolean> {
  // An event may come after the lease has expired, or after the account was closed.
  if (!(await getLease(store, name)) || !(await findAccountHead(store, name.accountId))) return false;
  const { result } = await writeAccount(store, name.accountId, async (head) => {
    const lease = await getLease(store, name);
    const isNews = lease !== undefined && (lease.fault === null || isWorse(faultOf[fault], faultOf[lease.fault]));
    if (!isNews) return { actions: [], head, result: false };
    const isTheirs = head.email !== null && addresses.some((address) => isSameAddress(address, head.email ?? ""));
    const after = isTheirs ? withFault(head, faultOf[fault], now) : head;
    return { actions: [updateLeaseAction(store, name, { fault })], head: after, result: true };
  });
  return result;
}

function withFault(head: AccountHead, state: MailFault, now: Date): AccountHead {
  if (head.mailFault && !isWorse(state, head.mailFault.state)) return head;
  return { ...head, mailFault: { state, at: now.toISOString() } };
}

function isWorse(one: MailFault, other: MailFault): boolean {
  return severity.indexOf(one) > severity.indexOf(other);
}

/** Events have the address as it was sent to; mail servers ignore case. */
function isSameAddress(sentTo: string, ours: string): boolean {
  try {
    return sentTo.toLowerCase() === deliverableAddress(ours).toLowerCase();
  } catch (error) {
    if (error instanceof AddressError) return false;
    throw error;
  }
}
