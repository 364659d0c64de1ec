/** One contact with all that the page shows, and the version that a change of it names. */
import type { Field } from "../../../../shared/client/types.ts";
import { type Answered, useReading } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import type { PersonContact } from "./contact-patch.ts";

export interface PersonRead {
  contact: PersonContact;
  /** The `ETag`, which changes of the contact send as `If-Match`. */
  etag: string;
}

/** Some are answered only to those who name them, so all are named. */
const fields: Field[] = [
  ...(["firstName", "middleName", "lastName", "nickname", "avatar", "headline", "position", "organisation"] as const),
  ...(["location", "latitude", "longitude", "granularity", "timezone", "language", "emails", "phones"] as const),
  ...(["addresses", "importantDates", "network_a", "network_b", "network_c", "network_d", "network_e"] as const),
  ...(["website", "notes", "keepFrequencyDays", "lastInteraction", "myself", "createdAt", "groups", "tags"] as const),
];

export async function readPerson(id: string): Promise<{ body: PersonRead; headers: Headers }> {
  const { body, headers } = await call("getContact", { id, fields });
  return { body: { contact: body.contact as PersonContact, etag: headers.get("etag") ?? "" }, headers };
}

export function usePerson(id: string): Answered<PersonRead> {
  return useReading(`person ${id}`, () => readPerson(id));
}
