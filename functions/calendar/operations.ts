/** What the calendar routes do. */
import { accountOfCalendarToken, matchesCalendarToken } from "../../shared/auth/calendar-token.ts";
import { AppError } from "../../shared/http/errors.ts";
import { entityTag, noneMatches } from "../../shared/http/etag.ts";
import type { Operations } from "../../shared/http/route.ts";
import { maxAnswerBytes } from "../../shared/lists/answer-size.ts";
import { type AccountHead, findAccountHead } from "../../shared/table/account.ts";
import { listDatedContacts } from "../../shared/table/important-dates.ts";
import type { Store } from "../../shared/table/store.ts";
import { localDay } from "../../shared/time/calendar.ts";
import { writeFeed } from "./feed.ts";
import type { calendarRoutes } from "./routes.ts";

export interface CalendarParts {
  store: Store;
  now: () => Date;
  /** Bytes of an answer. */
  maxBytes?: number;
}

/** Of the feed's form: whoever has one of another form gets the new one. */
const formVersion = "2";

export function calendarOperations(parts: CalendarParts): Operations<typeof calendarRoutes> {
  const { store, now, maxBytes = maxAnswerBytes } = parts;
  return {
    async getCalendar({ params: { token }, headers }) {
      const head = await findAccount(store, token);
      const today = localDay(now(), head.timezone);
      const tags = tagsOf(head, today);
      const withTag = (etag: string) => ({ headers: { etag, "cache-control": "private, no-cache" } });
      // Whether everything fits follows from the dates, so whoever has one of them as of now has the right one.
      const known = Object.values(tags).find((tag) => !noneMatches(headers["if-none-match"], tag));
      if (known !== undefined) return { status: 304, ...withTag(known) };
      const contacts = listDatedContacts(store, head.accountId);
      const { text, isWhole } = await writeFeed(contacts, head, today, maxBytes);
      return { status: 200, ...withTag(isWhole ? tags.whole : tags.ofDay), body: text };
    },
  };
}

/** Of a feed that has every date, and of one that has those that come next after this day. */
function tagsOf(head: AccountHead, today: string): { whole: string; ofDay: string } {
  const { datesTxid, language, leapDay, reminderSendTime, feedChangedAt } = head;
  const shown = [formVersion, language, leapDay, reminderSendTime, feedChangedAt ?? ""];
  return { whole: entityTag(datesTxid, shown), ofDay: entityTag(datesTxid, [...shown, today]) };
}

/** Consistent: an address that was ended is no feed any more. A token of the wrong form costs no read. */
async function findAccount(store: Store, token: string): Promise<AccountHead> {
  const accountId = accountOfCalendarToken(token);
  const head = accountId === undefined ? undefined : await findAccountHead(store, accountId);
  if (!head?.calendarToken || !matchesCalendarToken(token, head.calendarToken.hash)) throw new AppError("not_found");
  return head;
}
