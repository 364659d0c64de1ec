import { describe, expect, it } from "vitest";
import { type Update, updatedItem } from "../bench/updated-item.ts";

const Key = { pk: "a", sk: "b" };
const update = (UpdateExpression: string, values: Record<string, unknown> = {}): Update => ({
  Key,
  UpdateExpression,
  ExpressionAttributeNames: { "#name": "firstName", "#key": "dueKey" },
  ExpressionAttributeValues: values,
});

describe("an item after an update", () => {
  it("has what was set, lacks what was removed, and keeps the rest", () => {
    const before = { ...Key, firstName: "Ann", dueKey: "x", sent: {} };
    expect(updatedItem(before, update("SET #name = :a, sent = :b", { ":a": "Bo", ":b": 1 }))).toEqual({
      ...before,
      firstName: "Bo",
      sent: 1,
    });
    expect(updatedItem(before, update("SET #name = :a REMOVE #key, sent", { ":a": "Bo" }))).toEqual({
      ...Key,
      firstName: "Bo",
    });
    expect(updatedItem(before, update("REMOVE #key"))).toEqual({ ...Key, firstName: "Ann", sent: {} });
  });

  it("is made where there was none", () => {
    expect(updatedItem(undefined, update("SET #name = :a", { ":a": "Bo" }))).toEqual({ ...Key, firstName: "Bo" });
  });

  it.each(["ADD #name :a", "SET #name = #name + :a", "SET #name = :b", ""])("is not guessed: %s", (expression) => {
    expect(() => updatedItem({}, update(expression, { ":a": 1 }))).toThrow("not known here");
  });
});
