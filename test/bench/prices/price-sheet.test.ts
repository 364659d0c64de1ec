/** The prices in infra/costs.md follow from the measured units, the list prices and the template. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listPrices } from "./list-prices.ts";
import { priceSheet } from "./price-sheet.ts";
import { priceOfCounter, priceOfRequest, sumOf } from "./request-price.ts";

it("the page has the prices that `npm run prices -- --write` writes", () => {
  expect(readFileSync(new URL("../../../infra/costs.md", import.meta.url), "utf8")).toBe(priceSheet());
});

it("the page and the decision say what each plan of sign-in costs beside the service", () => {
  const { essentials, lite } = listPrices.activeUser;
  const decision = readFileSync(
    new URL("../../../infra/decisions/0033-rules-of-aws-and-prices.md", import.meta.url),
    "utf8",
  );
  expect(decision).toContain(`Each further one costs ${essentials} dollars by its plan Essentials`);
  expect(decision).toContain(`or ${lite} by Lite`);
  const [, service, ...plans] = /100,000 such accounts.*\| +([\d,]+); ([\d,]+); ([\d,]+) \|/.exec(priceSheet()) ?? [];
  const [ofService = 0, ofEssentials = 0, ofLite = 0] = [service, ...plans].map((text) =>
    Number(text?.replaceAll(",", "")),
  );
  // 90,000 people are paid for.
  expect([ofEssentials, ofLite]).toEqual([1_350, 495]);
  expect(ofEssentials / ofService).toBeCloseTo(2, 0);
  expect(ofLite / ofEssentials).toBeCloseTo(1 / 3, 1);
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
