/** Finds the town that a text or an address names, in the real gazetteer. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { spokenNames } from "../../../infra/places/countries.ts";
import { placesFile } from "../../../infra/places/places-file.ts";
import { createPlaceFinder, findPlace, type PlaceQuery } from "../../../shared/place/find-place.ts";
import type { Gazetteer } from "../../../shared/place/gazetteer/gazetteer.ts";
import { placeKey, regionKey } from "../../../shared/place/place-key.ts";
import { englishCounties } from "../../../shared/place/text/english-counties.ts";
import { readHints, stateAbbreviations } from "../../../shared/place/text/hints.ts";
import { CountingGazetteer, distanceKm, realGazetteer } from "../../support/map/places.ts";

let gazetteer: Gazetteer;
beforeAll(() => {
  gazetteer = realGazetteer();
});

const finder = createPlaceFinder(placesFile());
const inText = (text: string) => findPlace(gazetteer, { text });
const nameOf = (place: ReturnType<typeof inText>) => place && `${place.name} ${place.countryCode}`;

function fixture<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8")) as Row[];
}

/** `place` as the fixtures have it: the town with its country, with its region or without. */
function expectPlace(query: PlaceQuery, place: string | null): void {
  const found = findPlace(gazetteer, query);
  // The second answer is a remembered one.
  expect([1, 2].map(() => finder(query))).toEqual([found, found]);
  expect(found ? [nameOf(found), `${nameOf(found)}-${found.regionCode}`] : [null]).toContain(place);
}

describe("297 names of cities, in many languages and spellings", () => {
  const names = fixture<{ text: string; countryCode: string; latitude: number; longitude: number }>("place-names");

  it("are found where the city is, except one", () => {
    const lost = names.filter((named) => {
      const place = inText(named.text);
      return place?.countryCode !== named.countryCode || distanceKm(named, place) > 40;
    });
    expect(names).toHaveLength(297);
    expect(lost.map(({ text }) => text)).toEqual(["Karlsbad"]);
  });
});

describe("a location in the words of its owner", () => {
  it.each(fixture<{ text: string; place: string | null }>("place-texts"))(
    "is found in the right town, or nowhere: $text",
    ({ text, place }) => expectPlace({ text }, place),
  );
});

describe("an address, by its parts or as one text", () => {
  it.each(fixture<{ address: PlaceQuery; place: string | null }>("place-addresses"))(
    "lies in the right town, or in none: $address",
    ({ address, place }) => expectPlace(address, place),
  );

  it("is never in another country than the named one", () => {
    expectPlace({ city: "Vladivostok", countryCode: "PT" }, null);
    expectPlace({ city: "Vladivostok", country: "Portugal", freeText: "Vladivostok" }, null);
  });
});

describe("a place", () => {
  it("has all fields", () => {
    expect(inText("San Jose, CA")).toEqual({
      name: "San Jose",
      region: "California",
      regionCode: "CA",
      country: "United States",
      countryCode: "US",
      latitude: 37.33939,
      longitude: -121.89496,
      population: 1_026_908,
      granularity: "city",
    });
  });

  it.each(
    "München BY|Wien 9|Firenze 52|Lyon ARA|Sevilla AN|Toronto ON|Sydney NSW|Guadalajara JAL|Bengaluru KA|Praha 10|Kraków 12|Edinburgh SCT|Yokohama 14|Санкт-Петербург SPE|Lviv 46"
      .split("|")
      .map((pair) => pair.split(" ")),
  )("%s lies in the region with the code %s", (text, code) => {
    expect(inText(text ?? "")?.regionCode).toBe(code);
  });

  it("may be in a country without regions", () => {
    expect(inText("Singapore")).toMatchObject({ countryCode: "SG", region: "" });
    expect(inText("Singapore")).not.toHaveProperty("regionCode");
  });
});

describe("hints at a country or region", () => {
  /** "US-MA", "FR" for a country; a question mark after a weak hint. */
  const hintsOf = (text: string) =>
    readHints(gazetteer, text).map(({ country, region, isWeak }) => {
      const code = region === undefined ? "" : `-${gazetteer.regions[region]?.code}`;
      return `${gazetteer.countries[country]?.code}${code}${isWeak ? "?" : ""}`;
    });

  it.each(
    "MA=US-MA|M.A.=US-MA|Ma=US-MA?|ma=US-MA?|ma 02139=US-MA?|Mass.=US-MA?|MASS=US-MA?|Mass. 02139=US-MA?|W. Va.=US-WV?|Ont=CA-ON?|Lincs=GB-ENG?|26=FR-ARA?"
      .split("|")
      .map((pair) => pair.split("=") as [string, string]),
  )("are codes and abbreviations in any case, and are strong only in capitals: %s", (text, hint) => {
    expect(hintsOf(text)).toContain(hint);
    const others = hintsOf(text).filter((other) => other.endsWith("?") !== hint.endsWith("?") && other.includes("-"));
    expect(others).toEqual([]);
  });

  it("are read from every abbreviation of a state", () => {
    for (const [word, { country, code }] of stateAbbreviations()) {
      expect(hintsOf(word)).toContain(`${country}-${code.toUpperCase()}?`);
    }
  });

  it.each(["massive", "constructor", "or so", "ma ville", "12345", ""])(
    "are not read from other words (%j)",
    (text) => {
      expect(hintsOf(text)).toEqual([]);
    },
  );

  it("at a county of England have its coordinates", () => {
    for (const name of englishCounties().keys()) {
      const [middle] = readHints(gazetteer, name).flatMap(({ county }) => county ?? []);
      expect(middle && distanceKm(middle, { latitude: 52.7, longitude: -1.5 })).toBeLessThan(380);
    }
  });
});

