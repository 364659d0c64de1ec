/** The prices in infra/costs.md follow from the measured units, the list prices and the template. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listPrices } from "./list-prices.ts";
import { priceSheet } from "./price-sheet.ts";
import { priceOfCounter, priceOfRequest, sumOf } from "./request-price.ts";

it("the page has the prices that `npm run prices -- --write` writes", () => {
  expect(readFileSync(new URL("../../../infra/costs.md", import.meta.url), "utf8")).toBe(priceSheet());
});

it("a request costs a gateway call, two executions, their time, its units with the rate counter, its logs and its bytes", () => {
  const nothing = { readUnits: 0, writeUnits: 0, roundTrips: 0, storageReads: 0, storageWrites: 0, answerBytes: 0 };
  const price = priceOfRequest({ name: "", function: "contacts", figures: nothing });
  // With 1,024 MB: 10 ms of a processor take 17.3 ms, and counting the request takes 5 ms.
  expect(price.function).toBeCloseTo(listPrices.execution + 0.0223 * listPrices.gigabyteSecond, 9);
  expect(price.data).toBe(listPrices.writeUnit);
  expect(sumOf(price) * 1e6).toBeGreaterThan(3.5 + 2 * 0.2 + 0.625);
  const page = priceOfRequest({ name: "", function: "contacts", figures: { ...nothing, readUnits: 16 } });
  expect(sumOf(page) - sumOf(price)).toBeCloseTo(16 * listPrices.readUnit, 12);
  expect(priceOfCounter("contacts")).toBeGreaterThan(listPrices.writeUnit);
});
