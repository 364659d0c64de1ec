/** Whether dynoxide bills the boxes of the map as `map-reads.ts` counts them. */
import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import { mainTable } from "../../shared/table/definition.ts";
import { readContactPins } from "../../shared/table/pins.ts";
import { accountPartition, type Store } from "../../shared/table/store.ts";
import { putItems } from "./account.ts";
import { noCost } from "./cost.ts";
import { itemBytes } from "./item-size.ts";
import { boxesOver, peopleAt } from "./map-people.ts";
import { contactsAt, mapAccountId } from "./map-pins.ts";
import { pinAccount, pinLimit, type SizedPin } from "./map-reads.ts";
import { Meter, meteredStore } from "./meter.ts";

/** Stores so many contacts, reads so many boxes, and gives a line for each box that costs something else there. */
export async function compareWithEmulator(store: Store, contacts: number, boxes: number): Promise<string[]> {
  const pins = await storePins(store, contacts);
  const account = pinAccount(pins);
  const meter = new Meter();
  const metered = meteredStore(meter, store, mainTable);
  const faults: string[] = [];
  for (const bounds of boxesOver(pins, boxes)) {
    const { units, queries, returned } = await account.measure(bounds, pinLimit);
    meter.cost = noCost;
    const found = await readContactPins(metered, mapAccountId, bounds, pinLimit);
    const counted = { units, queries, returned };
    const billed = { units: meter.cost.readUnits, queries: meter.cost.roundTrips, returned: found.pins.length };
    if (JSON.stringify(counted) !== JSON.stringify(billed)) faults.push(JSON.stringify({ bounds, counted, billed }));
  }
  return faults;
}

/** Gives the pins in the order of the index, which keeps those of one geohash in an order of its own. */
async function storePins(store: Store, contacts: number): Promise<SizedPin[]> {
  const places = peopleAt(contacts);
  const items = contactsAt(places);
  await putItems(store, items);
  const placeOf = new Map(items.map((item, n) => [item.sk, places[n]]));
  const pages = paginateQuery(
    { client: store.client },
    {
      TableName: store.tableName,
      IndexName: "contactPins",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": accountPartition(mapAccountId) },
    },
  );
  const pins: SizedPin[] = [];
  for await (const { Items = [] } of pages) {
    for (const entry of Items) {
      const place = placeOf.get(entry.sk);
      if (place) pins.push({ ...place, bytes: itemBytes(entry) });
    }
  }
  return pins;
}
