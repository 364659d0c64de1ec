import { beforeAll, describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const routes = ["/contacts/map-pins", "/contacts/map-address-pins"] as const;
const world = "minLat=-90&maxLat=90&minLon=-180&maxLon=180";

interface Located {
  latitude: number;
  longitude: number;
}

let token: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
});

describe("places without coordinates", () => {
  it("are where their town is, until somebody says better", async () => {
    const { token } = await freshAccount();
    const address = { type: "home", addressLine1: "Calle Mayor 1", addressCity: "Madrid", addressCountry: "España" };
    const { contact } = await createContact(token, { firstName: "Ana", location: "Porto", addresses: [address] });
    expect(contact).toMatchObject({ granularity: "city", timezone: "Europe/Lisbon" });
    expect(contact.addresses).toMatchObject([{ granularity: "city", timezone: "Europe/Madrid" }]);
    const seen = async (route: (typeof routes)[number]) => {
      const { pins } = (await (await api(`${route}?${world}`, { token })).json()) as { pins: Located[] };
      return pins.map(({ latitude, longitude }) => [Math.round(latitude), Math.round(longitude)]);
    };
    const patch = (json: object) => api(`/contacts/${contact.id}`, { method: "PATCH", json, token });
    expect([await seen(routes[0]), await seen(routes[1])]).toEqual([[[41, -9]], [[40, -4]]]);
    await patch({ location: "Zürich, Switzerland" });
    expect(await seen(routes[0])).toEqual([[47, 9]]);
    await patch({ latitude: 10, longitude: 20 });
    await patch({ location: "Porto" });
    expect(await seen(routes[0])).toEqual([[10, 20]]);
    await patch({ location: null, latitude: null, longitude: null });
    expect(await seen(routes[0])).toEqual([[40, -4]]);
    await patch({ addresses: [] });
    expect([await seen(routes[0]), await seen(routes[1])]).toEqual([[], []]);
  });
});

describe("the map", () => {
  const edges = [90, -90].flatMap((latitude) => [180, -180].map((longitude) => ({ latitude, longitude })));
  let txid: string;
  beforeAll(async () => {
    for (const place of [...edges, { latitude: 0, longitude: 0 }, { latitude: -17.7, longitude: 178.1 }]) {
      const addresses = [{ type: "home", addressCity: "There", ...place }];
      const written = await createContact(token, { firstName: "Ann", headline: "Pilot", ...place, addresses });
      txid = written.txid;
    }
  });

  const pinsOf = async (route: (typeof routes)[number], query: string) => {
    const answer = await api(`${route}?${query}`, { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-txid")).toBe(txid);
    return (await answer.json()) as { pins: Record<string, unknown>[]; truncated?: boolean };
  };
  const placesOf = ({ pins }: { pins: Record<string, unknown>[] }) =>
    pins.map(({ latitude, longitude }) => `${latitude} ${longitude}`).toSorted();

  it.each(routes)(
    "%s finds what lies on the bounds, at the poles and on either side of the antimeridian",
    async (route) => {
      const found = async (query: string) => placesOf(await pinsOf(route, query));
      expect(await found(world)).toHaveLength(6);
      expect(await found("minLat=90&maxLat=90&minLon=-180&maxLon=180")).toEqual(["90 -180", "90 180"]);
      expect(await found("minLat=-90&maxLat=-90&minLon=180&maxLon=180")).toEqual(["-90 180"]);
      expect(await found("minLat=0&maxLat=0&minLon=0&maxLon=0")).toEqual(["0 0"]);
      expect(await found("minLat=0&maxLat=1e-7&minLon=-0&maxLon=1E-7")).toEqual(["0 0"]);
      expect(await found("minLat=-90&maxLat=0&minLon=178&maxLon=-179.9")).toEqual([
        "-17.7 178.1",
        "-90 -180",
        "-90 180",
      ]);
      expect(await found("minLat=-90&maxLat=90&minLon=0.1&maxLon=-0.1")).toHaveLength(5);
      expect(await found("minLat=10&maxLat=20&minLon=-180&maxLon=180")).toEqual([]);
    },
  );

  it.each(routes)("%s is in a stable order, and says when it is cut", async (route) => {
    const all = await pinsOf(route, world);
    expect(all).not.toHaveProperty("truncated");
    expect(await pinsOf(route, `${world}&limit=6`)).toEqual(all);
    expect(await pinsOf(route, `${world}&limit=4`)).toEqual({ pins: all.pins.slice(0, 4), truncated: true });
    expect(await pinsOf(route, `${world}&limit=1000`)).toEqual(all);
  });

  it.each(routes)("%s refuses bounds that are upside down", async (route) => {
    const refused = await refusalOf(`${route}?minLat=10.1&maxLat=10&minLon=-10&maxLon=10`, { token });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: ["query.minLat"] });
  });
});
