import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { Bounds, Located } from "../../../shared/map/bounds.ts";
import { readAddressPins, readContactPins } from "../../../shared/map/store/pins.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { denseText } from "../../support/contact/dense-text.ts";
import { arbitraryBounds, arbitraryPoint, contains } from "../../support/map/arbitrary-box.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const around = ({ latitude, longitude }: Located): Bounds => ({
  minLat: latitude,
  maxLat: latitude,
  minLon: longitude,
  maxLon: longitude,
});

const { store } = await freshTable();

describe("boxes", () => {
  // Some points are anywhere, some at the ends of the world, and many in a town or at its centre.
  const centre = { latitude: 59.8586, longitude: 17.6389 };
  const points: Located[] = [
    ...fc.sample(arbitraryPoint, { numRuns: 120, seed: 3 }),
    ...[90, -90].flatMap((latitude) => [180, -180].map((longitude) => ({ latitude, longitude }))),
    ...Array.from({ length: 90 }, (_, n) => ({
      latitude: centre.latitude + 0.02 * Math.sin(n * 12.9898),
      longitude: centre.longitude + 0.04 * Math.sin(n * 78.233),
    })),
    ...Array.from({ length: 110 }, () => centre),
  ];
  let accountId: string;
  let contacts: ContactRecord[];
  beforeAll(async () => {
    accountId = await seedAccount(store);
    contacts = points.map((point, n) =>
      recordOf(accountId, {
        firstName: `Person ${n}`,
        ...point,
        // The address is at another point, so that the two maps differ.
        addresses: [{ type: "home", addressCity: `City ${n}`, ...points[(n * 7) % points.length] }],
      }),
    );
    await storeAll(store, accountId, contacts, 25);
    const stranger = await seedAccount(store);
    await storeAll(store, stranger, [recordOf(stranger, { firstName: "Stranger", ...centre })]);
  });

  it("have the same contacts and addresses as a filter finds", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(points), async (bounds) => {
        const [byContact, byAddress] = await Promise.all([
          readContactPins(store, accountId, bounds, 1_000),
          readAddressPins(store, accountId, bounds, 1_000),
        ]);
        const ids = contacts.filter((contact) => contains(bounds, contact as Located)).map(({ id }) => id);
        const byHome = contacts.filter(({ addresses }) => contains(bounds, addresses[0] as Located));
        expect(byContact.pins.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(byAddress.pins.map(({ personId }) => personId).toSorted()).toEqual(
          byHome.map(({ id }) => id).toSorted(),
        );
        expect([byContact.truncated, byAddress.truncated]).toEqual([false, false]);
      }),
      { numRuns: tries(8, 200) },
    );
  });

  it("are truncated at the limit, always at the same pin, and say so", async () => {
    const { pins: all } = await readContactPins(store, accountId, world, 1_000);
    expect(all).toHaveLength(points.length);
    const order = new Map(all.map(({ id }, index) => [id, index]));
    for (const limit of [1, 12, 100, 200, points.length - 1, points.length, 1_000]) {
      const { pins, truncated } = await readContactPins(store, accountId, world, limit);
      expect(truncated).toBe(limit < points.length);
      expect(pins).toHaveLength(Math.min(limit, points.length));
      expect(pins.map(({ id }) => order.get(id))).toEqual(
        pins.map(({ id }) => order.get(id)).toSorted((one, other) => Number(one) - Number(other)),
      );
      expect(await readContactPins(store, accountId, world, limit)).toEqual({ pins, truncated });
    }
  });
});

