/** The operations of the geocoding routes. They use only the local gazetteer, so no text leaves the service. */
import tzLookup from "@photostructure/tz-lookup";
import { blankAddress, formatAddress } from "../../shared/contact/address.ts";
import type { Gazetteer } from "../../shared/place/gazetteer/gazetteer.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import type { AddressAnswer } from "./schemas.ts";
import { type AddressSuggestion, suggestAddresses } from "./suggest-addresses.ts";
import { suggestPlaces } from "./suggest-places.ts";

export function geocodeOperations(readGazetteer: () => Gazetteer): Operations<typeof routeGroup.rows> {
  return {
    async suggestAddresses({ query: { search, mode, limit } }) {
      const gazetteer = readGazetteer();
      const suggestions =
        mode === "address"
          ? suggestAddresses(gazetteer, search, limit)
          : suggestPlaces(gazetteer, search, limit).map((place) => ({ place, street: null, postalCode: null }));
      return { status: 200, body: { addresses: suggestions.map(toAnswer) } };
    },

    async getTimezone({ query: { lat, lon } }) {
      return { status: 200, body: { timezone: tzLookup(lat, lon) } };
    },
  };
}

/** The suggestion with the field names of a contact's address. */
function toAnswer({ place, street, postalCode }: AddressSuggestion): AddressAnswer {
  const { latitude, longitude, granularity } = place;
  const address = {
    addressLine1: street,
    addressCity: place.name,
    addressState: place.region || null,
    addressStateCode: place.regionCode ?? null,
    addressPostalCode: postalCode,
    addressCountry: place.country,
    addressCountryCode: place.countryCode,
  };
  const addressFormatted = formatAddress({ ...blankAddress, ...address }) ?? place.name;
  return { ...address, addressFormatted, latitude, longitude, timezone: tzLookup(latitude, longitude), granularity };
}
