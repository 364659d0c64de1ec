import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { mapOperations } from "../../functions/contacts/map.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { Bounds, Located } from "../../shared/map/bounds.ts";
import { readAddressPins, readContactPins } from "../../shared/table/pins.ts";
import type { Store } from "../../shared/table/store.ts";
import { arbitraryBounds, arbitraryPlace, liesIn } from "../support/arbitrary-box.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../support/contact-calls.ts";
import { noPictures } from "../support/pictures.ts";
import { freshTable } from "../support/stack.ts";

const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
const around = ({ latitude, longitude }: Located): Bounds => ({
  minLat: latitude,
  maxLat: latitude,
  minLon: longitude,
  maxLon: longitude,
});

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

describe("boxes", () => {
  // Here and there, at the ends of the world, a town, and many on its central spot.
  const centre = { latitude: 59.8586, longitude: 17.6389 };
  const places: Located[] = [
    ...fc.sample(arbitraryPlace, { numRuns: 120, seed: 3 }),
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
    contacts = places.map((place, n) =>
      recordOf(accountId, {
        firstName: `Person ${n}`,
        ...place,
        // Another place of the list, so that the two maps differ.
        addresses: [{ type: "home", addressCity: `City ${n}`, ...places[(n * 7) % places.length] }],
      }),
    );
    await storeAll(store, accountId, contacts, 25);
    const stranger = await seedAccount(store);
    await storeAll(store, stranger, [recordOf(stranger, { firstName: "Stranger", ...centre })]);
  });

  it("hold the contacts and the addresses that a plain filter finds", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBounds(places), async (bounds) => {
        const [byContact, byAddress] = await Promise.all([
          readContactPins(store, accountId, bounds, 1_000),
          readAddressPins(store, accountId, bounds, 1_000),
        ]);
        const ids = contacts.filter((contact) => liesIn(bounds, contact as Located)).map(({ id }) => id);
        const living = contacts.filter(({ addresses }) => liesIn(bounds, addresses[0] as Located));
        expect(byContact.pins.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(byAddress.pins.map(({ personId }) => personId).toSorted()).toEqual(
          living.map(({ id }) => id).toSorted(),
        );
        expect([byContact.truncated, byAddress.truncated]).toEqual([false, false]);
      }),
      { numRuns: 200 },
    );
  });

  it("are cut at the limit, always in the same place, and say so", async () => {
    const { pins: all } = await readContactPins(store, accountId, world, 1_000);
    expect(all).toHaveLength(places.length);
    const order = new Map(all.map(({ id }, index) => [id, index]));
    for (const limit of [1, 12, 100, 200, places.length - 1, places.length, 1_000]) {
      const { pins, truncated } = await readContactPins(store, accountId, world, limit);
      expect(truncated).toBe(limit < places.length);
      expect(pins).toHaveLength(Math.min(limit, places.length));
      expect(pins.map(({ id }) => order.get(id))).toEqual(
        pins.map(({ id }) => order.get(id)).toSorted((one, other) => Number(one) - Number(other)),
      );
      expect(await readContactPins(store, accountId, world, limit)).toEqual({ pins, truncated });
    }
  });

  it("of one spot hold everyone there, by id, however the pages fall", async () => {
    const ids = contacts.filter(({ latitude }) => latitude === centre.latitude).map(({ id }) => id);
    for (const limit of [109, 110, 111]) {
      const { pins, truncated } = await readContactPins(store, accountId, around(centre), limit);
      expect(truncated).toBe(limit < ids.length);
      expect(pins.map(({ id }) => id)).toEqual(pins.map(({ id }) => id).toSorted());
      expect(new Set(pins.map(({ id }) => id)).size).toBe(Math.min(limit, ids.length));
    }
  });
});

