/** What writing does to a contact's important dates: which of those that come are which of those that are stored. */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../http/errors.ts";
import type { ImportantDate } from "./record.ts";
import type { ContactPatch } from "./schema.ts";

type GivenDate = NonNullable<ContactPatch["importantDates"]>[number];
type Said = Pick<ImportantDate, "type" | "date" | "note">;

/** The dates to be stored, in the order in which they came. Throws `important_date_duplicate`. */
export function applyDates(
  stored: readonly ImportantDate[],
  given: readonly GivenDate[],
  { now, newId }: { now: Date; newId: () => string },
): ImportantDate[] {
  const known = matchDates(stored, given);
  const timestamp = now.toISOString();
  const dates = given.map((each): ImportantDate => {
    const { id: _id, ...date } = each;
    const before = known.get(each);
    if (!before) return { ...date, id: newId(), createdAt: timestamp, updatedAt: timestamp };
    const after = { ...before, ...date };
    return isDeepStrictEqual(after, before) ? before : { ...after, updatedAt: timestamp };
  });
  requireDistinctDates(dates);
  return dates;
}

/** Throws `important_date_duplicate` with the path of the second of two. */
export function requireDistinctDates(dates: readonly Said[], path = "body.importantDates"): void {
  const seen = new Set<string>();
  for (const [index, date] of dates.entries()) {
    const once = isOnce(date);
    const identity = identityOf(date);
    if (seen.has(identity)) {
      const message = once
        ? `A contact has at most one ${date.type}.`
        : "The same type, date and note stand there twice.";
      throw new AppError("important_date_duplicate", { details: [{ path: `${path}.${index}`, message }] });
    }
    seen.add(identity);
  }
}

/**
 * A date that comes without its id is known by what it says, so that nobody is told again of what they were told and
 * calendars show the same event: the birthday and the nameday by their type, whatever else changed; any other by type,
 * date and note, else by type and date where only one on each side is left that has these.
 */
function matchDates(
  stored: readonly ImportantDate[],
  given: readonly GivenDate[],
): ReadonlyMap<GivenDate, ImportantDate> {
  const known = new Map<GivenDate, ImportantDate>();
  const left = new Map(stored.map((date) => [date.id, date]));
  const take = (date: GivenDate, before: ImportantDate | undefined) => {
    if (before && left.delete(before.id)) known.set(date, before);
  };
  for (const date of given) if (date.id) take(date, left.get(date.id));
  const unnamed = given.filter(({ id }) => !id);
  const byIdentity = new Map([...left.values()].map((date) => [identityOf(date), date]));
  for (const date of unnamed) take(date, byIdentity.get(identityOf(date)));
  const waiting = Map.groupBy(
    unnamed.filter((date) => !known.has(date)),
    dayOf,
  );
  const open = Map.groupBy(left.values(), dayOf);
  for (const [day, [date, ...others]] of waiting) {
    const [before, ...further] = open.get(day) ?? [];
    if (date && others.length === 0 && further.length === 0) take(date, before);
  }
  return known;
}

/** No contact has two dates with the same one. */
function identityOf(date: Said): string {
  return JSON.stringify(isOnce(date) ? [date.type] : [date.type, date.date, date.note]);
}

function dayOf({ type, date }: Said): string {
  return `${type} ${date}`;
}

/** Whether a contact has one of these at most. */
function isOnce({ type }: Said): boolean {
  return type === "birthday" || type === "nameday";
}
