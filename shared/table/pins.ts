/**
 * Pins of the map, read from the geohash indexes alone: what a pin shows is projected into them. They are global, so a
 * pin may trail the write of its contact by about a second, and reads cost half of consistent ones.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Bounds, Located } from "../map/bounds.ts";
import { type PlacePage, type PlaceSource, readBox } from "../map/read-box.ts";
import { geohashPrecision } from "./contact-derived.ts";
import { accountPartition, type Store } from "./store.ts";

export interface ContactPin extends Located {
  id: string;
  firstName: string;
  lastName: string;
  headline: string | null;
  location: string | null;
  lastInteraction: string | null;
  photoVersion: string | null;
}

export interface AddressPin extends Located {
  addressId: string;
  addressType: "home" | "work" | "other";
  /** Empty when it is not known. */
  addressCity: string;
  addressCountry: string;
  addressFormatted: string;
  personId: string;
  firstName: string;
  lastName: string;
  photoVersion: string | null;
}

export interface Pins<Pin> {
  /** By geohash, then by contact and address. */
  pins: Pin[];
  /** There are more than the limit. */
  truncated: boolean;
}

/** Up to `limit` contacts with coordinates within the bounds. */
export async function readContactPins(
  store: Store,
  accountId: string,
  bounds: Bounds,
  limit: number,
): Promise<Pins<ContactPin>> {
  const { items, truncated } = await readItems<Stored<ContactPin>>(store, accountId, contactIndex, bounds, limit);
  const pins = items.map((item) => ({
    id: item.id,
    firstName: item.firstName,
    lastName: item.lastName,
    // Empty fields are not stored.
    headline: item.headline ?? null,
    location: item.location ?? null,
    latitude: item.latitude,
    longitude: item.longitude,
    lastInteraction: item.lastInteraction ?? null,
    photoVersion: item.photoVersion ?? null,
  }));
  return { pins, truncated };
}

/** Up to `limit` addresses of contacts with coordinates within the bounds. */
export async function readAddressPins(
  store: Store,
  accountId: string,
  bounds: Bounds,
  limit: number,
): Promise<Pins<AddressPin>> {
  const { items, truncated } = await readItems<Stored<AddressPin>>(store, accountId, addressIndex, bounds, limit);
  const pins = items.map((item) => ({
    addressId: item.addressId,
    addressType: item.addressType,
    // Stored as null where the address does not say it.
    addressCity: item.addressCity ?? "",
    addressCountry: item.addressCountry ?? "",
    addressFormatted: item.addressFormatted ?? "",
    personId: item.personId,
    firstName: item.firstName,
    lastName: item.lastName,
    photoVersion: item.photoVersion ?? null,
    latitude: item.latitude,
    longitude: item.longitude,
  }));
  return { pins, truncated };
}

interface PinIndex {
  IndexName: string;
  sortKey: "contactGeohash" | "addressGeohash";
}

const contactIndex: PinIndex = { IndexName: "contactPins", sortKey: "contactGeohash" };
const addressIndex: PinIndex = { IndexName: "addressPins", sortKey: "addressGeohash" };

/** An entry of an index. */
type Stored<Pin> = Pin & { sk: string; contactGeohash?: string; addressGeohash?: string };

type Key = Record<string, unknown>;

/**
 * In which order an index keeps entries of one geohash AWS does not say, only that pages go through all of them. So they
 * are put in order here; which of them come before a cut is the index's choice, and always the same.
 */
async function readItems<Item extends Stored<Located>>(
  store: Store,
  accountId: string,
  index: PinIndex,
  bounds: Bounds,
  limit: number,
): Promise<{ items: Item[]; truncated: boolean }> {
  const { places, truncated } = await readBox(pinSource<Item>(store, accountId, index), bounds, limit);
  // What moves from one range to another while they are read may be met in both.
  const met = new Map(places.map((item) => [item.sk, item]));
  const orderOf = (item: Item) => `${item[index.sortKey]} ${item.sk}`;
  return { items: [...met.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)), truncated };
}

function pinSource<Item extends Located>(
  { client, tableName }: Store,
  accountId: string,
  { IndexName, sortKey }: PinIndex,
): PlaceSource<Item, Key> {
  return {
    precision: geohashPrecision,
    async readPage({ from, to }, limit, after): Promise<PlacePage<Item, Key>> {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName,
          KeyConditionExpression: "pk = :pk AND #geohash BETWEEN :from AND :to",
          ExpressionAttributeNames: { "#geohash": sortKey },
          ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":from": from, ":to": to },
          Limit: limit,
          ExclusiveStartKey: after,
        }),
      );
      const end = LastEvaluatedKey && { geohash: String(LastEvaluatedKey[sortKey]), key: LastEvaluatedKey };
      return { places: Items.map((item) => atItsPin(item) as Item), ...(end && { end }) };
    },
  };
}

/** A contact whose own coordinates are not those of its pin: see `pinOf`. */
function atItsPin({ pinLatitude, pinLongitude, ...item }: Record<string, unknown>): Record<string, unknown> {
  return pinLatitude === undefined ? item : { ...item, latitude: pinLatitude, longitude: pinLongitude };
}
