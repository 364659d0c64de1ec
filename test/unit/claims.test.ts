/** What the parts of a text say about where a place lies, by the real gazetteer. */
import { beforeAll, describe, expect, it } from "vitest";
import { countiesByRegion } from "../../infra/places/counties.ts";
import { readClaims, withinCountries } from "../../shared/places/claims.ts";
import { middlesOfCounties } from "../../shared/places/english-counties.ts";
import type { Gazetteer } from "../../shared/places/gazetteer.ts";
import { placeKey } from "../../shared/places/place-key.ts";
import { abbreviations } from "../../shared/places/state-abbreviations.ts";
import { distanceKm, realGazetteer } from "../support/places.ts";

let gazetteer: Gazetteer;
beforeAll(() => {
  gazetteer = realGazetteer();
});

/** "US-MA", "FR" for a country; a question mark behind what speaks for a place and against none. */
const claimsOf = (text: string) =>
  readClaims(gazetteer, text).map(({ country, region, isWeak }) => {
    const code = region === undefined ? "" : `-${gazetteer.regions[region]?.code}`;
    return `${gazetteer.countries[country]?.code}${code}${isWeak ? "?" : ""}`;
  });

describe("codes and abbreviations", () => {
  it.each([
    ["MA", "US-MA"],
    ["M.A.", "US-MA"],
    ["Ma", "US-MA?"],
    ["ma", "US-MA?"],
    ["ma 02139", "US-MA?"],
    ["Mass.", "US-MA?"],
    ["MASS", "US-MA?"],
    ["Mass. 02139", "US-MA?"],
    ["W. Va.", "US-WV?"],
    ["Ont", "CA-ON?"],
    ["Lincs", "GB-ENG?"],
  ])("of regions are read in any case, but speak against others only in capitals: %s", (text, claim) => {
    expect(claimsOf(text)).toContain(claim);
    expect(
      claimsOf(text).filter((other) => other.endsWith("?") !== claim.endsWith("?") && other.includes("-")),
    ).toEqual([]);
  });

  it("are all those of a region", () => {
    for (const [word, { country, code }] of abbreviations) {
      expect(claimsOf(word)).toContain(`${country}-${code.toUpperCase()}?`);
    }
  });

  it.each(["massive", "constructor", "or so", "ma ville", "12345", ""])("are no other words (%j)", (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

describe("words that say that something is a region", () => {
  it.each(["Federal Capital Territory", "National Capital Territory", "Capital", "Federal"])(
    "are no name of one: %s",
    (text) => {
      expect(claimsOf(text)).toEqual([]);
    },
  );
});

describe("the country that a later part names", () => {
  const said = (texts: string[], country?: number) =>
    withinCountries(
      texts.map((text) => readClaims(gazetteer, text)),
      country,
    ).map(({ length }) => length);

  it("leaves no region of another before it, and those behind it", () => {
    expect(said(["Federal District", "Brazil"])).toEqual([1, 1]);
    expect(said(["Bavaria", "Brazil"])).toEqual([0, 1]);
    expect(said(["Jamaica", "New York"])[1]).toBeGreaterThan(0);
  });

  it("may be said beside the text", () => {
    const brazil = gazetteer.countries.findIndex(({ code }) => code === "BR");
    expect(said(["Bavaria"], brazil)).toEqual([0]);
  });

  it("is none where the name may be a region's of another country", () => {
    expect(said(["Bavaria", "Georgia"])[0]).toBeGreaterThan(0);
  });
});

describe("counties of England", () => {
  const wide = ["East Anglia", "East Midlands", "Tyneside"];

  it("have a middle, in England, by which towns of the same name are told", () => {
    const names = (countiesByRegion["GB.ENG"] ?? "").split(", ").filter((name) => !wide.includes(name));
    expect([...middlesOfCounties.keys()].sort()).toEqual(names.map(placeKey).sort());
    for (const name of names) {
      const [middle] = readClaims(gazetteer, name).flatMap((claim) => claim.middle ?? []);
      expect(middle && distanceKm(middle, { latitude: 52.7, longitude: -1.5 })).toBeLessThan(380);
    }
  });
});
