/**
 * Coordinates of contacts and addresses without entered coordinates: the centre of the town that their text names, with
 * the precision in `granularity`. Coordinates that a person entered are never changed.
 *
 * The gazetteer is searched only for new and changed texts. So coordinates that a person cleared stay cleared, and a write
 * without texts of locations needs no search.
 */
import type { FindPlace, PlaceQuery } from "../../place/find-place.ts";
import type { Granularity } from "../../place/place.ts";
import { addressTextFields } from "../address.ts";
import type { ContactAddress, ContactRecord } from "../record.ts";

interface Coordinates {
  latitude: number | null;
  longitude: number | null;
}

interface Location extends Coordinates {
  /** Null for entered coordinates and without coordinates. */
  granularity: Granularity | null;
}

/**
 * The location of the contact itself. `after` is `before` with the written fields, so its coordinates may be those of an
 * earlier read. `namesLocation` says whether the write has the field `location`, even if it is unchanged.
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

/** The location of an address. `before` is the stored address with the same id, if there is one. */
export function locateAddress(
  before: Readonly<ContactAddress> | undefined,
  after: Readonly<ContactAddress>,
  findPlace: FindPlace,
): Location {
  const changed = addressTextFields.some((field) => after[field] !== (before?.[field] ?? null));
  const find = () => findPlace(queryOf(after));
  const wasFoundElsewhere = before === undefined && after.latitude !== null && after.granularity !== null;
  if (wasFoundElsewhere) return locationOf(find() ?? after);
  return locate(before ?? noLocation, after, { changed, named: true }, find);
}

const noLocation: Location = { latitude: null, longitude: null, granularity: null };

/**
 * Decides by the coordinates alone, whatever `granularity` comes with them. Coordinates that the service found, before or
 * for the text in the same write, come from a client that sends back what it read, perhaps late. All other coordinates
 * were entered. Writing the same values twice has the same result as once: null coordinates together with a text keep the
 * coordinates that were found by it, and null coordinates alone clear them. Entered coordinates are cleared in both cases.
 */
function locate(
  before: Location,
  coordinates: Coordinates,
  text: { changed: boolean; named: boolean },
  find: () => Location | undefined,
): Location {
  const isUnchanged = areEqual(coordinates, before);
  const wasFound = before.granularity !== null;
  if (coordinates.latitude !== null && !(isUnchanged && wasFound)) {
    const found = isUnchanged ? undefined : find();
    if (!found || !areEqual(coordinates, found)) return locationOf({ ...coordinates, granularity: null });
    // The client read these coordinates before a person entered better ones, which stay.
    const isLate = before.latitude !== null && !wasFound && !text.changed;
    return locationOf(isLate ? before : found);
  }
  if (text.changed) return locationOf(find() ?? noLocation);
  return wasFound && (isUnchanged || text.named) ? locationOf(before) : noLocation;
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
    freeText: value ?? addressFormatted ?? [addressLine1, addressLine2].filter((line) => line !== null).join("\n"),
  };
}

/**
 * The coordinates of a contact on the map. Entered coordinates come before found ones, and the contact's own before those
 * of its addresses in their order. Undefined without coordinates.
 */
export function pinOf(
  contact: Pick<ContactRecord, "latitude" | "longitude" | "granularity" | "addresses">,
): { latitude: number; longitude: number } | undefined {
  const locations = [contact, ...contact.addresses].flatMap(({ latitude, longitude, granularity }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, granularity }],
  );
  const location = locations.find(({ granularity }) => granularity === null) ?? locations[0];
  return location && { latitude: location.latitude, longitude: location.longitude };
}
