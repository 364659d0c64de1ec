/** What the routes of important dates do. */
import { applyPatch } from "../../shared/contact/apply.ts";
import { requireDistinctDates } from "../../shared/contact/apply-dates.ts";
import { type Current, contactTag, requireContact, requireVersion } from "../../shared/contact/current.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { readUpcoming } from "../../shared/contact/upcoming.ts";
import { importantDateView, summaryView } from "../../shared/contact/view.ts";
import { noneMatches } from "../../shared/http/etag.ts";
import type { Operations } from "../../shared/http/route.ts";
import { type AccountHead, getAccountHead, getRecentAccountHead } from "../../shared/table/account.ts";
import { type WritePlan, writeAccount } from "../../shared/table/account-write.ts";
import { planContacts } from "../../shared/table/contact-write.ts";
import { listDueContacts, listToldContacts } from "../../shared/table/important-dates.ts";
import { localDay } from "../../shared/time/calendar.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";

type DateRoutes = Pick<typeof contactRoutes, "getImportantDates" | "putImportantDates" | "listUpcomingDates">;
/** Contacts of a page of the index: some of them have no date that is coming. */
const fewestRead = 50;

type DateParts = Pick<ContactParts, "store" | "avatarUrls" | "findPlace" | "now" | "newId" | "retry">;

export function dateOperations(parts: DateParts): Operations<DateRoutes> {
  const { store, avatarUrls, findPlace, now, newId, retry } = parts;
  return {
    async getImportantDates({ caller: { accountId }, params: { id }, headers }) {
      const head = await getRecentAccountHead(store, accountId);
      const contact = await requireContact(store, accountId, id);
      // A recent head may lag behind the contact, which was read consistently after it.
      const txid = String(Math.max(head.txid, contact.version));
      const time = now();
      const tag = contactTag({ contact, head, time });
      const common = { txid, headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { dates: datesOf(contact, head, time) } }
        : { status: 304, ...common };
    },

    async putImportantDates({ caller: { accountId }, params: { id }, body: { dates }, headers }) {
      requireDistinctDates(dates, "body.dates");
      const { result, txid } = await writeAccount(
        store,
        accountId,
        async (head, version): Promise<WritePlan<Current>> => {
          const before = await requireContact(store, accountId, id);
          const time = now();
          const { timezone, language, leapDay } = head;
          const about = { head: { timezone, language, leapDay }, time };
          const patched = applyPatch(
            before,
            { importantDates: dates },
            { now: time, newId, defaults: head, findPlace },
          );
          requireVersion(headers["if-match"], { contact: before, ...about }, patched === before ? [] : ["dates"]);
          if (patched === before) return { actions: [], head, result: { contact: before, ...about } };
          const contact = { ...patched, version };
          const planned = planContacts(store, head, [{ before, after: contact }], { txid: version, now: time });
          return { ...planned, result: { contact, ...about } };
        },
        retry,
      );
      const { contact, head, time } = result;
      return {
        status: 200,
        txid,
        headers: { etag: contactTag(result) },
        body: { dates: datesOf(contact, head, time) },
      };
    },

    async listUpcomingDates({ caller: { accountId }, query: { limit, ...variant } }) {
      const head = await getAccountHead(store, accountId);
      const time = now();
      const today = localDay(time, head.timezone);
      const read = {
        told: () => listToldContacts(store, accountId, today),
        due: (lastDay: string) => listDueContacts(store, accountId, lastDay, Math.max(limit, fewestRead)),
      };
      const upcoming = await readUpcoming(read, { today, leapDay: head.leapDay, limit });
      const avatarUrl = await avatarUrls(accountId, variant, time);
      const reminders = upcoming.map(({ contact, date, sentAt }) => ({
        importantDate: importantDateView(contact, date, today, head.leapDay),
        notificationSent: sentAt !== null,
        notificationSentAt: sentAt,
        person: summaryView(contact, avatarUrl),
      }));
      return { status: 200, txid: String(head.txid), body: { reminders } };
    },
  };
}

function datesOf(contact: ContactRecord, { timezone, leapDay }: Pick<AccountHead, "timezone" | "leapDay">, time: Date) {
  const today = localDay(time, timezone);
  return contact.importantDates.map((date) => importantDateView(contact, date, today, leapDay));
}
