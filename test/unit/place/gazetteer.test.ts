import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GazetteerContents, writeGazetteer } from "../../../infra/places/write-gazetteer.ts";
import { Gazetteer } from "../../../shared/place/gazetteer/gazetteer.ts";
import { kinds, type Reference, scoreOf } from "../../../shared/place/gazetteer/gazetteer-format.ts";
import { placeKey } from "../../../shared/place/place-key.ts";
import { realGazetteer } from "../../support/map/places.ts";

const countries = [
  { code: "AA", name: "Aland" },
  { code: "BB", name: "Beland" },
];
const regions = [
  { country: 0, name: "Northern Aland", code: "N", population: 5 },
  { country: 1, name: "", population: 0 },
];

const town = fc.record({
  name: fc.string({ unit: "grapheme", maxLength: 30 }),
  latitude: fc.integer({ min: -9_000_000, max: 9_000_000 }).map((units) => units / 1e5),
  longitude: fc.integer({ min: -18_000_000, max: 18_000_000 }).map((units) => units / 1e5),
  population: fc.oneof(fc.nat(2_000), fc.nat(30_000_000)),
  isPart: fc.boolean(),
  region: fc.nat(1),
});

/** Few letters make keys that share their starts; letters of one to four bytes, that order by bytes is not by units. */
const key = fc.string({
  unit: fc.constantFrom("a", "b", " ", "é", "東", "\u{20bb7}", "\uffee"),
  minLength: 1,
  maxLength: 8,
});

const contents: fc.Arbitrary<GazetteerContents> = fc
  .array(town, { minLength: 1, maxLength: 40 })
  .map((towns) => towns.toSorted((a, b) => b.population - a.population))
  .chain((towns) => {
    const reference = fc.record({ kind: fc.constantFrom(...kinds), id: fc.nat(towns.length - 1) });
    const list = fc.uniqueArray(reference, { selector: ({ kind, id }) => `${kind} ${id}`, minLength: 1, maxLength: 6 });
    return fc
      .uniqueArray(fc.tuple(key, list), { selector: ([text]) => text, minLength: 1, maxLength: 200 })
      .map((entries) => ({ countries, regions, towns, references: new Map(entries) }));
  });

function byPlace(list: readonly Reference[]): Reference[] {
  return list.toSorted((a, b) => a.id - b.id || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** The scores of all matching towns by their ids, from a walk over all keys. */
function scoresOf({ towns, references }: GazetteerContents, prefix: string): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [text, list] of references) {
    if (!text.startsWith(prefix)) continue;
    for (const { kind, id } of list) {
      if (kind !== "town" && kind !== "alias") continue;
      const weight = text === prefix ? 4 : kind === "alias" ? 1 / 3 : 1;
      const score = (1 + scoreOf(kind, towns[id]?.population ?? 0)) * weight;
      scores.set(id, Math.max(score, scores.get(id) ?? 0));
    }
  }
  return scores;
}

