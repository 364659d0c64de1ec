/** The operations of the calendar routes. */
import { type AccountHead, findAccountHead } from "../../shared/account/store/account.ts";
import { accountOfCalendarToken, matchesCalendarToken } from "../../shared/auth/account-tokens.ts";
import { listDatedContacts } from "../../shared/important-date/store/important-dates.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { maxAnswerBytes } from "../../shared/platform/http/answer/answer-size.ts";
import { entityTag, noneMatches } from "../../shared/platform/http/answer/etag.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { localDay } from "../../shared/platform/time/calendar.ts";
import { writeFeed } from "./feed.ts";
import type { routeGroup } from "./group.ts";

export interface CalendarParts {
  store: Store;
  now: () => Date;
  /** The maximum size of a feed. */
  maxBytes?: number;
}

/** Another version of the format changes the tags of all feeds. */
const formatVersion = "2";

export function calendarOperations(parts: CalendarParts): Operations<typeof routeGroup.rows> {
  const { store, now, maxBytes = maxAnswerBytes } = parts;
  return {
    async getCalendar({ params: { token }, headers }) {
      const head = await findAccount(store, token);
      const today = localDay(now(), head.timezone);
      const tags = tagsOf(head, today);
      const withTag = (etag: string) => ({ headers: { etag, "cache-control": "private, no-cache" } });
      // At any time only one of the two tags is in use, so a caller that has one of them has the current feed.
      const known = Object.values(tags).find((tag) => !noneMatches(headers["if-none-match"], tag));
      if (known !== undefined) return { status: 304, ...withTag(known) };
      const contacts = listDatedContacts(store, head.accountId);
      const { text, isWhole } = await writeFeed(contacts, head, today, maxBytes);
      return { status: 200, ...withTag(isWhole ? tags.whole : tags.ofDay), body: text };
    },
  };
}

/** The tag of a feed with every date, and of one with the dates that come next after this day. */
function tagsOf(head: AccountHead, today: string): { whole: string; ofDay: string } {
  const { datesTxid, language, leapDay, reminderSendTime, feedChangedAt } = head;
  const shown = [formatVersion, language, leapDay, reminderSendTime, feedChangedAt ?? ""];
  return { whole: entityTag(datesTxid, shown), ofDay: entityTag(datesTxid, [...shown, today]) };
}

/** The read is consistent, so that a deleted address is invalid at once. A malformed token costs no read. */
async function findAccount(store: Store, token: string): Promise<AccountHead> {
  const accountId = accountOfCalendarToken(token);
  const head = accountId === undefined ? undefined : await findAccountHead(store, accountId);
  if (!head?.calendarToken || !matchesCalendarToken(token, head.calendarToken.hash)) throw new AppError("not_found");
  return head;
}
