/**
 * Reads the pins of the map. The geohash indexes have all fields of a pin, so no other item is read. The indexes are
 * global. So a pin may be about a second older than its contact, and a read costs half of a consistent one.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { idsOfKey } from "../../contact/store/contact.ts";
import { idsOfPin } from "../../contact/store/contact-derived.ts";
import { accountPartition, type Store } from "../../platform/dynamodb/store.ts";
import type { Bounds, Located } from "../bounds.ts";
import { type PointPage, type PointSource, readBox } from "../read-box.ts";

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
  /** Empty if it is not known. */
  addressCity: string;
  addressCountry: string;
  addressFormatted: string;
  personId: string;
  firstName: string;
  lastName: string;
  photoVersion: string | null;
}

export interface Pins<Pin> {
  /** In the order of geohash, contact and address. */
  pins: Pin[];
  /** Whether there are more pins than the limit. */
  truncated: boolean;
}

/** A pin with the values of attributes that are not stored, or stored as null. */
const blankContactPin: ContactPin = {
  ...{ id: "", firstName: "", lastName: "", latitude: 0, longitude: 0 },
  ...{ headline: null, location: null, lastInteraction: null, photoVersion: null },
};
const blankAddressPin: AddressPin = {
  ...{ addressId: "", addressType: "other", addressCity: "", addressCountry: "", addressFormatted: "" },
  ...{ personId: "", firstName: "", lastName: "", photoVersion: null, latitude: 0, longitude: 0 },
};

/** Up to `limit` contacts with coordinates in the box. */
export function readContactPins(store: Store, accountId: string, bounds: Bounds, limit: number) {
  return readPins(store, accountId, contactIndex, { blank: blankContactPin, bounds, limit });
}

/** Up to `limit` addresses with coordinates in the box. */
export function readAddressPins(store: Store, accountId: string, bounds: Bounds, limit: number) {
  return readPins(store, accountId, addressIndex, { blank: blankAddressPin, bounds, limit });
}

type Key = Record<string, unknown>;

interface PinIndex {
  IndexName: string;
  sortKey: "contactGeohash" | "addressGeohash";
  /** The fields of the pin that its entry has in its key, or in another form. */
  derive: (entry: Key) => Key;
}

const contactIndex: PinIndex = { IndexName: "contactPins", sortKey: "contactGeohash", derive: contactOfEntry };
const addressIndex: PinIndex = {
  IndexName: "addressPins",
  sortKey: "addressGeohash",
  derive: ({ sk }) => idsOfPin(String(sk)),
};

/** An entry of an index. */
type Entry = Located & Key;

/**
 * AWS doesn't document the order of index entries with the same geohash, only that pages have all of them. So the items are
 * sorted here. Which of them come before a limit depends on the index and is always the same.
 */
async function readPins<Pin extends object>(
  store: Store,
  accountId: string,
  index: PinIndex,
  { blank, bounds, limit }: { blank: Pin; bounds: Bounds; limit: number },
): Promise<Pins<Pin>> {
  const { points, truncated } = await readBox(pinSource(store, accountId, index), bounds, limit);
  // An item that moves to another range during the reads may be in both.
  const unique = new Map(points.map((item) => [item.sk, item]));
  const orderOf = (item: Entry) => `${item[index.sortKey]} ${item.sk}`;
  const sorted = [...unique.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const pins = sorted.map((item) =>
    Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, item[name] ?? value])),
  );
  return { pins: pins as Pin[], truncated };
}

function pinSource(
  { client, tableName }: Store,
  accountId: string,
  { IndexName, sortKey, derive }: PinIndex,
): PointSource<Entry, Key> {
  return {
    async readPage({ from, to }, limit, after): Promise<PointPage<Entry, Key>> {
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
      return { points: Items.map((item) => ({ ...item, ...derive(item) }) as Entry), ...(end && { end }) };
    },
  };
}

/** The pin of a contact may have other coordinates than the contact, see `pinOf`. */
function contactOfEntry({ pk, sk, pinLatitude, pinLongitude }: Key): Key {
  const { id } = idsOfKey({ pk, sk });
  return pinLatitude === undefined ? { id } : { id, latitude: pinLatitude, longitude: pinLongitude };
}
