/** Birthdays that contacts get from rows of a file while it is committed. */
import type { NamedPerson } from "./identity.ts";
import { birthdaysOf } from "./identity-birthdays.ts";

/**
 * A commit gives a contact without a birthday that of the first row which meets it, and compares the rows behind with
 * it. A preview notes here what rows would give, in their order, and compares with contacts as they are by then.
 */
export function createGivenBirthdays() {
  /** By contact; those of one row parted by blanks. */
  const given = new Map<string, string>();
  return {
    note: (contactId: string, row: NamedPerson): void => {
      if (given.has(contactId)) return;
      const days = birthdaysOf(row);
      if (days.length > 0) given.set(contactId, days.join(" "));
    },
    complete: <Somebody extends NamedPerson>(contactId: string, person: Somebody): NamedPerson & Somebody => {
      const days = given.get(contactId);
      if (days === undefined || birthdaysOf(person).length > 0) return person;
      return { ...person, importantDates: days.split(" ").map((date) => ({ type: "birthday", date })) };
    },
  };
}
