/** Finding the town that a text or an address means, in the real gazetteer. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { spokenNames } from "../../infra/places/countries.ts";
import { placesFile } from "../../infra/places/places-file.ts";
import { readClaims } from "../../shared/places/claims.ts";
import { type AddressParts, findPlace } from "../../shared/places/find-place.ts";
import type { Gazetteer } from "../../shared/places/gazetteer.ts";
import { placeKey, regionKey } from "../../shared/places/place-key.ts";
import { CountingGazetteer, distanceKm, realGazetteer } from "../support/places.ts";

interface Named {
  text: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

let gazetteer: Gazetteer;
beforeAll(() => {
  gazetteer = realGazetteer();
});

const inText = (text: string) => findPlace(gazetteer, { text });
const inAddress = (parts: AddressParts) => findPlace(gazetteer, parts);
const nameOf = (place: ReturnType<typeof inText>) => place && `${place.name} ${place.countryCode}`;

describe("300 names of cities, in many languages and spellings", () => {
  const fixture = new URL("../fixtures/place-names.json", import.meta.url);
  const names = JSON.parse(readFileSync(fixture, "utf8")) as Named[];

  it("are found in the right country, and where the city is, but for one in a hundred", () => {
    const found = names.map((named) => ({ named, place: inText(named.text) }));
    const lost = found.filter(({ named, place }) => place?.countryCode !== named.countryCode);
    expect(names).toHaveLength(300);
    expect(lost.map(({ named, place }) => `${named.text}: ${nameOf(place)}`)).toEqual(["Karlsbad: Carlsbad US"]);
    const far = found.filter(({ named, place }) => !place || distanceKm(named, place) > 40);
    expect(far.map(({ named, place }) => `${named.text}: ${nameOf(place)}`)).toEqual(["Karlsbad: Carlsbad US"]);
  });
});

describe("what people write as their location", () => {
  const fixture = new URL("../fixtures/place-texts.json", import.meta.url);
  const texts = JSON.parse(readFileSync(fixture, "utf8")) as { text: string; place: string | null }[];

  it.each(texts)("is the town that is meant, or none: $text", ({ text, place }) => {
    const found = inText(text);
    const names = found ? [nameOf(found), `${nameOf(found)}-${found.regionCode}`] : [null];
    expect(names).toContain(place);
  });
});

describe("an address as free text", () => {
  it.each([
    ["1600 Pennsylvania Ave NW\nWashington, DC 20500\nUSA", "Washington US"],
    ["100 Peachtree St NE, Atlanta, GA 30303", "Atlanta US"],
    ["500 Pike St\nSeattle WA 98101", "Seattle US"],
    ["5 Elm St, Boston MA 02110", "Boston US"],
    ["100 Collins St, Melbourne VIC 3000, Australia", "Melbourne AU"],
    ["290 Bremner Blvd, Toronto ON M5V 3L9, Canada", "Toronto CA"],
    ["Hauptstr. 5 EG, 80331 München", "Munich DE"],
    ["1 rue de Rivoli, 75001 Paris Cedex 01", "Paris FR"],
    ["5 Elm St, Cambridge, Mass. 02139", "Cambridge US"],
    ["5 Elm St\nCambridge, Ma 02139", "Cambridge US"],
    ["Münchner Straße 5, 15230 Frankfurt (Oder)", "Frankfurt (Oder) DE"],
    ["Münchner Straße 5\n15230 Frankfurt/Oder\nGermany", "Frankfurt (Oder) DE"],
    ["Main Street 5, Kent, Washington, United States", "Kent US"],
    ["Main Street 5, São Vicente, São Paulo, Brazil", "São Vicente BR"],
  ])("names the town of its last lines: %j", (freeText, place) => {
    const found = findPlace(gazetteer, { freeText });
    expect(found && nameOf(found)).toBe(place);
  });
});

describe("a place", () => {
  it("has all that is known of it", () => {
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

  it.each([
    ["München", "BY"],
    ["Wien", "9"],
    ["Firenze", "52"],
    ["Lyon", "ARA"],
    ["Sevilla", "AN"],
    ["Toronto", "ON"],
    ["Sydney", "NSW"],
    ["Guadalajara, Mexico", "JAL"],
    ["São Paulo", "SP"],
    ["Bengaluru", "KA"],
    ["Praha", "10"],
    ["Kraków", "12"],
    ["Edinburgh", "SCT"],
    ["Yokohama", "14"],
    ["Санкт-Петербург", "SPE"],
    ["Lviv", "46"],
  ])("%s lies in the region with the code %s", (text, code) => {
    expect(inText(text)?.regionCode).toBe(code);
  });

  it("may be in a country without regions", () => {
    expect(inText("Singapore")).toMatchObject({ countryCode: "SG", region: "" });
    expect(inText("Singapore")).not.toHaveProperty("regionCode");
  });
});

describe("what is said beside the name", () => {
  it.each([
    ["Paris", "Paris FR"],
    ["Paris, Texas", "Paris US"],
    ["Paris, TX 75460", "Paris US"],
    ["Birmingham", "Birmingham GB"],
    ["Birmingham, AL", "Birmingham US"],
    ["Athens, Georgia", "Athens US"],
    ["Tbilisi, Georgia", "Tbilisi GE"],
    ["Hyderabad, Pakistan", "Hyderabad PK"],
    ["Cambridge, MA", "Cambridge US"],
    ["Cambridge, UK", "Cambridge GB"],
    ["London, Ontario", "London CA"],
    ["Córdoba, España", "Córdoba ES"],
    ["Brest, Belarus", "Brest BY"],
    ["Uppsala, Uppsala County, Sweden", "Uppsala SE"],
    ["Frankfurt (Oder)", "Frankfurt (Oder) DE"],
    ["Kinshasa, DR Congo", "Kinshasa CD"],
  ])("tells %s", (text, place) => {
    expect(nameOf(inText(text))).toBe(place);
  });

  it("excludes towns of another country", () => {
    expect(inText("Vladivostok, Portugal")).toBeUndefined();
    expect(inAddress({ city: "Vladivostok", countryCode: "PT" })).toBeUndefined();
    expect(inAddress({ city: "Vladivostok", country: "Portugal", freeText: "Vladivostok" })).toBeUndefined();
  });
});

describe("what is no place", () => {
  it.each(
    `Remote|Earth|Home|Worldwide|Everywhere|Europe|Somewhere over the rainbow|Working from home|n/a|-|...|???|TBD|Germany|
    Česko|California|Bayern|Texas, USA|EMEA|DACH Region|Latin America|127.0.0.1|https://example.com|@someone|The Internet|
    Unknown|Home office|Office|Main Street 5|P.O. Box 123|12345|🌍|🇩🇪|A|Y|Software Engineer|Google|Marketing|
    Unknownville, Germany||  |,|(|())`
      .split("|")
      .map((text) => text.trim()),
  )("is not found (%j)", (text) => {
    expect(inText(text)).toBeUndefined();
  });
});

describe("an address", () => {
  it.each([
    ["Hauptstraße 5, 80331 München, Deutschland", "Munich DE"],
    ["1600 Amphitheatre Pkwy, Mountain View, CA 94043, USA", "Mountain View US"],
    ["10 Downing St, London SW1A 2AA, UK", "London GB"],
    ["Na Příkopě 1, 110 00 Praha 1", "Prague CZ"],
    ["東京都渋谷区道玄坂1-2-3", "Tokyo JP"],
    ["北京市朝阳区建国路1号", "Beijing CN"],
    ["350 Fifth Avenue, New York, NY 10118", "New York City US"],
    ["Via Roma 12, 20121 Milano MI", "Milan IT"],
    ["12 Rue de la Paix, 75002 Paris, France", "Paris FR"],
    ["Plaza Mayor 1, 28012 Madrid, España", "Madrid ES"],
    ["Berliner Straße 3, 60311 Frankfurt am Main", "Frankfurt am Main DE"],
    ["London Road 5, Brighton BN1 4JA, United Kingdom", "Brighton GB"],
    ["Paris Avenue 3, Austin, TX 78701", "Austin US"],
    ["Kärntner Ring 1, 1010 Wien, Österreich", "Vienna AT"],
    ["Av. Paulista 1000, São Paulo - SP, 01310-100, Brasil", "São Paulo BR"],
    ["Bahnhofstraße 1, Berlin", "Berlin DE"],
    ["ул. Тверская, 1, Москва, 125009, Россия", "Moscow RU"],
    ["Dam 1\n1012 JS Amsterdam\nNederland", "Amsterdam NL"],
    ["Hauptstr 5 München, Germany", "Munich DE"],
    ["12 Rue de la Paix, Unknownville, France", undefined],
  ])("in one text has its town behind the street: %s", (text, place) => {
    expect(nameOf(inAddress({ freeText: text }))).toBe(place);
  });

  it.each([
    [{ city: "Cambridge", stateCode: "MA", countryCode: "US" }, "Cambridge US", "MA"],
    [{ city: "Cambridge", countryCode: "GB" }, "Cambridge GB", "ENG"],
    [{ city: "Springfield", region: "Illinois", country: "USA" }, "Springfield US", "IL"],
    [{ city: "Portland", stateCode: "US-ME", countryCode: "us" }, "Portland US", "ME"],
    [{ city: "Newcastle", stateCode: "nsw", country: "Australia" }, "Newcastle AU", "NSW"],
    [{ city: "Praha 6 - Dejvice", country: "Česko" }, "Prague CZ", "10"],
    [{ city: "Halle (Saale)", stateCode: "ST", countryCode: "DE" }, "Halle (Saale) DE", "ST"],
    [{ city: "Victoria", countryCode: "CA" }, "Victoria CA", "BC"],
    [{ city: "München", countryCode: "XX", country: "Deutschland" }, "Munich DE", "BY"],
    [{ city: "Paris", countryCode: "US", country: "France" }, "Paris FR", "IDF"],
    [{ city: "Springfield, IL", country: null, countryCode: null }, "Springfield US", "IL"],
    [{ city: "", region: "Bayern", streets: [null, "80331 München"] }, "Munich DE", "BY"],
    [{ city: "Nowhere at all", countryCode: "DE", streets: ["Weg 3", "20095 Hamburg"] }, "Hamburg DE", "HH"],
    [{ country: "Nederland", streets: ["Dam 1", "1012 JS Amsterdam"] }, "Amsterdam NL", "NH"],
    [{ city: "Mexico", country: "Mexico" }, "Mexico City MX", "CMX"],
    [{ country: "Singapore", streets: ["10 Anson Road"] }, "Singapore SG", undefined],
    [{ city: "Boston", region: "Lincolnshire" }, "Boston GB", "ENG"],
    [{ city: "Cambridge", region: "Mass." }, "Cambridge US", "MA"],
    [{ city: "Cambridge", stateCode: "mass" }, "Cambridge US", "MA"],
    [{ city: "Frankfurt/Oder", country: "Germany" }, "Frankfurt (Oder) DE", "BB"],
    [{ city: "Bogotá, Distrito Capital", country: "Colombia" }, "Bogotá CO", "DC"],
    [{ city: "Gillingham", region: "Dorset", country: "UK" }, "Gillingham GB", "ENG"],
  ] satisfies [AddressParts, string, string | undefined][])("by its parts is found: %j", (parts, place, regionCode) => {
    const found = inAddress(parts);
    expect(nameOf(found)).toBe(place);
    expect(found?.regionCode).toBe(regionCode);
  });

  it.each([
    {},
    { city: null, streets: [] },
    { city: "Unknownville", countryCode: "DE" },
    { country: "Germany", region: "Bayern" },
    { streets: [null, ""], freeText: "" },
    { city: "Little Snoring", streets: ["12 London Road"], country: "UK" },
    { city: "Trou-sur-Mer", streets: ["4 rue de Paris"], country: "France" },
    { city: "Trou-sur-Mer", streets: ["4 place de Verdun"], freeText: "4 place de Verdun, Paris", country: "France" },
    { city: "Unknownville", streets: ["4 avenue Victor Hugo"], country: "France" },
    { city: "Unknownville", streets: ["Via Roma 12"], country: "Italia" },
    { streets: ["12 Lincoln Avenue"], country: "USA" },
    { streets: ["1600 Broadway"], country: "USA" },
    { streets: ["5 Victoria Street"] },
    { streets: ["London"], country: "UK" },
    { streets: ["London Road 7"], freeText: "London Road 7, United Kingdom", country: "United Kingdom" },
    { streets: ["Washington-Allee 3"], freeText: "Washington-Allee 3, USA" },
    { freeText: "12 London Road" },
    { freeText: "Berliner Allee" },
    { freeText: "Avenue de France 3, Unknownville" },
    { freeText: "5 Elm St, Unknownville, PA 15000" },
    { freeText: "5 Elm St, Unknownville, Pa." },
  ] satisfies AddressParts[])("without a known town is not (%j)", (parts) => {
    expect(inAddress(parts)).toBeUndefined();
  });
});

it("reads the name of every country, as answers give it, as that country", () => {
  const lost = gazetteer.countries.filter(
    ({ name }, id) =>
      !readClaims(gazetteer, name).some(({ country, region }) => country === id && region === undefined),
  );
  expect(lost).toEqual([]);
});

describe("the names of countries and regions", () => {
  /** Countries that are no larger than their town. */
  const cityStates = "DJ GI HK LU MC MO SG SM VA".split(" ");

  it("of a country, in any language, is no pin, but for city states in these", () => {
    const codes = gazetteer.countries.map(({ code }) => code);
    const names = new Map(
      [...spokenNames(codes)].map(({ name, code }) => [`${code} ${placeKey(name)}`, { name, code }]),
    );
    const wrong: string[] = [];
    for (const { name, code } of names.values()) {
      const isKnown = readClaims(gazetteer, name).some(
        ({ country, region }) => region === undefined && codes[country] === code,
      );
      const found = isKnown ? inText(name) : undefined;
      if (found && !(found.countryCode === code && cityStates.includes(code))) wrong.push(`${name}: ${nameOf(found)}`);
    }
    expect(names.size).toBeGreaterThan(10_000);
    expect(wrong).toEqual([]);
  });

  it("of a country that most take for a town elsewhere are few", () => {
    const codes = gazetteer.countries.map(({ code }) => code);
    const others = new Set<string>();
    for (const { name, code } of spokenNames(codes)) {
      const found = readClaims(gazetteer, name).every(({ isCode }) => isCode) ? inText(name) : undefined;
      if (found && found.countryCode !== code) others.add(`${placeKey(name)}: ${nameOf(found)}`);
    }
    const expected = ["guadalupe: Guadalupe MX", "man: Man CI", "salvador: Salvador BR", "santa luzia: Santa Luzia BR"];
    expect([...others].sort()).toEqual(expected);
  });

  /** The keys of a region, whole and without words like "province". */
  const keysOf = (name: string) => [placeKey(name), regionKey(placeKey(name)), placeKey(name).replace(/ city$/, "")];

  /** Whether the town lies in a region that is called so, or is a large one that is called so first of all. */
  const isMeant = (name: string, found: NonNullable<ReturnType<typeof inText>>) =>
    keysOf(name)
      .flatMap((key) => gazetteer.find(key))
      .some(({ kind, id }) => {
        if (kind === "region") return gazetteer.regions[id]?.name === found.region;
        return kind === "town" && gazetteer.town(id).name === found.name && found.population >= 100_000;
      });

  it("of a region means a town in a region of this name, or a large one that is called so first of all", () => {
    const wrong = gazetteer.regions.flatMap(({ name }) => {
      const found = name === "" ? undefined : inText(name);
      return !found || isMeant(name, found) ? [] : [`${name}: ${nameOf(found)}`];
    });
    expect(wrong).toEqual([]);
  });

  it("of a region with its country is never a town of another country", () => {
    const wrong = gazetteer.regions.flatMap(({ name, country }) => {
      const { name: countryName = "", code } = gazetteer.countries[country] ?? {};
      const found = name === "" ? undefined : inText(`${name}, ${countryName}`);
      return !found || found.countryCode === code ? [] : [`${name}, ${countryName}: ${nameOf(found)}`];
    });
    expect(wrong).toEqual([]);
  });

  it("of a region with its country is a town of another region only when that is called so first of all", () => {
    const wrong = gazetteer.regions.flatMap(({ name, country }) => {
      const { name: countryName = "", code = "" } = gazetteer.countries[country] ?? {};
      const found = name === "" || cityStates.includes(code) ? undefined : inText(`${name}, ${countryName}`);
      return !found || isMeant(name, found) ? [] : [`${name}, ${countryName}: ${nameOf(found)}`];
    });
    // A capital in another parish than the one of its name, and a region's name with a stroke, which parts places to
    // choose from.
    expect(wrong).toEqual(["Hamilton, Bermuda: Hamilton BM", "Zanzibar Central/South, Tanzania: Zanzibar TZ"]);
  });
});

