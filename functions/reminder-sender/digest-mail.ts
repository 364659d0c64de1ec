/** The mail for a lease: its text and its recipient. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { deliverableAddress } from "../../shared/platform/mail/deliverable-address.ts";
import { buildMessage, type Mailbox } from "../../shared/platform/mail/message.ts";
import type { RawMail } from "../../shared/platform/mail/ses.ts";
import { type DigestParts, type MailContent, makeDigest } from "../../shared/reminder/mail/mail-content.ts";
import { type LeaseName, leaseTag } from "../../shared/reminder/store/lease-name.ts";
import type { LeasedContent } from "../../shared/reminder/store/mail-lease.ts";

export interface DigestMail {
  mail: RawMail;
  /** What is in the mail. Further dates may not have fitted. */
  content: LeasedContent;
}

export interface MailParts extends DigestParts {
  sender: Mailbox;
}

/** Throws `AddressError` if no mail can be sent to the account's address. */
export async function digestMail(
  parts: MailParts,
  head: AccountHead & { email: string },
  name: LeaseName,
  content: MailContent,
  { today, now }: { today: string; now: Date },
): Promise<DigestMail> {
  const { sender } = parts;
  const { name: accountName, email } = head;
  const { subject, text, html, included, unsubscribeUrl } = await makeDigest(parts, head, content, today);
  const tag = leaseTag(name);
  const id = tag.replaceAll("_", "-");
  const to = { name: accountName, address: email };
  const raw = await buildMessage({ from: sender, to, subject, text, html, date: now, id, unsubscribeUrl });
  const occurrences = included.map(({ contactId, dateId, occurrence }) => ({ contactId, dateId, occurrence }));
  const mail = { from: sender.address, to: deliverableAddress(email), raw, tags: { lease: tag } };
  return { mail, content: { occurrences, positions: content.keepInTouch?.positions ?? null } };
}
