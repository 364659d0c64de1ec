/** The operation that answers which reminder mails will go, as the sender itself would decide. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import { reminderView } from "../../shared/important-date/reminder-answer.ts";
import { interactionPages } from "../../shared/interaction/store/interaction-list.ts";
import { shownParticipants } from "../../shared/interaction/store/participant-steps.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { getTracked } from "../../shared/keep-in-touch/store/tracked-contacts.ts";
import { trackedView } from "../../shared/keep-in-touch/tracked-answer.ts";
import { dueDay } from "../../shared/keep-in-touch/tracked-contact.ts";
import type { AvatarUrl, AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { fitAnswer } from "../../shared/platform/http/answer/answer-size.ts";
import { invalid, toAppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { isDeliverable } from "../../shared/platform/mail/deliverable-address.ts";
import { cutToBytes } from "../../shared/platform/text/cut.ts";
import { mailStatusOf } from "../../shared/reminder/account-settings.ts";
import { type ForecastMail, forecastMails } from "../../shared/reminder/mail/forecast.ts";
import type { PlannedInteraction } from "../../shared/reminder/mail/forecast-queues.ts";
import { type DigestParts, makeDigest } from "../../shared/reminder/mail/mail-content.ts";
import { findLastLease } from "../../shared/reminder/store/mail-lease.ts";
import type { routeGroup } from "./group.ts";
import { type NoMailReason, type ReminderMail, yearsAfter } from "./schemas.ts";

export interface NextReminderParts extends DigestParts {
  avatarUrls: AvatarUrls;
  /** Whether the deployment has a sender of mails. */
  sendsMail: boolean;
  now: () => Date;
}

/** Dates and contacts after which an answer ends. Most take less than a kilobyte. */
const maxEntries = 4_000;
/** The parts of an answer about the next mail, together less than an answer may have. */
const [textBytes, datesBytes] = [2_000_000, 2_500_000];
/** The milliseconds that one more mail and the answer may take. */
const lastMailMargin = 5_000;
/** Planned interactions of one query. */
const pageSize = 100;

export function nextReminderOperation(
  parts: NextReminderParts,
): Pick<Operations<typeof routeGroup.rows>, "getNextReminder"> {
  const { store, avatarUrls, sendsMail, now } = parts;
  return {
    async getNextReminder({ caller: { accountId }, query: { from, to, ...variant }, remainingTime }) {
      const time = now();
      if (to !== undefined && to > yearsAfter(5, time.toISOString())) {
        throw invalid("query.to", "Must be at most five years from now");
      }
      const head = await applyPendingWork(parts, accountId);
      const viewOf = mailViewer(head, await avatarUrls(accountId, variant, time));
      const reason = reasonOf(head, sendsMail);
      const last = await findLastLease(store, accountId);
      const planned = plannedInteractions(store, head);
      const hasTime = () => remainingTime() >= lastMailMargin;
      const mails = reason ? [] : forecastMails(store, { head, last, planned, now: time, hasTime });
      const common = { status: 200 as const, txid: String(head.txid) };
      if (from !== undefined && to !== undefined) return { ...common, body: await listMails(mails, from, to, viewOf) };
      for await (const mail of mails) {
        const { subject, text } = await makeDigest(parts, head, mail.content, mail.today);
        const view = viewOf(mail);
        const dates = fitAnswer(view.dates, datesBytes);
        return { ...common, body: { ...view, dates, subject, text: cutToBytes(text, textBytes), reason: null } };
      }
      const none = { sendAt: null, subject: null, text: null, dates: [], dateCount: 0, due: [], dueCount: 0 };
      return { ...common, body: { ...none, reason: reason ?? "nothing_due" } };
    },
  };
}

async function listMails(
  forecast: AsyncIterable<ForecastMail> | readonly ForecastMail[],
  from: string,
  to: string,
  viewOf: (mail: ForecastMail) => ReminderMail,
): Promise<{ mails: ReminderMail[]; next: string | null }> {
  const found: ReminderMail[] = [];
  let entries = 0;
  let next: string | null = null;
  try {
    for await (const mail of forecast) {
      if (mail.sendAt >= to) break;
      if (mail.sendAt < from) continue;
      if (entries > maxEntries) {
        next = mail.sendAt;
        break;
      }
      const view = viewOf(mail);
      found.push(view);
      entries += view.dates.length + view.due.length;
    }
  } catch (fault) {
    const last = found.at(-1);
    if (!last || toAppError(fault).code !== "service_unavailable") throw fault;
    const after = new Date(Date.parse(last.sendAt) + 1).toISOString();
    next = after < to ? after : null;
  }
  const mails = fitAnswer(found);
  return { mails, next: found[mails.length]?.sendAt ?? next };
}

function mailViewer({ leapDay, timezone }: AccountHead, avatarUrl: AvatarUrl) {
  return ({ sendAt, today, content, included }: ForecastMail): ReminderMail => {
    const { named, more } = content.keepInTouch ?? { named: [], more: 0 };
    return {
      sendAt,
      dates: included.map((date) => reminderView({ ...date, sentAt: null }, today, leapDay, avatarUrl)),
      dateCount: included.length,
      due: named.map((contact) => trackedView({ ...contact, dueOn: dueDay(contact, timezone) }, today, avatarUrl)),
      dueCount: named.length + more,
    };
  };
}

/** Why the account gets no mail, whatever is due. */
function reasonOf(head: AccountHead, sendsMail: boolean): NoMailReason | null {
  if (!sendsMail) return "not_configured";
  if (!head.remindersEnabled) return "reminders_off";
  const status = mailStatusOf(head);
  if (status !== "ok") return status;
  return isDeliverable(head.email ?? "") ? null : "refused";
}

/** The sender applies them when their date has come, because they move the days on which to be in touch. */
async function* plannedInteractions(store: Store, head: AccountHead): AsyncGenerator<PlannedInteraction, void> {
  const { accountId, keepTxid, nextInteractionAt: from } = head;
  if (keepTxid === 0 || from === null) return;
  const aliases = await loadAliases(store, head);
  for await (const page of interactionPages(store, accountId, { from }, pageSize)) {
    const shown = page.map(({ date, participantIds }) => ({ date, ids: shownParticipants(participantIds, aliases) }));
    const tracked = await getTracked(store, accountId, [...new Set(shown.flatMap(({ ids }) => ids))]);
    const byId = new Map(tracked.map((contact) => [contact.id, contact]));
    for (const { date, ids } of shown) yield { date, contacts: ids.flatMap((id) => byId.get(id) ?? []) };
  }
}
