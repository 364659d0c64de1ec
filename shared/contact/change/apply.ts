/** Applies a parsed request to a stored contact. The functions are pure and return the contact to store. */
import { isDeepStrictEqual } from "node:util";
import type { FindPlace } from "../../place/find-place.ts";
import { AppError } from "../../platform/http/errors.ts";
import { formatAddress } from "../address.ts";
import { blankContact, type ContactAddress, type ContactRecord } from "../record.ts";
import type { ContactCreate, ContactPatch } from "../schema.ts";
import { applyDates } from "./apply-dates.ts";
import { type AccountDefaults, addressTimezone, contactTimezone } from "./defaults.ts";
import { setByHand } from "./last-interaction.ts";
import { locateAddress, locateContact } from "./locate.ts";

export interface WriteContext {
  now: Date;
  newId: () => string;
  defaults: AccountDefaults;
  /** Finds the coordinates of a text, for contacts and addresses without coordinates. */
  findPlace: FindPlace;
}

/** Throws `contact_location_incomplete` and `important_date_duplicate`. */
export function createContact(
  accountId: string,
  id: string,
  body: ContactCreate,
  context: WriteContext,
): ContactRecord {
  return applyPatch(blankContact(accountId, id, context.now), body, context);
}

/**
 * The contact after a patch. Returns the same object if nothing changes, so that nothing is written. The write sets
 * `version`. Throws `contact_location_incomplete` and `important_date_duplicate`.
 */
export function applyPatch(contact: ContactRecord, patch: ContactPatch, context: WriteContext): ContactRecord {
  requireWholeLocation(patch);
  const { addresses, importantDates, timezone, language, lastInteraction, ...plain } = patch;
  const merged: ContactRecord = { ...contact, ...dropUndefined(plain) };
  Object.assign(merged, locateContact(contact, merged, patch.location !== undefined, context.findPlace));
  if (addresses !== undefined) merged.addresses = applyAddresses(contact.addresses, addresses, context);
  if (importantDates !== undefined) merged.importantDates = applyDates(contact.importantDates, importantDates, context);
  if (timezone !== undefined) {
    const derived = readLocations(contact, patch).map((location) => contactTimezone(location, context.defaults));
    merged.timezone = keepDerived(contact, "timezone", timezone, derived);
  }
  if (language !== undefined) merged.language = keepDerived(contact, "language", language, [context.defaults.language]);
  if (lastInteraction !== undefined) Object.assign(merged, setByHand(contact, lastInteraction));
  if (merged.notes !== contact.notes) merged.notesUpdatedAt = context.now.toISOString();
  if (contact.version > 0 && isDeepStrictEqual(merged, contact)) return contact;
  return { ...merged, updatedAt: context.now.toISOString() };
}

/** The names of the patch's fields whose stored values differ between `before` and `after`. */
export function changedFields(before: ContactRecord, after: ContactRecord, patch: ContactPatch): string[] {
  const names = Object.keys(patch) as (keyof ContactPatch)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Throws `contact_location_incomplete`. This check needs no contact, so it can come before reading one. */
export function requireWholeLocation({ latitude, longitude }: ContactPatch): void {
  const complete = latitude === undefined ? longitude === undefined : longitude !== undefined;
  if (!complete || (latitude === null) !== (longitude === null)) {
    const missing = latitude === undefined || (latitude === null && longitude !== undefined) ? "latitude" : "longitude";
    throw new AppError("contact_location_incomplete", {
      details: [{ path: `body.${missing}`, message: "Latitude and longitude must come together." }],
    });
  }
}

/**
 * The locations from which a client may have read the derived time zone that it sends back: the stored one, or the one in
 * the patch, from an earlier read.
 */
function readLocations(contact: ContactRecord, { latitude, longitude = null }: ContactPatch) {
  return latitude === undefined ? [contact] : [contact, { timezone: null, latitude, longitude }];
}

/** A derived value stays derived when a client sends it back. A new contact was never read, so its values are its own. */
function keepDerived(
  contact: ContactRecord,
  field: "timezone" | "language",
  value: string | null,
  derived: readonly string[],
): string | null {
  const wasDerived = contact.version > 0 && contact[field] === null;
  return wasDerived && value !== null && derived.includes(value) ? null : value;
}

function applyAddresses(
  stored: readonly ContactAddress[],
  addresses: NonNullable<ContactPatch["addresses"]>,
  { newId, findPlace }: WriteContext,
): ContactAddress[] {
  const byId = new Map(stored.map((address) => [address.id, address]));
  return addresses.map(({ id, ...parts }) => {
    const before = id ? byId.get(id) : undefined;
    const address: ContactAddress = { ...parts, id: before?.id ?? newId(), ...derivedParts(before, parts) };
    return { ...address, ...locateAddress(before, address, findPlace) };
  });
}

/** Derived parts that a client sends back are not stored, so that they follow changes of the other parts. */
function derivedParts(
  before: ContactAddress | undefined,
  parts: Omit<ContactAddress, "id">,
): Pick<ContactAddress, "addressFormatted" | "timezone"> {
  const { addressFormatted, timezone } = parts;
  const wasFormatted = before?.addressFormatted === null && addressFormatted === formatAddress(before);
  const readZones = before?.timezone === null ? [before, { ...parts, timezone: null }].map(addressTimezone) : [];
  return {
    addressFormatted: wasFormatted || addressFormatted === formatAddress(parts) ? null : addressFormatted,
    timezone: readZones.includes(timezone) ? null : timezone,
  };
}

function dropUndefined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as never;
}
