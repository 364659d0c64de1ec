import { expect, it } from "vitest";
import { worldOutline } from "../../../infra/browser/world-outline.ts";

const { land, borders } = worldOutline();

/** The lines of a path in degrees: longitude, latitude. The first point of each line is absolute, the others are relative. */
function linesOf(path: string): [number, number][][] {
  return path
    .split("M")
    .slice(1)
    .map((text) => {
      const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      return Array.from({ length: numbers.length / 2 }, (_, at): [number, number] => {
        x += numbers[2 * at] ?? Number.NaN;
        y += numbers[2 * at + 1] ?? Number.NaN;
        return [x / 100, -y / 100];
      });
    });
}

/** Whether a line from the place to the east crosses coasts an odd number of times. */
function isLand(longitude: number, latitude: number): boolean {
  const edges = linesOf(land).flatMap((ring) => ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from]));
  return [-360, 0, 360].some((turn) => {
    const met = edges.filter(([[x, y] = [0, 0], [toX, toY] = [0, 0]]) => {
      if (y > latitude === toY > latitude) return false;
      return x + ((latitude - y) / (toY - y)) * (toX - x) > longitude + turn;
    });
    return met.length % 2 === 1;
  });
}

it.each([
  ["land", land, 5_000],
  ["borders", borders, 2_500],
])("the paths of %s consist of whole numbers within the map", (_, path, atLeast) => {
  expect(path).toMatch(/^(M-?\d+[ -]\d+(l-?\d+[ -]\d+([ -]\d+[ -]\d+)*)?z?)+$/);
  const points = linesOf(path).flat();
  expect(points.length).toBeGreaterThan(atLeast);
  expect(points.every(([x, y]) => Math.abs(x) <= 360 && Math.abs(y) <= 90)).toBe(true);
});

it("no line crosses the whole map, except along a pole", () => {
  for (const line of linesOf(land + borders)) {
    line.slice(1).forEach(([x, y], at) => {
      const [fromX, fromY] = line[at] ?? [0, 0];
      if (y !== -90 || fromY !== -90) expect(Math.abs(x - fromX), `at ${x} ${y}`).toBeLessThan(30);
    });
  }
});

it.each([
  ["Berlin", 13.4, 52.5, true],
  ["Brasília", -47.9, -15.8, true],
  ["Alice Springs", 133.9, -23.7, true],
  ["Chukotka west of the antimeridian", 178, 67.5, true],
  ["Chukotka east of the antimeridian", -175, 67, true],
  ["Antarctica", 100, -80, true],
  ["the South Pole", 0, -89.5, true],
  ["the Atlantic", -30, 30, false],
  ["the Pacific on the antimeridian", 180, 0, false],
  ["the latitude of Fiji far from Fiji", -100, -16.5, false],
  ["the Caspian Sea", 50.5, 42, false],
  ["the North Pole", 0, 89, false],
])("%s is drawn as land or water", (_, longitude, latitude, isDrawnAsLand) => {
  expect(isLand(longitude, latitude)).toBe(isDrawnAsLand);
});