describe("pins", () => {
  it("have the fields that the map shows", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const home = { latitude: 59.86, longitude: 17.64, addressCity: "Uppsala", addressCountry: "Sweden" };
    const shown = { lastName: "Lindqvist", headline: "Bridge engineer", location: "Uppsala" };
    const place = { latitude: 59.8586, longitude: 17.6389 };
    const full = {
      ...{ firstName: "Zoë", ...shown, ...place, lastInteraction: "2026-01-02T03:04:05Z", notes: "Not on the map" },
      addresses: [{ type: "work", addressLine1: "Kungsgatan 5", ...home }],
    };
    const bare = {
      ...{ firstName: "Bo", latitude: -33.9, longitude: 151.2 },
      addresses: [{ type: "other", value: "Somewhere by the sea", latitude: -34, longitude: 151 }],
    };
    const created = [];
    for (const body of [bare, full]) created.push((await calls.create(body)).body.contact);
    const [first, second] = created;
    const noFields = { lastName: "", headline: null, location: null, lastInteraction: null, photoVersion: null };
    expect(await readContactPins(store, accountId, world, 10)).toEqual({
      pins: [
        { ...noFields, id: first?.id, firstName: "Bo", latitude: -33.9, longitude: 151.2 },
        {
          ...noFields,
          ...shown,
          id: second?.id,
          firstName: "Zoë",
          ...place,
          lastInteraction: "2026-01-02T03:04:05.000Z",
        },
      ],
      truncated: false,
    });
    expect(await readAddressPins(store, accountId, world, 10)).toEqual({
      pins: [
        {
          ...{ personId: first?.id, firstName: "Bo", lastName: "", photoVersion: null },
          ...{ addressId: first?.addresses[0]?.id, addressType: "other", addressFormatted: "Somewhere by the sea" },
          ...{ addressCity: "", addressCountry: "", latitude: -34, longitude: 151 },
        },
        {
          ...{ personId: second?.id, firstName: "Zoë", lastName: "Lindqvist", photoVersion: null },
          ...{ addressId: second?.addresses[0]?.id, addressType: "work", ...home },
          addressFormatted: "Kungsgatan 5, Uppsala, Sweden",
        },
      ],
      truncated: false,
    });
  });

  it("follow every write of a contact", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const [here, there] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: -36.85, longitude: 174.76 },
    ];
    const seenAt = async (point: Located) => {
      const { pins } = await readContactPins(store, accountId, around(point), 10);
      return pins.map(({ firstName, headline }) => [firstName, headline]);
    };
    const { id } = (await calls.create({ firstName: "Ann", headline: "Baker" })).body.contact;
    expect(await seenAt(here)).toEqual([]);
    await calls.patch(id, here);
    expect(await seenAt(here)).toEqual([["Ann", "Baker"]]);
    await calls.patch(id, { firstName: "Anna", headline: null });
    expect(await seenAt(here)).toEqual([["Anna", null]]);
    await calls.patch(id, there);
    expect([await seenAt(here), await seenAt(there)]).toEqual([[], [["Anna", null]]]);
    await calls.patch(id, { latitude: null, longitude: null });
    expect([await seenAt(here), await seenAt(there)]).toEqual([[], []]);
    await calls.patch(id, here);
    await calls.remove(id);
    expect((await readContactPins(store, accountId, world, 10)).pins).toEqual([]);
  });

  it("follow every write of an address", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const home = { type: "home", addressCity: "Porto", latitude: 41.15, longitude: -8.61 };
    const work = { type: "work", addressCity: "Lisboa", latitude: 38.72, longitude: -9.14 };
    const seen = async () => {
      const { pins } = await readAddressPins(store, accountId, world, 10);
      return pins.map(({ addressCity, firstName, latitude }) => [addressCity, firstName, latitude]);
    };
    const { id, addresses } = (await calls.create({ firstName: "Rui", addresses: [home] })).body.contact;
    const [kept] = addresses;
    expect(await seen()).toEqual([["Porto", "Rui", 41.15]]);
    await calls.patch(id, { addresses: [kept, work] });
    expect(await seen()).toEqual([
      ["Lisboa", "Rui", 38.72],
      ["Porto", "Rui", 41.15],
    ]);
    await calls.patch(id, { addresses: [{ ...kept, addressCity: "Braga", addressFormatted: null, latitude: 41.55 }] });
    expect(await seen()).toEqual([["Braga", "Rui", 41.55]]);
    await calls.patch(id, { firstName: "Rita" });
    expect(await seen()).toEqual([["Braga", "Rita", 41.55]]);
    await calls.patch(id, { addresses: [{ ...kept, latitude: null, longitude: null }] });
    expect(await seen()).toEqual([]);
    await calls.patch(id, { addresses: [home, work] });
    expect(await seen()).toHaveLength(2);
    await calls.remove(id);
    expect(await seen()).toEqual([]);
  });

  it("don't show the owner's own contact", async () => {
    const accountId = await seedAccount(store);
    const point = { latitude: 1, longitude: 2 };
    await contactCalls(store, accountId).patch(accountId, {
      ...point,
      addresses: [{ type: "home", addressCity: "Home", ...point }],
    });
    for (const read of [readContactPins, readAddressPins]) {
      expect(await read(store, accountId, world, 10)).toEqual({ pins: [], truncated: false });
    }
  });

  it("are all found when the database returns short pages", async () => {
    // The emulator counts whole contacts for the megabyte of a page.
    const accountId = await seedAccount(store);
    const notes = denseText(20_000);
    const large = Array.from({ length: 60 }, (_, n) =>
      recordOf(accountId, { firstName: `Person ${n}`, notes, latitude: 10 + (n % 3), longitude: 10 }),
    );
    await storeAll(store, accountId, large);
    const { pins, truncated } = await readContactPins(store, accountId, { ...world, maxLat: 11 }, 1_000);
    expect(truncated).toBe(false);
    expect(pins.map(({ id }) => id).toSorted()).toEqual(
      large
        .filter(({ latitude }) => latitude !== 12)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("are truncated when an answer would exceed five megabytes", async () => {
    const accountId = await seedAccount(store);
    const wide = (length: number) => "漢".repeat(length);
    const address = { type: "home", addressFormatted: wide(1_300), addressCity: wide(200), addressCountry: wide(200) };
    const addresses = Array.from({ length: 10 }, (_, n) => ({ ...address, latitude: n, longitude: n }));
    const contacts = Array.from({ length: 90 }, () => recordOf(accountId, { firstName: wide(100), addresses }));
    await storeAll(store, accountId, contacts, 8);
    const { body } = await contactCalls(store, accountId).addressPins(world);
    expect(body.truncated).toBe(true);
    expect(body.pins.length).toBeLessThan(900);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(4_900_000);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(5_010_000);
  });
});
