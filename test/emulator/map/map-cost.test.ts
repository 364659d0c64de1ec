import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { readContactPins } from "../../../shared/map/store/pins.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { putItems } from "../../bench/account.ts";
import { contactsAt, mapAccountId, pinAccount, pinLimit, type SizedPin } from "../../bench/map.ts";
import { Meter, meteredStore, noCost } from "../../support/capacity/meter.ts";
import { itemBytes } from "../../support/capacity/write-units.ts";
import { freshTable } from "../../support/process/stack.ts";
import { boxesOver, peopleAt } from "../../support/realistic/map-people.ts";

it("boxes of the map have the same costs on the emulator as in the bench", async () => {
  const { store } = await freshTable();
  const places = peopleAt(500);
  const items = contactsAt(places);
  await putItems(store, items);
  const placeOf = new Map(items.map((item, n) => [item.sk, places[n]]));

  // The index keeps the pins of one geohash in an order of its own.
  const pins: SizedPin[] = [];
  const query = {
    TableName: store.tableName,
    IndexName: "contactPins",
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": accountPartition(mapAccountId) },
  };
  for await (const { Items = [] } of paginateQuery({ client: store.client }, query)) {
    for (const entry of Items) {
      const place = placeOf.get(entry.sk);
      if (place) pins.push({ ...place, bytes: itemBytes(entry) });
    }
  }

  const account = pinAccount(pins);
  const meter = new Meter();
  const metered = meteredStore(meter, store, mainTable);
  for (const bounds of boxesOver(pins, 60)) {
    const { units, queries, returned } = await account.measure(bounds, pinLimit);
    meter.cost = noCost;
    const found = await readContactPins(metered, mapAccountId, bounds, pinLimit);
    const billed = { units: meter.cost.readUnits, queries: meter.cost.roundTrips, returned: found.pins.length };
    expect({ units, queries, returned }, JSON.stringify(bounds)).toEqual(billed);
  }
});
