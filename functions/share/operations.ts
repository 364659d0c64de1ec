/** The operation that shares a contact by mail. */
import { namesOf } from "../../shared/account/change.ts";
import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { requireContact } from "../../shared/contact/answer/current.ts";
import { emailIdentity } from "../../shared/contact/reach/email.ts";
import { AppError, validationError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { deliverableAddress, isDeliverable } from "../../shared/platform/mail/deliverable-address.ts";
import { createMailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import { type Attachment, buildMessage, type Mailbox } from "../../shared/platform/mail/message.ts";
import { readShareLeases } from "../../shared/share/store/share-lease.ts";
import { cardFileName } from "../../shared/vcard/card-file-name.ts";
import type { routeGroup } from "./group.ts";
import type { ShareBody } from "./schemas.ts";
import { type Limiter, OutOfTimeError, type SendParts, type Sent, sendOnce } from "./send-once.ts";
import { type ShareContent, shareMail } from "./share-mail.ts";
import { sharedCard } from "./shared-card.ts";

export interface ShareParts extends SendParts {
  /** Undefined if no mail is configured. */
  sender: Mailbox | undefined;
  /** Mails a second that SES accepts. */
  perSecond: number;
  pause: (milliseconds: number) => Promise<void>;
  newId: () => string;
  /** The largest variant of a picture (JPEG); undefined if it was removed. */
  readAvatar: (accountId: string, photoVersion: string) => Promise<Uint8Array | undefined>;
}

/** Recipients a day (UTC) and account, without copies. */
export const recipientsPerDay = 50;

/** Milliseconds that the last mail may take: the time limits of the client, and of recording the result. */
const lastMailMargin = 13_500;

/** The seconds after which a request whose mails were not all accepted is worth a retry. */
const retryAfter = { unknown: 30, delayed: 5, stopped: 600 } as const satisfies Partial<Record<Sent, number>>;

export function shareOperations(parts: ShareParts): Operations<typeof routeGroup.rows> {
  return {
    async shareContact({ caller: { accountId }, body, remainingTime }) {
      const { store, sender, now } = parts;
      if (!sender) {
        const message = "Mail is not configured in this deployment.";
        throw new AppError("service_unavailable", { message, retryAfter: 3_600 });
      }
      const head = await getAccountHead(store, accountId);
      const { email } = head;
      if (email === null || !isDeliverable(email)) throw new AppError("address_not_verified");
      const contact = await requireContact(store, accountId, body.personId, "body.personId");
      const bytes = contact.photoVersion === null ? undefined : await parts.readAvatar(accountId, contact.photoVersion);
      const card = sharedCard(contact, body.selectedFields, bytes && { mediaType: "image/jpeg", bytes });
      const content = {
        accountName: head.name,
        accountAddress: email,
        language: head.language,
        contactName: [contact.firstName, contact.middleName, contact.lastName].filter(Boolean).join(" "),
        headline: contact.headline,
        message: body.message ?? null,
      };
      const mailOf = mailWriter(sender, now(), content, {
        fileName: cardFileName(contact),
        contentType: "text/vcard; charset=utf-8",
        content: card,
      });

      const addressees = addresseesOf(body, email);
      const count = addressees.filter(isRecipient).length;
      const { result: shareId, txid } = await countRecipients(parts, accountId, contact.id, count);
      const leases = await readShareLeases(store, accountId, shareId);
      const limiter = limiterOf(parts, remainingTime);
      const refused: string[] = [];
      const pending = new Set<keyof typeof retryAfter>();
      for (const [number, addressee] of addressees.entries()) {
        const name = { accountId, shareId, number };
        const sent = await sendOnce(parts, limiter, name, leases.get(number), () =>
          mailOf(addressee, `${shareId}-${number}`),
        );
        if (sent === "refused") refused.push(addressee.path);
        else if (sent !== "accepted") pending.add(sent);
        // No further mail could be sent in this request.
        if (sent === "stopped" || sent === "delayed") break;
      }
      if (pending.size > 0) {
        const seconds = Math.max(...[...pending].map((sent) => retryAfter[sent]));
        const message =
          "Not every mail was sent. A retry with the same idempotency key sends only the rest; a request without a key sends all.";
        throw new AppError("service_unavailable", { message, retryAfter: seconds });
      }
      if (refused.length > 0) {
        const message = "The mail service refuses mail to this address. Every other mail was sent";
        throw validationError(refused.map((path) => ({ path, message })));
      }
      return { status: 200, txid, body: { success: true } };
    },
  };
}

interface Addressee {
  address: string;
  /** Where the request names it. */
  path: string;
  /** The recipients, if this is the copy for the account. */
  copyOf?: string[];
}

function isRecipient({ copyOf }: Addressee): boolean {
  return copyOf === undefined;
}

/** Every address once, in the order of the request, and then the copy, unless the account is a recipient itself. */
function addresseesOf({ recipientEmails, sendCopy }: ShareBody, own: string): Addressee[] {
  const byIdentity = new Map<string, Addressee>();
  for (const [index, address] of recipientEmails.entries()) {
    const identity = emailIdentity(address);
    if (!byIdentity.has(identity)) byIdentity.set(identity, { address, path: `body.recipientEmails.${index}` });
  }
  const recipients = [...byIdentity.values()];
  if (!sendCopy || byIdentity.has(emailIdentity(own))) return recipients;
  const copyOf = recipients.map(({ address }) => address);
  return [...recipients, { address: own, path: "body.sendCopy", copyOf }];
}

/**
 * Counts the recipients of a new share, and returns its id. With an idempotency key, a retry gets the id of the first attempt
 * and counts nothing. Throws `rate_limit_exceeded` if the account would have too many recipients today.
 */
function countRecipients({ store, now, newId }: ShareParts, accountId: string, namedId: string, count: number) {
  return writeAccount(store, accountId, (head: AccountHead) => {
    const time = now();
    const today = { day: time.toISOString().slice(0, 10), recipients: 0 };
    // The clock of another process may be ahead, and a day must not begin twice.
    const { day, recipients: before } = head.shares && head.shares.day >= today.day ? head.shares : today;
    const recipients = before + count;
    if (recipients > recipientsPerDay) {
      const tomorrow = Date.parse(`${day}T00:00:00Z`) + 24 * 3600_000;
      throw new AppError("rate_limit_exceeded", {
        message: `An account may share with ${recipientsPerDay} recipients a day (UTC), and has had ${before} today.`,
        retryAfter: Math.ceil((tomorrow - time.getTime()) / 1000),
      });
    }
    const shareId = newId();
    const share = { subject: "share", subjectId: shareId, namedId, kind: "created" } as const;
    const changes = [{ ...share, fields: namesOf(["recipientEmails"]) }];
    return { actions: [], head: { ...head, shares: { day, recipients } }, changes, result: shareId };
  });
}

/** `acquire` throws `OutOfTimeError` if no time is left for a mail. */
function limiterOf({ perSecond, now, pause }: ShareParts, remainingTime: () => number): Limiter {
  const requireTime = (milliseconds: number) => {
    if (remainingTime() - milliseconds < lastMailMargin) throw new OutOfTimeError();
  };
  const { acquire, slowDown } = createMailRateLimiter({
    perSecond,
    now: () => now().getTime(),
    pause: async (milliseconds) => {
      requireTime(milliseconds);
      await pause(milliseconds);
    },
  });
  return {
    slowDown,
    acquire: async () => {
      requireTime(0);
      await acquire();
    },
  };
}

/** Writes the mails of a share, each to one address. */
function mailWriter(sender: Mailbox, date: Date, content: ShareContent, attachment: Attachment) {
  const replyTo = { name: content.accountName, address: content.accountAddress };
  return async ({ address, copyOf }: Addressee, id: string) => {
    const raw = await buildMessage({
      ...shareMail({ ...content, copyOf }),
      from: sender,
      to: { name: "", address },
      replyTo,
      date,
      id,
      attachment,
    });
    return { from: sender.address, to: deliverableAddress(address), raw };
  };
}
