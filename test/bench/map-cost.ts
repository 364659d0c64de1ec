/**
 * What boxes of the map cost, against the bytes of the pins that they answer and against the two obvious ways: reading
 * every pin, and one range between the corners. `node test/bench/map-cost.ts`.
 *
 * Counted over sorted arrays by DynamoDB's rules, once those have counted the same as DynamoDB Local.
 */
import { BatchWriteCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { startDynamoDbLocal } from "../../infra/local/dynamodb-local.ts";
import { createTable } from "../../infra/local/tables.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import type { Bounds, Located } from "../../shared/map/bounds.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { contactToItem } from "../../shared/table/contact.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { readContactPins } from "../../shared/table/pins.ts";
import { accountPartition, type Store } from "../../shared/table/store.ts";
import { recordOf } from "../support/contact-calls.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { itemBytes } from "./item-size.ts";
import { boxesOver, peopleAt } from "./map-people.ts";
import { type BoxCost, type PinAccount, pinAccount, type SizedPin } from "./map-reads.ts";

const sizes = [1_000, 10_000, 100_000];
const boxCount = 1_000;
const limit = 500;
const accountId = "0190b6a4-0000-7abc-8def-0123456789ab";

type Item = Record<string, unknown>;

const items = peopleAt(1_000).map((place, n) => contactToItem(recordOf(accountId, { ...realisticBody(n), ...place })));
const entrySizes = items.map((item) => itemBytes(indexEntry(item)));
console.log(
  `an entry has ${Math.round(mean(entrySizes))} bytes, from ${Math.min(...entrySizes)} to ${Math.max(...entrySizes)}\n`,
);
await compareWithEmulator();
for (const size of sizes) await printAccount(size);
await compareSameBoxes();

async function printAccount(size: number): Promise<void> {
  const places = peopleAt(size);
  const account = pinAccount(places.map(sized));
  const costs = await measureAll(account, boxesOver(places, boxCount));
  const few = costs.filter(({ returned }) => returned < size / 100);
  const reached = few.filter(({ units }) => units * 10 <= account.allUnits);
  const within = costs.filter(({ units, floor }) => units <= 2 * floor + 1);
  console.log(`${size} pins, ${boxCount} boxes, limit ${limit}; reading every pin costs ${account.allUnits} units`);
  console.table({
    units: spread(costs.map(({ units }) => units)),
    "units of the bytes": spread(costs.map(({ floor }) => floor)),
    "units above 2 x bytes + 1": spread(costs.map(({ units, floor }) => units - 2 * floor - 1)),
    "units of one range": spread(costs.map(({ cornerUnits }) => cornerUnits)),
    queries: spread(costs.map(({ queries }) => queries)),
    "pins answered": spread(costs.map(({ returned }) => returned)),
    "share answered of read": spread(costs.filter(({ read }) => read > 0).map(({ read, returned }) => returned / read)),
  });
  const [read, returned] = [sum(costs.map((cost) => cost.read)), sum(costs.map((cost) => cost.returned))];
  console.log(`of all that is read ${percent(returned / read)} is answered`);
  console.log(`${percent(within.length / costs.length)} of the boxes cost at most 2 x bytes + 1 units`);
  console.log(
    `${percent(reached.length / few.length)} of the boxes under 1 % of the pins cost a tenth of reading all\n`,
  );
}

/** Boxes over a thousand pins, before and after 99,000 pins come to the other side of the earth. */
async function compareSameBoxes(): Promise<void> {
  const near = peopleAt(1_000).filter(({ longitude }) => longitude < 60);
  const far = peopleAt(99_000, 2).map(({ latitude }, n) => ({
    latitude: -latitude,
    longitude: 60 + ((n * 0.7) % 120),
  }));
  const boxes = boxesOver(near, boxCount).filter(({ minLat, maxLat, minLon, maxLon }) => {
    return minLon <= maxLon && maxLon < 60 && maxLat - minLat < 20;
  });
  const alone = await measureAll(pinAccount(near.map(sized)), boxes);
  const among = await measureAll(pinAccount([...near, ...far].map(sized)), boxes);
  const differences = alone.map(({ units }, index) => Math.abs(units - (among[index]?.units ?? 0)));
  console.log(`${boxes.length} boxes over the same pins, in an account of 1,000 and one of 100,000:`);
  console.log(`their units differ by ${Math.max(...differences)} at most`);
}

/** Throws where DynamoDB Local counts something else. */
async function compareWithEmulator(): Promise<void> {
  const database = await startDynamoDbLocal();
  try {
    const host = { endpoint: database.endpoint, region: "us-east-1", accessKeyId: "bench" };
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const client = createDocumentClient({ endpoint: host.endpoint, region: host.region, credentials });
    const store = { client, tableName: "map" };
    await createTable(host, store.tableName, mainTable);
    await storeItems(store);
    const pins = await readIndex(store);
    const account = pinAccount(pins);
    const boxes = boxesOver(pins, 200);
    for (const bounds of boxes) {
      const { units, emptyQueries, returned } = await account.measure(bounds, limit);
      const found = await meterCapacity(async (sums) => {
        const { pins } = await readContactPins(store, accountId, bounds, limit);
        // The emulator reports nothing for a query that finds nothing.
        return { units: sums.readUnits + emptyQueries / 2, returned: pins.length };
      });
      if (found.units !== units || found.returned !== returned) {
        throw new Error(`${JSON.stringify({ bounds, units, returned, found })}`);
      }
    }
    console.log(`DynamoDB Local counts the same for ${boxes.length} boxes over ${pins.length} pins\n`);
  } finally {
    await database.stop();
  }
}

async function storeItems({ client, tableName }: Store): Promise<void> {
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
}

/** Every pin in the order of the index, which keeps those of one geohash in an order of its own. */
async function readIndex({ client, tableName }: Store): Promise<SizedPin[]> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      IndexName: "contactPins",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": accountPartition(accountId) },
    },
  );
  const pins: SizedPin[] = [];
  for await (const { Items = [] } of pages) {
    for (const entry of Items) {
      const [latitude, longitude] = [Number(entry.latitude), Number(entry.longitude)];
      pins.push({ latitude, longitude, bytes: itemBytes(entry) });
    }
  }
  return pins;
}

/** What the index of contact pins carries of an item. */
function indexEntry(item: Item): Item {
  const [{ partitionKey, sortKey, projection }] = mainTable.globalIndexes;
  const carried = new Set<string>([mainTable.partitionKey, mainTable.sortKey, partitionKey, sortKey, ...projection]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => carried.has(name)));
}

/** The nth pin is as large as the nth of the contacts, over and over. */
function sized(place: Located, n: number): SizedPin {
  return { ...place, bytes: entrySizes[n % entrySizes.length] ?? 0 };
}

async function measureAll(account: PinAccount, boxes: readonly Bounds[]): Promise<BoxCost[]> {
  const costs: BoxCost[] = [];
  for (const bounds of boxes) costs.push(await account.measure(bounds, limit));
  return costs;
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { median: at(0.5), "95 %": at(0.95), most: at(1), mean: round(mean(values)) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
