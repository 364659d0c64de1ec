/** What the geocoding routes do. Everything is answered from the gazetteer at hand; no text leaves the service. */
import tzLookup from "@photostructure/tz-lookup";
import { formatAddress } from "../../shared/contact/address.ts";
import { blankAddress } from "../../shared/contact/record.ts";
import type { Operations } from "../../shared/http/route.ts";
import type { Gazetteer } from "../../shared/places/gazetteer.ts";
import { type AddressSuggestion, suggestAddresses } from "../../shared/places/suggest-addresses.ts";
import { suggestPlaces } from "../../shared/places/suggest-places.ts";
import type { geocodeRoutes } from "./routes.ts";
import type { AddressAnswer } from "./schemas.ts";

export function geocodeOperations(readGazetteer: () => Gazetteer): Operations<typeof geocodeRoutes> {
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

/** Under the names of a contact's address. */
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
