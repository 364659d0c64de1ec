/** Names of leases, and their form as the tag of a mail. */
import { isCalendarDay } from "../../platform/time/calendar.ts";

export interface LeaseName {
  accountId: string;
  /** The account's day, `YYYY-MM-DD`, never before that of an earlier lease. */
  day: string;
  /** The number of the lease on its day, from 1. */
  number: number;
}

/** The tag of the mail, which its events have, too. SES allows ASCII letters, digits, `_` and `-`. */
export function leaseTag({ accountId, day, number }: LeaseName): string {
  return `${accountId}_${day}_${number}`;
}

/** Undefined for any other text. */
export function parseLeaseTag(text: string): LeaseName | undefined {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{4}-\d{2}-\d{2})_([1-9]\d{0,3})$/.exec(text);
  const [, accountId = "", day = "", number = ""] = match ?? [];
  return isCalendarDay(day) ? { accountId, day, number: Number(number) } : undefined;
}

/** The name after `last`, on `day` or, if a change of zone made `day` earlier, on the day of `last`. */
export function nextLeaseName(accountId: string, day: string, last: LeaseName | undefined): LeaseName {
  return last && last.day >= day
    ? { accountId, day: last.day, number: last.number + 1 }
    : { accountId, day, number: 1 };
}
