/** Names of claims on mails, and how the mail itself carries them. */
import { isCalendarDay } from "../time/calendar.ts";

/** Which claim: what a mail's tag names. */
export interface ClaimName {
  accountId: string;
  /** The account's day, `YYYY-MM-DD`; never before that of an earlier claim. */
  day: string;
  /** From 1, of the day. */
  number: number;
}

/** What the mail carries as its tag, and every event of it: letters of ASCII, digits, `_` and `-`. */
export function claimTag({ accountId, day, number }: ClaimName): string {
  return `${accountId}_${day}_${number}`;
}

/** Undefined for what is no tag of ours. */
export function parseClaimTag(text: string): ClaimName | undefined {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{4}-\d{2}-\d{2})_([1-9]\d{0,3})$/.exec(text);
  const [, accountId = "", day = "", number = ""] = match ?? [];
  return isCalendarDay(day) ? { accountId, day, number: Number(number) } : undefined;
}

/** The one after `last`, on `day` or, where the account's clock was put back behind it, on the day of `last`. */
export function nextClaimName(accountId: string, day: string, last: ClaimName | undefined): ClaimName {
  return last && last.day >= day
    ? { accountId, day: last.day, number: last.number + 1 }
    : { accountId, day, number: 1 };
}
