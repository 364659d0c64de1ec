/** Applies the important dates of a request: finds out which date of the request is which stored date. */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../platform/http/errors.ts";
import type { ImportantDate } from "../record.ts";
import type { ContactPatch } from "../schema.ts";

type RequestedDate = NonNullable<ContactPatch["importantDates"]>[number];
type DateContent = Pick<ImportantDate, "type" | "date" | "note">;

/** The dates to store, in the order of the request. Throws `important_date_duplicate`. */
export function applyDates(
  stored: readonly ImportantDate[],
  requested: readonly RequestedDate[],
  { now, newId }: { now: Date; newId: () => string },
): ImportantDate[] {
  const matched = matchDates(stored, requested);
  const timestamp = now.toISOString();
  const dates = requested.map((each): ImportantDate => {
    const { id: _id, ...date } = each;
    const before = matched.get(each);
    if (!before) return { ...date, id: newId(), createdAt: timestamp, updatedAt: timestamp };
    const after = { ...before, ...date };
    return isDeepStrictEqual(after, before) ? before : { ...after, updatedAt: timestamp };
  });
  requireDistinctDates(dates);
  return dates;
}

/** Throws `important_date_duplicate` with the path of the second date. */
export function requireDistinctDates(dates: readonly DateContent[], path = "body.importantDates"): void {
  const seen = new Set<string>();
  for (const [index, date] of dates.entries()) {
    const once = isOnce(date);
    const identity = identityOf(date);
    if (seen.has(identity)) {
      const message = once
        ? `A contact has at most one ${date.type}.`
        : "Another date has the same type, date and note.";
      throw new AppError("important_date_duplicate", { details: [{ path: `${path}.${index}`, message }] });
    }
    seen.add(identity);
  }
}

/**
 * A date without an id matches a stored date by its content, so that no reminder is sent twice and calendars keep
 * the same event. Birthday and nameday match by their type. Any other date matches by type, date and note, or else by type
 * and date if only one date of the request and one stored date are left with these.
 */
function matchDates(
  stored: readonly ImportantDate[],
  requested: readonly RequestedDate[],
): ReadonlyMap<RequestedDate, ImportantDate> {
  const matched = new Map<RequestedDate, ImportantDate>();
  const left = new Map(stored.map((date) => [date.id, date]));
  const match = (date: RequestedDate, before: ImportantDate | undefined) => {
    if (before && left.delete(before.id)) matched.set(date, before);
  };
  for (const date of requested) if (date.id) match(date, left.get(date.id));
  const unnamed = requested.filter(({ id }) => !id);
  const byIdentity = new Map([...left.values()].map((date) => [identityOf(date), date]));
  for (const date of unnamed) match(date, byIdentity.get(identityOf(date)));
  const unmatched = Map.groupBy(
    unnamed.filter((date) => !matched.has(date)),
    dayOf,
  );
  const available = Map.groupBy(left.values(), dayOf);
  for (const [day, [date, ...others]] of unmatched) {
    const [before, ...further] = available.get(day) ?? [];
    if (date && others.length === 0 && further.length === 0) match(date, before);
  }
  return matched;
}

/** The text that differs between any two dates of a contact. */
function identityOf(date: DateContent): string {
  return JSON.stringify(isOnce(date) ? [date.type] : [date.type, date.date, date.note]);
}

function dayOf({ type, date }: DateContent): string {
  return `${type} ${date}`;
}

/** Whether a contact has at most one date of this type. */
function isOnce({ type }: DateContent): boolean {
  return type === "birthday" || type === "nameday";
}
