/** The operations of the routes of important dates. */

import { type AccountHead, getAccountHead, getRecentAccountHead } from "../../shared/account/store/account.ts";
import { contactTag, requireContact, txidOf } from "../../shared/contact/answer/current.ts";
import { importantDateView } from "../../shared/contact/answer/view.ts";
import { applyPatch } from "../../shared/contact/change/apply.ts";
import { requireDistinctDates } from "../../shared/contact/change/apply-dates.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { reminderView } from "../../shared/important-date/reminder-answer.ts";
import {
  listDatedContacts,
  listDueContacts,
  listRemindedContacts,
} from "../../shared/important-date/store/important-dates.ts";
import { readUpcoming } from "../../shared/important-date/upcoming.ts";
import { noneMatches } from "../../shared/platform/http/answer/etag.ts";
import { localDay } from "../../shared/platform/time/calendar.ts";
import { changeContact } from "./change-contact.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";

/** A page of the index has at least this number of contacts, because some of them may have no upcoming date. */
const minimumPage = 50;

type DateRoutes = "listImportantDates" | "replaceImportantDates" | "listUpcomingDates";

export function dateOperations(parts: ContactParts): ContactOperations<DateRoutes> {
  const { store, avatarUrls, findPlace, now, newId } = parts;
  return {
    async listImportantDates({ caller: { accountId }, params: { id }, headers }) {
      const head = await getRecentAccountHead(store, accountId);
      const contact = await requireContact(store, accountId, id);
      const time = now();
      const tag = contactTag({ contact, head, time });
      const common = { txid: txidOf(head, contact), headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { dates: datesOf(contact, head, time) } }
        : { status: 304, ...common };
    },

    async replaceImportantDates({ caller: { accountId }, params: { id }, body: { dates }, headers }) {
      requireDistinctDates(dates, "body.dates");
      const target = { accountId, id, ifMatch: headers["if-match"] };
      const { result, txid } = await changeContact(parts, target, (before, context) => {
        const after = applyPatch(before, { importantDates: dates }, { ...context, newId, findPlace });
        return [after, after === before ? [] : ["dates"]];
      });
      const { contact, head, time } = result;
      return {
        status: 200,
        txid,
        headers: { etag: contactTag(result) },
        body: { dates: datesOf(contact, head, time) },
      };
    },

    async listUpcomingDates({ caller: { accountId }, query: { limit, all, ...variant } }) {
      const head = await getAccountHead(store, accountId);
      const time = now();
      const today = localDay(time, head.timezone);
      const reminded = {
        anyway: () => listRemindedContacts(store, accountId, today),
        due: (lastDay: string) => listDueContacts(store, accountId, lastDay, Math.max(limit, minimumPage)),
      };
      // No index has dates without reminders, because each write would cost a unit more.
      const read = all ? { anyway: () => listDatedContacts(store, accountId) } : reminded;
      const upcoming = await readUpcoming(read, { today, leapDay: head.leapDay, limit, all });
      const avatarUrl = await avatarUrls(accountId, variant, time);
      const reminders = upcoming.map((each) => reminderView(each, today, head.leapDay, avatarUrl));
      return { status: 200, txid: String(head.txid), body: { reminders } };
    },
  };
}

function datesOf(contact: ContactRecord, { timezone, leapDay }: Pick<AccountHead, "timezone" | "leapDay">, time: Date) {
  const today = localDay(time, timezone);
  return contact.importantDates.map((date) => importantDateView(contact, date, today, leapDay));
}
