import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeTargets } from "../../bench/accesses.ts";
import { benchContact, benchTime } from "../../bench/account.ts";
import { compareFigures, readCommitted } from "../../bench/figures.ts";
import { figuresPage } from "../../bench/page.ts";
import { itemBytes, type Update, updatedItem } from "../../support/capacity/write-units.ts";

const committed = readCommitted();

describe("the guard of the figures", () => {
  const known = {
    get: {
      readUnits: 100,
      writeUnits: 0,
      roundTrips: 2,
      storageReads: 0,
      storageWrites: 0,
      answerBytes: 1_000,
      floor: { readUnits: 80, writeUnits: 0 },
    },
  };
  const changed = (change: Partial<typeof known.get>) => compareFigures(known, { get: { ...known.get, ...change } });

  it("accepts what is committed", () => {
    expect(changed({})).toEqual([]);
  });

  it.each(["readUnits", "writeUnits", "roundTrips", "storageReads", "storageWrites"] as const)(
    "finds the least growth of %s",
    (name) => {
      const now = known.get[name] + 0.01;
      expect(changed({ [name]: now })).toEqual([`get: ${name} grew from ${known.get[name]} to ${now}`]);
    },
  );

  it("lets answers differ by a little, and no more", () => {
    expect(changed({ answerBytes: 1_020 })).toEqual([]);
    expect(changed({ answerBytes: 1_021 })).toEqual(["get: answerBytes grew from 1000 to 1021"]);
  });

  it("asks for new figures when the committed ones are no longer true", () => {
    expect(changed({ readUnits: 99.5 })).toEqual([]);
    expect(changed({ readUnits: 90 })).toEqual(["get: readUnits fell from 100 to 90; run `npm run bench -- --write`"]);
    expect(changed({ floor: { readUnits: 81, writeUnits: 0 } })).toHaveLength(1);
    expect(compareFigures({}, known)).toEqual([
      "get: is not among the committed figures; run `npm run bench -- --write`",
    ]);
  });
});

describe("the committed figures", () => {
  it("are those of the page", () => {
    expect(readFileSync(new URL("../../bench/figures.md", import.meta.url), "utf8")).toBe(figuresPage(committed));
  });

  it("reach every target", () => {
    expect(judgeTargets(committed).filter(({ isReached }) => !isReached)).toEqual([]);
  });
});

it("realistic contacts have about 1 KB of values each", () => {
  const bytes = Array.from({ length: 500 }, (_, n) => {
    const values = Object.entries(benchContact("a", n, benchTime, 1)).filter(([, value]) => value !== null);
    return itemBytes(Object.fromEntries(values));
  });
  const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
  expect(Math.abs(mean - 1_000)).toBeLessThan(100);
});

describe("the size of an item", () => {
  // From "Item sizes and formats" in AWS's guide.
  it.each([
    [{ name: "Zoë" }, 4 + 4],
    [{ n: 1234 }, 1 + 3],
    [{ n: -12.5 }, 1 + 4],
    [{ n: 0 }, 1 + 1],
    // Pairs of digits begin at the decimal point, as DynamoDB Local counts.
    [{ n: 1.5 }, 1 + 3],
    [{ n: -120.505 }, 1 + 6],
    [{ n: 0.005 }, 1 + 2],
    [{ n: 1e-7 }, 1 + 2],
    [{ n: 1_000 }, 1 + 2],
    [{ yes: true, no: null }, 3 + 1 + 2 + 1],
    [{ list: ["ab", "c"] }, 4 + 3 + 3 + 2],
    [{ map: { key: "v" } }, 3 + 3 + 1 + 3 + 1],
  ])("of %j is %i bytes", (item, bytes) => {
    expect(itemBytes(item)).toBe(bytes);
  });
});

describe("an item after an update", () => {
  const Key = { pk: "a", sk: "b" };
  const update = (UpdateExpression: string, values: Record<string, unknown> = {}): Update => ({
    Key,
    UpdateExpression,
    ExpressionAttributeNames: { "#name": "firstName", "#key": "dueKey" },
    ExpressionAttributeValues: values,
  });
  const before = { ...Key, firstName: "Ann", dueKey: "x", sent: {} };

  it.each([
    ["SET #name = :a, sent = :b", { ":a": "Bo", ":b": 1 }, { ...before, firstName: "Bo", sent: 1 }],
    ["SET #name = :a REMOVE #key, sent", { ":a": "Bo" }, { ...Key, firstName: "Bo" }],
    ["REMOVE #key", {}, { ...Key, firstName: "Ann", sent: {} }],
  ])("has the changes of %s, and keeps the rest", (expression, values, after) => {
    expect(updatedItem(before, update(expression, values))).toEqual(after);
  });

  it("is new when there was none", () => {
    expect(updatedItem(undefined, update("SET #name = :a", { ":a": "Bo" }))).toEqual({ ...Key, firstName: "Bo" });
  });

  it.each(["ADD #name :a", "SET #name = #name + :a", "SET #name = :b", ""])("is not guessed: %s", (expression) => {
    expect(() => updatedItem({}, update(expression, { ":a": 1 }))).toThrow("not known here");
  });
});