it("reads the name of every country in answers as that country", () => {
  const lost = gazetteer.countries.filter(
    ({ name }, id) => !readHints(gazetteer, name).some(({ country, region }) => country === id && region === undefined),
  );
  expect(lost).toEqual([]);
});

describe("the names of countries and regions", () => {
  /** Countries that are no larger than their town. */
  const cityStates = "DJ GI HK LU MC MO SG SM VA".split(" ");

  it("of a country in any language are a pin only in city states, or where most people mean a town", () => {
    const codes = gazetteer.countries.map(({ code }) => code);
    const names = new Map([...spokenNames(codes)].map((spoken) => [`${spoken.code} ${placeKey(spoken.name)}`, spoken]));
    const pins = [...names.values()].flatMap(({ name, code }) => {
      const found = inText(name);
      const isCityState = found?.countryCode === code && cityStates.includes(code);
      return found && !isCityState ? [`${placeKey(name)}: ${nameOf(found)}`] : [];
    });
    expect(names.size).toBeGreaterThan(10_000);
    expect(pins.toSorted()).toEqual([
      ...["brasilia: Brasília BR", "granada: Granada ES", "guadalupe: Guadalupe MX", "man: Man CI"],
      ...["salvador: Salvador BR", "santa luzia: Santa Luzia BR", "tunis: Tunis TN"],
    ]);
  });

  /** The keys of a region, whole and without words like "province". */
  const keysOf = (name: string) => [placeKey(name), regionKey(placeKey(name)), placeKey(name).replace(/ city$/, "")];

  /** Whether the town lies in a region of this name, or is a large town with this main name. */
  const isRightTown = (name: string, found: NonNullable<ReturnType<typeof inText>>) =>
    keysOf(name)
      .flatMap((key) => gazetteer.find(key))
      .some(({ kind, id }) => {
        if (kind === "region") return gazetteer.regions[id]?.name === found.region;
        return kind === "town" && gazetteer.town(id).name === found.name && found.population >= 100_000;
      });

  it("of a region mean a town in a region of this name, or a large town with this main name", () => {
    const wrong = gazetteer.regions.flatMap(({ name }) => {
      const found = name === "" ? undefined : inText(name);
      return !found || isRightTown(name, found) ? [] : [`${name}: ${nameOf(found)}`];
    });
    expect(wrong).toEqual([]);
  });

  it("of a region with its country never mean a town of another country, and a town of another region only if this is its main name", () => {
    const wrong = gazetteer.regions.flatMap(({ name, country }) => {
      const { name: countryName = "", code = "" } = gazetteer.countries[country] ?? {};
      const found = name === "" || cityStates.includes(code) ? undefined : inText(`${name}, ${countryName}`);
      const isRight = found?.countryCode === code && isRightTown(name, found);
      return !found || isRight ? [] : [`${name}, ${countryName}: ${nameOf(found)}`];
    });
    // A capital in another parish than the one of its name, and a region's name with a stroke, which parts places to
    // choose from.
    expect(wrong).toEqual(["Hamilton, Bermuda: Hamilton BM", "Zanzibar Central/South, Tanzania: Zanzibar TZ"]);
  });
});

it("finds the towns of the gazetteer by their names with region and country, in the right country except two", () => {
  const towns = Array.from({ length: 1_000 }, (_, index) => gazetteer.town(index * 20)).filter(({ isPart }) => !isPart);
  const lost = towns.filter(({ name, region, country }) => {
    const where = [gazetteer.regions[region]?.name, gazetteer.countries[country]?.name];
    const found = inText([name, ...where].filter((part) => part).join(", "));
    return found?.countryCode !== gazetteer.countries[country]?.code;
  });
  expect(lost.map(({ name }) => name).slice(2)).toEqual([]);
});

describe("any text at all", () => {
  const words = fc.constantFrom(
    ..."San Jose|Neue|de|la|New York|,| - |(|)|/|CA|DE|Georgia|1010|東京|市|ue|’|\n|Paris|Quoex|Zwaeq".split("|"),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.array(words, { maxLength: 60 }).map((list) => list.join(" ").slice(0, 200)),
    fc.array(words, { maxLength: 60 }).map((list) => list.join("").slice(0, 200)),
  );
  /** Lookups that one text may cost; each takes some microseconds. */
  const maxLookups = 1_200;
  let counting: CountingGazetteer;
  beforeAll(() => {
    counting = new CountingGazetteer(readFileSync(placesFile()));
  });

  it("is read with a bounded number of lookups", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        for (const query of [
          { text: one },
          { freeText: `${one}\n${other}` },
          { city: one, region: other, country: other },
        ]) {
          counting.lookups = 0;
          const place = findPlace(counting, query);
          expect(counting.lookups).toBeLessThan(maxLookups);
          if (place) expect(place).toMatchObject({ granularity: "city", name: expect.stringMatching(/./) });
        }
      }),
    );
  });

  it.each([
    ...["a ", "San Jose ", "ue", "(", "a,", "ﷺ", "1 - ", "Quoex Zwaeq ", "Quoex, Zwaeq (Xuoe) "].map((part) =>
      part.repeat(1_000),
    ),
    `AB${" ".repeat(1_000)}`,
  ])("is read with a bounded number of lookups, however long it is (%#)", (long) => {
    for (const query of [{ text: long }, { freeText: long }, { city: long, country: long, region: long }]) {
      counting.lookups = 0;
      findPlace(counting, query);
      expect(counting.lookups).toBeLessThan(maxLookups);
    }
  });
});
