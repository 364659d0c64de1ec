/** Searching contacts by what callers send, for examples. */
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { recordOf } from "../contact/contact-calls.ts";

type Body = Record<string, unknown> & { firstName: string };

/** First and last names of the contacts that the search finds, the best match first. */
export function findNames(bodies: readonly Body[], search: string): string[] {
  const records = bodies.map((body) => recordOf("0190b6a4-0000-7abc-8def-000000000000", body));
  const names = new Map(records.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  const found = new ContactIndex(records.map(searchEntryOf)).find({ search, keepInTouch: false }, null);
  return found.map((id) => names.get(id) ?? "");
}

/** Whether the search finds a contact with these fields. */
export function finds(fields: Readonly<Record<string, unknown>>, search: string): boolean {
  return findNames([{ firstName: "Zq", ...fields }], search).length > 0;
}

/** Whether the search finds a contact of this name. */
export function findsName(name: string, search: string): boolean {
  const [firstName = "", ...others] = name.split(" ");
  return finds({ firstName, lastName: others.join(" ") }, search);
}