describe("a gazetteer that was written and is read", () => {
  it("has every key and no other, every town to a metre, and the same bytes for the same contents", () => {
    fc.assert(
      fc.property(contents, fc.array(key), (given, others) => {
        const bytes = writeGazetteer(given);
        const gazetteer = new Gazetteer(bytes);
        for (const [text, list] of given.references) expect(gazetteer.find(text)).toEqual(byPlace(list));
        for (const text of others) {
          if (!given.references.has(text)) expect(gazetteer.find(text)).toEqual([]);
        }
        for (const [id, expected] of given.towns.entries()) {
          expect(gazetteer.town(id)).toEqual({ ...expected, id, country: regions[expected.region]?.country });
        }
        expect([gazetteer.countries, gazetteer.regions]).toEqual([countries, regions]);
        expect(() => gazetteer.town(given.towns.length)).toThrow(RangeError);
        const references = new Map([...given.references].toReversed().map(([text, list]) => [text, list.toReversed()]));
        expect(writeGazetteer({ ...given, references }).equals(bytes)).toBe(true);
      }),
    );
  });

  it("finds the same towns by the start of a name as a walk over all names, in the order of their scores", () => {
    fc.assert(
      fc.property(
        contents,
        fc.string({ unit: fc.constantFrom("a", "b", "é", "東"), maxLength: 3 }),
        fc.integer({ min: 1, max: 8 }),
        (given, prefix, limit) => {
          const gazetteer = new Gazetteer(writeGazetteer(given));
          const found = gazetteer.startingWith(prefix, limit, () => true);
          const scores = scoresOf(given, prefix);
          const best = [...scores.values()].sort((a, b) => b - a).slice(0, limit);
          expect(found.map(({ id }) => scores.get(id))).toEqual(best);
          const refused = found[0]?.id;
          const without = gazetteer.startingWith(prefix, limit, ({ id }) => id !== refused);
          expect(without.map(({ id }) => id)).not.toContain(refused);
        },
      ),
    );
  });

  it("omits a key that is too long, and cuts a name that is too long", () => {
    const place = { name: "é".repeat(100), latitude: 1, longitude: 2, population: 3, isPart: false, region: 0 };
    const references = new Map<string, Reference[]>([
      ["a".repeat(127), [{ kind: "town", id: 0 }]],
      ["a".repeat(128), [{ kind: "town", id: 0 }]],
    ]);
    const gazetteer = new Gazetteer(writeGazetteer({ countries, regions, towns: [place], references }));
    expect(gazetteer.find("a".repeat(127))).toHaveLength(1);
    expect(gazetteer.find("a".repeat(128))).toEqual([]);
    expect(gazetteer.town(0).name).toBe("é".repeat(63));
  });
});

describe("an invalid file", () => {
  const small = writeGazetteer({
    countries,
    regions,
    towns: [{ name: "Town", latitude: 1, longitude: 2, population: 3, isPart: false, region: 0 }],
    references: new Map([["town", [{ kind: "town", id: 0 }]]]),
  });

  it("is refused if it is cut short anywhere", () => {
    for (let length = 0; length < small.length; length++) {
      expect(() => new Gazetteer(small.subarray(0, length)), String(length)).toThrow();
    }
    expect(() => new Gazetteer(small)).not.toThrow();
  });

  it("is refused if it is of another kind or version", () => {
    expect(() => new Gazetteer(Buffer.from("x".repeat(1_000)))).toThrow("no gazetteer");
    const other = Buffer.from(small);
    other.write("PLACES02", "latin1");
    expect(() => new Gazetteer(other)).toThrow("no gazetteer");
  });

  it("is read from a part of a larger buffer", () => {
    const larger = Buffer.concat([Buffer.alloc(3), small, Buffer.alloc(5)]);
    expect(new Gazetteer(larger.subarray(3, 3 + small.length)).find("town")).toEqual([{ kind: "town", id: 0 }]);
  });
});

describe("the real gazetteer", () => {
  it("has the world's towns, and fits into a function", () => {
    const gazetteer = realGazetteer();
    expect(gazetteer.countries).toHaveLength(250);
    expect(gazetteer.regions.length).toBeGreaterThan(3_800);
    expect(gazetteer.regions.find(({ name }) => name === "California")?.population).toBeGreaterThan(20_000_000);
    expect(gazetteer.town(190_000).population).toBeLessThan(1_000);
    expect(gazetteer.town(0)).toMatchObject({ name: "Shanghai", latitude: 31.22222, longitude: 121.45806 });
  });

  it.each([
    ["Hanoi", "Hanoi"],
    ["Ho Chi Minh City", "Ho Chi Minh City"],
    ["Huế", "Thừa Thiên Huế Province"],
    ["Ayagoz", "Abai Region"],
    ["Almaty", "Almaty"],
    ["Drammen", "Buskerud"],
    ["Tromsø", "Troms"],
  ])("has the current regions of countries that were divided again: %s", (name, regionName) => {
    const gazetteer = realGazetteer();
    const [first] = gazetteer.find(placeKey(name)).filter(({ kind }) => kind === "town");
    expect(gazetteer.regions[gazetteer.town(first?.id ?? 0).region]?.name).toBe(regionName);
  });
});
