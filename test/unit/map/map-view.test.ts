import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areOnOneSpot,
  boundsOf,
  closestScale,
  fitView,
  groupPins,
  markOf,
  moveView,
  pixelOf,
  placeOf,
  radiusOf,
  viewAround,
  zoomView,
} from "../../../functions/app/browser/map/map-view.ts";
import { isInside } from "../../../shared/map/bounds.ts";

type Size = { width: number; height: number };
type View = ReturnType<typeof fitView>;

const size = { width: 800, height: 400 };
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const sizes: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 200, max: 1_500 }),
  height: fc.integer({ min: 150, max: 900 }),
});
/** Views at all scales, with the sizes of their maps. */
const views: fc.Arbitrary<[View, Size]> = fc
  .tuple(fc.record({ lon: degrees(500), lat: degrees(100), zoom: fc.double({ min: -1, max: 14, noNaN: true }) }), sizes)
  .map(([{ lon, lat, zoom }, of]) => [fitView({ lon, lat, scale: 2 ** zoom }, of), of]);

function atMiddle(lon: number, lat: number, across: number): View {
  return fitView({ lon, lat, scale: size.width / across }, size);
}

it.each([
  ["lat=51.45&lon=-2.58", { lon: -2.58, lat: 51.45, scale: 400 }],
  ["lat=0&lon=180", { lon: -180, lat: 0, scale: 400 }],
  ["lat=90&lon=0", { lon: 0, lat: 89.5, scale: 400 }],
  ...["", "lat=51.45", "lat=&lon=1", "lat=%20&lon=1", "lat=91&lon=0", "lat=0&lon=-181", "lat=x&lon=0"].map(
    (query) => [query, undefined] as const,
  ),
] as const)("the address %j shows %j", (query, view) => {
  const place = placeOf(new URLSearchParams(query));
  expect(place && viewAround(place, size)).toEqual(view);
});

describe("the bounds of a view", () => {
  it.each([
    ["the world", atMiddle(0, 0, 360), { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 }],
    ["the world from another side", atMiddle(170, 0, 360), { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 }],
    ["a part", atMiddle(10, 50, 20), { minLat: 45, maxLat: 55, minLon: 0, maxLon: 20 }],
    ["the antimeridian", atMiddle(-175, 0, 20), { minLat: -5, maxLat: 5, minLon: 175, maxLon: -165 }],
    ["up to the antimeridian", atMiddle(170, 0, 20), { minLat: -5, maxLat: 5, minLon: 160, maxLon: -180 }],
    ["from the antimeridian", atMiddle(-170, 0, 20), { minLat: -5, maxLat: 5, minLon: 180, maxLon: -160 }],
    ["a pole", atMiddle(0, 90, 20), { minLat: 80, maxLat: 90, minLon: -10, maxLon: 10 }],
  ])("contain %s", (_, view, bounds) => {
    expect(boundsOf(view, size)).toEqual(bounds);
  });

  it("contain exactly the visible places", () => {
    // Positions are shares of the view, so that half of the places are visible in a view of any size.
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(views, share, share, ([view, of], right, up) => {
        const latitude = Math.max(-90, Math.min(90, view.lat + (up * of.height) / view.scale));
        const longitude = ((view.lon + (right * of.width) / view.scale + 900) % 360) - 180;
        const { x, y } = pixelOf(view, of, { latitude, longitude });
        const out = Math.max(-x, x - of.width, -y, y - of.height);
        // Bounds are rounded outwards, by less than a pixel.
        if (Math.abs(out) > 1) expect(isInside(boundsOf(view, of), { latitude, longitude })).toBe(out < 0);
      }),
    );
  });

  it("are numbers that the API accepts", () => {
    fc.assert(
      fc.property(views, ([view, of]) => {
        const { minLat, maxLat, minLon, maxLon } = boundsOf(view, of);
        for (const bound of [minLat, maxLat]) expect(Math.abs(bound)).toBeLessThanOrEqual(90);
        for (const bound of [minLon, maxLon]) expect(Math.abs(bound)).toBeLessThanOrEqual(180);
        for (const bound of [minLat, maxLat, minLon, maxLon]) expect(String(bound)).toMatch(/^-?\d{1,3}(\.\d{1,5})?$/);
        expect(minLat).toBeLessThan(maxLat);
        expect(minLon).not.toBe(maxLon);
      }),
    );
  });
});