describe("pins", () => {
  it("carry what the map shows, and nothing else", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const { contact: full } = (
      await calls.create({
        firstName: "Zoë",
        lastName: "Lindqvist",
        headline: "Bridge engineer",
        location: "Uppsala",
        latitude: 59.8586,
        longitude: 17.6389,
        lastInteraction: "2026-01-02T03:04:05Z",
        notes: "Not on the map",
        addresses: [
          {
            type: "work",
            addressLine1: "Kungsgatan 5",
            addressCity: "Uppsala",
            addressCountry: "Sweden",
            latitude: 59.86,
            longitude: 17.64,
          },
        ],
      })
    ).body;
    const bare = (
      await calls.create({
        firstName: "Bo",
        latitude: -33.9,
        longitude: 151.2,
        addresses: [{ type: "other", value: "Somewhere by the sea", latitude: -34, longitude: 151 }],
      })
    ).body.contact;
    expect(await readContactPins(store, accountId, world, 10)).toEqual({
      pins: [
        {
          id: bare.id,
          firstName: "Bo",
          lastName: "",
          headline: null,
          location: null,
          latitude: -33.9,
          longitude: 151.2,
          lastInteraction: null,
          photoVersion: null,
        },
        {
          id: full.id,
          firstName: "Zoë",
          lastName: "Lindqvist",
          headline: "Bridge engineer",
          location: "Uppsala",
          latitude: 59.8586,
          longitude: 17.6389,
          lastInteraction: "2026-01-02T03:04:05.000Z",
          photoVersion: null,
        },
      ],
      truncated: false,
    });
    expect(await readAddressPins(store, accountId, world, 10)).toEqual({
      pins: [
        {
          addressId: bare.addresses[0]?.id,
          addressType: "other",
          addressCity: "",
          addressCountry: "",
          addressFormatted: "Somewhere by the sea",
          personId: bare.id,
          photoVersion: null,
          firstName: "Bo",
          lastName: "",
          latitude: -34,
          longitude: 151,
        },
        {
          addressId: full.addresses[0]?.id,
          addressType: "work",
          addressCity: "Uppsala",
          addressCountry: "Sweden",
          addressFormatted: "Kungsgatan 5, Uppsala, Sweden",
          personId: full.id,
          photoVersion: null,
          firstName: "Zoë",
          lastName: "Lindqvist",
          latitude: 59.86,
          longitude: 17.64,
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
    const seenAt = async (place: Located) => {
      const { pins } = await readContactPins(store, accountId, around(place), 10);
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

  it("of a contact without coordinates are at its first located address, wherever that goes", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId);
    const [home, work] = [
      { type: "home", addressCity: "Porto", latitude: 41.15, longitude: -8.61 },
      { type: "work", addressCity: "Lisboa", latitude: 38.72, longitude: -9.14 },
    ];
    const pinAt = async () => {
      const { pins } = await readContactPins(store, accountId, world, 10);
      const [latitudes] = [pins.map(({ latitude }) => latitude)];
      for (const pin of pins) expect((await readContactPins(store, accountId, around(pin), 10)).pins).toEqual([pin]);
      return latitudes;
    };
    const { contact } = (await calls.create({ firstName: "Rui", addresses: [home, work] })).body;
    expect(contact).toMatchObject({ latitude: null, longitude: null, gisPoint: null });
    expect(await pinAt()).toEqual([41.15]);
    await calls.patch(contact.id, { addresses: [work] });
    expect(await pinAt()).toEqual([38.72]);
    await calls.patch(contact.id, { latitude: 1, longitude: 2 });
    expect(await pinAt()).toEqual([1]);
    await calls.patch(contact.id, { latitude: null, longitude: null });
    expect(await pinAt()).toEqual([38.72]);
    expect((await calls.get(contact.id)).body?.contact).toMatchObject({ latitude: null, longitude: null });
    await calls.patch(contact.id, { addresses: [] });
    expect(await pinAt()).toEqual([]);
  });

  it("are never of the account's own contact", async () => {
    const accountId = await seedAccount(store);
    const place = { latitude: 1, longitude: 2 };
    await contactCalls(store, accountId).patch(accountId, {
      ...place,
      addresses: [{ type: "home", addressCity: "Home", ...place }],
    });
    for (const read of [readContactPins, readAddressPins]) {
      expect(await read(store, accountId, world, 10)).toEqual({ pins: [], truncated: false });
    }
  });

  it("are all found where the database answers fewer at a time than it was asked for", async () => {
    // The emulator counts a page's megabyte by the whole contacts behind it.
    const accountId = await seedAccount(store);
    const notes = "漢".repeat(20_000);
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

  it("are cut where an answer would pass five megabytes", async () => {
    const accountId = await seedAccount(store);
    const wide = (length: number) => "漢".repeat(length);
    const address = { type: "home", addressFormatted: wide(1_300), addressCity: wide(200), addressCountry: wide(200) };
    const addresses = Array.from({ length: 10 }, (_, n) => ({ ...address, latitude: n, longitude: n }));
    const contacts = Array.from({ length: 90 }, () => recordOf(accountId, { firstName: wide(100), addresses }));
    await storeAll(store, accountId, contacts, 8);
    const { body } = await mapOperations({ ...noPictures, store, now: () => new Date() }).getMapAddressPins({
      caller: { kind: "session", accountId },
      params: {},
      query: { ...world, limit: 1_000, avatarQuality: "medium", avatarSize: "medium" },
      body: undefined,
      headers: {},
      requestId: "request",
      clientAddress: "127.0.0.1",
      baseUrl: "http://localhost",
      remainingTime: () => 10_000,
    });
    expect(body.truncated).toBe(true);
    expect(body.pins.length).toBeLessThan(900);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(4_900_000);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(5_010_000);
  });

  it("of an account without any are none", async () => {
    expect(await readContactPins(store, randomUUID(), world, 10)).toEqual({ pins: [], truncated: false });
  });
});
