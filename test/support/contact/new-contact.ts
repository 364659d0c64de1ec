/** Contacts from the bodies of requests, without storing them. */
import { v7 as newUuid } from "uuid";
import { applyPatch, createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactCreateSchema, contactPatchSchema } from "../../../shared/contact/schema.ts";
import { findNothing } from "../map/places.ts";

/** The contact that a POST with this body creates. `change` replaces parts of the context of the write. */
export function newContact(
  accountId: string,
  body: object,
  { id = newUuid(), ...change }: Partial<WriteContext> & { id?: string } = {},
): ContactRecord {
  return createContact(accountId, id, contactCreateSchema().parse(body), writeContext(change));
}

/** The contact after a PATCH with this body; the same object if it changes nothing. */
export function patchedContact(
  contact: ContactRecord,
  body: object,
  change: Partial<WriteContext> = {},
): ContactRecord {
  return applyPatch(contact, contactPatchSchema().parse(body), writeContext(change));
}

export function writeContext(change: Partial<WriteContext> = {}): WriteContext {
  const defaults = { timezone: "UTC", language: "en" };
  return { now: new Date(), newId: () => newUuid(), defaults, findPlace: findNothing, ...change };
}

/** Ids that are the same in every run. */
export function countedIds(): () => string {
  let ids = 0;
  return () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
}
