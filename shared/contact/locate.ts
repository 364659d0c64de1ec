/**
 * Where a contact and its addresses lie when nobody gave coordinates: in the middle of the town that their text names,
 * which `granularity` says. Coordinates that a person gave are never touched.
 *
 * A place is looked for when its text is new or changed, and only then. So coordinates that somebody gave and cleared
 * stay cleared, and a write that does not speak of places costs nothing.
 */
import type { FindPlace, PlaceQuery } from "../places/find-place.ts";
import type { Granularity } from "../places/place.ts";
import type { ContactAddress, ContactRecord } from "./record.ts";
import { addressTextFields } from "./schema.ts";

interface Coordinates {
  latitude: number | null;
  longitude: number | null;
}

interface Location extends Coordinates {
  /** Null: as exact as who gave them says, or there are none. */
  granularity: Granularity | null;
}

/**
 * Of the contact itself: `after` is `before` with what is written, so its coordinates may be those that were read;
 * `namesLocation` says that the write has a location, if only the one that was read.
 */
export function locateContact(
  before: Readonly<Location & Pick<ContactRecord, "location">>,
  after: Readonly<Coordinates & Pick<ContactRecord, "location">>,
  namesLocation: boolean,
  findPlace: FindPlace,
): Location {
  const text = after.location;
  const find = () => (text === null ? undefined : findPlace({ text }));
  return locate(before, after, { changed: text !== before.location, named: namesLocation }, find);
}

/** Of an address; `before` is the stored one of the same id, when there is one. */
export function locateAddress(
  before: Readonly<ContactAddress> | undefined,
  after: Readonly<ContactAddress>,
  findPlace: FindPlace,
): Location {
  const changed = addressTextFields.some((field) => after[field] !== (before?.[field] ?? null));
  const find = () => findPlace(queryOf(after));
  const wasFoundElsewhere = before === undefined && after.latitude !== null && after.granularity !== null;
  if (wasFoundElsewhere) return locationOf(find() ?? after);
  return locate(before ?? nowhere, after, { changed, named: true }, find);
}

const nowhere: Location = { latitude: null, longitude: null, granularity: null };

/**
 * Coordinates of what is stored are told by themselves, whatever `granularity` comes with them: those that were found,
 * or that are found for the text beside them, were only read and sent back, on or late; all others somebody gave. Writing
 * the same twice is writing it once: null coordinates beside a text leave what was found by this text, and alone clear
 * it; those that somebody gave they clear in every case.
 */
function locate(
  before: Location,
  given: Coordinates,
  text: { changed: boolean; named: boolean },
  find: () => Location | undefined,
): Location {
  const isUnchanged = areEqual(given, before);
  const wasFound = before.granularity !== null;
  if (given.latitude !== null && !(isUnchanged && wasFound)) {
    const found = isUnchanged ? undefined : find();
    if (!found || !areEqual(given, found)) return locationOf({ ...given, granularity: null });
    // What was read before somebody gave better coordinates comes late, and takes none of them away.
    const isLate = before.latitude !== null && !wasFound && !text.changed;
    return locationOf(isLate ? before : found);
  }
  if (text.changed) return locationOf(find() ?? nowhere);
  return wasFound && (isUnchanged || text.named) ? locationOf(before) : nowhere;
}

function areEqual(one: Coordinates, other: Coordinates): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude;
}

function locationOf({ latitude, longitude, granularity }: Location): Location {
  return { latitude, longitude, granularity };
}

function queryOf(address: ContactAddress): PlaceQuery {
  const { addressLine1, addressLine2, value, addressFormatted } = address;
  return {
    city: address.addressCity,
    region: address.addressState,
    stateCode: address.addressStateCode,
    country: address.addressCountry,
    countryCode: address.addressCountryCode,
    streets: [addressLine1, addressLine2],
    freeText: value ?? addressFormatted,
  };
}

/**
 * Where the map shows a contact: a place that a person gave goes before one that was found, and of both the contact's
 * own before that of an address, of which the first counts. Undefined when nothing says where it is.
 */
export function pinOf(
  contact: Pick<ContactRecord, "latitude" | "longitude" | "granularity" | "addresses">,
): { latitude: number; longitude: number } | undefined {
  const places = [contact, ...contact.addresses].flatMap(({ latitude, longitude, granularity }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, granularity }],
  );
  const place = places.find(({ granularity }) => granularity === null) ?? places[0];
  return place && { latitude: place.latitude, longitude: place.longitude };
}
