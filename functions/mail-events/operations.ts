/**
 * Records what SES reports about mails. EventBridge delivers the events of SES on a best-effort basis: late, twice, not at
 * all, or in any order. So each event is processed by itself. Every event means that SES accepted the mail, and some
 * mean that the mail was bounced, rejected or reported as spam.
 */
import * as z from "zod";
import { once } from "../../shared/platform/config/once.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import { acceptLease, type LeaseKey } from "../../shared/platform/mail/lease.ts";
import { noteMailFault } from "../../shared/reminder/mail-fault.ts";
import { type LeaseName, parseLeaseTag } from "../../shared/reminder/store/lease-name.ts";
import { type LeaseFault, leaseKey } from "../../shared/reminder/store/mail-lease.ts";
import { parseShareTag, shareLeaseKey } from "../../shared/share/store/share-lease.ts";

export interface MailEventParts {
  store: Store;
  now: () => Date;
  log: Log;
}

const recipients = once(() => z.array(z.object({ emailAddress: z.string() })).default([]));

/** The fields that are used of `detail` in an EventBridge event ("Event data that Amazon SES publishes" in the SES guide). */
const detailSchema = once(() =>
  z.object({
    eventType: z.string(),
    mail: z.object({
      timestamp: z.iso.datetime({ offset: true }),
      messageId: z.string().min(1),
      destination: z.array(z.string()).default([]),
      tags: z.record(z.string(), z.array(z.string())).default({}),
    }),
    bounce: z
      .object({ bounceType: z.string(), bounceSubType: z.string().optional(), bouncedRecipients: recipients() })
      .optional(),
    complaint: z.object({ complainedRecipients: recipients() }).optional(),
  }),
);

type MailDetail = z.output<ReturnType<typeof detailSchema>>;

/** The events which mean that SES accepted the mail. */
const acceptedEvents = new Set(["Send", "Delivery", "Bounce", "Complaint", "Reject", "DeliveryDelay"]);

/** `detail` is that of the event. An event that is malformed, or about another mail, is only logged. */
export async function recordMailEvent(parts: MailEventParts, detail: unknown, requestId: string): Promise<void> {
  const { store, now, log } = parts;
  const skip = (reason: string) => log({ level: "warn", event: "mail.eventSkipped", requestId, reason });
  const { data } = detailSchema().safeParse(detail);
  if (!data) return skip("malformed");
  const { eventType, mail } = data;
  if (!acceptedEvents.has(eventType)) return skip("unknown type");
  const lease = leaseOf(mail.tags.lease?.[0] ?? "");
  if (!lease) return skip("no lease");

  const acceptedAt = new Date(mail.timestamp).toISOString();
  const isNews = await acceptLease(store, lease.key, acceptedAt, mail.messageId);
  const context = { requestId, accountId: lease.accountId, type: eventType };
  // The sender has usually recorded this already.
  if (isNews) log({ level: "info", event: "mail.acceptedByEvent", ...context });
  const fault = faultOf(data);
  if (fault) {
    // The recipient of a shared contact is somebody else, so the account gets its reminders as before.
    const { reminder } = lease;
    const isFaultNews = !reminder || (await noteMailFault(store, reminder, { ...fault, now: now() }));
    const event = faultEvents[reminder ? "reminder" : "share"][fault.fault];
    if (isFaultNews) log({ level: "warn", event, ...context });
  } else if (data.bounce)
    log({ level: "info", event: "mail.softBounce", ...context, subType: data.bounce.bounceSubType });
}

/** The names of log events that shared/platform/log/watched-events.ts names. */
const faultEvents = {
  reminder: { rejected: "mail.rejected", bounced: "mail.bounced", complained: "mail.complained" },
  share: { rejected: "share.rejected", bounced: "share.bounced", complained: "share.complained" },
} as const satisfies Record<string, Record<LeaseFault, string>>;

interface TaggedLease {
  accountId: string;
  key: LeaseKey;
  /** Only the lease of a reminder mail has it. */
  reminder?: LeaseName;
}

/** The lease that the tag of a mail names, of whichever kind; undefined for any other text. */
function leaseOf(tag: string): TaggedLease | undefined {
  const reminder = parseLeaseTag(tag);
  if (reminder) return { accountId: reminder.accountId, key: leaseKey(reminder), reminder };
  const share = parseShareTag(tag);
  return share && { accountId: share.accountId, key: shareLeaseKey(share) };
}

interface MailFault {
  fault: LeaseFault;
  addresses: readonly string[];
}

/** A temporary bounce, such as a full mailbox, is no fault, because the next mail may arrive. */
function faultOf({ eventType, mail, bounce, complaint }: MailDetail): MailFault | undefined {
  const of = (fault: LeaseFault, recipients: readonly { emailAddress: string }[] = []): MailFault => {
    // An event without recipients is about the only recipient of the mail.
    const addresses = recipients.map(({ emailAddress }) => emailAddress);
    return { fault, addresses: addresses.length > 0 ? addresses : mail.destination };
  };
  if (eventType === "Bounce")
    return bounce?.bounceType === "Permanent" ? of("bounced", bounce.bouncedRecipients) : undefined;
  if (eventType === "Complaint") return of("complained", complaint?.complainedRecipients);
  return eventType === "Reject" ? of("rejected") : undefined;
}