describe("a view", () => {
  it("moves around the earth, and stops at the poles", () => {
    const view = atMiddle(175, 80, 20);
    expect(moveView(view, size, { x: -400, y: 0 }).lon).toBeCloseTo(-175);
    expect(moveView(view, size, { x: 0, y: 4_000 }).lat).toBeCloseTo(85);
    expect(moveView(atMiddle(0, 0, 360), size, { x: 0, y: 100 }).lat).toBe(0);
  });

  it("zooms within limits, and keeps the place under the pointer", () => {
    const view = atMiddle(20, 10, 100);
    const point = { x: 600, y: 100 };
    const place = { latitude: 22.5, longitude: 45 };
    expect(pixelOf(view, size, place)).toEqual(point);
    const nearer = pixelOf(zoomView(view, size, 3, point), size, place);
    expect(nearer.x).toBeCloseTo(point.x);
    expect(nearer.y).toBeCloseTo(point.y);
    expect(zoomView(view, size, 1e-9).scale).toBe(size.width / 360);
    expect(zoomView(view, size, 1e9).scale).toBe(size.width / 0.05);
    expect(closestScale(size)).toBe(size.width / 0.05);
  });
});

describe("the mark of a group", () => {
  it("is completely visible when its place is in the view, even at the antimeridian and the poles", () => {
    const places = fc.record({ longitude: degrees(180), latitude: degrees(90) });
    const edges = fc.constantFrom(
      { longitude: 180, latitude: 0 },
      { longitude: -180, latitude: 90 },
      { longitude: 179.9, latitude: -90 },
    );
    const counts = fc.constantFrom(1, 2, 12, 1_000);
    fc.assert(
      fc.property(views, fc.oneof(places, edges), counts, ([view, of], place, count) => {
        const [point, mark] = [pixelOf(view, of, place), markOf(view, of, { ...place, pins: new Array(count) })];
        const outside = Math.max(-point.x, point.x - of.width, -point.y, point.y - of.height);
        if (outside > 1) expect(mark).toEqual(point);
        if (outside > 0) return;
        const radius = radiusOf(count);
        for (const [at, was, length] of [
          [mark.x, point.x, of.width],
          [mark.y, point.y, of.height],
        ] as const) {
          expect(at).toBeGreaterThan(radius);
          expect(at).toBeLessThan(length - radius);
          expect(Math.abs(at - was)).toBeLessThanOrEqual(radius + 1);
        }
      }),
    );
  });
});

describe("overlapping pins", () => {
  const pin = (longitude: number, latitude = 0) => ({ longitude, latitude });
  const countsOf = (groups: { pins: unknown[] }[]) => groups.map(({ pins }) => pins.length);

  it("are one group at the place of the first pin", () => {
    const pins = [pin(10), pin(10), pin(10.5), pin(12)];
    expect(groupPins(pins, 20)).toEqual([
      { longitude: 10, latitude: 0, pins: pins.slice(0, 3) },
      { longitude: 12, latitude: 0, pins: pins.slice(3) },
    ]);
    expect(countsOf(groupPins(pins, 100))).toEqual([2, 1, 1]);
    expect(countsOf(groupPins(pins, 1))).toEqual([4]);
    expect(groupPins([], 1)).toEqual([]);
  });

  it("are one group across the antimeridian", () => {
    expect(countsOf(groupPins([pin(179.9), pin(-179.9)], 20))).toEqual([2]);
  });

  it("are on one spot exactly when they are one group at the largest scale", () => {
    const pins = fc.array(fc.record({ longitude: degrees(0.005), latitude: degrees(0.005) }), { minLength: 1 });
    fc.assert(
      fc.property(pins, sizes, (all, of) => {
        expect(areOnOneSpot(all, of)).toBe(groupPins(all, closestScale(of)).length === 1);
      }),
    );
  });
});
