import { beforeAll, describe, expect, it } from "vitest";
import { refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

let token: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
});

async function get(path: string): Promise<unknown> {
  const answer = await api(path, { token });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

interface Suggested {
  addresses: Record<string, unknown>[];
}

async function suggest(parameters: Record<string, string>): Promise<Suggested["addresses"]> {
  return ((await get(`/geocode/suggest?${new URLSearchParams(parameters)}`)) as Suggested).addresses;
}

describe("GET /geocode/suggest", () => {
  it("answers towns under the names of a contact's address, the largest first", async () => {
    const [first, ...others] = await suggest({ search: "cambridge" });
    expect(first).toEqual({
      addressLine1: null,
      addressCity: "Cambridge",
      addressState: "England",
      addressStateCode: "ENG",
      addressPostalCode: null,
      addressCountry: "United Kingdom",
      addressCountryCode: "GB",
      addressFormatted: "Cambridge, England, United Kingdom",
      latitude: 52.2,
      longitude: 0.11667,
      timezone: "Europe/London",
      granularity: "city",
    });
    expect(others).toHaveLength(9);
    expect(others[0]).toMatchObject({ addressCity: "Cambridge", addressStateCode: "ON", timezone: "America/Toronto" });
  });

  it("keeps street and postal code of an address", async () => {
    const [first] = await suggest({ search: "Hauptstraße 5, 80331 Mün", mode: "address", limit: "1" });
    expect(first).toMatchObject({
      addressLine1: "Hauptstraße 5",
      addressCity: "Munich",
      addressStateCode: "BY",
      addressPostalCode: "80331",
      addressFormatted: "Hauptstraße 5, 80331 Munich, Bavaria, Germany",
    });
  });

  it("answers as many as are asked for, and none where no town is meant", async () => {
    expect(await suggest({ search: "東", limit: "20" })).toHaveLength(20);
    expect(await suggest({ search: "???" })).toEqual([]);
    expect(await suggest({ search: "x".repeat(200), mode: "address" })).toEqual([]);
  });

  it("gives what a contact takes as its address", async () => {
    const [found = {}] = await suggest({ search: "Bath", limit: "1" });
    const { granularity: _, ...address } = found;
    const contact = { firstName: "Bo", addresses: [{ type: "home", ...address }] };
    const answer = await api("/contacts", { token, method: "POST", json: contact });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ contact: { addresses: [address] } });
  });

  it.each([
    ["", ["query.search"]],
    ["search=%20%20", ["query.search"]],
    [`search=${"x".repeat(201)}`, ["query.search"]],
    ["search=a&mode=street", ["query.mode"]],
    ["search=a&limit=21", ["query.limit"]],
    ["mode=x&limit=-1&place=b", ["query.search", "query.mode", "query.limit", "query.place"]],
  ])("refuses %s", (query, paths) => expectRefusal(`/geocode/suggest?${query}`, paths));
});

async function expectRefusal(path: string, paths: string[]): Promise<void> {
  expect(await refusalOf(path, { token })).toMatchObject({ status: 400, code: "validation_error", paths });
}

describe("GET /geocode/timezone", () => {
  it.each([
    ["48.13743", "11.57549", "Europe/Berlin"],
    ["-33.86785", "151.20732", "Australia/Sydney"],
    ["6.5244e0", "3.3792", "Africa/Lagos"],
    ["-0", "-30", "Etc/GMT+2"],
  ])("%s, %s lies in %s", async (lat, lon, timezone) => {
    expect(await get(`/geocode/timezone?lat=${lat}&lon=${lon}`)).toEqual({ timezone });
  });

  it.each([
    ["90", "0"],
    ["-90", "180"],
    ["0", "-180"],
  ])("answers at the edges of the earth (%s, %s)", async (lat, lon) => {
    const { timezone } = (await get(`/geocode/timezone?lat=${lat}&lon=${lon}`)) as { timezone: string };
    expect(() => new Intl.DateTimeFormat("en", { timeZone: timezone })).not.toThrow();
  });

  it.each([
    "",
    "NaN",
    "Infinity",
    "1e309",
    "90.1",
    "-91",
    "0x10",
    "1,5",
    "%20",
    "+1",
    "1e",
    ".5",
    "5.",
    "1".repeat(50),
  ])("refuses a latitude of %j", (lat) => expectRefusal(`/geocode/timezone?lat=${lat}&lon=0`, ["query.lat"]));

  it.each([
    ["", ["query.lat", "query.lon"]],
    ["lat=1&lon=180.0001", ["query.lon"]],
    ["lat=1&lon=2&lon=3", ["query.lon"]],
    ["lat=1&lon=2&zone=x", ["query.zone"]],
  ])("refuses %s", (query, paths) => expectRefusal(`/geocode/timezone?${query}`, paths));
});
