import { describe, expect, it } from "vitest";
import { api, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();

async function get<Body>(path: string): Promise<Body> {
  const answer = await api(path, { token });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Body;
}

async function suggest(parameters: Record<string, string>): Promise<Record<string, unknown>[]> {
  const path = `/geocode/suggest?${new URLSearchParams(parameters)}`;
  return (await get<{ addresses: Record<string, unknown>[] }>(path)).addresses;
}

describe("GET /geocode/suggest", () => {
  it("answers towns as the fields of an address, the largest first", async () => {
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

  it("keeps the street and the postal code of an address", async () => {
    const [first] = await suggest({ search: "Hauptstraße 5, 80331 Mün", mode: "address", limit: "1" });
    expect(first?.addressFormatted).toBe("Hauptstraße 5, 80331 Munich, Bavaria, Germany");
  });

  it("answers what a contact accepts as its address", async () => {
    const [found = {}] = await suggest({ search: "Bath", limit: "1" });
    const { granularity: _, ...address } = found;
    const contact = { firstName: "Bo", addresses: [{ type: "home", ...address }] };
    const answer = await api("/contacts", { token, method: "POST", json: contact });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ contact: { addresses: [address] } });
  });
});

describe("GET /geocode/timezone", () => {
  it.each([
    ["48.13743", "11.57549", "Europe/Berlin"],
    ["6.5244e0", "3.3792", "Africa/Lagos"],
    ["-0", "-30", "Etc/GMT+2"],
    ["90", "0", "Etc/GMT"],
    ["0", "-180", "Etc/GMT+12"],
  ])("of %s, %s is %s", async (lat, lon, timezone) => {
    expect(await get(`/geocode/timezone?lat=${lat}&lon=${lon}`)).toEqual({ timezone });
  });
});
