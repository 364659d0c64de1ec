/** Suggestions for a typed text, from the real gazetteer. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { suggestAddresses } from "../../../functions/geocode/suggest-addresses.ts";
import { suggestPlaces } from "../../../functions/geocode/suggest-places.ts";
import type { Gazetteer } from "../../../shared/place/gazetteer/gazetteer.ts";
import { distanceKm, realGazetteer } from "../../support/map/places.ts";

let gazetteer: Gazetteer;
beforeAll(() => {
  gazetteer = realGazetteer();
});

const places = (text: string, limit = 5) =>
  suggestPlaces(gazetteer, text, limit).map(({ name, countryCode }) => `${name} ${countryCode}`);

describe("places", () => {
  it.each([
    ["LOND", "London GB"],
    ["mün", "Munich DE"],
    ["muenc", "Munich DE"],
    ["prah", "Prague CZ"],
    ["st. pet", "Saint Petersburg RU"],
    ["são p", "São Paulo BR"],
    ["москв", "Moscow RU"],
    ["서", "Seoul KR"],
    ["القا", "Cairo EG"],
    ["กรุง", "Bangkok TH"],
    ["nyc", "New York City US"],
  ])("for %s begin with %s", (text, first) => {
    expect(places(text)[0]).toBe(first);
  });

  it("begin with the largest, and have whole names before starts of names", () => {
    expect(places("san d")).toContain("San Diego US");
    const populations = suggestPlaces(gazetteer, "londo", 10).map(({ population }) => population);
    expect(populations[0]).toBeGreaterThan(8_000_000);
    // Bathinda has more people than Bath.
    expect(places("bath").slice(0, 2)).toEqual(["Bath GB", "Bathinda IN"]);
  });

  it.each([
    ["Springfield, il", ["Springfield US"], "IL"],
    ["cambridge, mass", ["Cambridge US"], "MA"],
    ["cambridge, uk", ["Cambridge GB"], "ENG"],
    ["paris, tex", ["Paris US"], "TX"],
    ["perth, western australia, aus", ["Perth AU"], "WA"],
    ["Neustadt, bayern", ["Neustadt DE"], "BY"],
  ])("are limited by region and country after a comma: %s", (text, [first], regionCode) => {
    const [found] = suggestPlaces(gazetteer, text, 5);
    expect(found && `${found.name.split(" ")[0]} ${found.countryCode}`).toBe(first);
    expect(found?.regionCode).toBe(regionCode);
  });

  it("omit quarters of a suggested town, which have suggestions of their own", () => {
    for (const text of ["Züri", "Berlin", "Hamburg"]) {
      const found = suggestPlaces(gazetteer, text, 6);
      const near = found.filter((place, index) => index > 0 && found[0] && distanceKm(place, found[0]) < 20);
      expect(near).toEqual([]);
    }
    expect(places("Kreuzb")[0]).toBe("Kreuzberg DE");
  });

  it("are the place that the text names if no name starts with the text", () => {
    expect(places("Greater Munich Area")).toEqual(["Munich DE"]);
    expect(places("Praha 6")).toEqual(["Prague CZ"]);
  });

  it.each(["!!!", ",", ", Germany", "zzzzzz", "a, zzz", "🌍"])("do not exist for %s", (text) => {
    expect(places(text)).toEqual([]);
  });

  it("are at most as many as requested, all different, and the same for a lower limit", () => {
    for (const text of ["s", "san", "a", "東", "new york"]) {
      const many = suggestPlaces(gazetteer, text, 20);
      expect(new Set(many.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(many.length);
      expect(suggestPlaces(gazetteer, text, 3)).toEqual(many.slice(0, 3));
    }
  });
});

describe("addresses", () => {
  const addresses = (text: string, limit = 3) =>
    suggestAddresses(gazetteer, text, limit).map(({ place, street, postalCode }) => [
      street,
      postalCode,
      `${place.name} ${place.countryCode}`,
    ]);

  it.each([
    ["Hauptstraße 5, 80331 München, Deutschland", "Hauptstraße 5", "80331", "Munich DE"],
    ["Hauptstr 5 80331 München", "Hauptstr 5", "80331", "Munich DE"],
    ["350 Fifth Avenue, New York, NY 10118", "350 Fifth Avenue", "10118", "New York City US"],
    ["10 Downing St, London SW1A 2AA, UK", "10 Downing St", "SW1A 2AA", "London GB"],
    ["Na Příkopě 1, 110 00 Praha 1", "Na Příkopě 1", "110 00", "Prague CZ"],
    ["Prinsengracht 263, 1016 GV Amsterdam, Nederland", "Prinsengracht 263", "1016 GV", "Amsterdam NL"],
    ["Av. Paulista 1000, São Paulo - SP, 01310-100, Brasil", "Av. Paulista 1000", "01310-100", "São Paulo BR"],
    ["Via Roma 12, 20121 Milano MI", "Via Roma 12", "20121", "Milan IT"],
    ["ул. Тверская, 1, Москва, 125009, Россия", "ул. Тверская, 1", "125009", "Moscow RU"],
    ["東京都渋谷区道玄坂1-2-3", "渋谷区道玄坂1-2-3", null, "Tokyo JP"],
    ["Москва, ул. Тверская, д. 1", "ул. Тверская, д. 1", null, "Moscow RU"],
    ["Россия, Москва, ул. Тверская, д. 1, 125009", "ул. Тверская, д. 1", "125009", "Moscow RU"],
    ["서울특별시 강남구 테헤란로 1", "강남구 테헤란로 1", null, "Seoul KR"],
    ["神奈川県横浜市西区1-2", "西区1-2", null, "Yokohama JP"],
    ["北京市朝阳区建国路1号", "朝阳区建国路1号", null, "Beijing CN"],
    ["Bath Road 3, Bristol", "Bath Road 3", null, "Bristol GB"],
    ["1030 Wien, Österreich", null, "1030", "Vienna AT"],
    ["Berlin, Germany", null, null, "Berlin DE"],
  ])("are read from a complete address: %s", (text, street, postalCode, place) => {
    expect(addresses(text)[0]).toEqual([street, postalCode, place]);
  });

  it.each([
    ["Hauptstr. 5, Mün", "Hauptstr. 5", null, "Munich DE"],
    ["Hauptstr 5 Mün", "Hauptstr 5", null, "Munich DE"],
    ["12 Rue de la Paix, 75002 Par", "12 Rue de la Paix", "75002", "Paris FR"],
    ["Lond", null, null, "London GB"],
    ["Hauptstr. 5, 8001 Zü", "Hauptstr. 5", "8001", "Zürich CH"],
    ["Hauptstr. 5, CH-8001 Zü", "Hauptstr. 5", "CH-8001", "Zürich CH"],
    ["Berlin, Deu", null, null, "Berlin DE"],
  ])("complete the name of the town: %s", (text, street, postalCode, place) => {
    expect(addresses(text)[0]).toEqual([street, postalCode, place]);
  });

  it("have all towns of a name if nothing follows it", () => {
    const found = suggestAddresses(gazetteer, "Main St 1, Springfield", 5);
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ street }) => street))).toEqual(new Set(["Main St 1"]));
    expect(new Set(found.map(({ place }) => place.regionCode)).size).toBe(5);
    expect(addresses("Main St 1, Springfield, IL")).toHaveLength(1);
  });

  it("lie in countries with postal codes of the written form", () => {
    const codesOf = (text: string) => suggestAddresses(gazetteer, text, 10).map(({ place }) => place.countryCode);
    expect(codesOf("75001 Paris")).not.toContain("US");
    expect(codesOf("00-950 War")).toEqual(codesOf("00-950 War").map(() => "PL"));
    expect(codesOf("Paris")).toContain("US");
  });

  it.each(["", " , ", "5", "123 Paris Street", "Bath Road 3", "12 Rue de la Paix", "Germany", "🌍"])(
    "do not exist for %j",
    (text) => {
      expect(addresses(text)).toEqual([]);
    },
  );

  it("are at most as many as requested for any text, and have a part of it as street", () => {
    const words = fc.constantFrom(..."Main St|5|,|Berl|München|80331|CA|Germany|東京|(|’|SW1A 1AA".split("|"));
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(words, { maxLength: 20 }).map((list) => list.join(" ").slice(0, 200)),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (typed, limit) => {
        const found = suggestAddresses(gazetteer, typed, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        for (const { street, postalCode } of found) {
          expect(typed).toContain(street ?? "");
          expect(typed).toContain(postalCode ?? "");
        }
        expect(suggestPlaces(gazetteer, typed, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
