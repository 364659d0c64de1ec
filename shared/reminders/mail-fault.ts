/** What the account is told, and the sender heeds, when a mail can't reach its owner. */
import { AddressError, deliverableAddress } from "../mail/message.ts";
import type { AccountHead } from "../table/account.ts";
import { writeAccount } from "../table/account-write.ts";
import type { ClaimName } from "../table/claim-name.ts";
import { planDue } from "../table/due-index.ts";
import { type ClaimFault, claimFaultAction, endClaimAction, getClaim, type MailClaim } from "../table/mail-claim.ts";
import type { Store } from "../table/store.ts";

type MailFault = NonNullable<AccountHead["mailFault"]>["state"];

/** A later event may say something worse, never something better. */
const severity = ["refused", "bounced", "complained"] as const satisfies readonly MailFault[];
const faultOf = { rejected: "refused", bounced: "bounced", complained: "complained" } as const satisfies Record<
  ClaimFault,
  MailFault
>;

/**
 * SES will take no mail to this address: the claim, where there is one already, is over, nobody was told, and the
 * account gets no mail until its settings change. One whose address is another by now is left alone.
 */
export async function refuseMail(
  store: Store,
  accountId: string,
  address: string,
  { claim, now }: { claim?: MailClaim; now: Date },
): Promise<void> {
  await writeAccount(store, accountId, (head) => {
    const ends = claim ? [endClaimAction(store, claim, "refused")] : [];
    if (head.email !== address) return { actions: ends, head, result: undefined };
    const plan = planDue(store, withFault(head, "refused", now), null);
    return { actions: [...ends, ...plan.actions], head: plan.head, result: undefined };
  });
}

/**
 * An event says that the mail of a claim reached nobody, or was not wanted. The same event a second time changes
 * nothing, and neither does one of an address that the account no longer has. The due entry stays: the sender takes it
 * away when it has settled what it still has to. True: it was news.
 */
export async function noteMailFault(
  store: Store,
  name: ClaimName,
  { fault, addresses, now }: { fault: ClaimFault; addresses: readonly string[]; now: Date },
): Promise<boolean> {
  // Accounts and claims go with time, and events may come after them.
  if (!(await getClaim(store, name))) return false;
  const { result } = await writeAccount(store, name.accountId, async (head) => {
    const claim = await getClaim(store, name);
    const isNews = claim !== undefined && (claim.fault === null || isWorse(faultOf[fault], faultOf[claim.fault]));
    if (!isNews) return { actions: [], head, result: false };
    const isTheirs = head.email !== null && addresses.some((address) => isSameAddress(address, head.email ?? ""));
    const after = isTheirs ? withFault(head, faultOf[fault], now) : head;
    return { actions: [claimFaultAction(store, name, fault)], head: after, result: true };
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

/** Events tell the address as it was sent to; servers, as people, take no heed of case. */
function isSameAddress(told: string, ours: string): boolean {
  try {
    return told.toLowerCase() === deliverableAddress(ours).toLowerCase();
  } catch (error) {
    if (error instanceof AddressError) return false;
    throw error;
  }
}
