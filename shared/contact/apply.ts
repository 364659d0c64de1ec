/**
 * What writing does to a contact: pure functions from the stored contact and the parsed request to the contact to be
 * stored.
 */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../http/errors.ts";
import type { FindPlace } from "../places/find-place.ts";
import { formatAddress } from "./address.ts";
import { applyDates } from "./apply-dates.ts";
import { type AccountDefaults, addressTimezone, contactTimezone } from "./defaults.ts";
import { setByHand } from "./last-interaction.ts";
import { locateAddress, locateContact } from "./locate.ts";
import { blankContact, type ContactAddress, type ContactRecord } from "./record.ts";
import type { ContactCreate, ContactPatch } from "./schema.ts";

export interface WriteContext {
  now: Date;
  newId: () => string;
  defaults: AccountDefaults;
  /** Where what a text names lies, for contacts and addresses without coordinates. */
  findPlace: FindPlace;
}

/** A new contact. Throws `contact_location_incomplete` and `important_date_duplicate`. */
export function createContact(
  accountId: string,
  id: string,
  given: ContactCreate,
  context: WriteContext,
): ContactRecord {
  return applyPatch(blankContact(accountId, id, context.now), given, context);
}

/**
 * The contact after a patch; the same object when nothing changes, so that a write of what was read is no write.
 * `version` is left to the write. Throws `contact_location_incomplete` and `important_date_duplicate`.
 */
export function applyPatch(contact: ContactRecord, patch: ContactPatch, context: WriteContext): ContactRecord {
  requireWholeLocation(patch);
  const { addresses, importantDates, timezone, language, lastInteraction, ...plain } = patch;
  const merged: ContactRecord = { ...contact, ...dropUndefined(plain) };
  Object.assign(merged, locateContact(contact, merged, patch.location !== undefined, context.findPlace));
  if (addresses !== undefined) merged.addresses = applyAddresses(contact.addresses, addresses, context);
  if (importantDates !== undefined) merged.importantDates = applyDates(contact.importantDates, importantDates, context);
  if (timezone !== undefined) {
    const derived = placesRead(contact, patch).map((place) => contactTimezone(place, context.defaults));
    merged.timezone = sentBack(contact, "timezone", timezone, derived);
  }
  if (language !== undefined) merged.language = sentBack(contact, "language", language, [context.defaults.language]);
  if (lastInteraction !== undefined) Object.assign(merged, setByHand(contact, lastInteraction));
  if (merged.notes !== contact.notes) merged.notesUpdatedAt = context.now.toISOString();
  if (isDeepStrictEqual(merged, contact) && contact.version > 0) return contact;
  return { ...merged, updatedAt: context.now.toISOString() };
}

/** Names of the patch's fields whose stored value `applyPatch` changed from `before` to `after`. */
export function differingFields(before: ContactRecord, after: ContactRecord, patch: ContactPatch): string[] {
  const names = Object.keys(patch) as (keyof ContactPatch)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Throws `contact_location_incomplete`. Needs no contact, so that a faulty request is refused before one is looked for. */
export function requireWholeLocation({ latitude, longitude }: ContactPatch): void {
  const complete = latitude === undefined ? longitude === undefined : longitude !== undefined;
  if (!complete || (latitude === null) !== (longitude === null)) {
    const missing = latitude === undefined || (latitude === null && longitude !== undefined) ? "latitude" : "longitude";
    throw new AppError("contact_location_incomplete", {
      details: [{ path: `body.${missing}`, message: "Latitude and longitude travel together." }],
    });
  }
}

/** What the zone that comes with a patch may have been derived from: also from the coordinates beside it, read earlier. */
function placesRead(contact: ContactRecord, { latitude, longitude = null }: ContactPatch) {
  return latitude === undefined ? [contact] : [contact, { timezone: null, latitude, longitude }];
}

/** A derived value that was read and is sent back stays derived; a new contact was never read. */
function sentBack(
  contact: ContactRecord,
  field: "timezone" | "language",
  given: string | null,
  derived: readonly string[],
): string | null {
  const wasDerived = contact.version > 0 && contact[field] === null;
  return wasDerived && given !== null && derived.includes(given) ? null : given;
}

function applyAddresses(
  stored: readonly ContactAddress[],
  given: NonNullable<ContactPatch["addresses"]>,
  { newId, findPlace }: WriteContext,
): ContactAddress[] {
  const byId = new Map(stored.map((address) => [address.id, address]));
  return given.map(({ id, ...parts }) => {
    const before = id ? byId.get(id) : undefined;
    const address: ContactAddress = { ...parts, id: before?.id ?? newId(), ...derivedParts(before, parts) };
    return { ...address, ...locateAddress(before, address, findPlace) };
  });
}

/** What was derived is not kept when it is sent back, so that it follows changes of what it is derived from. */
function derivedParts(
  before: ContactAddress | undefined,
  given: Omit<ContactAddress, "id">,
): Pick<ContactAddress, "addressFormatted" | "timezone"> {
  const { addressFormatted, timezone } = given;
  const wasFormatted = before?.addressFormatted === null && addressFormatted === formatAddress(before);
  const readZones = before?.timezone === null ? [before, { ...given, timezone: null }].map(addressTimezone) : [];
  return {
    addressFormatted: wasFormatted || addressFormatted === formatAddress(given) ? null : addressFormatted,
    timezone: readZones.includes(timezone) ? null : timezone,
  };
}

function dropUndefined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as never;
}
