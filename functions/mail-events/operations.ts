/**
 * What SES tells of our mails. Events come once, twice or not at all, late, and in any order (EventBridge delivers those
 * of SES as well as it can), so each is taken by itself: all of them say that SES took the mail, some that it reached
 * nobody or was not wanted.
 */
import * as z from "zod";
import type { Log } from "../../shared/log/request-log.ts";
import { noteMailFault } from "../../shared/reminders/mail-fault.ts";
import { parseClaimTag } from "../../shared/table/claim-name.ts";
import { acceptClaim, type ClaimFault } from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";

export interface MailEventParts {
  store: Store;
  now: () => Date;
  log: Log;
}

const recipients = z.array(z.object({ emailAddress: z.string() })).default([]);

/** Of "Event data that Amazon SES publishes" what we need; `detail` of an event of EventBridge. */
const detailSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    timestamp: z.iso.datetime({ offset: true }),
    messageId: z.string().min(1),
    destination: z.array(z.string()).default([]),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  bounce: z
    .object({ bounceType: z.string(), bounceSubType: z.string().optional(), bouncedRecipients: recipients })
    .optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
});

type MailDetail = z.output<typeof detailSchema>;

/** Events that say that SES took the mail, whatever became of it then. */
const takenEvents = new Set(["Send", "Delivery", "Bounce", "Complaint", "Reject", "DeliveryDelay"]);

/** `detail` is that of the event. One that is not about a mail of ours, or unreadable, is passed over with a line in the log. */
export async function takeMailEvent(parts: MailEventParts, detail: unknown, requestId: string): Promise<void> {
  const { store, now, log } = parts;
  const passOver = (reason: string) => log({ level: "warn", event: "mail.eventPassedOver", requestId, reason });
  const { data } = detailSchema.safeParse(detail);
  if (!data) return passOver("malformed");
  const { eventType, mail } = data;
  if (!takenEvents.has(eventType)) return passOver("unknown type");
  const name = parseClaimTag(mail.tags.claim?.[0] ?? "");
  if (!name) return passOver("no claim");

  const acceptedAt = new Date(mail.timestamp).toISOString();
  const isNews = await acceptClaim(store, name, acceptedAt, mail.messageId);
  const told = { requestId, accountId: name.accountId, type: eventType };
  // As a rule the sender has said so itself.
  if (isNews) log({ level: "info", event: "mail.acceptedByEvent", ...told });
  const fault = faultOf(data);
  if (fault) {
    const isFaultNews = await noteMailFault(store, name, { ...fault, now: now() });
    if (isFaultNews) log({ level: "warn", event: faultEvents[fault.fault], ...told });
  } else if (data.bounce) log({ level: "info", event: "mail.softBounce", ...told, subType: data.bounce.bounceSubType });
}

/** Alarms look for them (infra/alarms.ts). */
const faultEvents = {
  rejected: "mail.rejected",
  bounced: "mail.bounced",
  complained: "mail.complained",
} as const satisfies Record<ClaimFault, string>;

interface MailFaultTold {
  fault: ClaimFault;
  addresses: readonly string[];
}

/** A bounce that may pass (a full mailbox, a server that is away) is none: the next mail may well arrive. */
function faultOf({ eventType, mail, bounce, complaint }: MailDetail): MailFaultTold | undefined {
  const of = (fault: ClaimFault, those: readonly { emailAddress: string }[] = []): MailFaultTold => {
    // An event without recipients is about the only one that the mail has.
    return { fault, addresses: those.length > 0 ? those.map(({ emailAddress }) => emailAddress) : mail.destination };
  };
  if (eventType === "Bounce")
    return bounce?.bounceType === "Permanent" ? of("bounced", bounce.bouncedRecipients) : undefined;
  if (eventType === "Complaint") return of("complained", complaint?.complainedRecipients);
  return eventType === "Reject" ? of("rejected") : undefined;
}