it("finds again the towns that it names, nearly all in the right country", () => {
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
    "San Jose",
    "Neue",
    "de",
    "la",
    "New York",
    ",",
    " - ",
    "(",
    ")",
    "/",
    "CA",
    "DE",
    "Georgia",
    "1010",
    "東京",
    "市",
    "ue",
    "’",
    "\n",
    "Paris",
    "Quoex",
    "Zwaeq",
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

  it("is answered, with a bounded number of lookups", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        for (const query of [
          { text: one },
          { freeText: one, streets: [other, one] },
          { city: one, region: other, country: other },
        ]) {
          counting.lookups = 0;
          const place = findPlace(counting, query);
          expect(counting.lookups).toBeLessThan(maxLookups);
          if (place) expect(place).toMatchObject({ granularity: "city", name: expect.stringMatching(/./) });
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "a ".repeat(1_000),
    "San Jose ".repeat(200),
    "ue".repeat(1_000),
    "(".repeat(1_000),
    "a,".repeat(1_000),
    `AB${" ".repeat(1_000)}`,
    "ﷺ".repeat(300),
    "1 - ".repeat(500),
    "Quoex Zwaeq ".repeat(100),
    "Quoex, Zwaeq (Xuoe) ".repeat(100),
  ])("is answered by no more of them, however long it is (%#)", (long) => {
    for (const query of [
      { text: long },
      { freeText: long, streets: [long] },
      { city: long, country: long, region: long },
    ]) {
      counting.lookups = 0;
      findPlace(counting, query);
      expect(counting.lookups).toBeLessThan(maxLookups);
    }
  });
});
